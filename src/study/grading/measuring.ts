/** Whether an answer gives the value of the key: in its unit or another, as a range or within it, on the right side of a limit. */
import type { Verdict } from '../types.ts';
import { inAskedUnit, isAskedIn, withoutAskedRate } from './asked-unit.ts';
import { addsStatement } from './claims.ts';
import { asRate, byMass, glycated, ofSolution, type Range, scaled } from './conversions.ts';
import { fromRoman } from './numerals.ts';
import { SHARE, type Value, valuesIn, wholeValue } from './reading.ts';
import { routesIn } from './routes.ts';
import { compareSides } from './sides.ts';
import { inUnit, readUnitAt, type Unit } from './units.ts';

/** Rounding is no mistake. */
const TOLERANCE = 0.05;
/** A month is four weeks, or thirty days, or a twelfth of a year. */
const LOOSE = 0.09;
/** "About 6" for 6.1. */
const ROUNDED = 0.15;
/** Of weeks that are counted in weeks each tells. */
const EXACT = 0.02;
/** Ranges of two books differ a little. */
const ALIKE = 0.65;

/** A key that is a value and nothing else. */
export function isValue(text: string): boolean {
  return wholeValue(text) !== undefined;
}

export function compareValues(key: string, question: string, said: string): Verdict {
  const wanted = inAskedUnit(wholeValue(key) as Value, question);
  // "Not 5 mg" gives no value: what is denied says only what it is not.
  const given = valuesIn(concluded(withoutWorking(fromRoman(said.replace(FIRST, '1 '))))).filter(
    (value) => value.isDenied !== true,
  );
  if (given.length === 0) return 'wrong';
  const dose = doseOf(valuesIn(key));
  const isDose = (value: Value) =>
    dose !== undefined && value.unit.kind === dose.unit.kind && compare(dose, value, question) === 'right';
  if (given.some(isDose)) return 'right';
  const main = compareMain(wanted, given, question, said);
  const whole = withAspects(main, { key, question, said: concluded(said), given, wanted });
  return whole === 'right' && addsStatement(said, question) ? 'partly' : whole;
}

/** "Within the first hour" is within one hour. */
const FIRST = /\b(?:the )?first (?=(?:second|minute|hour|day|week|month|year)\b)/gi;

