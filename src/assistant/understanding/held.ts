/** Clauses whose deed is not done: said not to be, bound to what nobody here can notice, told of somebody else, or beyond us. */
import { type Clause, readClause, textOf } from './clause.ts';
import { isOrderAt } from './orders.ts';
import { type Request, toRequest } from './request.ts';
import { type Reading, rank, type Segment } from './segments.ts';
import type { Topic } from './topic.ts';
import { wordSet } from './words.ts';

/**
 * What was said and is not done: said not to be, bound to what nobody here notices, asked for beside a danger to life, told
 * of somebody else's wish, an order that nobody here can carry out, words that stand for what was not said, one of which a
 * part was not understood, or what may be meant by something that was only told (`offer`: `of` says what would be done).
 */
export interface Held {
  readonly text: string;
  readonly why:
    | 'negated'
    | 'condition'
    | 'danger'
    | 'reported'
    | 'beyond'
    | 'unsaid'
    | 'bound'
    | 'part'
    | 'model'
    | 'list'
    | 'offer'
    | 'story'
    | 'unsure';
  /** The words in it that were not understood. */
  readonly of?: string | undefined;
  /** What a yes would do. */
  readonly request?: Request | undefined;
  /** What is spoken of by it. */
  readonly about?: Topic | undefined;
}

/** By the place of the segment. What only asks or is kept in words is never held. */
export function heldIn(segments: readonly Segment[]): ReadonlyMap<number, Held> {
  const held = new Map<number, Held>();
  for (const [at, segment] of segments.entries()) {
    const { clause, best } = segment;
    const { tool, text } = { tool: best?.tool.tool ?? '', text: textOf(clause) };
    const told = reportedDeed(segment);
    if (isNegated(segment)) held.set(at, { text, why: 'negated' });
    else if (isComposed(clause)) held.set(at, { text, why: 'model' });
    else if (listBegun(segment) !== undefined) held.set(at, { text, why: 'list', of: listBegun(segment) });
    else if (told !== undefined) held.set(at, { text, why: 'reported', request: toRequest(told) });
    else if (best === undefined && isBeyond(segment)) held.set(at, { text, why: 'beyond' });
    else if (best !== undefined && !ASKS.test(tool) && isBound(segments, at))
      held.set(at, { text: wholeOf(segments, at), why: 'condition' });
  }
  // A condition that stands alone is told with what it is of.
  for (const at of [...held.keys()])
    for (const beside of [at - 1, at + 1])
      if (held.get(at)!.why === 'condition' && isCondition(segments[beside]?.clause) && !held.has(beside))
        held.set(beside, { text: '', why: 'condition' });
  return held;
}

export function withoutHeld(segments: readonly Segment[], held: ReadonlyMap<number, Held>): readonly Segment[] {
  return segments.map((segment, at) => (held.has(at) ? { ...segment, best: undefined, readings: [] } : segment));
}

/** "Write a poem about autumn": for whoever asks, and no chore of theirs. */
function isComposed({ message: { tokens }, from, to, list, paths, quote, shows }: Clause): boolean {
  const isKept = list !== undefined || paths.length > 0 || quote !== undefined || shows.has('noun.todo');
  const words = tokens.slice(from + 1, Math.min(to, from + 6)).map(({ word }) => word);
  return COMPOSES.has(tokens[from]?.word ?? '') && !isKept && words.some((word) => COMPOSITIONS.has(word));
}

const COMPOSES = wordSet('composes');
const COMPOSITIONS = wordSet('compositions');

/** "Create a project kitchen renovation": a list is there with the first todo on it. */
function listBegun({ clause, best }: Segment): string | undefined {
  const { message, from, to } = clause;
  const { tokens } = message;
  const at = [from + 1, from + 2, from + 3].find((place) => place < to - 1 && KINDS.has(tokens[place]!.word));
  const isMade = LISTS.has(tokens[from]?.word ?? '') && tokens.slice(from + 1, at).every(({ word }) => NEW.has(word));
  if (at === undefined || !isMade || (best !== undefined && best.tool.tool !== 'add_todo')) return undefined;
  const name = ['called', 'named', 'for', ':', 'titled'].includes(tokens[at + 1]!.word) ? at + 2 : at + 1;
  return name < to ? textOf({ message, from: name, to }) : undefined;
}

const LISTS = wordSet('list_makes');
const KINDS = wordSet('list_kinds');
const NEW = wordSet('new_ones');

