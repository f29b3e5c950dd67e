/** What is said at the end of a turn: of each part that it was done, why it was not, or what is asked. */
import type { Held, Request, Topic, Understood } from 'consilium/assistant';
import { wallOf } from 'consilium/assistant';
import { languageWithin } from 'consilium/clinical';
import type { Json } from 'consilium/kernel';
import type { OfflineTurn } from 'consilium/models';
import { assistantOf, placeOf } from './place.ts';
import { isAnswered, keepTopic, keepUndone, keepUnread, toldOf, topicOf } from './told.ts';

export function tellAll(turn: OfflineTurn, understood: Understood): string {
  const { state } = turn.context;
  if (!toldOf(turn).some(({ claims }) => claims)) state.set('temp:claims', 'none');
  keepReported(turn, understood);
  if (understood.kind === 'nothing' && understood.held?.length) {
    state.set('temp:outcome', 'declined');
    keepUnread(state, turn.message);
    // "A list called packing" has nothing on it yet; what is said next may go there.
    const [list] = understood.held.flatMap(({ why, of }) => (why === 'list' && of !== undefined ? [of] : []));
    if (list !== undefined) keepTopic(state, { kinds: ['list'], name: list, list });
    return sayHeld(understood.held).join('\n\n');
  }
  if (understood.kind !== 'requests') {
    const small = SMALL_TALK[understood.kind === 'nothing' ? (understood.talk ?? '') : ''];
    if (understood.kind === 'nothing' && understood.talk === 'repeat') return sayAgain(turn);
    if (small !== undefined)
      return understood.kind === 'nothing' && understood.talk === 'dropped' ? sayDropped(turn, small) : small;
    state.set('temp:outcome', 'fallback');
    keepUnread(state, turn.message);
    const language = languageWithin(turn.message)?.name;
    if (language !== undefined)
      return `I understand orders in English only, and this reads like ${language}: nothing was done. Say it in English, for example: "remind me to call Nora tomorrow at 5". Health questions the health team takes in several languages.`;
    return 'I am not sure what you would like me to do. I keep a calendar, todos, reminders, notes about you and files, run devices at home, and look things up. For example: "remind me to call Nora tomorrow at 5", "what is on my calendar Thursday".';
  }
  const told = toldOf(turn);
  keepUndone(turn, understood);
  if (told.some(({ failed }) => failed))
    state.set('temp:outcome', told.every(({ failed }) => failed) ? 'fallback' : 'answered');
  const lines = told.map(({ say }) => say.trim()).filter(Boolean);
  const left = understood.rest.map((text) => `I did not understand "${text}", and left it.`);
  const clock = understood.clock === undefined ? [] : [sayClock(turn, understood.clock)];
  const said = [...clock, ...lines, ...(understood.decided ?? []), ...sayHeld(understood.held ?? []), ...left].join(
    '\n\n',
  );
  state.set(SAID, said.slice(0, MOST_SAID));
  return said;
}

/** What was said not to be done is not, and what waits for something that I cannot notice is left to the person. */
function sayHeld(held: readonly Held[]): string[] {
  const waiting = held.filter(({ why }) => why === 'danger').map(({ text }) => `"${text}"`);
  const first =
    waiting.length === 0
      ? []
      : [`First this. I did nothing else of what you wrote (${waiting.join(', ')}): tell me again when it is seen to.`];
  const others = held.flatMap(({ text, why, of = '' }) => {
    if (text === '' || why === 'danger') return [];
    return [SAY_HELD[why](text, of)];
  });
  return [...first, ...others];
}

