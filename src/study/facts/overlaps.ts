/** Whether two short statements may both be true of one thing: times that lie within one another, lists that share a part, words on one matter. */
import { grammar } from './grammar.ts';
import { contentStems } from './terms.ts';
import { inUnitOf, overlap, readQuantities } from './values.ts';

/** What is said of one may be said of the other as well. Two of one kind ("… oxidase", "inhibits …") may not. */
export function mayBeBoth(a: string, b: string): boolean {
  return timesMeet(a, b) || rangesMeet(a, b) || sharePart(a, b) || areOfOneMatter(a, b);
}

const UNITS = ['second', 'minute', 'hour', 'day', 'week', 'month', 'year', 'decade'];
const TIME = new RegExp(`\\b(${UNITS.join('|')})s?\\b`, 'gi');

/** "Hours" lie within "minutes to days"; a figure before them says how many. */
function timesMeet(a: string, b: string): boolean {
  if (/\d/.test(a) || /\d/.test(b)) return false;
  const [x, y] = [unitsIn(a), unitsIn(b)];
  if (x === undefined || y === undefined) return false;
  return x.low <= y.high && y.low <= x.high;
}

function unitsIn(text: string): { low: number; high: number } | undefined {
  const at = Array.from(text.matchAll(TIME), ([, unit = '']) => UNITS.indexOf(unit.toLowerCase()));
  return at.length === 0 ? undefined : { low: Math.min(...at), high: Math.max(...at) };
}

/** Of two ranges, or a range and a figure, in one unit. */
function rangesMeet(a: string, b: string): boolean {
  const [x, more] = readQuantities(a);
  const [y, others] = readQuantities(b);
  if (x === undefined || y === undefined || more !== undefined || others !== undefined || x.unit === '') return false;
  const there = inUnitOf(y, x.unit);
  return (x.low < x.high || y.low < y.high) && there !== undefined && overlap(x, there);
}

/** "Kidney and heart" beside "heart and nerves", "reduce production and increase outflow" beside "reduce aqueous production". */
function sharePart(a: string, b: string): boolean {
  const [x, y] = [partsOf(a), partsOf(b)];
  return x.length + y.length > 2 && x.some((part) => y.some((other) => isWithin(part, other) || isWithin(other, part)));
}

function partsOf(text: string): Set<string>[] {
  return text.split(/,\s+(?:and |or )?|\s+(?:and|or|with)\s+/).map((part) => contentStems(part));
}

/** The same word, or several words of which all are said. */
function isWithin(part: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return part.size > 0 && (part.size > 1 || other.size === 1) && [...part].every((word) => other.has(word));
}

const HALF = 0.5;
const FEWEST_LETTERS = 5;

/**
 * "Opens the trabecular meshwork" and "increases trabecular outflow", "allergic conjunctivitis" and "conjunctival hyperaemia". A noun
 * that both are ("… oxidase", "measurement of …") and what both do say only of which kind they are.
 */
function areOfOneMatter(a: string, b: string): boolean {
  const [x, y] = [matterOf(a), matterOf(b)];
  const own = [...x.rest];
  if (own.length === 0 || x.head === y.head) return false;
  const said = [...y.rest, y.head];
  const shared = own.filter((word) => said.some((other) => isRoot(word, other)));
  return shared.length > own.length * HALF && !(/\d/.test(a) && /\d/.test(b));
}

const JOINT = /^(?:of|in|from|by|with|for|to|at|on|between|against|that|which)$/;

function matterOf(text: string): { head: string; rest: Set<string> } {
  const { verbs } = grammar();
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const joint = words.findIndex((word, at) => at > 0 && JOINT.test(word));
  const stems = (some: readonly string[]) => [...contentStems(some.filter((word) => !verbs.has(word)).join(' '))];
  const first = stems(joint === -1 ? words : words.slice(0, joint));
  return {
    head: first.at(-1) ?? '',
    rest: new Set([...first.slice(0, -1), ...(joint === -1 ? [] : stems(words.slice(joint)))]),
  };
}

function isRoot(a: string, b: string): boolean {
  const length = Math.min(a.length, b.length, 8);
  return length >= FEWEST_LETTERS && a.slice(0, length) === b.slice(0, length);
}
