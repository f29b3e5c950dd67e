/**
 * What is said of a thing that was spoken of, in words that name nothing ("it's at Cafe Roma", "and sugar", "no, on weekdays",
 * "the other one"). Each way is a row (follow.yml) that stands for a whole sentence with "it"; that sentence is read as any
 * other, and counts only where all of it is understood. What no sentence says is asked of the tool itself.
 */
import { join } from 'node:path';
import { z } from 'zod';
import { isCommonWord } from '../../text/lexicon.ts';
import { readRows } from '../../text/rows.ts';
import { askedAgain } from './asked-again.ts';
import { type Clause, readClause } from './clause.ts';
import { correctedOne } from './corrected-one.ts';
import { DEEDS, deedOf, FAR_AWAY, type Followed, timeIn } from './follow-deeds.ts';
import type { Known } from './known.ts';
import { readMessage } from './message.ts';
import { otherOne } from './other-one.ts';
import { rescheduled } from './rescheduled.ts';
import type { Place } from './time/when.ts';
import type { Shown, Topic } from './topic.ts';
import { wordSet } from './words.ts';

const KINDS = [
  'event',
  'todo',
  'reminder',
  'note',
  'file',
  'device',
  'brief',
  'list',
  'series',
  'slot',
  'empty',
  'said',
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

/** What is told of a thing, and never asked. */
const TELLS: ReadonlySet<string> = new Set(['place', 'name', 'holds', 'lasts']);

/** Nobody leans on what was said in more. */
const LONGEST = 120;

/** What the words may stand for, the likeliest first; `first`: only what comes before any other reading. */
export function followsUp(
  said: string,
  about: Topic,
  given: { place: Place; known: Known; first: boolean },
): Followed[] {
  const text = said
    .trim()
    .replace(/[’‘]/g, "'")
    .replace(/[\s,]+(?:tho|though)(?=[\s.!]*$)/i, '');
  if (text.length > LONGEST) return [];
  followForms();
  const plain = text.replace(leads!, '').trim();
  if (plain === '') return [];
  const lead = text.slice(0, text.length - plain.length);
  const isTime = (words: string) => timeIn(words, given) !== undefined;
  const other = given.first ? otherOne(text, about, oneBehind, isTime) : undefined;
  const isAsked = /\?\s*$/.test(text);
  const rows = followForms().flatMap((form): Followed[] => {
    if (form.first !== given.first || !form.isLed(lead)) return [];
    const spoken = form.of.some((kind) => isOf(about, kind, given.known)) ? form.match(plain) : undefined;
    // "Where is the review?" asks, and tells no place.
    if (spoken === undefined || (isAsked && TELLS.has(form.does ?? '')) || !fitSlots(spoken, given)) return [];
    if (form.does !== undefined) return deedOf(form.does, spoken, about, given);
    const sentence = form.as!.replace(
      /<(\w+)>/g,
      (_, slot: string) => spoken[slot] ?? { list: about.list, topic: about.name }[slot] ?? '',
    );
    return [{ sentence, about }];
  });
  const corrected = given.first ? correctedOne(lead, plain, about, isTime) : undefined;
  const instead = given.first ? rescheduled(text, about, isTime) : undefined;
  const again = given.first ? askedAgain(text, about, given) : [];
  return [...[other, corrected, instead].filter((one) => one !== undefined), ...again, ...rows];
}

function isOf({ kinds, list, name, slot }: Topic, kind: (typeof KINDS)[number], known: Known): boolean {
  if (kind === 'list') return list !== undefined || kinds.includes('list');
  if (kind === 'slot') return slot !== undefined;
  // A list that was named, and has nothing on it yet.
  if (kind === 'empty') return kinds.includes('list') && list !== undefined && !known.lists.includes(list);
  if (kind === 'series') return kinds.includes('event') && known.series?.includes(name) === true;
  return kinds.includes(kind);
}

/** Whether what stands in each slot is what may stand there. */
function fitSlots(slots: Readonly<Record<string, string>>, given: { place: Place; known: Known }): boolean {
  return Object.entries(slots).every(([slot, words]) => {
    if (words === undefined || slot === 'name') return true;
    if (slot === 'chore') return isChore(words, given);
    if (slot === 'told') return TOLD.test(words);
    if (slot === 'when') return timeIn(words, given) !== undefined;
    if (slot === 'far') return FAR_AWAY.test(words);
    if (slot === 'hour') return /^\d{1,2}(?::\d\d)?\s*(?:am|pm)?$/i.test(words);
    const message = readMessage(words, given.place, given.known);
    const { tokens, whens, lengths } = message;
    const spans = [...lengths, ...whens.flatMap(({ parts }) => parts)];
    if (slot === 'much')
      return spans.length > 0 && tokens.every((_, at) => spans.some(({ from, to }) => from <= at && at < to));
    const clause = readClause(message, 0, tokens.length);
    // "Put it on my list" is where a thing is kept, and no place where people meet.
    if (slot === 'place' && (clause.list !== undefined || KEPT.some((sign) => clause.shows.has(sign)))) return false;
    const isOther = clause.mood === 'question' || clause.mood === 'order' || ASKED.has(tokens[0]?.word ?? '');
    if (whens.length > 0 || isOther || !/\p{L}/u.test(words)) return false;
    // "Batteries to the hardware list and screws": it says itself where they go.
    if (slot === 'thing' && (clause.list !== undefined || tokens.some(({ word }) => ONTO.has(word)))) return false;
    if (slot === 'who')
      return (
        tokens.length <= 6 &&
        // "Ana to the demo": to what is said too.
        !tokens.some(({ word }) => word === 'to') &&
        (tokens.some(({ capital }) => capital) || OWNERS.has(tokens[0]!.word) || isNameless(clause))
      );
    // A row of things is longer than one of them.
    const parts = words.split(/,| and /).length;
    return (
      tokens.length <= 8 + 6 * (parts - 1) &&
      !CLAUSES.has(tokens[0]!.word) &&
      !isPointer(clause) &&
      !message.health.danger
    );
  });
}

/** "sarah": one word that means nothing else here. */
function isNameless({ message: { tokens }, signs }: Clause): boolean {
  return (
    tokens.length === 1 && /^\p{L}{3,}$/u.test(tokens[0]!.word) && signs.length === 0 && !isCommonWord(tokens[0]!.word)
  );
}

/** Whom a question is about, told behind it. */
const TOLD =
  /^(?:she|he|they|it|i|my (?:son|daughter|mum|dad|wife|husband|baby|child))(?:'?s|'?m|'?re| is| am| are| has| have| weighs?)?\s+(?:an? |about |almost |only |just )?[\p{L}\d][\p{L}\d ,.-]{0,50}$/iu;

/** "Call the plumber": something to do, and no time for it. */
function isChore(words: string, { place, known }: { place: Place; known: Known }): boolean {
  const message = readMessage(words, place, known);
  const { shows, whens } = readClause(message, 0, message.tokens.length);
  return shows.has('head.chore') && whens.length === 0 && !shows.has('known.event');
}

/** "That", "it now": it names nothing. */
function isPointer({ shows }: Clause): boolean {
  return !shows.has('title.some') || [...shows].some((sign) => sign.startsWith('talk.'));
}

const ONTO = new Set(['to', 'onto', 'under']);
const KEPT = ['noun.todo', 'noun.list', 'noun.shop', 'noun.calendar', 'noun.file', 'noun.folder', 'noun.memory'];
/** "To call Ana", "that I am late": no thing. */
const CLAUSES = new Set(['to', 'that', 'how', 'because']);
const OWNERS = wordSet('owners');
const ASKED = wordSet('asked');

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
