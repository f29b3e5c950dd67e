/** Wrong values beside a right one: of the same form and size, none that overlaps it or anything else the passage says. */
import { inUnitOf, overlap, type Quantity, readQuantities, wordFor, writeNumber } from '../facts/values.ts';
import type { Chance } from './chance.ts';
import { stepsFrom } from './ladders.ts';
import { type Plausible, plausibleFor } from './plausible.ts';

const NARROW = 0.25;
const FRACTIONS: readonly (readonly [string, number])[] = [
  ['one tenth', 0.1],
  ['one fifth', 0.2],
  ['one third', 1 / 3],
  ['half', 0.5],
  ['two thirds', 2 / 3],
  ['three quarters', 0.75],
];

/**
 * As many below the right one as chance says, the others above it: its place among them tells nothing. Beside a limit both
 * sides may be entailed by it, so that its stem asks which one the text gives (`thresholdStem`).
 */
export function wrongValues(quantity: Quantity, passage: string, chance: Chance, sentence = ''): string[] {
  if (quantity.unit === 'fraction') return wrongFractions(quantity, chance);
  if (quantity.unit === 'count') return wrongCounts(quantity, chance);
  const beside = besideIn(sentence, quantity);
  // Grades side by side, or a range in two units: what is wrong would be seen by counting.
  if (quantity.mixed === true || beside.length > 1) return [];
  const excluded = beside.flatMap(({ low, bound }) =>
    bound === undefined
      ? []
      : [bound.side === 'below' ? { low: 0, high: low } : { low, high: Number.POSITIVE_INFINITY }],
  );
  const taken = [quantity, ...rangeBehind(quantity, sentence), ...readQuantities(passage)]
    .map((other) => inUnitOf(other, quantity.unit))
    .filter((span) => span !== undefined);
  const within = plausibleFor(quantity, sentence);
  const free = (spans: readonly Span[]) => {
    const chosen: Span[] = [];
    for (const span of spans)
      if (
        !excluded.some((other) => overlap(span, other)) &&
        ![...taken, ...chosen].some((other) => areNear(span, other, quantity, within))
      )
        chosen.push(span);
    return chosen.slice(0, 3);
  };
  const below = free(candidates(quantity, -1, within));
  const above = free(candidates(quantity, 1, within));
  const under = Math.min(below.length, Math.max(3 - above.length, Math.floor(chance.next() * 4)));
  const texts = [...below.slice(0, under), ...above.slice(0, 3 - under)].map(({ low, high }) =>
    write(quantity, low, high),
  );
  return new Set([...texts, quantity.text]).size === 4 ? texts : [];
}

/** "8 days (3 to 21)": the range of what is told in the middle. */
function rangeBehind({ end, unit }: Quantity, sentence: string): Pick<Quantity, 'low' | 'high' | 'unit'>[] {
  const [, low, high] = /^\s*\((?:range |from )?(\d[\d.]*)\s*(?:to|–|-)\s*(\d[\d.]*)\)/.exec(sentence.slice(end)) ?? [];
  return low === undefined || high === undefined ? [] : [{ low: Number(low), high: Number(high), unit }];
}

/** "Fewer than 35 %" is true of what is fewer than 20 %: what is asked is the limit that is given. */
export function thresholdStem(quantity: Quantity, stem: string): string {
  // "Three films over 48 hours" are within them.
  const isSpan = TIMES.test(quantity.unit) && /\p{Ll} over ____/u.test(stem);
  if (quantity.bound === undefined || isSpan) return stem;
  return `Which ${quantity.bound.time && TIMED.test(quantity.unit) ? 'time' : 'threshold'} does the text give? ${stem}`;
}

/** Other figures of the sentence for the same matter: in the same unit, and not of a time or a share. */
function besideIn(sentence: string, quantity: Quantity): Quantity[] {
  return readQuantities(sentence).filter(
    (other) =>
      other.start !== quantity.start && inUnitOf(other, quantity.unit) !== undefined && !TIMES.test(other.unit),
  );
}

const TIMED = /^(?:s|min|h|d|wk|mo|a|second|minute|hour|day|week|month|year)$/;
const TIMES = /^(?:%|s|min|h|d|wk|mo|a|second|minute|hour|day|week|month|year)$/;

interface Span {
  readonly low: number;
  readonly high: number;
}

function write({ form, decimals: own, text }: Quantity, low: number, high: number): string {
  const decimals = Number.isInteger(low) && Number.isInteger(high) ? own : Math.max(own, FINE);
  return inNumber(form, high)
    .replace('{1}', () => writeNumber(low, decimals, text))
    .replace('{2}', () => writeNumber(high, decimals, text));
}

const UNIT_WORD = /^(\{1\}[\s-]?(?:second|minute|hour|day|week|month|year|gram|litre|liter|unit|time|dose|tablet))s?\b/;

/** "1 hour" beside "2 hours". */
function inNumber(form: string, high: number): string {
  return form.replace(UNIT_WORD, (written, one: string) =>
    one.includes('-') ? written : high === 1 ? one : `${one}s`,
  );
}

/** Small whole numbers have none below them but fractions: "below 1 %" stands beside 0.5 %. */
const FINE = 1;
const SMALL = 5;

