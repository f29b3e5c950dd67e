/**
 * What is said of a thing that was spoken of, in words that name nothing ("it's at Cafe Roma", "and sugar", "no, on weekdays",
 * "the other one"). Each way is a row (follow.yml) that stands for a whole sentence with "it"; that sentence is read as any
 * other, and counts only where all of it is understood. What no sentence says is asked of the tool itself.
 */
import { join } from 'node:path';
import { z } from 'zod';
import { readRows } from '../../text/rows.ts';
import { addDays, momentOf, wallOf } from '../wall.ts';
import { type Clause, readClause } from './clause.ts';
import { correctedOne } from './corrected-one.ts';
import { deviceIn } from './devices.ts';
import type { Known } from './known.ts';
import { readMessage } from './message.ts';
import { otherOne } from './other-one.ts';
import type { Request } from './request.ts';
import type { Place } from './time/when.ts';
import { lengthIn, spanIn } from './timed.ts';
import type { Shown, Topic } from './topic.ts';
import { wordSet } from './words.ts';

const KINDS = ['event', 'todo', 'reminder', 'note', 'file', 'device', 'brief', 'list', 'series'] as const;
const DEEDS = [
  'place',
  'guest',
  'until',
  'name',
  'shorter',
  'longer',
  'lasts',
  'once',
  'next',
  'swap',
  'out',
  'holds',
  'then',
  'same',
  'append',
  'recall',
  'not_yet',
] as const;

const schema = z.strictObject({
  words: z.record(z.string(), z.array(z.string().min(1)).min(1)),
  one_behind: z.array(z.string()),
  forms: z.array(
    z.strictObject({
      form: z.string(),
      of: z.array(z.enum(KINDS)).min(1),
      as: z.string().optional(),
      does: z.enum(DEEDS).optional(),
      first: z.boolean().default(false),
      led: z.string().optional(),
      example: z.string(),
      counter: z.string(),
    }),
  ),
});

type Row = z.infer<typeof schema>['forms'][number];

export interface FollowForm extends Row {
  isLed(lead: string): boolean;
  match(text: string): Readonly<Record<string, string>> | undefined;
}

let forms: readonly FollowForm[] | undefined;
let leads: RegExp | undefined;
let oneBehind: readonly string[] = [];

export function followForms(): readonly FollowForm[] {
  forms ??= compile();
  return forms;
}

function compile(): FollowForm[] {
  const { words, forms: rows, one_behind } = schema.parse(readRows(join(import.meta.dirname, 'follow.yml')));
  oneBehind = one_behind;
  leads = new RegExp(`^(?:(?:${waysOf(words['lead']!)})(?=[\\s,;:.!–-])[\\s,;:.!–-]*)+`, 'iu');
  return rows.map((row) => {
    const pattern = new RegExp(`^${row.form.split(' ').map(partOf(words)).join('')}[\\s.!?]*$`, 'isu');
    const match = (text: string) => {
      const found = pattern.exec(text);
      return found === null ? undefined : { ...found.groups };
    };
    const led = row.led === undefined ? undefined : new RegExp(`\\b(?:${waysOf(words[row.led] ?? [])})\\b`, 'iu');
    return { ...row, match, isLed: (lead: string) => led === undefined || led.test(lead) };
  });
}

/** Longest first, so that "it is now" is not read as "it is". */
function waysOf(list: readonly string[]): string {
  return list
    .toSorted((one, other) => other.length - one.length)
    .map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+'))
    .join('|');
}

function partOf(words: Readonly<Record<string, readonly string[]>>) {
  return (part: string): string => {
    const [, slot] = /^<(\w+)>$/.exec(part) ?? [];
    if (slot !== undefined) return `(?<${slot}>\\S.{0,80}?)(?:\\s+|(?=[,;.!?])|$)`;
    const [, name, optional] = /^\{(\w+)\}(\??)$/.exec(part) ?? [];
    const list = words[name ?? ''];
    if (list === undefined) throw new Error(`follow.yml: "${part}" is neither a slot nor a list of words.`);
    return `(?:(?:${waysOf(list)})(?:[,:]?\\s+|(?=[,;.!?])|$))${optional}`;
  };
}

/** Nobody leans on what was said in more. */
const LONGEST = 120;

export interface Followed {
  /** The sentence that it stands for, and what "it" is in it. */
  readonly sentence?: string;
  readonly about: Topic;
  readonly requests?: readonly Request[];
}

