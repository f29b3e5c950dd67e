/** What is put to a research agent, and what comes back. */
import { z } from 'zod';
import type { Json, PendingView, Principal, Runner, TurnResult } from '../kernel/index.ts';
import type { OnLost, Trigger, Triggers } from '../triggers/index.ts';
import type { AgentRow } from './records.ts';
import { day } from './wording.ts';

export interface DeskReply {
  readonly response: string;
  readonly citations: readonly Json[];
  /** What the agent waits for, if it does. */
  readonly pending: readonly PendingView[];
}

export interface MessageOptions {
  readonly principal: Principal;
  /** The same message with the same key is worked on once. */
  readonly key?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

const letterSchema = z.object({
  to: z.string(),
  subject: z.string(),
  body: z.string(),
  id: z.string().optional(),
});

/** A letter that is to go out. */
export type LetterDraft = z.infer<typeof letterSchema>;

const LETTER = 'A letter is to go out: ';

/** The letter that a message hands over; nothing in any other. */
export function letterToSend(message: string): LetterDraft | undefined {
  if (!message.startsWith(LETTER)) return undefined;
  try {
    return letterSchema.parse(JSON.parse(message.slice(LETTER.length)));
  } catch {
    return undefined;
  }
}

const handedOn = z.object({ letter: letterSchema });

/** What a trigger that sends a letter once more says to its agent; undefined: it is no such trigger. */
export function letterAgain({ payload }: Pick<Trigger, 'payload'>): { message: string; to: string } | undefined {
  const read = handedOn.safeParse(payload);
  return read.success
    ? { message: `${LETTER}${JSON.stringify(read.data.letter)}`, to: read.data.letter.to }
    : undefined;
}

/**
 * A letter that somebody agreed to and that the server did not take for now goes by a trigger: it is tried ever more rarely, and
 * at last it is a dead letter that a person can see and replay.
 */
export async function sendAgain(
  triggers: Triggers,
  agent: Pick<AgentRow, 'id' | 'owner'>,
  letter: LetterDraft & { readonly id: string },
): Promise<void> {
  await triggers.create({
    ...{ room: 'research', owner: agent.owner, agent: agent.id, key: `letter:${letter.id}` },
    ...{ schedule: '+5 minutes', instruction: `Send the letter to ${letter.to} once more.`, payload: { letter } },
    isErrand: true,
  });
}

/** What is said of a firing that was given up. */
export function sayLost({ trigger, firing }: Parameters<OnLost>[0], name: string, replied?: string): string {
  const why = (firing.error?.message ?? 'it failed').replace(/[.\s]+$/, '');
  const replay = `It is among the dead letters and can be tried again there (consilium triggers replay ${firing.id}).`;
  const letter = letterAgain(trigger);
  if (letter !== undefined)
    return `**The letter to ${letter.to} did not go: it was tried ${firing.tries + 1} times and given up.** ${why}. ${replay}`;
  if (replied !== undefined)
    return `**A reply of ${replied} came by mail, but ${name} could not work on it: it was tried ${firing.tries} times and given up.** ${why}. The letter is among its correspondence. ${replay}`;
  const rest = trigger.status === 'pending' ? ' Its schedule goes on.' : '';
  return `**The look of ${name} that was due on ${day(firing.due)} failed ${firing.tries} times and was given up:** ${why}.${rest} ${replay}`;
}

export type AgentReply = Omit<TurnResult, 'pending'> & { readonly pending: readonly PendingView[] };

/**
 * Puts a message to an agent. A letter that it wants sent is a turn of its own, behind it: whoever has to agree to it has the
 * findings meanwhile, and what is scheduled is so already.
 */
export async function askAgent(runner: Runner, message: string, turn: Turn): Promise<AgentReply> {
  const { pending, ...result } = await runner.ask({ ...turn, message });
  const waits = pending === undefined ? [] : [pending];
  const letters = z.array(letterSchema).safeParse(result.notes['letters']);
  if (result.outcome !== 'completed' || !letters.success) return { ...result, pending: waits };
  const told = [result.text];
  for (const [at, letter] of letters.data.entries()) {
    const key = turn.key === undefined ? undefined : `${turn.key}:letter${at === 0 ? '' : at}`;
    const sent = await runner.ask({ ...turn, key, message: `${LETTER}${JSON.stringify(letter)}` });
    told.push(sent.text || (sent.error ? `No mail went to ${letter.to}: ${sent.error.message}` : ''));
    if (sent.pending !== undefined) waits.push(sent.pending);
  }
  return { ...result, text: told.filter(Boolean).join('\n\n'), pending: waits };
}

type Turn = MessageOptions & { readonly session: string };

/** What an agent remembers of what was asked and answered. */
export function exchangeOf(asked: string, answered: string, files: Json | undefined, now: number): Json[] {
  const at = new Date(now).toISOString();
  const short = (text: string) => text.replace(/\s+/g, ' ').slice(0, 400);
  return [
    { at, role: 'request', text: short(asked) },
    { at, role: 'answer', text: short(answered), ...(Array.isArray(files) && { files }) },
  ];
}

export function sessionOf(agentId: string): string {
  return `research-${agentId}`;
}
