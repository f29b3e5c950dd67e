/** The values that an answer gives: figures and ranges with their units, shares, pressures, limits and signs. */
import { type Bound, boundAtStart, boundBefore, boundBehind } from '../facts/bounds.ts';
import { inFigures } from './numerals.ts';
import { massOfSolution, readUnitAt, type Unit } from './units.ts';
import { answerWords } from './words.ts';

export interface Value {
  readonly low: number;
  readonly high: number;
  readonly unit: Unit;
  /** `120/80`: the second figure. */
  readonly over?: number | undefined;
  /** What binds it to one side. */
  readonly limit?: Bound | undefined;
  readonly isNegative?: boolean;
  /** It is said not to be this: "not 5 mg", "anything but 5 mg". */
  readonly isDenied?: boolean;
  /** "About" stands before it. */
  readonly isRough?: boolean;
  /** The last place that it is written to: 0.1 of 3.3, 10 of 120. */
  readonly grain?: number;
  /** The power of ten that it is written with: 10^9. */
  readonly times?: number;
  readonly at: number;
  readonly length: number;
}

const PRESSURE: Unit = { symbol: 'mmHg', factor: 133.322, kind: 'Pa1' };
const MASS: Unit = { symbol: 'mg', factor: 0.001, kind: 'g1' };
export const SHARE: Unit = { symbol: 'fraction', factor: 1, kind: '' };

const LEAD =
  /^(?:about|approximately|approx\.?|around|roughly|circa|ca\.?|between|from|up to|at least|at most|more than|less than|over|under|below|above|exactly|~|≈|<|>|≤|≥|>=|<=|the|every|after|before|until|by|beyond|past|within)\s*/i;
const ROUGHLY = /^(?:about|approximately|approx\.?|around|roughly|circa|ca\.?|~|≈)/i;
const MOST_BESIDE = 24;

/** A text that is a value and nothing else. */
export function wholeValue(text: string): Value | undefined {
  let plain = asWritten(text).trim();
  const limit = boundAtStart(plain);
  const isRough = ROUGHLY.test(plain);
  while (LEAD.test(plain)) plain = plain.replace(LEAD, '');
  const isNegative = plain.startsWith(NEGATIVE);
  if (isNegative) plain = plain.slice(NEGATIVE.length);
  const [first] = valuesIn(plain);
  return first !== undefined && first.at === 0 && plain.length - first.length < MOST_BESIDE
    ? { ...first, limit: limit ?? first.limit, isNegative, isRough }
    : undefined;
}

const NEGATIVE = 'negative ';

/** Figures and signs in one writing. */
function asWritten(text: string): string {
  return inFigures(text)
    .replace(/(\d+(?:\.\d+)?)\s?(?:±|\+\/-)\s?(\d+(?:\.\d+)?)(?!\s?%)/g, around)
    .replace(/(?<![\p{L}\p{N}.])\.(?=\d)/gu, '0.')
    .replace(/(?<=\d)e\+?(-?\d{1,2})\b/gi, ' × 10^$1')
    .replace(/(?<![\d.×x*]\s?)10\s?\^\s?(?=[−-]?\d)/g, '1 × 10^')
    .replace(COUNTED, '$1 x $2')
    .replace(PRODUCT, (_, count: string, each: string) => String(Number((Number(count) * Number(each)).toPrecision(8))))
    .replace(/(?<![\p{L}\p{N}%^]\s?)(?:[−–-]\s?|minus\s+)(?=\d)/giu, NEGATIVE)
    .replace(/(?<=\p{L}\s)minus\s+(?=\d)/giu, NEGATIVE)
    .replace(/(?<![\p{L}\p{N}]\s?)\+\s?(?=\d)/gu, '')
    .replace(/\s+/g, ' ');
}

/** "8 500 mg tablets". */
const COUNTED =
  /\b(\d{1,2}) (\d{2,4}\s?(?:mg|g|µg|mcg|micrograms?))(?=[\s-](?:tablet|capsule|pill|dose|ampoule|vial|sachet)s?\b)/gi;

/** "3 x 800 mg", "8 tablets of 500 mg": so many of so much are one amount. */
const PRODUCT =
  /\b(\d{1,2})\s?(?:[x×*]\s?|(?:tablet|capsule|pill|dose|ampoule|vial|puff|sachet|pack|litre|unit|time)s?(?: of | at | )(?:each |a )?)(\d+(?:\.\d+)?)(?=\s?(?:[munk]?g|mcg|µg|m?L|mmol|mol|IU|units?|grams?|milligrams?|micrograms?|millilitres?|litres?|days?|weeks?|hours?|min(?:utes?)?)\b)/gi;

/** "285 ± 10" is 275 to 295. */
function around(_: string, middle: string, width: string): string {
  const rounded = (value: number) => String(Number(value.toPrecision(8)));
  return `${rounded(Number(middle) - Number(width))} to ${rounded(Number(middle) + Number(width))}`;
}