const SAY_HELD: Readonly<Record<Exclude<Held['why'], 'danger'>, (text: string, of: string) => string>> = {
  bound: (text, of) => `I did not understand "${of}", so I changed nothing of "${text}". Say it as a day or a month.`,
  part: (text, of) =>
    `I did not understand "${of}", so I did nothing of "${text}". Say that part in other words, or leave it out.`,
  model: (text) =>
    `To write that takes a language model, and none is set up, so I left it: "${text}". If it is for you to write, say "add … to my todos".`,
  list: (_, of) => `A list is there as soon as something is on it. Say what: "add … to my ${of} list".`,
  story: (text, of) =>
    of === ''
      ? `I could not make out what to keep of "${text}", so I did nothing. Say it shorter: what, and when.`
      : `I did not understand "${of}", so I did nothing of "${text}". Say it in other words, or leave it out.`,
  unsure: (text) =>
    `I am not sure what you want done with "${text}", so I did nothing of it. Say the thing by its name, and what to do with it.`,
  offer: (_, of) => `Shall I ${of}? Say yes, and I do it.`,
  negated: (text) => `All right, I leave that: "${text}".`,
  condition: (text) =>
    `I cannot wait for something to happen, so I did nothing about "${text}". Tell me when it is so, or name a time.`,
  reported: (text) => `Shall I do that now? You told me what somebody wished: "${text}". Say yes, and I do it.`,
  unsaid: (text) =>
    `I kept nothing of "${text}": these words say no value. What stands in the health record stays there; ask me, and the health team tells you. Tell me the value itself, and I remember it.`,
  beyond: (text) =>
    `I left this, as I cannot do it or did not understand it: "${text}". If it is for you to do, say "add … to my todos".`,
};

/** "Yes" after it does what was asked about, where that is one thing. */
function keepReported({ context }: OfflineTurn, understood: Understood): void {
  const held = understood.kind === 'requests' || understood.kind === 'nothing' ? (understood.held ?? []) : [];
  const [only, ...others] = held.flatMap(({ request, text, about }) =>
    request === undefined ? [] : [{ request, text, about }],
  );
  if (only === undefined || others.length > 0) return;
  const { agent, tool, input } = only.request;
  keepAskedFor(context.state, only.text, { agent, tool, input, lacks: 'word' }, only.about);
}

/** What was spoken of stays so, where the question is of nothing that they named: a question of ours is no other thing. */
function keepAskedFor(
  state: OfflineTurn['context']['state'],
  text: string,
  open: NonNullable<Topic['open']>,
  about?: Topic,
): void {
  const { open: _, ...topic } = about ?? topicOf(state) ?? { kinds: [], name: text };
  keepTopic(state, { ...topic, open });
}

/** What was said last in this conversation. */
const SAID = 'said';
const MOST_SAID = 8_000;

function sayAgain({ context }: OfflineTurn): string {
  const said = context.state.get(SAID);
  return typeof said === 'string' && said !== '' ? said : 'I have said nothing yet.';
}

const CAN =
  'I keep your calendar, todos, reminders, notes about you and files, run devices at home, look things up, write code and plans, and pass questions about health to the health team. Several things in one message are fine, and what I did can be undone ("undo that").';

const SMALL_TALK: Readonly<Record<string, string>> = {
  hello: 'Hello. What can I do for you?',
  thanks: 'You are welcome.',
  help: `${CAN}\n\nFor example: "remind me to refill metformin every 4 weeks", "move my dentist to Friday at 3", "add milk to groceries", "find the file about insurance and summarise it".`,
  dropped: 'All right, I did nothing.',
};

/** "Forget it": what was done before it stays, and that is said, since it may have been meant. */
function sayDropped({ context }: OfflineTurn, small: string): string {
  const { name = '', ended, id } = topicOf(context.state) ?? {};
  if (name === '' || id === undefined || isAnswered(context.state)) return small;
  return `${small} **${name}** ${ended ? 'stays gone' : 'stays as it is'}; "undo that" takes back what I did last.`;
}

