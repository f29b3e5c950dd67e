/**
 * Compaction keeps the prompt bounded: when the window grows past a limit, its older turns are told in a summary,
 * recorded as one `compacted` event. The log itself loses nothing. The policy is pluggable; the default needs no model.
 */
import type { Conversation } from './conversation.ts';
import { toConsiliumError } from './errors.ts';
import type { Event, MaybePromise } from './event.ts';
import type { House } from './house.ts';
import type { LiveSession } from './live.ts';
import { textOf } from './view.ts';

export interface CompactionPolicy {
  isDue(window: { tokens: number; events: number }): boolean;
  /** How many of the newest turns stay word for word. */
  readonly keepTurns: number;
  /** Tells `turns` and what was summarised before in one text. If it fails, the default takes its place. */
  summarize(turns: readonly TurnText[], before: string): MaybePromise<string>;
}

export interface TurnText {
  readonly user: string;
  readonly replies: readonly { readonly agent: string; readonly text: string }[];
}

const MAX_SUMMARY = 6_000;

/** Keeps what a reader needs to follow: each message's first sentences, newest last, within a fixed length. */
export const extractiveCompaction: CompactionPolicy = {
  isDue: ({ tokens, events }) => tokens > 24_000 || events > 240,
  keepTurns: 12,
  summarize: (turns, before) => {
    const told = turns.map(({ user, replies }) => {
      const answer = replies.at(-1);
      const heard = answer === undefined ? [] : [`${answer.agent}: ${gist(answer.text)}`];
      return `- ${[...(user === '' ? [] : [`The person: ${gist(user)}`]), ...heard].join(' · ')}`;
    });
    const lines = [...before.split('\n').filter((line) => line !== ''), ...told];
    let length = 0;
    let from = lines.length;
    while (from > 0 && length + lines[from - 1]!.length < MAX_SUMMARY) length += lines[--from]!.length;
    return lines.slice(from).join('\n');
  },
};

interface Compaction {
  readonly upTo: number;
  readonly summary: string;
  readonly dropped: number;
}

/** Works out the next `compacted` event, or nothing if the window is small enough. */
async function compact(
  conversation: Conversation,
  policy: CompactionPolicy,
  onError: (thrown: unknown) => void,
): Promise<Compaction | undefined> {
  const { events } = conversation;
  if (!isCompactionDue(conversation, policy)) return undefined;
  const starts = events.flatMap((event, index) => (event.type === 'invocation_started' ? [index] : []));
  const cut = starts.at(-policy.keepTurns);
  if (cut === undefined || cut === 0) return undefined;
  const old = events.slice(0, cut);
  const turns = toTurns(old);
  const before = conversation.summary;
  let summary: string;
  try {
    summary = await policy.summarize(turns, before);
  } catch (thrown) {
    onError(thrown);
    summary = await extractiveCompaction.summarize(turns, before);
  }
  // A turn that went on after a pause lies later than its beginning: what is kept begins with the oldest of it.
  const upTo = Math.min(...events.slice(cut).map(({ seq }) => seq)) - 1;
  return { upTo, summary, dropped: old.length };
}

export function isCompactionDue({ tokens, events }: Conversation, policy: CompactionPolicy): boolean {
  return policy.isDue({ tokens, events: events.length });
}

/** Puts the summary on the log of a session whose turn is over. What fails here only leaves the window as it is. */
export async function compactSession(
  { log, store, clock }: House,
  live: LiveSession,
  policy: CompactionPolicy,
): Promise<void> {
  const compaction = await compact(live.conversation, policy, (thrown) =>
    log.warn({ session: live.row.id, code: toConsiliumError(thrown).code }, 'summary failed; the default was used'),
  );
  if (compaction === undefined) return;
  const seq = live.row.lastSeq + 1;
  const time = Math.max(clock.now(), live.row.updated);
  const place = { seq, time, invocation: '', key: `compacted:${seq}`, agent: '', branch: '' };
  const event: Event = { type: 'compacted', ...place, ...compaction };
  const row = { ...live.row, lastSeq: seq, updated: time, compactedAt: seq };
  try {
    await store.append({ session: row, events: [event], changes: [] });
  } catch (thrown) {
    log.warn({ session: row.id, code: toConsiliumError(thrown).code }, 'compaction could not be stored');
    return;
  }
  live.row = row;
  live.conversation.append(event);
}

function toTurns(events: readonly Event[]): TurnText[] {
  const turns: { user: string; replies: { agent: string; text: string }[] }[] = [];
  for (const event of events) {
    if (event.type === 'invocation_started') {
      for (const { role, text } of event.before ?? [])
        if (role === 'user') turns.push({ user: text, replies: [] });
        // A talk that began elsewhere may have been opened by the assistant.
        else if (turns.length === 0) turns.push({ user: '', replies: [{ agent: 'assistant', text }] });
        else turns.at(-1)!.replies.push({ agent: 'assistant', text });
      turns.push({ user: event.message, replies: [] });
    }
    const text = event.type === 'said' ? event.text : event.type === 'model_replied' ? textOf(event.content) : '';
    if (text !== '') turns.at(-1)?.replies.push({ agent: event.agent, text });
  }
  return turns;
}

function gist(text: string): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  if (flat.length <= 240) return flat;
  const cut = flat.slice(0, 240);
  const sentence = Math.max(cut.lastIndexOf('. '), cut.lastIndexOf('? '), cut.lastIndexOf('! '));
  return sentence > 80 ? cut.slice(0, sentence + 1) : `${cut}…`;
}