export function valuesIn(text: string): Value[] {
  const plain = asWritten(text);
  const mass = massOfSolution(plain);
  if (mass !== undefined) return [{ low: mass, high: mass, unit: MASS, at: 0, length: plain.length }];
  const special = sharesIn(plain) ?? shareIn(plain) ?? pressureIn(plain);
  if (special !== undefined) return [special];
  const found: Value[] = [];
  for (const match of plain.matchAll(NUMBER)) {
    if (match.index < (found.at(-1)?.at ?? 0) + (found.at(-1)?.length ?? 0)) continue;
    const value = valueAt(plain, match.index, match[0]);
    if (value !== undefined) found.push(value);
  }
  return found;
}

const NUMBER = /(?<![\p{L}\p{N}.,/+-])(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?/gu;
const NEXT = /^\s?(?:–|—|-|to|and|\.\.\.?|bis)\s?((?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?)/;
const POWER = /^\s?[×x*]\s?10\s?(?:\^\s?([−-]?\d{1,2})|(\d{1,2}))/;

function valueAt(text: string, start: number, first: string): Value | undefined {
  let end = start + first.length;
  const between = readUnitAt(text, end);
  // "5-HT", "B12", "3rd": parts of names.
  if (/^-?\p{L}/u.test(text.slice(end)) && between.end === end) return undefined;
  const low = toNumber(first);
  const next = NEXT.exec(text.slice(between.end)) ?? NEXT.exec(text.slice(end));
  const isRange = next !== null && toNumber(next[1] as string) > low;
  const high = isRange ? toNumber(next[1] as string) : low;
  if (isRange) end = text.indexOf(next[0], end) + next[0].length;
  const power = POWER.exec(text.slice(end));
  if (power !== null) end += power[0].length;
  const times = power === null ? 1 : 10 ** Number((power[1] ?? power[2] ?? '').replace('−', '-'));
  const last = readUnitAt(text, end);
  const unit = last.end === end && isRange ? between.unit : last.unit;
  end = last.end;
  return {
    ...{ low: low * times, high: high * times, unit, at: start, length: end - start },
    isNegative: text.slice(0, start).endsWith(NEGATIVE),
    isDenied: isDenied(text, start),
    isRough: /(?:about|approximately|approx\.?|around|roughly|circa|ca\.?|~|≈)\s*$/i.test(text.slice(0, start)),
    times,
    grain: grainOf(first) * times,
    limit: limitOf(text.slice(Math.max(0, start - LOOK), start), text.slice(end, end + 14)),
  };
}

function grainOf(written: string): number {
  const [whole = '', decimals] = written.replaceAll(',', '').split('.');
  return decimals === undefined ? 10 ** (/0*$/.exec(whole)?.[0].length ?? 0) : 10 ** -decimals.length;
}

function toNumber(written: string): number {
  return Number(written.replaceAll(',', ''));
}

const SHARES = /(?<![\d.,/])(\d{1,2})\/(\d{1,2})\s?(?:–|-|to|and)\s?(\d{1,2})\/(\d{1,2})(?![\d.,/])/;

/** "A fifth to a quarter". */
function sharesIn(text: string): Value | undefined {
  const found = SHARES.exec(text);
  if (found === null) return undefined;
  const [low, high] = [Number(found[1]) / Number(found[2]), Number(found[3]) / Number(found[4])];
  if (low >= high || high >= 1) return undefined;
  const [at, length] = [found.index, found[0].length];
  return { low, high, unit: SHARE, at, length, isDenied: isDenied(text, at) };
}

/** "2/3", "1 in 1000", "1:1000". */
function shareIn(text: string): Value | undefined {
  const found =
    /(?<![\d.,/])(\d{1,3})\s?(?:\/|:| in | out of | of every | per (?=10+\b))\s?(?:a )?(\d{1,7})(?![\d.,]|\s?(?:mm ?hg|kpa|\p{L}{1,3}\b))/iu.exec(
      text,
    );
  if (found === null) return undefined;
  const [count, of] = [Number(found[1]), Number(found[2])];
  if (count >= of || (found[0].includes('/') && of > 12 && !/^[125]0+$/.test(String(of)))) return undefined;
  const [at, length] = [found.index, found[0].length];
  return { low: count / of, high: count / of, unit: SHARE, at, length, isDenied: isDenied(text, at) };
}

function pressureIn(text: string): Value | undefined {
  const found = /(\d{2,3}(?:\.\d)?)\s?(?:\/|over)\s?(\d{2,3}(?:\.\d)?)(?![\d]|\s?mL)(\s?kpa)?/i.exec(text);
  if (found === null) return undefined;
  const unit = found[3] === undefined ? PRESSURE : { symbol: 'kPa', factor: 1000, kind: 'Pa1' };
  const high = Number(found[1]);
  return {
    ...{ low: high, high, over: Number(found[2]), unit, at: found.index, length: found[0].length },
    limit: limitOf(text.slice(Math.max(0, found.index - LOOK), found.index)),
    isDenied: isDenied(text, found.index),
  };
}

/** How far before a figure is looked for what it is bound by. */
const LOOK = 26;

function isDenied(text: string, at: number): boolean {
  return answerWords().denied.test(text.slice(Math.max(0, at - 40), at));
}

function limitOf(before: string, after = ''): Bound | undefined {
  return boundBefore(before) ?? boundBehind(after);
}