/**
 * "Anna asked me to turn on the light", "Bob wants to move the lunch": that somebody wished it is told; whether it is wished
 * now is asked. What only writes something down for whoever talks is theirs.
 */
function reportedDeed({ clause }: Segment): Reading | undefined {
  const { signs, message, shows, mood } = clause;
  const told = signs.find(({ sign }) => sign === 'say.reported');
  const before = told === undefined ? [] : message.tokens.slice(clause.from, told.from);
  const isOwn = before.length === 0 || before.some(({ word }) => SPEAKERS.has(word));
  if (told === undefined || isOwn || mood === 'question' || shows.has('verb.remind')) return undefined;
  const [wished] = rank(readClause(message, told.to, clause.to));
  const { tool } = wished?.tool ?? { tool: '' };
  return wished === undefined || ASKS.test(tool) || NOTES.test(tool) ? undefined : wished;
}

/** "I asked you to" is an order of theirs. */
const SPEAKERS = new Set(['i', 'we', "i've", "we've"]);

/** An order by its shape, and no frame explains it. */
function isBeyond({ clause }: Segment): boolean {
  return clause.mood !== 'question' && clause.to > clause.from && isOrderAt(clause.message, clause.from);
}

/** What only asks, or keeps words as they are. */
export const ASKS = /^(?:list_|find_|free_|get_|read_|search_|summarize_|recall$|research$|ask_|remember$|write_|run_)/;
/** What only writes words down keeps a condition that stands behind it among them. */
const NOTES = /^(?:add_|set_reminder$)/;

/** The verb by which it was understood, or the first of it. What stands in marks is none. */
function isNegated({ clause, best }: Segment): boolean {
  const { message, from, to, signs, mood, quote } = clause;
  const inside = [...message.bounds.negated].filter(
    (at) => at >= from && at < to && !(quote && at >= quote.from && at < quote.to),
  );
  if (inside.length === 0 || mood === 'question') return false;
  if (best === undefined) return true;
  // "It's not done": what was ticked off is not.
  if (ASKS.test(best.tool.tool) || MEANT.some((sign) => best.frame.signs.includes(sign))) return false;
  const isNamed = (sign: string) =>
    best.frame.signs.some((one) => one === sign || one === sign.replace('verb.', 'head.'));
  const verbs = signs.filter(({ group, plain }) => group === 'verb' && plain);
  const isDeed = verbs.some(({ sign, from: at }) => inside.includes(at) && isNamed(sign));
  const begins = message.tokens.slice(from, Math.min(...inside)).every(({ word }) => NOT.has(word) || SMALL.has(word));
  return isDeed || begins;
}

/** A no that is of what is asked for: "it's not done", "don't forget the eggs". */
const MEANT = ['say.not_done', 'say.not_forget'];
const NOT = wordSet('negations');
const SMALL = wordSet('negation_small');

/** A condition in the clause itself, or in the one beside it with no end of a sentence between them. */
function isBound(segments: readonly Segment[], at: number): boolean {
  const { clause, best } = segments[at]!;
  const own = conditionsOf(clause);
  const isNote = NOTES.test(best!.tool.tool);
  if (own.some(({ from }) => from <= clause.from)) return true;
  if (own.length > 0 && !(isNote && (clause.when !== undefined || best!.tool.tool === 'add_todo'))) return true;
  if (isCondition(segments[at - 1]?.clause) && !isEnded(segments[at - 1]!.clause)) return true;
  const after = segments[at + 1];
  return !isNote && after?.best === undefined && isCondition(after?.clause) && !isEnded(clause);
}

function conditionsOf({ message: { bounds }, from, to, quote }: Clause) {
  return bounds.conditions.filter(
    (one) => one.to > from && one.from < to && !(quote && one.from >= quote.from && one.from < quote.to),
  );
}

/** Whether a clause is a condition and nothing else. */
function isCondition(clause: Clause | undefined): boolean {
  return clause !== undefined && conditionsOf(clause).some(({ from }) => from <= clause.from);
}

function isEnded({ message, to }: Clause): boolean {
  return /^[.!?;]/.test(message.text.slice(message.tokens[to - 1]?.end ?? 0).trimStart());
}

function wholeOf(segments: readonly Segment[], at: number): string {
  const [before, own, after] = [segments[at - 1]?.clause, segments[at]!.clause, segments[at + 1]?.clause];
  const from = isCondition(before) ? before!.from : own.from;
  const to = isCondition(after) ? after!.to : own.to;
  return textOf({ message: own.message, from, to });
}