function compareMain(wanted: Value, given: readonly Value[], question: string, said: string): Verdict {
  const daily = doseOf(given);
  if (daily !== undefined && compare(wanted, daily, question) === 'right') return 'right';
  const verdicts = given.map((value) => compare(wanted, value, question));
  // The same value twice, in two units; else one of two may be right, the answer is not.
  if (verdicts.every((verdict) => verdict === 'right')) return 'right';
  if (verdicts.includes('right') && !/\bor\b/i.test(said) && given.every((value) => isRoughly(wanted, value)))
    return 'right';
  if (verdicts[0] === 'right' && /\(|\bi\.e\.|\bor\b|=/.test(said) === false && given.length > 1) return 'right';
  return verdicts.some((verdict) => verdict !== 'wrong') ? 'partly' : 'wrong';
}

const ROUGHLY = 0.25;

/** "a bit over a week, 8 days": said roughly first, and then as it is. */
function isRoughly(wanted: Value, given: Value): boolean {
  const range = toUnit(given, wanted.unit);
  if (range === undefined || given.isNegative !== wanted.isNegative) return false;
  return range.low >= wanted.low * (1 - ROUGHLY) && range.high <= wanted.high * (1 + ROUGHLY);
}

/** "1 g four times a day": so much each time, so often. */
function doseOf([amount, often, ...more]: readonly Value[]): Value | undefined {
  if (amount === undefined || often === undefined || more.length > 0) return undefined;
  if (often.unit.kind !== 's-1' || !/^(?:g1|L1|mol1|IU1)$/.test(amount.unit.kind)) return undefined;
  const unit = {
    symbol: `${amount.unit.symbol}${often.unit.symbol}`,
    factor: amount.unit.factor * often.unit.factor,
    kind: `${amount.unit.kind} s-1`,
  };
  return { ...amount, low: amount.low * often.low, high: amount.high * often.high, unit };
}

interface Compared {
  readonly key: string;
  readonly question: string;
  readonly said: string;
  readonly given: readonly Value[];
  readonly wanted: Value;
}

/** A dose is more than its figure: how often and by which way belong to it. Another way is wrong, one that is not said a part. */
function withAspects(main: Verdict, { key, question, said, given, wanted }: Compared): Verdict {
  const [own, other] = [routesIn(key), routesIn(said)];
  if (own.size > 0 && other.size > 0 && ![...other].some((route) => own.has(route))) return 'wrong';
  const isRouteSaid = own.size === 0 || other.size > 0 || [...routesIn(question)].some((route) => own.has(route));
  const beside = valuesIn(key).filter(
    ({ at, unit, over }) => at > 0 && over === undefined && unit.kind !== wanted.unit.kind,
  );
  const isFound = (value: Value) => given.some((each) => compare(value, each, question) === 'right');
  if (main === 'wrong') return beside.some(isFound) && given.length === 1 ? 'partly' : 'wrong';
  return main === 'right' && isRouteSaid && beside.every(isFound) ? 'right' : 'partly';
}

/** "20 patients (1/0.05)": how it was reckoned is no second answer; "(range 2-3)" is one. */
function withoutWorking(said: string): string {
  const isRange = (bracket: string) => valuesIn(bracket.slice(1, -1)).some(({ low, high }) => high > low);
  const bare = said
    .replace(/\([^()]*[\d.)]\s?[/×x*+=-]\s?[\d.(][^()]*\)/gi, (bracket) => (isRange(bracket) ? bracket : ' '))
    .trim();
  return valuesIn(bare).length > 0 ? bare : said;
}

/** "8 tablets of 500 mg, so 4 g": what it comes to. */
function concluded(said: string): string {
  const last =
    said.split(/\b(?:so|thus|therefore|hence|which is|that is|altogether|in total)\b|\bi\.e\.|=/i).at(-1) ?? '';
  return valuesIn(last).length > 0 ? last : said;
}

function compare(wanted: Value, found: Value, question: string): Verdict {
  const given = asAsked(asCounted(withoutAskedRate(found, wanted, question), wanted, question), wanted, question);
  if ((wanted.isNegative ?? false) !== (given.isNegative ?? false)) return 'wrong';
  if (wanted.over !== undefined || given.over !== undefined) return comparePressures(wanted, given);
  const onSide = compareSides(wanted, given, question);
  if (onSide !== 'right')
    return onSide === 'wrong' || compareSizes(wanted, given, question) === 'wrong' ? 'wrong' : 'partly';
  return compareSizes(wanted, given, question);
}

function compareSizes(wanted: Value, given: Value, question: string): Verdict {
  const isBare =
    (given.unit.symbol === '' && wanted.unit.symbol !== '') ||
    (given.unit.symbol.startsWith('/') &&
      wanted.unit.symbol !== given.unit.symbol &&
      wanted.unit.symbol.endsWith(given.unit.symbol));
  const range = isBare
    ? bare(given, wanted.unit)
    : (asRate(given, wanted.unit) ??
      glycated(given, wanted.unit, question) ??
      toUnit(given, wanted.unit) ??
      ofSolution(given, wanted.unit) ??
      byMass(given, wanted.unit, question));
  if (range === undefined) return isWithoutRate(wanted, given) ? 'partly' : 'wrong';
  // "150 to 400" for so many times 10^9: the figure without its power.
  if (isBare && (wanted.times ?? 1) > 1 && isSame(scaled(range, wanted.times as number), wanted)) return 'partly';
  // "500" for 0.5 mg: the figure of the next unit, which is not said.
  if (isBare && wanted.unit.kind !== '' && [1000, 0.001].some((step) => isSame(scaled(range, step), wanted)))
    return /g1|L1|mol1|V1|m1/.test(wanted.unit.kind) ? 'partly' : 'wrong';
  // "About 5" for four to five: the end of the range that one remembers.
  if (
    given.isRough === true &&
    wanted.high > wanted.low &&
    [wanted.low, wanted.high].some((end) => Math.abs(end - range.low) < end * 1e-6)
  )
    return isBare && !isClear(wanted.unit, question) ? 'partly' : 'right';
  // "At 1" for twelve months: an age without a unit is one in years.
  if (
    isBare &&
    wanted.unit.symbol === 'month' &&
    /\b(?:age|old)\b/i.test(question) &&
    isSame(scaled(range, 12), wanted)
  )
    return 'right';
  const isFigure = wanted.unit.symbol === '' && !Number.isInteger(wanted.low) && wanted.low === wanted.high;
  if (isFigure && Math.abs(range.low - wanted.low) <= ROUNDED && range.low === Math.round(wanted.low))
    return given.isRough === true ? 'right' : 'wrong';
  const isUnconverted = isBare || given.unit.symbol === wanted.unit.symbol;
  if (isUnconverted && isOtherFigure(range, wanted, given)) return 'wrong';
  if (!isSame(range, wanted, isLoose(wanted.unit, given.unit), wanted.unit.symbol !== given.unit.symbol))
    return isPart(range, wanted) ? 'partly' : 'wrong';
  return isBare && !isClear(wanted.unit, question) ? 'partly' : 'right';
}

/** "3.2" for 3.3: written as exactly as the key, and another figure; "5" for 4.8 is rounded. */
function isOtherFigure({ low, high }: Range, wanted: Value, given: Value): boolean {
  if (low !== high || wanted.low !== wanted.high || given.isRough === true) return false;
  const grain = Math.max(wanted.grain ?? 0, given.grain ?? 0);
  return low !== wanted.low && Math.abs(low - wanted.low) > grain / 2 + 1e-9;
}

/** "23 pairs" are 46, unless it is pairs that are asked for. */
function asCounted(given: Value, { unit }: Value, question: string): Value {
  if (given.unit.symbol !== PAIR || unit.symbol === PAIR) return given;
  const times = /\bpairs?\b/i.test(question) ? 1 : 2;
  return { ...given, ...scaled(given, times), unit: { symbol: '', factor: 1, kind: '' } };
}

/** "4 kcal" where it was asked how many kcal: the unit of the question, said again. */
function asAsked(given: Value, { unit }: Value, question: string): Value {
  // "72 bpm" where it was asked how often a minute.
  const [, period] = /\b(?:per|a|each|every) (second|minute|hour|day|week|month|year)\b/i.exec(question) ?? [];
  const asked = period === undefined ? undefined : readUnitAt(`/${period}`, 0).unit;
  if (unit.symbol === '' && given.unit.kind === 's-1' && asked?.kind === 's-1')
    return { ...given, ...scaled(given, given.unit.factor / asked.factor), unit };
  if (unit.symbol !== '' || given.unit.kind === '' || !isClear(given.unit, question)) return given;
  return { ...given, unit };
}

const PAIR = 'pair';

/** "5 litres" for 5 L/min, "5 mg" for 5 mg/kg, "0.5 mL/h" for 0.5 mL/kg/h: of all that it is counted by, one or all are not said. */
function isWithoutRate(wanted: Value, given: Value): boolean {
  const [amount = '', ...per] = wanted.unit.symbol.split('/');
  const lesser = [amount, ...per.map((_, left) => [amount, ...per.filter((__, at) => at !== left)].join('/'))];
  return (
    per.length > 0 &&
    lesser.some((symbol) => {
      const { unit } = readUnitAt(symbol, 0);
      const range = unit.kind === given.unit.kind ? toUnit(given, unit) : undefined;
      return range !== undefined && isSame(range, { ...wanted, unit });
    })
  );
}

function comparePressures(wanted: Value, given: Value): Verdict {
  const near = (value: number, other: number) =>
    Math.abs((given.unit.symbol === '' ? value : (inUnit(value, given.unit, wanted.unit) ?? Number.NaN)) - other) <=
    other * 0.01;
  // One of the two figures: a part.
  if (wanted.over === undefined) return 'wrong';
  if (given.over === undefined) return near(given.low, wanted.low) || near(given.low, wanted.over) ? 'partly' : 'wrong';
  return near(given.low, wanted.low) && near(given.over, wanted.over) ? 'right' : 'wrong';
}

/** A figure without a unit is meant in the unit of the key; a part of one as a percentage too. */
function bare(given: Range, unit: Unit): Range {
  return unit.symbol === '%' && given.high < 1 ? scaled(given, 100) : given;
}

/** A unit that need not be said: none that matters, or the question has it. */
function isClear({ symbol, kind }: Unit, question: string): boolean {
  // Nothing but the body mass index is measured in kg/m².
  if ((kind === '' && !symbol.includes('/')) || kind === 'g1 m2-1' || symbol === SHARE.symbol) return true;
  if (symbol === 'year' && /\b(?:age|aged|old)\b/i.test(question)) return true;
  if (symbol === '°C' && /\btemperature\b/i.test(question)) return true;
  if (symbol === 'mmHg' && /\b(?:systolic|diastolic|blood pressure)\b/i.test(question)) return true;
  if (isAskedIn(symbol, question)) return true;
  const asked = ` ${question.toLowerCase()} `;
  const has = (word: string) => new RegExp(`(?<![\\p{L}])${escaped(word)}s?(?![\\p{L}])`, 'u').test(asked);
  const [amount = '', ...per] = symbol.toLowerCase().split('/');
  return has(symbol.toLowerCase()) || (per.length > 0 && has(amount) && per.every((unit) => has(unit)));
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}

function toUnit({ low, high, unit }: Value, to: Unit): Range | undefined {
  const [first, last] = [inUnit(low, unit, to), inUnit(high, unit, to)];
  return first === undefined || last === undefined ? undefined : { low: first, high: last };
}

function isTime({ kind }: Unit): boolean {
  return kind === 's1';
}

/** Weeks for months: nobody counts the days. */
function isLoose(a: Unit, b: Unit): boolean {
  return isTime(a) && isTime(b) && a.symbol !== b.symbol && /month|year/.test(a.symbol + b.symbol);
}

/** How far a figure may be off: not at all where things are counted, hardly where it is warm. */
function toleranceOf({ symbol, kind }: Unit, isLoosely: boolean, isConverted: boolean): number {
  if (isLoosely) return LOOSE;
  if (kind === 's1' && !isConverted) return EXACT;
  if (symbol === '') return 0.01;
  return kind.startsWith('°') ? 0.008 : TOLERANCE;
}

function isSame(a: Range, b: Value, isLoosely = false, isConverted = true): boolean {
  // "About 40 hours" is not counted to the hour.
  const tolerance = Math.max(
    toleranceOf(b.unit, isLoosely, isConverted),
    b.isRough === true && isTime(b.unit) ? TOLERANCE : 0,
  );
  const least = b.unit.kind === '°C1' ? 0.2 : 1e-9;
  const near = (x: number, y: number) => Math.abs(x - y) <= Math.abs(y) * tolerance + least;
  const width = b.high - b.low;
  // A narrow range leaves no room for rounding: 7.35 is not 7.45.
  if (width > 0 && width < b.high * TOLERANCE * 2)
    return Math.abs(a.low - b.low) <= width * 0.11 && Math.abs(a.high - b.high) <= width * 0.11;
  if (near(a.low, b.low) && near(a.high, b.high)) return true;
  // "450 to 550" for 500: around the value.
  if (b.low === b.high && a.high > a.low && near((a.low + a.high) / 2, b.low) && a.high - a.low <= b.high * 0.3)
    return b.unit.symbol !== '';
  // "three to four months" for 120 days.
  return isTime(b.unit) && b.low === b.high && a.low < b.low && near(a.high, b.high) && a.high - a.low < b.high / 3;
}

/** Within the range, around the value, or a range that is mostly the same. */
function isPart(a: Range, b: Range): boolean {
  if (b.high > b.low && a.low >= b.low * (1 - 1e-9) && a.high <= b.high * (1 + 1e-9)) return true;
  if (b.low === b.high) return a.high > a.low && a.low <= b.low && a.high >= b.high && a.high <= b.high * 2;
  const shared = Math.min(a.high, b.high) - Math.max(a.low, b.low);
  return shared / (Math.max(a.high, b.high) - Math.min(a.low, b.low)) >= ALIKE;
}
