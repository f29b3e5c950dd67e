/** What a tool needs, taken out of the clause: the words that are left when time, list and order are taken away. */
import { addMinutes } from '../wall.ts';
import { type Clause, pathIn, pathsIn, quoteIn, urlIn } from './forms.ts';
import type { Known, Row } from './read.ts';
import { tokensOf } from './signs.ts';
import { type Place, spanOf, type When } from './when.ts';

export type Slots = Readonly<Record<string, string | number | boolean | undefined>>;

export function slotsFor({ tool }: Pick<Row, 'tool'>, clause: Clause, known: Known, place: Place): Slots {
  return drop(SLOTS[tool]?.(clause, known, place) ?? { request: clause.text });
}

type Reader = (clause: Clause, known: Known, place: Place) => Slots;

const SLOTS: Readonly<Record<string, Reader>> = {
  set_reminder: (clause) => ({ what: titleOf(clause), when: clause.when?.text, ...placed(clause.when) }),
  list_reminders: () => ({}),
  cancel_reminder: (clause) => ({ query: titleOf(clause) }),
  add_todo: (clause, known) => ({
    title: titleOf(withoutList(clause, known)),
    project: listIn(clause, known),
    due: clause.when?.wall,
    when: clause.when?.recurs ? clause.when.text : undefined,
    priority: priorityIn(clause.text),
  }),
  list_todos: (clause, known, place) => ({
    project: listIn(clause, known),
    ...(clause.when && { before: spanOf(clause.text, clause.when, place).to }),
  }),
  complete_todo: (clause, known) => ({ query: titleOf(withoutList(clause, known)) }),
  remove_todo: (clause, known) => ({ query: titleOf(withoutList(clause, known)), project: listIn(clause, known) }),
  change_todo: (clause, known) => ({
    query: titleOf(withoutList(clause, known)),
    due: clause.when?.wall,
    priority: priorityIn(clause.text),
  }),
  add_event: (clause) => ({
    title: titleOf(clause),
    start: clause.when?.wall,
    ...lengthOf(clause),
    when: clause.when?.recurs ? clause.when.text : undefined,
    location: locationIn(clause),
  }),
  list_events: (clause, _known, place) => spanOf(clause.text, clause.when, place),
  find_event: (clause) => ({ query: titleOf(clause) }),
  move_event: (clause) => ({ query: titleOf(clause), start: clause.when?.wall }),
  cancel_event: (clause) => ({ query: titleOf(clause), day: clause.when?.wall.slice(0, 10) }),
  free_time: (clause, _known, place) => ({
    ...spanOf(clause.text, clause.when, place),
    part: partIn(clause.text),
    minutes: minutesIn(clause.text),
  }),
  remember: (clause) => factIn(clause),
  recall: (clause) => ({ query: subjectOf(clause) }),
  list_memories: () => ({}),
  forget: (clause) => ({ query: titleOf(clause) }),
  search_files: (clause) => ({ query: titleOf(clause) }),
  list_files: () => ({}),
  read_file: (clause) => ({
    path: pathIn(clause.text),
    query: pathIn(clause.text) === undefined ? titleOf(clause) : undefined,
  }),
  summarize_file: (clause) => ({
    path: pathIn(clause.text),
    query: pathIn(clause.text) === undefined ? titleOf(clause) : undefined,
  }),
  write_file: (clause) => ({ path: pathIn(clause.text), content: quoteIn(clause.text) ?? contentIn(clause) }),
  move_file: (clause) => ({ from: pathsIn(clause.text)[0], to: pathsIn(clause.text)[1] ?? folderIn(clause.text) }),
  trash_file: (clause) => ({
    path: pathIn(clause.text),
    query: pathIn(clause.text) === undefined ? titleOf(clause) : undefined,
  }),
  control_device: (clause) => ({ device: deviceIn(clause), action: actionIn(clause), value: numberIn(clause.text) }),
  get_device_state: (clause) => ({ device: deviceIn(clause) }),
  write_code: (clause) => ({ task: clause.text }),
  run_tests: (clause) => ({ folder: folderIn(clause.text) }),
  write_brief: (clause) => ({ goal: titleOf(clause) }),
  execute_brief: (clause) => ({ query: titleOf(clause) }),
  research: (clause) => ({ question: subjectOf(clause), url: urlIn(clause.text) }),
  ask_health_team: (clause) => ({ request: clause.text }),
  restore_file: (clause) => ({
    path: pathIn(clause.text),
    query: pathIn(clause.text) === undefined ? titleOf(clause) : undefined,
  }),
  undo: () => ({}),
};

function drop(slots: Slots): Slots {
  return Object.fromEntries(Object.entries(slots).filter(([, value]) => value !== undefined && value !== ''));
}