/** Values away from the right one, the nearest first. */
function candidates(quantity: Quantity, side: 1 | -1, within: Plausible): Span[] {
  const { low, high, unit } = quantity;
  // Nobody says "0.8 hours".
  const isFine =
    quantity.bound?.side === 'below' &&
    side === -1 &&
    high <= SMALL &&
    quantity.unit !== '' &&
    !TIMED.test(quantity.unit);
  const decimals = isFine ? Math.max(FINE, quantity.decimals) : quantity.decimals;
  const width = high - low;
  const step = stepOf(quantity) ?? within.step;
  const dose =
    width === 0 && low > 0 && step === undefined && unit !== '' && (within.close < ROUGHLY || within.room > 2)
      ? stepsFrom(low, unit, side)?.filter((value) => Number(value.toFixed(Math.max(decimals, FINE))) === value)
      : undefined;
  const spans =
    dose !== undefined
      ? dose.map((value) => ({ low: value, high: value }))
      : step === undefined
        ? factorsFor(side, within).map((factor) => ({
            low: tidy(low * factor, decimals, grainOf(low)),
            high: tidy(high * factor, decimals, grainOf(high)),
          }))
        : (within.room > 2 ? MANY : FEW).map((count) => ({
            ...{ low: low + side * count * step, high: high + side * count * step },
          }));
  const top = unit === 'Cel' && high <= WARMEST ? WARMEST : (MOST[unit] ?? Number.POSITIVE_INFINITY);
  const whole = decimals === 0 && Number.isInteger(low) && unit !== '%' && dose === undefined;
  return spans.filter(
    (span) =>
      !(whole && (span.low < 2 || !Number.isInteger(span.low) || !Number.isInteger(span.high))) &&
      span.low > 10 ** -(decimals + 1) &&
      span.high <= Math.min(top, within.high) &&
      span.low >= (isFine ? 0 : within.low) &&
      (side === 1 ? span.low >= high * within.room : span.high * within.room <= low) &&
      (width === 0 || span.high > span.low),
  );
}

/** More is not possible, and would be known to be wrong at a glance. */
const MOST: Readonly<Record<string, number>> = {
  ...{ '%': 98, 'day/week': 7, 'day/month': 30, 'hour/day': 24, 'month/year': 12, 'minute/hour': 59 },
  ...{ 'd/wk': 7, 'd/week': 7, 'd/month': 30, 'd/mo': 30, 'h/d': 24, 'h/day': 24, 'min/h': 59 },
};

/** Near enough to be believed, the near ones first. */
const RISING = [1.25, 1.5, 1.8, 2, 2.5, 3, 4];
const WIDE = [2.5, 3, 4, 5, 6, 8, 10];
const FEW = [1, 2, 3, 4, 5];
const MANY = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

function factorsFor(side: 1 | -1, { room }: Plausible): number[] {
  const factors = room > 2 ? WIDE : RISING;
  return side === 1 ? factors : factors.map((factor) => 1 / factor);
}

/** What is told roughly needs more room than the steps of a ladder. */
const ROUGHLY = 0.2;
/** What lives, lives below it. */
const WARMEST = 45;
const HALF_DAY = 12;
const HOURS = /^(?:h|hour)$/;

/** Where values lie close together, how far apart they are asked; undefined where they grow by factors. */
function stepOf({ low, high, unit, decimals }: Quantity): number | undefined {
  const width = high - low;
  if (width > 0) return width / high < NARROW ? width * 2 : undefined;
  if (unit === '%') return low >= 15 ? 15 : undefined;
  // Half days and days: nobody collects urine for 19 hours.
  if (HOURS.test(unit) && low % HALF_DAY === 0) return HALF_DAY;
  if (unit === 'Cel' && low > 30 && low < 45) return 2;
  return unit === '' && low > 6 && low < 8.5 ? 2 * 10 ** -decimals : undefined;
}

/** How round a figure is: 540 by tens, 450 by fifties, 626 by ones. A rounder one beside it would give it away. */
function grainOf(value: number): number {
  if (!Number.isInteger(value) || value === 0) return Number.POSITIVE_INFINITY;
  let grain = 1;
  while (value % (grain * 10) === 0) grain *= 10;
  return value % (grain * 5) === 0 ? grain * 5 : grain;
}

/** To as many figures as a person would write, and as the right one has. */
function tidy(value: number, decimals: number, own: number): number {
  const size = Math.floor(Math.log10(Math.abs(value)));
  const coarse = 10 ** size * (value / 10 ** size < 3 ? 0.1 : 0.5);
  const grain = Math.max(Math.min(coarse, own), 10 ** -decimals);
  return Math.round(value / grain) * grain;
}

/** Nearer than this is a matter of rounding. */
function areNear(a: Span, b: Span, quantity: Quantity, within: Plausible): boolean {
  if (overlap(a, b)) return true;
  const gap = Math.max(b.low - a.high, a.low - b.high);
  const step = stepOf(quantity) ?? within.step;
  if (step !== undefined)
    return gap < (quantity.high > quantity.low ? (quantity.high - quantity.low) * 0.4 : step * 0.6);
  return gap < Math.max(a.low, b.low) * within.close;
}

function wrongFractions({ low, text }: Quantity, chance: Chance): string[] {
  const far = FRACTIONS.filter(([, value]) => Math.abs(value - low) > 0.12);
  const hyphen = text.includes('-');
  return chance
    .shuffle(far)
    .slice(0, 3)
    .map(([word]) => (hyphen ? word.replace(' ', '-') : word));
}

function wrongCounts({ low }: Quantity, chance: Chance): string[] {
  const near = [low - 2, low - 1, low + 1, low + 2, low + 3, low * 2].filter((count) => count > 1 && count !== low);
  const words = [...new Set(near)].map(wordFor).filter((word) => word !== undefined);
  return chance.shuffle(words).slice(0, 3);
}
