/** What a tool needs to be told, read out of the clause. A name is what is left when time, list and order are taken away. */

import { type Clause, textOf } from './clause.ts';
import { actionIn, deviceIn, laterIn, numberIn } from './devices.ts';
import { editIn } from './edits.ts';
import { contentIn, fileWords, folderIn, pathFrom, pathOf, pathTo } from './files.ts';
import type { KnownKind } from './known.ts';
import { lexicon } from './lexicon.ts';
import { renamedTo } from './naming.ts';
import { beginOf, countedFrom, finishOf, hangingIn, lengthIn, movedTo, remindedAt, sourceSpan, spanIn } from './timed.ts';
import { wordSet } from './words.ts';

export type Slot = string | number | boolean | undefined;
export type Slots = Readonly<Record<string, Slot>>;

/** What slots are read with: the clause, and the signs that are no part of a name. */
export interface Reading {
  readonly clause: Clause;
  readonly drop: ReadonlySet<string>;
}

export type SlotName = keyof typeof READERS;

export function readSlots(reading: Reading, wanted: Readonly<Record<string, SlotName>>): Slots {
  const slots = Object.entries(wanted).map(([name, slot]) => [name, READERS[slot](reading)] as const);
  return Object.fromEntries(
    slots.filter(([name, value]) => value !== undefined && (value !== '' || name === 'replace')),
  );
}

export const READERS = {
  none: () => undefined,
  title: (reading) => titleOf(reading),
  reminded: (reading) =>
    titleOf(reading) ??
    countedFrom(reading.clause) ??
    (isSnooze(reading) ? undefined : (afterTo(reading) ?? bellOf(reading.clause))),
  all: (reading) => isAll(reading) || undefined,
  known_event: (reading) => knownOr(reading, 'event'),
  known_todo: (reading) => knownOr(reading, 'todo'),
  known_reminder: (reading) => knownOr(reading, 'reminder'),
  known_note: (reading) => knownOr(reading, 'note'),
  new_name: ({ clause }) => (clause.list === undefined ? renamedTo(clause) : undefined),
  old_list: ({ clause }) => (renamedTo(clause) === undefined ? undefined : clause.list?.name),
  new_list: ({ clause }) => (clause.list === undefined ? undefined : renamedTo(clause)),
  brief_words: ({ clause }) => clause.known.get('brief')?.name,
  subject: (reading) => subjectOf(reading),
  question: (reading) => subjectOf(reading, true),
  goal: (reading) => titleOf(reading) ?? textOf(reading.clause),
  request: ({ clause }) => textOf(clause),
  list: ({ clause }) => clause.list?.name,
  when: ({ clause }) => clause.when?.wall,
  begin: ({ clause }) => beginOf(clause),
  finish: ({ clause }) => finishOf(clause),
  moved: ({ clause }) => movedTo(clause)?.wall,
  clock: ({ clause }) => (clause.when?.timed && !clause.when.dated ? movedTo(clause)?.wall.slice(11) : undefined),
  remind_words: ({ clause }) => remindedAt(clause).when,
  remind_again: ({ clause }) => remindedAt(clause).recurs,
  counted_from: ({ clause }) => hangingIn(clause)?.said,
  counted_by: ({ clause }) => hangingIn(clause)?.minutes,
  at_hour: ({ clause: { when } }) => (when?.timed && when.part === undefined && !when.recurs ? when.wall : undefined),
  day: ({ clause }) => clause.when?.wall.slice(0, 10),
  when_words: ({ clause }) => clause.when?.text,
  again: ({ clause }) => (clause.when?.recurs ? clause.when.text : undefined),
  recurs: ({ clause }) => clause.when?.recurs,
  span_from: ({ clause }) => spanIn(clause).from,
  span_to: ({ clause }) => spanIn(clause).to,
  span_say: ({ clause }) => spanIn(clause).say,
  all_from: (reading) => allSpan(reading)?.from,
  all_to: (reading) => allSpan(reading)?.to,
  span_end: ({ clause }) => clause.when && spanIn(clause).to,
  source_from: (reading) => (isAll(reading) ? sourceSpan(reading.clause)?.from : undefined),
  source_to: (reading) => (isAll(reading) ? sourceSpan(reading.clause)?.to : undefined),
  part: ({ clause }) =>
    ['morning', 'afternoon', 'evening'].includes(clause.when?.part ?? '') ? clause.when?.part : undefined,
  minutes: ({ clause }) => clause.when?.minutes ?? lengthIn(clause),
  priority: ({ clause }) => priorityIn(clause),
  overdue: ({ clause }) => clause.shows.has('say.overdue') || undefined,
  snooze: ({ clause }) => clause.shows.has('say.snooze') || undefined,
  next_only: ({ clause }) => clause.shows.has('noun.visit_one') || undefined,
  just_said: ({ clause }) => clause.shows.has('say.just_said') || undefined,
  clashes: ({ clause }) => clause.shows.has('say.clash') || undefined,
  place: ({ clause }) => placeAt(clause)?.name,
  fact_subject: (reading) => factOf(reading).subject,
  fact_text: (reading) => factOf(reading).text,
  path: ({ clause }) => pathOf(clause),
  path_new: ({ clause }) => pathOf(clause),
  append: ({ clause }) => (clause.shows.has('say.into_it') || clause.shows.has('verb.append') ? true : undefined),
  path_from: ({ clause }) => pathFrom(clause),
  path_to: ({ clause }) => pathTo(clause),
  file_words: (reading) => fileWords(reading, titleOf(reading)),
  folder: ({ clause }) => folderIn(clause),
  content: ({ clause }) => contentIn(clause),
  edit_find: ({ clause }) => editIn(clause)?.find,
  edit_replace: ({ clause }) => editIn(clause)?.replace,
  url: ({ clause }) => clause.url,
  other: ({ clause }) => (clause.shows.has('noun.refill') ? 'refills' : 'report'),
  about: ({ clause }) => aboutIn(clause),
  device: ({ clause }) => deviceIn(clause),
  action: ({ clause }) => actionIn(clause),
  number: ({ clause }) => numberIn(clause),
  later: ({ clause }) => laterIn(clause),
} as const satisfies Record<string, (reading: Reading) => Slot>;

