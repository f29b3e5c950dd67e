/** Whether an answer gives the value of the key: in its unit or another, as a range or within it. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { convert } from '../../clinical/measures/units.ts';
import { inUnitOf, type Quantity, readNumberWord, readQuantities } from '../facts/values.ts';
import type { Verdict } from '../types.ts';
import type { TextKey } from './meaning.ts';

/** Rounding is no mistake. */
const TOLERANCE = 0.05;

/** Undefined where the key is no value. */
export function compareValues(key: TextKey, said: string): Verdict | undefined {
  const wanted = wholeValue(key.text);
  if (wanted === undefined) return undefined;
  const given = valuesIn(said);
  if (given.length === 0) return 'wrong';
  const verdicts = given.map((value) => compare(wanted, value, key.question ?? ''));
  if (verdicts.every((verdict) => verdict === 'right')) return 'right';
  // Two different values at once: one of them may be right, the answer is not.
  return verdicts.some((verdict) => verdict !== 'wrong') ? 'partly' : 'wrong';
}

type Value = Pick<Quantity, 'low' | 'high' | 'unit'>;

/** A key that is a value and nothing else. */
function wholeValue(text: string): Value | undefined {
  const plain = text.replace(/^(?:about|approximately|around|roughly|between|from|up to|~|≈|<|>|≤|≥)\s*/i, '');
  const [first] = valuesIn(plain);
  return first !== undefined && plain.length - first.length < 22 && first.at === 0 ? first : undefined;
}

function valuesIn(text: string): (Value & { at: number; length: number })[] {
  const quantities = /^\D*[1-9]\s?\/\s?\d+\D*$/.test(text)
    ? []
    : readQuantities(/\bbetween\b/i.test(text) ? text : text.replace(/(\d) and (?=\d)/g, '$1 to '));
  if (quantities.length > 0)
    return quantities.map(({ low, high, unit, start, end }) => ({ low, high, unit, at: start, length: end - start }));
  const parts = /(?<!\d)([1-9])\s?\/\s?([2-9]|10)(?!\d)/.exec(text);
  if (parts !== null && Number(parts[1]) < Number(parts[2])) {
    const share = Number(parts[1]) / Number(parts[2]);
    return [{ low: share, high: share, unit: 'fraction', at: parts.index, length: parts[0].length }];
  }
  for (const match of text.matchAll(/[\p{L}-]+/gu)) {
    const word = readNumberWord(text.slice(match.index));
    if (word === undefined) continue;
    const unit = word.value < 1 ? 'fraction' : '';
    return [{ low: word.value, high: word.value, unit, at: match.index, length: word.length }];
  }
  return [];
}

function compare(wanted: Value, given: Value, question: string): Verdict {
  const unitless = given.unit === '' && wanted.unit !== '';
  const inUnit = unitless ? given : (toUnit(given, wanted.unit) ?? byMass(given, wanted.unit, question));
  if (inUnit === undefined) return 'wrong';
  if (!isSame(inUnit, wanted)) return isInside(inUnit, wanted) ? 'partly' : 'wrong';
  return unitless && !isClear(wanted.unit, question) ? 'partly' : 'right';
}

/** A unit that need not be said: none that matters, or the question has it. */
function isClear(unit: string, question: string): boolean {
  return unit === 'fraction' || unit === 'count' || unit === '%' || question.toLowerCase().includes(unit.toLowerCase());
}

const SHARES = new Set(['%', 'fraction', '']);
const TIMES: Readonly<Record<string, number>> = {
  second: 1,
  s: 1,
  minute: 60,
  min: 60,
  hour: 3600,
  h: 3600,
  day: 86_400,
  d: 86_400,
  week: 604_800,
  wk: 604_800,
  month: 2_629_800,
  mo: 2_629_800,
  year: 31_557_600,
  a: 31_557_600,
};
/** One charge a particle: the same number. */
const SAME: Readonly<Record<string, string>> = {
  'meq/L': 'mmol/L',
  'mEq/L': 'mmol/L',
  litre: 'L',
  liter: 'L',
  'mosmol/kg': 'mOsm/kg',
  'mosmol/L': 'mOsm/L',
};

function toUnit(given: Value, unit: string): { low: number; high: number } | undefined {
  const [from, to] = [plainUnit(given.unit), plainUnit(unit)];
  if (from === to) return given;
  if (to === 'fraction' && SHARES.has(from)) return scaled(given, from === '%' ? 0.01 : 1);
  if (from === 'fraction' && to === '%') return scaled(given, 100);
  const [a, b] = [TIMES[from], TIMES[to]];
  if (a !== undefined && b !== undefined) return scaled(given, a / b);
  const [amount, per] = [from.split('/'), to.split('/')];
  const perA = TIMES[amount[1] ?? ''];
  const perB = TIMES[per[1] ?? ''];
  if (amount.length === 2 && per.length === 2 && perA !== undefined && perB !== undefined) {
    const converted = inUnitOf({ ...given, unit: amount[0] as string }, per[0] as string);
    return converted && scaled(converted, perB / perA);
  }
  return inUnitOf({ ...given, unit: from }, to);
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
  return one.replace(/s$/, (end) => (TIMES[one.slice(0, -1)] !== undefined ? '' : end));
}

function scaled({ low, high }: { low: number; high: number }, factor: number): { low: number; high: number } {
  return { low: low * factor, high: high * factor };
}

function isSame(a: { low: number; high: number }, b: { low: number; high: number }): boolean {
  const near = (x: number, y: number) => Math.abs(x - y) <= Math.abs(y) * TOLERANCE + 1e-9;
  const width = b.high - b.low;
  // A narrow range leaves no room for rounding: 7.35 is not 7.45.
  if (width > 0 && width < b.high * TOLERANCE * 2)
    return Math.abs(a.low - b.low) <= width * 0.11 && Math.abs(a.high - b.high) <= width * 0.11;
  return near(a.low, b.low) && near(a.high, b.high);
}

function isInside(a: { low: number; high: number }, b: { low: number; high: number }): boolean {
  return b.high > b.low && a.low >= b.low * (1 - 1e-9) && a.high <= b.high * (1 + 1e-9);
}