/** What the words may stand for, the likeliest first; `first`: only what comes before any other reading. */
export function followsUp(
  said: string,
  about: Topic,
  given: { place: Place; known: Known; first: boolean },
): Followed[] {
  const text = said.trim().replace(/[’‘]/g, "'");
  if (text.length > LONGEST) return [];
  followForms();
  const plain = text.replace(leads!, '').trim();
  if (plain === '') return [];
  const lead = text.slice(0, text.length - plain.length);
  const other = given.first ? otherOne(text, about, oneBehind) : undefined;
  const rows = followForms().flatMap((form): Followed[] => {
    if (form.first !== given.first || !form.isLed(lead)) return [];
    const spoken = form.of.some((kind) => isOf(about, kind, given.known)) ? form.match(plain) : undefined;
    if (spoken === undefined || !fitSlots(spoken, given)) return [];
    if (form.does !== undefined) return deedOf(form.does, spoken, about, given);
    const sentence = form.as!.replace(
      /<(\w+)>/g,
      (_, slot: string) => spoken[slot] ?? (slot === 'list' ? about.list : '') ?? '',
    );
    return [{ sentence, about }];
  });
  const isTime = (words: string) => timeIn(words, given) !== undefined;
  const corrected = given.first ? correctedOne(lead, plain, about, isTime) : undefined;
  return [...[other, corrected].filter((one) => one !== undefined), ...rows];
}

function isOf({ kinds, list, name }: Topic, kind: (typeof KINDS)[number], { series }: Known): boolean {
  if (kind === 'list') return list !== undefined || kinds.includes('list');
  if (kind === 'series') return kinds.includes('event') && series?.includes(name) === true;
  return kinds.includes(kind);
}

/** Whether what stands in each slot is what may stand there. */
function fitSlots(slots: Readonly<Record<string, string>>, given: { place: Place; known: Known }): boolean {
  return Object.entries(slots).every(([slot, words]) => {
    if (words === undefined || slot === 'name') return true;
    if (slot === 'when') return timeIn(words, given) !== undefined;
    const message = readMessage(words, given.place, given.known);
    const { tokens, whens, lengths } = message;
    const spans = [...lengths, ...whens.flatMap(({ parts }) => parts)];
    if (slot === 'much')
      return spans.length > 0 && tokens.every((_, at) => spans.some(({ from, to }) => from <= at && at < to));
    const clause = readClause(message, 0, tokens.length);
    const isOther = clause.mood === 'question' || clause.mood === 'order' || ASKED.has(tokens[0]?.word ?? '');
    if (whens.length > 0 || isOther || !/\p{L}/u.test(words)) return false;
    if (slot === 'who')
      return tokens.length <= 6 && (tokens.some(({ capital }) => capital) || OWNERS.has(tokens[0]!.word));
    return tokens.length <= 8 && !CLAUSES.has(tokens[0]!.word) && !isPointer(clause) && !message.health.danger;
  });
}

/** A time and nothing else; a month is one behind "in". */
function timeIn(words: string, { place, known }: { place: Place; known: Known }): string | undefined {
  return [words, `in ${words}`].find((text) => {
    const { tokens, whens } = readMessage(text, place, known);
    const isTime = (at: number) => whens.some(({ parts }) => parts.some((part) => part.from <= at && at < part.to));
    const isSmall = (word: string) => TIME_SMALL.has(word) || !/[\p{L}\p{N}]/u.test(word);
    return whens.length > 0 && tokens.every(({ word }, at) => isTime(at) || isSmall(word));
  });
}

/** "That", "it now": it names nothing. */
function isPointer({ shows }: Clause): boolean {
  return !shows.has('title.some') || [...shows].some((sign) => sign.startsWith('talk.'));
}

const TIME_SMALL = new Set(['on', 'in', 'at', 'the', 'of', 'then', 'please']);
/** "To call Ana", "that I am late": no thing. */
const CLAUSES = new Set(['to', 'that', 'how', 'because']);
const OWNERS = wordSet('owners');
const ASKED = wordSet('asked');

