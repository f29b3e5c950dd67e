/** What was done for the requests of a message so far, and what is talked about: kept in state. */
import type { Request, Topic } from 'consilium/assistant';
import type { Json } from 'consilium/kernel';
import type { OfflineTurn } from 'consilium/models';

const TOLD = 'temp:told';
/** What is talked about, from one message to the next. */
const TOPIC = 'topic';

/** Tools whose answers state something of the world. */
export const CLAIMS = new Set(['research', 'ask_health_team']);

/** What was done for one request. */
export interface Told {
  readonly agent: string;
  readonly text: string;
  readonly say: string;
  readonly failed: boolean;
  /** Whether it states something of the world, and not only what was done. */
  readonly claims?: boolean;
}

export function toldOf({ context }: OfflineTurn): readonly Told[] {
  return (context.state.get(TOLD) as unknown as readonly Told[] | undefined) ?? [];
}

export function keepTold({ context }: OfflineTurn, told: readonly Told[]): void {
  context.state.set(TOLD, told as unknown as Json);
}

type State = OfflineTurn['context']['state'];

export function topicOf(state: State): Topic | undefined {
  return (state.get(TOPIC) as unknown as Topic | null | undefined) ?? undefined;
}

export function keepTopic(state: State, topic: Topic | undefined): void {
  if (topic === undefined) return;
  const last = topicOf(state);
  const before = last?.open;
  // A question that was asked back outlives one request that is about something else.
  const left =
    before?.lacks === 'when' && !before.aside && topic.open === undefined ? { ...before, aside: true } : undefined;
  const isOther = last !== undefined && last.id !== undefined && topic.id !== undefined && last.id !== topic.id;
  const { before: earlier, open: _, ...spoken } = last ?? { kinds: [], name: '' };
  const other = isOther ? spoken : earlier;
  const kept = { ...topic, ...(other !== undefined && { before: other }), ...(left !== undefined && { open: left }) };
  state.set(TOPIC, kept as unknown as Json);
}

/** What was asked back has its answer. */
export function closeQuestion(state: State, { open: _, ...topic }: Topic): void {
  state.set(TOPIC, topic as unknown as Json);
}

/** The thing that a tool was about: "it" in the next message. */
export function aboutOf(output: Json): Topic | undefined {
  return (output as { about?: Topic } | null)?.about;
}

/** "Save it to notes.txt": what was found, where no thing was spoken of. */
export function aboutSaid(given: string | undefined, { text, tool }: Request): Topic | undefined {
  return given === undefined || !CLAIMS.has(tool) ? undefined : { kinds: ['said'], name: text };
}

/** The event that was spoken of last, in this message or before it. */
export function eventSpokenOf({ state }: Pick<OfflineTurn['context'], 'state'>): string | undefined {
  const topic = topicOf(state);
  return topic?.kinds.includes('event') ? topic.name : undefined;
}

/** A request that lacked a time or fitted several things waits for the answer to what was asked back. */
export function askedBack(
  { agent, tool, input, text }: Request,
  { code }: { readonly code: string },
): Topic | undefined {
  const lacks = code === 'WHEN_MISSING' || code === 'WHEN_PAST' ? 'when' : code === 'SEVERAL_FIT' ? 'which' : undefined;
  if (lacks === undefined) return undefined;
  return { kinds: [], name: text, open: { agent, tool, input, lacks } };
}