function placed(when: When | undefined): Slots {
  return when === undefined ? {} : { at: when.wall, recurs: when.recurs };
}

/** Words that order, ask or point, and are no part of what it is about. */
const EDGES = new Set(
  'a an the my our me us to on in at for of by from with about and that this please it is are as off up out i you we be do does did have has had will would can could should need must got get task todo item entry event events appointment appointments calendar reminder reminders list file files document called named reading file due priority done finished complete completed into'.split(
    ' ',
  ),
);

/** What is left of a clause without the time and the words of the order, from its first to its last weighty word. */
export function titleOf({ text, signs, when }: Clause): string {
  const quoted = quoteIn(text);
  if (quoted !== undefined) return quoted.trim();
  const body = when === undefined ? text : `${text.slice(0, when.start)} ${' '.repeat(0)}${text.slice(when.end)}`;
  const tokens = tokensOf(body);
  const orders = new Set(
    signs
      .filter(({ sign, from }) => sign.startsWith('act.') && (from <= 1 || ORDER_ANYWHERE.has(sign)))
      .flatMap(({ phrase }) => phrase.split(' ')),
  );
  const isEdge = (word: string) => !/\w/.test(word) || EDGES.has(word) || orders.has(word);
  let from = 0;
  let to = tokens.length;
  while (from < to && isEdge(tokens[from]!.word)) from++;
  while (to > from && isEdge(tokens[to - 1]!.word)) to--;
  if (from === to) return '';
  return body
    .slice(tokens[from]!.start, tokens[to - 1]!.end)
    .replace(/\s+/g, ' ')
    .trim();
}

const ORDER_ANYWHERE = new Set(['act.remind', 'act.complete', 'act.summarise', 'act.ask', 'act.recall', 'act.show']);