/** What no sentence says for certain: what it is called, how long it is, where an event is, who comes too, and when what comes again ends. */
function deedOf(
  does: (typeof DEEDS)[number],
  { place: where, who, when, name, much, thing }: Readonly<Record<string, string>>,
  about: Topic,
  { place, known }: { place: Place; known: Known },
): Followed[] {
  const isEvent = about.kinds.includes('event');
  const agent = isEvent ? 'calendar_agent' : 'todo_agent';
  const made = (tool: string, input: Request['input']): Followed[] => [
    { about, requests: [{ agent, tool, input: { query: about.name, ...input }, text: about.name, score: 5 }] },
  ];
  const dayOf = (at: number) => wallOf(at, place.zone).slice(0, 10);
  const clauseOf = (text: string) => {
    const message = readMessage(text, place, known);
    return readClause(message, 0, message.tokens.length);
  };
  if (does === 'then') {
    if (about.at === undefined) return [];
    const wall = wallOf(about.at, place.zone);
    const [from, to] = [0, 1].map((days) => momentOf(addDays(wall, days), place.zone));
    const input = { from: from!, to: to!, at: wall };
    return [{ about, requests: [{ agent: 'calendar_agent', tool: 'free_time', input, text: about.name, score: 5 }] }];
  }
  if (does === 'append' || does === 'recall' || does === 'not_yet') return ofWords(does, thing, about);
  if (does === 'same') return sameOf(about, thing!, clauseOf);
  if (does === 'holds') {
    // "It's Tom who is allergic": whom it holds of is corrected, not what.
    if (/\s(?:who|whose|that)\s/i.test(name!)) return [];
    const input = { subject: about.name, text: name!.replace(/^["“']|["”'.]$/g, '') };
    return [{ about, requests: [{ agent: 'memory_agent', tool: 'remember', input, text: about.name, score: 5 }] }];
  }
  if (does === 'name')
    return made(isEvent ? 'move_event' : 'change_todo', { title: name!.replace(/^["“']|["”']$/g, '') });
  if (does === 'shorter' || does === 'longer') {
    const minutes = lengthIn(clauseOf(`for ${much!}`));
    return minutes === undefined ? [] : made('move_event', { longer: does === 'longer' ? minutes : -minutes });
  }
  if (does === 'lasts') {
    const minutes = lengthIn(clauseOf(`for ${much!}`));
    return minutes === undefined ? [] : made('move_event', { minutes });
  }
  // Of what comes again some days are left out; "not today" is of one.
  if (does === 'out')
    return readMessage(when!, place, known).whens.some(({ wall }) => wall.slice(0, 10) === dayOf(place.now)) &&
      !/day/i.test(when!.replace(/today/i, ''))
      ? []
      : made('change_todo', { not_on: when!.replace(/^(?:on|in)\s+/i, '') });
  if (does === 'swap') return swapped(about, made, place);
  if (does === 'next') return about.at === undefined ? [] : made('cancel_event', { day: dayOf(about.at) });
  // What comes behind the first goes.
  if (does === 'once')
    return about.at === undefined ? [] : made('cancel_event', { since: addDays(dayOf(about.at), 1) });
  if (does === 'place') return made('move_event', { location: where! });
  if (does === 'guest') return made('move_event', { guest: who! });
  const { to } = spanIn(clauseOf(timeIn(when!, { place, known })!));
  return made('cancel_event', { since: wallOf(to, place.zone).slice(0, 10) });
}

/** A note that was told gets more, or is read; what was ticked off is open again. */
function ofWords(does: 'append' | 'recall' | 'not_yet', thing: string | undefined, about: Topic): Followed[] {
  const { name: subject } = about;
  const ask = (agent: string, tool: string, input: Request['input']): Followed[] => [
    { about, requests: [{ agent, tool, input, text: subject, score: 5 }] },
  ];
  if (does === 'not_yet') return about.ended === true ? ask('todo_agent', 'undo', { query: subject, ended: true }) : [];
  if (does === 'recall') return ask('memory_agent', 'recall', { query: subject });
  return ask('memory_agent', 'remember', { subject, text: thing!.replace(/^["“']|["”']$/g, ''), more: true });
}

/** "And the bedroom one": what was done last, to another thing of that kind. */
function sameOf(about: Topic, which: string, clauseOf: (text: string) => Clause): Followed[] {
  const device = about.said === undefined ? undefined : deviceIn(clauseOf(about.said));
  const at = device === undefined ? -1 : about.said!.toLowerCase().indexOf(device.toLowerCase());
  if (at === -1) return [];
  const kind = device!.split(' ').at(-1)!;
  const sentence = `${about.said!.slice(0, at)}${which} ${kind}${about.said!.slice(at + device!.length)}`;
  return [{ sentence, about }];
}

/** "Swap them": each of the two where the other was. */
function swapped(
  about: Topic,
  made: (tool: string, input: Request['input']) => Followed[],
  { zone }: Place,
): Followed[] {
  const { before } = about;
  if (before?.at === undefined || about.at === undefined || !before.kinds.includes('event')) return [];
  const [mine, other] = [wallOf(about.at, zone), wallOf(before.at, zone)];
  const at = (wall: string) => ({ on: wall.slice(0, 10), was: wall.slice(11, 16) });
  const both = [
    made('move_event', { ...at(mine), start: other }),
    made('move_event', { query: before.name, ...at(other), start: mine }),
  ];
  return [{ about, requests: both.flatMap(([one]) => one!.requests!) }];
}

/** "Actually 15", behind "remind me 10 minutes before": another number in what was said last. */
export function anotherNumber(
  said: string,
  { reminder, kinds, said: own }: Topic,
): { words: string; of?: Shown } | undefined {
  const spoken = reminder?.said ?? (kinds.includes('reminder') ? own : undefined);
  const far = spoken === undefined ? [] : [...spoken.matchAll(FAR)];
  followForms();
  const plain = said.trim().replace(leads!, '').trim();
  const [, number, unit = ''] = NUMBER.exec(plain) ?? [];
  const [only, ...others] = far;
  if (number === undefined || only === undefined || others.length > 0) return undefined;
  const words = spoken!.replace(
    FAR,
    (_, _before: string, ofIt: string) => `${number}${unit === '' ? ofIt : ` ${unit}`}`,
  );
  return { words, ...(reminder !== undefined && { of: reminder }) };
}

const UNIT = 'minutes?|mins?|hours?|hrs?|days?|weeks?';
const FAR = new RegExp(`\\b(\\d+)(\\s*(?:${UNIT}))\\b`, 'gi');
const NUMBER = new RegExp(
  `^(?:make (?:it|that) |in )?(\\d{1,3})\\s*(${UNIT})?(?: (?:before|please|instead|rather))?[.!]*$`,
  'i',
);
