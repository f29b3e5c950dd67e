/**
 * Which of a person's things is meant: by its name, by the day and the hour that it is at, and, where that leaves several, the
 * one that was spoken of last. Where it is still not plain it is asked; nothing is ever done to one that only looks alike.
 */
import { contradicts, isOfKind, isOthers, ownersIn } from 'consilium/assistant';
import { ConsiliumError } from 'consilium/kernel';
import { sayWhen } from './say.ts';

export interface Named {
  readonly id: string;
  readonly name: string;
  /** When it is, by the person's clock: a day, or a day and an hour. */
  readonly start?: string | undefined;
}

/** What was said of it. */
export interface Meant {
  readonly query?: string | undefined;
  readonly on?: string | undefined;
  /** 15:00 */
  readonly was?: string | undefined;
}

export interface Spoken {
  /** The id of what was spoken of last. */
  readonly last?: string | undefined;
  readonly now?: number | undefined;
}

export function choose<Thing extends Named>(
  said: string | Meant,
  things: readonly Thing[],
  kind: string,
  { last, now }: Spoken = {},
): Thing {
  const meant = typeof said === 'string' ? { query: said } : said;
  const fits = fitting(meant.query, things);
  const placed = atTime(meant, fits);
  const [first, ...others] = placed;
  if (first === undefined) throw notFound(meant, fits, things, kind, now);
  const best = [first, ...others.filter(({ score }) => first.score - score < CLOSE)].map(({ thing }) => thing);
  const exact = best.filter(({ name }) => name.toLowerCase() === meant.query?.toLowerCase());
  const left = exact.length > 0 ? exact : best;
  // Of those with one name; where names differ, a word that fits several names none.
  const isOneName = new Set(left.map(({ name }) => name.toLowerCase())).size === 1 || meant.query === undefined;
  const spokenOf = isOneName ? left.find(({ id }) => id === last) : undefined;
  if (left.length === 1 || spokenOf !== undefined) return spokenOf ?? left[0]!;
  throw new ConsiliumError('SEVERAL_FIT', `Several fit ${sayMeant(meant, now)}: ${sayThings(left, now)}.`, {
    hint: isAlike(left) ? 'Which one? Say its day.' : 'Which one? Say its whole name.',
    details: { options: left.slice(0, 10).map(({ name, start }) => ({ name, ...(start !== undefined && { start }) })) },
  });
}

const CLOSE = 0.1;
const LEAST = 0.3;
/** What excludes a name is read of the best alone: of thousands that takes half a second. */
const MOST_LOOKED_AT = 200;

interface Scored<Thing> {
  readonly thing: Thing;
  readonly score: number;
}

/** By name; where none was said, all. The best first. */
function fitting<Thing extends Named>(query: string | undefined, things: readonly Thing[]): Scored<Thing>[] {
  if (query === undefined) return things.map((thing) => ({ thing, score: 1 }));
  const said = query.replace(/^(?:her|his|their)\s+/i, '');
  const wanted = wordsOf(said);
  const owners = ownersIn(query);
  return things
    .map((thing) => ({ thing, score: fitOf(wanted, thing.name) }))
    .filter(({ score }) => score > LEAST)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, MOST_LOOKED_AT)
    .filter(({ thing: { name } }) => !isOthers(owners, name) && !contradicts(said, name));
}

/** Those that are at the day and the hour that were said; an hour may be of the other half of the day. */
function atTime<Thing extends Named>({ on, was }: Meant, fits: readonly Scored<Thing>[]) {
  const onDay = on === undefined ? fits : fits.filter(({ thing }) => thing.start?.slice(0, 10) === on);
  if (was === undefined) return onDay;
  const atHour = (hour: string) => onDay.filter(({ thing }) => thing.start?.slice(11, 16) === hour);
  const exact = atHour(was);
  return exact.length > 0 ? exact : atHour(otherHalf(was));
}

function otherHalf(hour: string): string {
  return `${String((Number(hour.slice(0, 2)) + 12) % 24).padStart(2, '0')}${hour.slice(2)}`;
}

function notFound<Thing extends Named>(
  meant: Meant,
  fits: readonly Scored<Thing>[],
  things: readonly Thing[],
  kind: string,
  now: number | undefined,
): ConsiliumError {
  const near = fits.length > 0 ? fits.map(({ thing }) => thing) : things;
  const hint = things.length === 0 ? `There is no ${kind} at all.` : `There are: ${sayThings(near, now)}.`;
  const like = meant.query === undefined ? '' : ` like "${meant.query}"`;
  return new ConsiliumError('NOT_FOUND_HERE', `There is no ${kind}${like}${sayTime(meant, now)}.`, { hint });
}

function sayMeant(meant: Meant, now: number | undefined): string {
  return meant.query === undefined ? `what you said${sayTime(meant, now)}` : `"${meant.query}"${sayTime(meant, now)}`;
}

function sayTime({ on, was }: Meant, now: number | undefined): string {
  return `${on === undefined ? '' : ` on ${sayWhen(on, now)}`}${was === undefined ? '' : ` at ${was}`}`;
}

/** By name; with the time where names alone do not tell them apart. */
function sayThings(things: readonly Named[], now: number | undefined): string {
  const alike = isAlike(things);
  return things
    .slice(0, 5)
    .map(({ name, start }) => (alike && start !== undefined ? `${name} (${sayWhen(start, now)})` : name))
    .join(', ');
}

function isAlike(things: readonly Named[]): boolean {
  return new Set(things.map(({ name }) => name.toLowerCase())).size < things.length;
}

/** Those that words fit best, where they fit at all. */
export function nearestTo<Thing>(query: string, things: readonly Thing[], nameOf: (thing: Thing) => string): Thing[] {
  const wanted = wordsOf(query.replace(/^(?:the|my|our|a|an)\s+/i, ''));
  const scored = things.map((thing) => ({ thing, score: fitOf(wanted, nameOf(thing)) }));
  const best = Math.max(0.3, ...scored.map(({ score }) => score));
  return scored.filter(({ score }) => score >= best && score > 0.3).map(({ thing }) => thing);
}

function wordsOf(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word.replace(/(?<=\w{3})s$/, ''));
}

/** How much of the query the name holds, a little less for each word it has besides. */
function fitOf(wanted: readonly string[], name: string): number {
  const own = wordsOf(name);
  const found = wanted.filter(
    (word) =>
      own.some((other) => other === word || (word.length > 3 && other.startsWith(word)) || isBent(word, other)) ||
      isOfKind(word, name),
  );
  return wanted.length === 0 ? 0 : found.length / wanted.length - Math.max(0, own.length - wanted.length) * 0.02;
}

/** "Watering" is of "water the plants". */
function isBent(word: string, plain: string): boolean {
  return plain.length > 3 && ['ing', 'ed', 'er'].some((end) => word === `${plain}${end}`);
}