/** What a question is about: without the asking. */
function subjectOf(clause: Clause): string {
  return (
    titleOf(clause)
      .replace(/^(?:what|who|where|which|how)(?:'s|\s+(?:is|are|was|were|do|did))?\s+(?:my|the|our)?\s*/i, '')
      .replace(/[?.!]+$/, '')
      .trim() || clause.text
  );
}

/** "to groceries", "on my packing list", "to the list Work". */
function listIn({ text }: Clause, known: Known): string | undefined {
  const named = known.lists.find((list) => new RegExp(`\\b${quoteMeta(list)}\\b`, 'i').test(text));
  if (named !== undefined) return named;
  const [, before, after] =
    /\b(?:to|on|onto|in|from|off)\s+(?:my|the|our)?\s*(?:([\w -]{2,40}?)\s+list|list\s+(?:called\s+)?([\w-]{2,40}))\b/i.exec(
      text,
    ) ?? [];
  const said = (before ?? after)?.trim();
  if (said !== undefined) return /^(?:to-?\s?do|todo|task)$/i.test(said) ? undefined : said.toLowerCase();
  const [, group] =
    /\b(?:to|on|onto|in|from|off)\s+(?:my|the|our)?\s*(groceries|grocery|shopping|packing)\b/i.exec(text) ?? [];
  return group === undefined ? undefined : (LISTS[group.toLowerCase()] ?? group.toLowerCase());
}

const LISTS: Readonly<Record<string, string>> = { grocery: 'groceries' };

function withoutList(clause: Clause, known: Known): Clause {
  const list = listIn(clause, known);
  const cut =
    /\s*\b(?:to|on|onto|in|from|off)\s+(?:my|the|our)?\s*(?:[\w -]{0,40}?\blist\b(?:\s+called\s+[\w-]+)?|to-?dos?|todos?|tasks?)\s*/i;
  let { text } = clause;
  if (list !== undefined)
    text = text.replace(
      new RegExp(`\\s*\\b(?:to|on|onto|in|from|off)\\s+(?:my|the|our)?\\s*${quoteMeta(list)}(?:\\s+list)?\\b`, 'i'),
      ' ',
    );
  text = text.replace(cut, ' ');
  if (text === clause.text) return clause;
  const moved = clause.when === undefined ? undefined : text.indexOf(clause.when.text);
  const when =
    clause.when && moved !== undefined && moved >= 0
      ? { ...clause.when, start: moved, end: moved + clause.when.text.length }
      : clause.when && { ...clause.when, start: text.length, end: text.length };
  return { ...clause, text, tokens: tokensOf(text), when };
}

function quoteMeta(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

function priorityIn(text: string): string | undefined {
  if (/\b(?:high priority|top priority|urgent|urgently|important|asap)\b/i.test(text)) return 'high';
  return /\blow priority\b/i.test(text) ? 'low' : undefined;
}

/** "For two hours", "from 2 to 3pm". */
function lengthOf({ text, when }: Clause): Slots {
  const minutes = minutesIn(text);
  return minutes === undefined || when === undefined || when.wall.length === 10
    ? {}
    : { end: addMinutes(when.wall, minutes), minutes };
}

const AMOUNTS: Readonly<Record<string, number>> = { a: 1, an: 1, one: 1, two: 2, three: 3, four: 4, half: 0.5 };

function minutesIn(text: string): number | undefined {
  const [, count, unit] =
    /\b(?:for\s+|an?\s+)?(\d+(?:\.\d+)?|an?|one|two|three|four|half an)[\s-]*(hours?|hrs?|minutes?|mins?)\b/i.exec(
      text,
    ) ?? [];
  if (
    count === undefined ||
    unit === undefined ||
    /\bin\s+(?:\d+|an?|one|two|three|four|half an)\s+(?:hours?|hrs?|minutes?|mins?)\b/i.test(text)
  )
    return undefined;
  const amount = AMOUNTS[count.toLowerCase().split(' ')[0]!] ?? Number(count);
  return Math.round(amount * (/^h/i.test(unit) ? 60 : 1));
}

function partIn(text: string): string | undefined {
  return /\b(morning|afternoon|evening)\b/i.exec(text)?.[1]?.toLowerCase();
}

function locationIn({ text }: Clause): string | undefined {
  return /\b(?:at|in)\s+(?:the\s+)?([A-Z][\w'&]*(?:\s+[A-Z][\w'&]*)*)(?=\s*(?:$|[,.]|on\b|at\b|tomorrow|next))/.exec(
    text,
  )?.[1];
}

/** "My GP is Dr. Lee": a subject and what holds of it. */
function factIn(clause: Clause): Slots {
  const text = clause.text
    .replace(/[,;.]?\s*(?:please\s+)?(?:remember|note) (?:that|this|it)[.!]?$/i, '')
    .replace(
      /^(?:remember|note|memorise|memorize|keep in mind|for the record|make a note|take note|note down|jot down|write down|don'?t forget)[\s,:]*(?:that\s+)?/i,
      '',
    )
    .trim();
  const [, subject, value] = /^(?:my|our|the)\s+([\w' -]{2,60}?)\s+(?:is|are|was|=)\s+(.{1,400})$/i.exec(text) ?? [];
  const plain = (part: string) => part.replace(/[.!]+$/, '').trim();
  return subject === undefined || value === undefined
    ? { text: plain(text) }
    : { subject: plain(subject), text: plain(value) };
}

function contentIn({ text }: Clause): string | undefined {
  return /(?::|\bsaying\b|\bwith(?: the (?:text|words))?\b)\s+(.{1,4000})$/is.exec(text)?.[1]?.trim();
}

function folderIn(text: string): string | undefined {
  return /\b(?:to|into|in)\s+(?:the\s+|my\s+)?([\w/-]+)\s+folder\b|\bfolder\s+([\w/-]+)/i
    .exec(text)
    ?.slice(1)
    .find(Boolean);
}

function deviceIn({ text }: Clause): string {
  return text
    .replace(
      /\b(?:turn|switch|power|shut|put|set|dim|brighten|raise|lower|lock|unlock|open|close|start|stop|is|are|what'?s?|how|the|my|please|on|off|up|down|to|at|state|status|of|in|\d+\s*(?:%|percent|degrees?)?|still|currently|warm|hot|cold|left|for me|it)\b/gi,
      ' ',
    )
    .replace(/[?!.,%°]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

function actionIn({ signs, text }: Clause): string {
  const has = (sign: string) => signs.some((one) => one.sign === sign);
  if (has('act.unlock') && has('thing.door') && /unlock/i.test(text)) return 'unlock';
  if (/\bdisarm\b/i.test(text)) return 'disarm';
  if (/\barm\b/i.test(text)) return 'arm';
  if (/\block\b/i.test(text)) return 'lock';
  if (/\bopen\b|\braise\b/i.test(text) && (has('thing.blinds') || has('thing.garage') || has('thing.door')))
    return 'open';
  if (/\bclose\b|\bshut\b|\blower\b/i.test(text) && (has('thing.blinds') || has('thing.garage') || has('thing.door')))
    return 'close';
  if (numberIn(text) !== undefined || has('act.set')) return 'set';
  return /\boff\b|\bstop\b|\bkill\b/i.test(text) ? 'turn_off' : 'turn_on';
}

function numberIn(text: string): number | undefined {
  const found = /(-?\d+(?:\.\d+)?)\s*(?:%|percent|degrees?|°)?/i.exec(text)?.[1];
  return found === undefined ? undefined : Number(found);
}