/** The tokens that are no part of a name: the order, the time, the list. */
function spoken({ clause, drop }: Reading): Set<number> {
  const taken = new Set<number>();
  for (const { sign, at } of clause.signs) if (drop.has(sign)) for (const place of at) taken.add(place);
  for (const { parts } of clause.whens)
    for (const part of parts) for (let at = part.from; at < part.to; at++) taken.add(at);
  for (const { from, to } of clause.message.hanging) for (let at = from; at < to; at++) taken.add(at);
  if (drop.has('length'))
    for (const { from, to } of clause.message.lengths) for (let at = from; at < to; at++) taken.add(at);
  if (drop.has('place')) {
    const place = placeAt(clause);
    for (let at = place?.from ?? 0; at < (place?.to ?? 0); at++) taken.add(at);
  }
  if (clause.list && drop.has('noun.todo')) for (let at = clause.list.from; at < clause.list.to; at++) taken.add(at);
  return taken;
}

/** What is left, from its first to its last weighty word; where nothing is, what the clause before was about. */
export function titleOf(reading: Reading): string | undefined {
  const { clause } = reading;
  if (clause.quote !== undefined && clause.quote.text !== '') return clause.quote.text;
  if (clause.name !== undefined) return clause.name;
  const own = named(reading);
  if (own !== undefined) return own;
  if (clause.topic === undefined) return clause.about?.name;
  return clause.topic.quote?.text ?? named({ clause: clause.topic, drop: TOPIC_DROP });
}

const TOPIC_DROP = wordSet('topic_drop');