/** Sunday 20:00 in Tokyo. */
export function sayClock(
  { context }: OfflineTurn,
  { where, zone, day }: Extract<Understood, { kind: 'clock' }>['asked'],
): string {
  const { now, zone: own } = placeOf(context);
  if (!toldOf({ context } as OfflineTurn).some(({ claims }) => claims)) context.state.set('temp:claims', 'none');
  if (where !== undefined && zone === undefined)
    return `I know no time zone for "${where}". Name a larger city nearby.`;
  const wall = wallOf(now, zone ?? own);
  const date = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone: zone ?? own } as const;
  if (day)
    return `It is **${new Intl.DateTimeFormat('en-GB', date).format(now)}**${where === undefined ? '' : ` in ${where}`}.`;
  const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: zone ?? own }).format(now);
  return `It is **${wall.slice(11)}** on ${weekday}${where === undefined ? ` (${own})` : ` in ${where} (${zone})`}.`;
}

/** What was counted or worded, and nothing done. */
export function sayTold({ context }: OfflineTurn, say: string): string {
  if (!toldOf({ context } as OfflineTurn).some(({ claims }) => claims)) context.state.set('temp:claims', 'none');
  context.state.set(SAID, say.slice(0, MOST_SAID));
  return say;
}

export function sayWrong({ context, message }: OfflineTurn, why: string): string {
  context.state.set('temp:outcome', 'fallback');
  keepUnread(context.state, message);
  return `${why} So I did nothing; say it again with the right one.`;
}

export function sayTooMuch({ context }: OfflineTurn): string {
  context.state.set('temp:outcome', 'fallback');
  return 'That is more than I can read at once, so I did nothing. Tell me a few things at a time.';
}

export function askBack(turn: OfflineTurn, { text, choices, about }: Extract<Understood, { kind: 'unclear' }>): string {
  turn.context.state.set('temp:outcome', 'fallback');
  keepUnread(turn.context.state, turn.message);
  const offers = choices.map(({ tool, say }) => say ?? SAY[tool] ?? tool.replaceAll('_', ' '));
  const [first] = choices;
  if (first !== undefined) {
    const kept = choices.map(({ agent, tool, input }) => ({ agent, tool, input }));
    keepAskedFor(turn.context.state, text, { ...kept[0]!, lacks: 'word', choices: kept }, about);
  }
  return `Shall I ${offers.join(', or ')}? You wrote: "${text}".`;
}

const SAY: Readonly<Record<string, string>> = {
  add_event: 'put it into your calendar',
  add_todo: 'put it on your todo list',
  set_reminder: 'remind you of it',
  remember: 'remember it',
  research: 'look it up',
  write_brief: 'work out a plan',
  search_files: 'look through your files',
};

/** What came due since the last message, told once. */
export async function tellNotices({ context }: OfflineTurn): Promise<string> {
  const fresh = assistantOf(context).reminders.takeNotices(context.session.user);
  const last = fresh.at(-1);
  // "Done", "snooze it": of what was just told, where nothing else was spoken of.
  if (last !== undefined && toldOf({ context } as OfflineTurn).length === 0)
    keepTopic(context.state, { kinds: ['reminder', 'todo'], name: last.text, id: last.todo, at: last.at });
  return fresh.map(({ text }) => `You asked to be reminded: **${text}**.\n\n`).join('');
}

/** An hour that could be of either half of the day: which was taken, and how to say otherwise. */
export function sayAssumed({ assumed }: Request): string {
  return assumed === undefined ? '' : ` I took ${assumed}.`;
}

/** What a tool wants of its input is between us and the tool; the person is told what is missing. */
export function sayError(
  { code, message, hint }: { code: string; message: string; hint?: string | undefined },
  { text }: Request,
) {
  if (code !== 'TOOL_INPUT_INVALID') return [message, hint].filter(Boolean).join(' ');
  return `I did not quite understand "${text}", so I did nothing. Say what, and when, in other words.`;
}

export function sayOf(output: Json): string {
  if (typeof output === 'string') return output;
  const say = (output as { say?: Json } | null)?.say;
  return typeof say === 'string' ? say : 'Done.';
}
