/** Whether an answer gives the value of the key: in its unit or another, as a range or within it, on the right side of a limit. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { convert } from '../../clinical/measures/units.ts';
import { inUnitOf, type Quantity, readQuantities } from '../facts/values.ts';
import type { Verdict } from '../types.ts';
import { inFigures } from './numerals.ts';

/** Rounding is no mistake. */
const TOLERANCE = 0.05;
/** Ranges of two books differ a little. */
const ALIKE = 0.65;

interface Value extends Pick<Quantity, 'low' | 'high' | 'unit'> {
  /** `120/80`: the second figure. */
  readonly over?: number | undefined;
  readonly limit?: 'above' | 'below' | undefined;
  readonly at: number;
  readonly length: number;
}

/** A key that is a value and nothing else. */
export function isValue(text: string): boolean {
  return wholeValue(text) !== undefined;
}

export function compareValues(key: string, question: string, said: string): Verdict {
  const wanted = wholeValue(key) as Value;
  const given = valuesIn(said);
  if (given.length === 0) return 'wrong';
  const verdicts = given.map((value) => compare(wanted, value, question));
  // The same value twice, in two units; else one of two may be right, the answer is not.
  if (verdicts.every((verdict) => verdict === 'right')) return 'right';
  if (verdicts[0] === 'right' && /\(|\bi\.e\.|\bor\b|=/.test(said) === false && given.length > 1) return 'right';
  return verdicts.some((verdict) => verdict !== 'wrong') ? 'partly' : 'wrong';
}

const LEAD =
  /^(?:about|approximately|approx\.?|around|roughly|circa|ca\.?|between|from|up to|at least|at most|more than|less than|over|under|below|above|exactly|~|≈|<|>|≤|≥|the|every|after|within)\s*/i;
const MOST_BESIDE = 24;

function wholeValue(text: string): Value | undefined {
  let plain = inFigures(text).trim();
  const limit = limitOf(plain);
  while (LEAD.test(plain)) plain = plain.replace(LEAD, '');
  const [first] = valuesIn(plain);
  return first !== undefined && first.at === 0 && plain.length - first.length < MOST_BESIDE
    ? { ...first, limit: limit ?? first.limit }
    : undefined;
}

function valuesIn(text: string): Value[] {
  const plain = inFigures(text);
  const special = shareIn(plain) ?? pressureIn(plain);
  if (special !== undefined) return [special];
  const joined = /\bbetween\b/i.test(plain) ? plain : plain.replace(/(\d) and (?=\d)/g, '$1 to ');
  return readQuantities(joined).map(({ low, high, unit, start, end }) => ({
    low,
    high,
    unit,
    at: start,
    length: end - start,
    limit: limitOf(joined.slice(Math.max(0, start - 16), start), joined.slice(end, end + 14)),
  }));
}

/** "2/3", "1 in 1000", "1:1000". */
function shareIn(text: string): Value | undefined {
  const found =
    /(?<![\d.,/])(\d{1,3})\s?(?:\/|:| in | out of | of every )\s?(?:a )?(\d{1,7})(?![\d.,]|\s?(?:mm ?hg|kpa))/i.exec(
      text,
    );
  if (found === null) return undefined;
  const [count, of] = [Number(found[1]), Number(found[2])];
  if (count >= of || (found[0].includes('/') && of > 12)) return undefined;
  return { low: count / of, high: count / of, unit: 'fraction', at: found.index, length: found[0].length };
}

function pressureIn(text: string): Value | undefined {
  const found = /(\d{2,3})\s?(?:\/|over)\s?(\d{2,3})(?!\d)/i.exec(text);
  if (found === null) return undefined;
  return {
    low: Number(found[1]),
    high: Number(found[1]),
    over: Number(found[2]),
    unit: 'mm[Hg]',
    at: found.index,
    length: found[0].length,
  };
}

function limitOf(before: string, after = ''): Value['limit'] {
  if (
    /(?:below|under|less than|lower than|up to|at most|<|≤|not above|maximum of)\s*$|^(?:<|≤|below|under|less than|up to|at most)/i.test(
      before,
    ) ||
    /^\s*(?:or less|or below|at most|or lower)/i.test(after)
  )
    return 'below';
  if (
    /(?:above|over|more than|greater than|higher than|at least|exceeds|>|≥|from|minimum of)\s*$|^(?:>|≥|above|over|more than|at least)/i.test(
      before,
    ) ||
    /^\s*(?:or more|or above|and above|or higher|\+)/i.test(after)
  )
    return 'above';
  return undefined;
}

function compare(wanted: Value, given: Value, question: string): Verdict {
  if (wanted.over !== undefined || given.over !== undefined)
    return wanted.low === given.low && wanted.over === given.over ? 'right' : 'wrong';
  if (given.limit !== undefined && wanted.limit !== undefined && given.limit !== wanted.limit) return 'wrong';
  if (given.limit === 'below' && wanted.limit === undefined && wanted.low === wanted.high) return 'wrong';
  const unitless = (given.unit === '' || given.unit === 'degree' || given.unit === '°') && wanted.unit !== '';
  const inUnit = unitless
    ? bare(given, wanted.unit)
    : (toUnit(given, wanted.unit) ?? byMass(given, wanted.unit, question));
  if (inUnit === undefined) return 'wrong';
  if (!isSame(inUnit, wanted, wanted.unit)) return isPart(inUnit, wanted) ? 'partly' : 'wrong';
  return unitless && given.unit === '' && !isClear(wanted.unit, question) ? 'partly' : 'right';
}

function bare(given: Value, unit: string): { low: number; high: number } {
  return unit === '%' && given.high < 1 ? scaled(given, 100) : given;
}

/** A unit that need not be said: none that matters, or the question has it. */
function isClear(unit: string, question: string): boolean {
  const asked = question.toLowerCase();
  const word = unit.toLowerCase().replace(/s$/, '');
  return (
    unit === 'fraction' ||
    unit === 'count' ||
    unit === '%' ||
    unit === 'time' ||
    asked.includes(word) ||
    (word.includes('/') && asked.includes(`per ${word.split('/')[1]}`) && asked.includes(word.split('/')[0] ?? ''))
  );
}

const TIMES: Readonly<Record<string, number>> = {
  ...{ second: 1, sec: 1, s: 1, minute: 60, min: 60, hour: 3600, hr: 3600, h: 3600, day: 86_400, d: 86_400 },
  ...{ week: 604_800, wk: 604_800, month: 2_629_800, mo: 2_629_800, year: 31_557_600, a: 31_557_600, yr: 31_557_600 },
};
/** One charge a particle: the same number. */
const SAME: Readonly<Record<string, string>> = {
  ...{ 'meq/L': 'mmol/L', 'mEq/L': 'mmol/L', litre: 'L', liter: 'L', 'mosmol/kg': 'mOsm/kg', 'mosmol/L': 'mOsm/L' },
};

function toUnit(given: Value, unit: string): { low: number; high: number } | undefined {
  const [from, to] = [plainUnit(given.unit), plainUnit(unit)];
  if (from === to || from === `${to}/day` || to === `${from}/day`) return given;
  if (to === 'fraction' && (from === '%' || from === '')) return scaled(given, from === '%' ? 0.01 : 1);
  if (from === 'fraction' && (to === '%' || to === '')) return scaled(given, to === '%' ? 100 : 1);
  const [a, b] = [TIMES[from], TIMES[to]];
  if (a !== undefined && b !== undefined) return scaled(given, a / b);
  return byRate(given, from, to) ?? inUnitOf({ ...given, unit: from }, to);
}

function byRate(given: Value, from: string, to: string): { low: number; high: number } | undefined {
  const [[amount = '', per = ''], [other = '', unit = '']] = [from.split('/'), to.split('/')];
  const [perA, perB] = [TIMES[per], TIMES[unit]];
  if (perA === undefined || perB === undefined) return undefined;
  const converted = amount === other ? given : inUnitOf({ ...given, unit: amount }, other);
  return converted && scaled(converted, perB / perA);
}

/** mg/dL and mmol/L of the analyte that the question names. */
function byMass(
  { low, high, unit: from }: Value,
  unit: string,
  question: string,
): { low: number; high: number } | undefined {
  for (const { concept } of openCatalogue().find(question, { kinds: ['observation'] })) {
    const mass = concept.observation?.molarMass;
    const [first, last] = [convert(low, from, unit, mass), convert(high, from, unit, mass)];
    if (first !== undefined && last !== undefined) return { low: first, high: last };
  }
  return undefined;
}

function plainUnit(unit: string): string {
  const [amount = '', ...per] = unit.split('/');
  const one = SAME[unit] ?? (per.length === 0 ? (SAME[amount] ?? unit) : [SAME[amount] ?? amount, ...per].join('/'));
  return one.endsWith('s') && TIMES[one.slice(0, -1)] !== undefined ? one.slice(0, -1) : one;
}

function scaled({ low, high }: { low: number; high: number }, factor: number): { low: number; high: number } {
  return { low: low * factor, high: high * factor };
}

interface Range {
  readonly low: number;
  readonly high: number;
}

/** How far a figure may be off: not at all where things are counted, hardly where it is warm. */
function toleranceOf(unit: string): number {
  if (unit === '' || unit === 'count') return 0.01;
  return unit === 'Cel' || unit === '[degF]' ? 0.008 : TOLERANCE;
}

function isSame(a: Range, b: Range, unit: string): boolean {
  const tolerance = toleranceOf(unit);
  const near = (x: number, y: number) => Math.abs(x - y) <= Math.abs(y) * tolerance + 1e-9;
  const width = b.high - b.low;
  // A narrow range leaves no room for rounding: 7.35 is not 7.45.
  if (width > 0 && width < b.high * TOLERANCE * 2)
    return Math.abs(a.low - b.low) <= width * 0.11 && Math.abs(a.high - b.high) <= width * 0.11;
  if (near(a.low, b.low) && near(a.high, b.high)) return true;
  // "450 to 550" for 500: around the value.
  if (b.low === b.high && a.high > a.low && near((a.low + a.high) / 2, b.low) && a.high - a.low <= b.high * 0.25)
    return unit !== '' && unit !== 'count';
  // "three to four months" for 120 days.
  const isTime = TIMES[plainUnit(unit)] !== undefined;
  return isTime && b.low === b.high && a.low < b.low && near(a.high, b.high) && a.high - a.low < b.high / 3;
}

/** Within the range, around the value, or a range that is mostly the same. */
function isPart(a: Range, b: Range): boolean {
  if (b.high > b.low && a.low >= b.low * (1 - 1e-9) && a.high <= b.high * (1 + 1e-9)) return true;
  if (b.low === b.high) return a.high > a.low && a.low <= b.low && a.high >= b.high && a.high <= b.high * 2;
  const shared = Math.min(a.high, b.high) - Math.max(a.low, b.low);
  return shared / (Math.max(a.high, b.high) - Math.min(a.low, b.low)) >= ALIKE;
}