function named(reading: Reading): string | undefined {
  const { message, from, to } = reading.clause;
  const { tokens } = message;
  const { edges } = lexicon();
  const taken = spoken(reading);
  const isEdge = (at: number) => taken.has(at) || edges.has(tokens[at]!.word);
  let [first, end] = [from, to];
  while (first < end && isEdge(first)) first++;
  // "To log off": the last word belongs to the verb.
  const keeps = (at: number) =>
    PARTICLES.has(tokens[at]!.word) &&
    !taken.has(at) &&
    at > first &&
    (tokens[first - 1]?.word === 'to' || TASKS.has(tokens[first]!.word));
  while (end > first && isEdge(end - 1) && !keeps(end - 1)) end--;
  if (first === end) return undefined;
  const pieces: string[] = [];
  let at = first;
  while (at < end) {
    if (taken.has(at)) {
      at++;
      // What only led to what was taken goes with it.
      while (at < end && !taken.has(at) && /^[,:;-]$/.test(tokens[at]!.word)) at++;
      continue;
    }
    const begin = at;
    while (at < end && !taken.has(at)) at++;
    pieces.push(message.text.slice(tokens[begin]!.start, tokens[at - 1]!.end));
  }
  return (
    pieces
      .join(' ')
      .replace(/\s+/g, ' ')
      .replace(/^["'“‘]|["'”’]$/g, '')
      .replace(/[\s,;:.!?-]+$/, '')
      .trim() || undefined
  );
}

const PARTICLES = wordSet('particles');
const TASKS = wordSet('tasks');

/** "All my events", "everything", or a list and nothing on it: no one thing is meant. */
export function isAll(reading: Reading): boolean {
  const { clause } = reading;
  if (clause.quote !== undefined || clause.about !== undefined || named(reading) !== undefined) return false;
  return clause.shows.has('say.all') || clause.list !== undefined;
}

function allSpan(reading: Reading): { from: number; to: number } | undefined {
  return reading.clause.when !== undefined && isAll(reading) ? spanIn(reading.clause) : undefined;
}

function knownOr(reading: Reading, kind: KnownKind): string | undefined {
  if (isAll(reading)) return undefined;
  const match = reading.clause.known.get(kind);
  return match?.name ?? titleOf(reading) ?? textOf(reading.clause);
}

/** "Urgent", "low priority"; "drop the priority of it". */
function priorityIn({ shows, topic }: Clause): string | undefined {
  const said = ['low', 'high', 'normal'].find((weight) => shows.has(`priority.${weight}`));
  if (said !== undefined) return said;
  const weight = ['low', 'high', 'normal'].find((one) => shows.has(`priority_word.${one}`));
  if (weight !== undefined && shows.has('priority_word.any')) return weight;
  if (!shows.has('priority_word.any')) return topic && priorityIn(topic);
  return shows.has('say.lessen') ? 'low' : shows.has('say.raise') ? 'high' : undefined;
}

const isSnooze = ({ clause }: Reading) => clause.shows.has('say.snooze');

/** "To go there": no word has weight, and still it says what. */
function afterTo({ clause }: Reading): string | undefined {
  if (!clause.shows.has('has.to')) return undefined;
  const { message, from, to, whens } = clause;
  const { tokens, text } = message;
  const inTime = (at: number) => whens.some(({ parts }) => parts.some((part) => part.from <= at && at < part.to));
  const at = tokens.findIndex(({ word }, place) => place >= from && place < to - 1 && word === 'to' && !inTime(place));
  const kept = tokens.slice(at + 1, to).filter((_, shift) => !inTime(at + 1 + shift));
  return at < 0 || kept.length === 0 ? undefined : kept.map(({ start, end }) => text.slice(start, end)).join(' ');
}

/** "Wake me at 7", "set a timer": what it is for is plain. */
function bellOf({ message, from, to }: Clause): string {
  const said = message.tokens.slice(from, to).map(({ word }) => word);
  if (said.includes('wake')) return 'Wake up';
  return ['timer', 'alarm'].find((word) => said.includes(word)) ?? 'Reminder';
}

const ASKS = /^(?:what|who|where|which|how|why|when|whether|if)(?:'s)?\b/i;

/** What a question is about: a name without the asking, or the question as it stands. */
function subjectOf(reading: Reading, whole = false): string {
  const name = titleOf(reading);
  if (name === undefined) return textOf(reading.clause);
  if (!whole || reading.clause.mood !== 'question') return name;
  const text = textOf(reading.clause);
  return ASKS.test(text) ? text : name;
}

/** "The report on heat pumps into todos": what stands between. */
function aboutIn({ message, signs, to }: Clause): string | undefined {
  const { tokens, text } = message;
  const report = signs.find(({ sign }) => sign === 'noun.report');
  const from = report === undefined ? -1 : report.to;
  if (from < 0 || !['on', 'about', 'of'].includes(tokens[from]?.word ?? '')) return undefined;
  const end = signs.find(({ sign, from: at }) => sign === 'say.as_todos' && at > from)?.from ?? to;
  return end > from + 1 ? text.slice(tokens[from + 1]!.start, tokens[end - 1]!.end) : undefined;
}

/** "At Luigi's", "in Boston": a name after "at" or "in" that is no time. */
function placeAt({ message, from, to, whens }: Clause): { from: number; to: number; name: string } | undefined {
  const { tokens, text } = message;
  for (let at = from + 1; at < to - 1; at++) {
    if (!['at', 'in', '@'].includes(tokens[at]!.word)) continue;
    if (whens.some(({ parts }) => parts.some((part) => part.from <= at + 1 && at + 1 < part.to))) continue;
    let end = at + 1;
    if (tokens[end]?.word === 'the') end++;
    const first = end;
    while (end < to && /^\p{Lu}/u.test(text.slice(tokens[end]!.start))) end++;
    if (end > first) return { from: at, to: end, name: text.slice(tokens[first]!.start, tokens[end - 1]!.end) };
  }
  return undefined;
}

const IS = wordSet('fact_verbs');
const OWN = wordSet('fact_owners');

/** "My GP is Dr. Lee": a subject and what holds of it; anything else is a note. */
function factOf(reading: Reading): { subject?: string; text: string } {
  const { clause, drop } = reading;
  const source = named({ clause, drop }) === undefined && clause.topic ? clause.topic : clause;
  const { message, from, to } = source;
  const taken = new Set(source.signs.filter(({ sign }) => drop.has(sign)).flatMap(({ at }) => at));
  const { tokens, text } = message;
  let [first, end] = [from, to];
  const isLead = (at: number) =>
    taken.has(at) ||
    /^[^\p{L}\p{N}"“(]$/u.test(tokens[at]!.word) ||
    [
      'that',
      'this',
      'it',
      'something',
      'down',
      'of',
      'and',
      'for',
      'me',
      'to',
      'fact',
      'please',
      'pls',
      'thanks',
    ].includes(tokens[at]!.word);
  while (first < end - 1 && isLead(first)) first++;
  while (end > first + 1 && isLead(end - 1)) end--;
  const slice = (a: number, b: number) =>
    text
      .slice(tokens[a]!.start, tokens[b - 1]!.end)
      .replace(/[.!]+$/, '')
      .trim();
  const whole = slice(first, end);
  if (!OWN.has(tokens[first]!.word)) return { text: whole };
  const verb = tokens.findIndex(({ word }, at) => at > first + 1 && at < end - 1 && at < first + 9 && IS.has(word));
  if (verb < 0) return { text: whole };
  const value = ['now', 'actually'].includes(tokens[verb + 1]!.word) && verb + 2 < end ? verb + 2 : verb + 1;
  return { subject: slice(first + 1, verb), text: slice(value, end) };
}
