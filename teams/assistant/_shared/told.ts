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
  // What was made in one message stays a row while it is spoken of one by one.
  const row = last?.shown?.some(({ id }) => id !== undefined && id === topic.id) ? last.shown : undefined;
  const shown = topic.shown ?? row?.map((one) => (one.id === topic.id ? { ...one, at: topic.at } : one));
  const kept = {
    ...topic,
    ...(shown && { shown }),
    ...(other !== undefined && { before: other }),
    ...(left !== undefined && { open: left }),
  };
  state.set(TOPIC, kept as unknown as Json);
}

/** What was asked for last and was not done; "that" is of it, and of nothing that was done before it. */
const UNDONE = 'not_done';

/** Only what was to change something counts: a question that found nothing leaves "that" where it was. */
export function keepUndone(turn: OfflineTurn, { requests }: { readonly requests: readonly Request[] }): void {
  const { state } = turn.context;
  const told = toldOf(turn);
  const deeds = requests.map(({ tool, text }, at) => ({ tool, text, failed: told[at]?.failed !== false }));
  const own = deeds.filter(({ tool }) => !READS.test(tool));
  if (own.length === 0) return;
  if (own.some(({ failed }) => !failed)) keepNoted(state, undefined);
  const isUndone = own.every(({ failed, tool }) => failed && tool !== 'undo');
  state.set(UNDONE, isUndone ? own.at(-1)!.text.slice(0, 200) : null);
}

/** What the health team wrote into the record last: nobody here takes that back. */
const NOTED = 'health_noted';

export function keepNoted(state: Pick<State, 'set'>, message: string | undefined): void {
  state.set(NOTED, message?.slice(0, 200) ?? null);
}

export function notedOf(state: Pick<State, 'get'>): string | undefined {
  const text = state.get(NOTED);
  return typeof text === 'string' ? text : undefined;
}

/** What was not understood at all was not done either. */
export function keepUnread(state: State, message: string): void {
  state.set(UNDONE, message.slice(0, 200));
  state.set(LOST, true);
}

/** The last message was not understood, and nothing was offered for it. */
const LOST = 'not_understood';

/** What was spoken of, and whether the message before this one said something else that nobody understood. */
export function takeTopic(state: State): Topic | undefined {
  const topic = topicOf(state);
  const isLost = state.get(LOST) === true && topic !== undefined && topic.open === undefined;
  state.set(LOST, null);
  return isLost ? { ...topic, lost: true } : topic;
}

export function undoneOf(state: Pick<State, 'get'>): string | undefined {
  const text = state.get(UNDONE);
  return typeof text === 'string' ? text : undefined;
}

const READS = /^(?:list_|find_|get_|read_|search_|recall|free_|research|summarize_|ask_)/;

/** In this turn something that was asked back got its answer: "no" is of that, and of nothing that was done before. */
const ANSWERED = 'temp:answered';
export const isAnswered = (state: Pick<State, 'get'>): boolean => state.get(ANSWERED) === true;

/** What was asked back has its answer. */
export function closeQuestion(state: State, { open: _, ...topic }: Topic): void {
  state.set(TOPIC, topic as unknown as Json);
  state.set(ANSWERED, true);
}

/** A question that was passed over waits for a bare answer, once; what came after that is no answer. */
export function passQuestion(state: State, topic: Topic, isRequest: boolean): void {
  const { open } = topic;
  if (open === undefined || open.lacks === 'steps') return;
  if (open.aside) closeQuestion(state, topic);
  else if (!isRequest) state.set(TOPIC, { ...topic, open: { ...open, aside: true } } as unknown as Json);
}

/** The thing that a tool was about: "it" in the next message. */
export function aboutOf(output: Json): Topic | undefined {
  return (output as { about?: Topic } | null)?.about;
}

/** What was to be switched and was not is what "it" is all the same. */
export function aboutFailed({ tool, input: { device, several } }: Request): Topic | undefined {
  const isOne = tool === 'control_device' && typeof device === 'string' && several !== true;
  return isOne ? { kinds: ['device'], name: device } : undefined;
}

/** What a tool has shown is there to be pointed at, and what was spoken of stays so; the only one that it has shown is spoken of. */
export function keepShown(state: State, output: Json): void {
  const { shown, list } = (output ?? {}) as { shown?: NonNullable<Topic['shown']>; list?: string };
  if (shown === undefined || shown.length === 0) return;
  const [only, ...more] = shown;
  const last = topicOf(state) ?? { kinds: [], name: '' };
  const topic =
    more.length === 0 && only?.id !== undefined && only.kinds.includes('event') ? { ...last, ...only } : last;
  const kept = { ...topic, shown: shown.slice(0, MOST_SHOWN), ...(list !== undefined && { list }) };
  state.set(TOPIC, kept as unknown as Json);
}

/** A time that was told to be free can be booked by the next message. */
export function keepSlot(state: State, output: Json): void {
  const { slot } = (output ?? {}) as { slot?: NonNullable<Topic['slot']> };
  if (slot === undefined) return;
  state.set(TOPIC, { ...(topicOf(state) ?? { kinds: [], name: '' }), slot } as unknown as Json);
}

/** What was asked can be asked of another day next; whatever was done ends that. */
export function keepAsked(state: State, { tool, text, input }: Request): void {
  const { asked: _, ...topic } = topicOf(state) ?? { kinds: [], name: '' };
  const of = [input['query'], input['project'], input['only']].find((one) => typeof one === 'string');
  const { from, to } = input;
  const isDay = typeof from === 'number' && typeof to === 'number' && to - from <= LONGEST_DAY;
  const asked = { text: text.slice(0, 200), tool, ...(of !== undefined && { of }), ...(isDay && { at: from }) };
  state.set(TOPIC, { ...topic, ...(ASKS.has(tool) && { asked }) } as unknown as Json);
}

const LONGEST_DAY = 25 * 60 * 60 * 1000;
const ASKS = new Set(['list_events', 'find_event', 'free_time', 'list_todos', 'list_reminders', 'recall']);
const MOST_SHOWN = 20;
const MADE = 'temp:made';

/** What one message made is a row too: "add rent, bike and Jo", and then "the second". */
export function keepMade(state: State, output: Json, { tool }: Request): void {
  const about = MAKES.has(tool) ? aboutOf(output) : undefined;
  if (about === undefined) return;
  const made = [...((state.get(MADE) as unknown as readonly Topic[] | undefined) ?? []), about];
  state.set(MADE, made as unknown as Json);
  if (made.length > 1) keepShown(state, { shown: made } as unknown as Json);
}

const MAKES = new Set(['add_todo', 'add_event', 'set_reminder']);

/** "Save it to notes.txt": what was found, where no thing was spoken of. */
export function aboutSaid(given: string | undefined, { text, tool }: Request): Topic | undefined {
  return given === undefined || !CLAIMS.has(tool) ? undefined : { kinds: ['said'], name: text, by: tool };
}

/** The event that was spoken of last, in this message or before it. */
export function eventSpokenOf({ state }: Pick<OfflineTurn['context'], 'state'>): string | undefined {
  const topic = topicOf(state);
  return topic?.kinds.includes('event') ? topic.name : undefined;
}

const LACKS: Readonly<Record<string, NonNullable<Topic['open']>['lacks']>> = {
  WHEN_MISSING: 'when',
  WHEN_PAST: 'when',
  SEVERAL_FIT: 'which',
  NOT_DONE: 'word',
};

/** A request that lacked a time or fitted several things waits for the answer to what was asked back. */
export function askedBack(
  { agent, tool, input, text }: Request,
  { code, ...more }: { readonly code: string },
): Topic | undefined {
  const lacks = LACKS[code];
  if (lacks === undefined) return undefined;
  const { options } = more as { options?: NonNullable<Topic['open']>['options'] };
  return { kinds: [], name: text, open: { agent, tool, input, lacks, ...(options && { options }) } };
}
