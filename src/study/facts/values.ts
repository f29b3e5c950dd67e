/** Quantities in running text: numbers, ranges and fractions with their units, and which of two are the same. */
import { convert, readUnit } from '../../clinical/measures/units.ts';
import { NUMBER_WORDS } from '../../text/index.ts';
import { boundAround, type StatedBound } from './bounds.ts';

export interface Quantity {
  readonly start: number;
  readonly end: number;
  /** As it is written, without "about". */
  readonly text: string;
  readonly low: number;
  readonly high: number;
  /** UCUM where it is known, else as it is written; empty for a bare number. */
  readonly unit: string;
  /** How the numbers and what stands around them are written: `{1} to {2} mmol/L`. */
  readonly form: string;
  readonly decimals: number;
  /** On which side of it what is meant lies: "below", "at least", "or more". */
  readonly bound?: StatedBound | undefined;
  /** Its two ends are written in two units: it is in that of the first. */
  readonly mixed?: boolean;
}

const NUMBER = /(?<![\p{L}\p{N}.,/+-])(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?/gu;
const WORDS: Readonly<Record<string, number>> = {
  ...NUMBER_WORDS,
  ...{
    half: 0.5,
    'one half': 0.5,
    'one third': 1 / 3,
    'a third': 1 / 3,
    'two thirds': 2 / 3,
    'two-thirds': 2 / 3,
    'one-third': 1 / 3,
  },
  ...{
    'a quarter': 0.25,
    'one quarter': 0.25,
    'three quarters': 0.75,
    'one fifth': 0.2,
    'a fifth': 0.2,
    'a tenth': 0.1,
    'one tenth': 0.1,
  },
};
/** Units that no table of measurements has: times, counts of other things, rates. */
const PLAIN_UNIT =
  /^(?:[\s-]?(?:%|per ?cent\b)|[\s-](?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|millisecon(?:ds?)|ms|hours?|h|kcal|kJ|calories|dioptres|nm|km|metres|meters|mOsm\/kg|mosmol\/kg|mOsm\/L|mosmol\/L|fL|cmH2O|litres?|liters?|[Uu]nits|IU|Hz|mV|V|kDa|amino acids|base pairs|chromosomes|times|fold|degrees|°)(?![\p{L}\p{N}]))/u;
/** An amount that a rate follows: "7.5 L/h". */
const AMOUNT = /^[\s-]?(?:mL|ml|L|l|dL|kg|mg|µg|ug|g|mmol|mol|mOsm|U)(?=\/[\p{L}])/u;
const RATE =
  /^\s?(?:\/|per |a |an |each )\s?(?:day|minute|min|hour|h|second|week|month|year|litre|kg|1[.,]73 m²|24 hours|kilogram(?: of body weight)?)(?![\p{L}\p{N}])/u;
const JOIN = /^\s?(?:–|—|-|to|and)\s?/;

export function readQuantities(text: string): Quantity[] {
  const found: Quantity[] = [];
  for (const match of text.matchAll(NUMBER)) {
    if (match.index < (found.at(-1)?.end ?? 0)) continue;
    const quantity = readAt(text, match.index, match[0]);
    if (quantity !== undefined) found.push(quantity);
  }
  return found;
}

function readAt(text: string, start: number, first: string): Quantity | undefined {
  let end = start + first.length;
  // "2-chloride", "5-HT", "3rd", "B12": parts of names.
  if (/^(?:-\p{L}|\p{L})/u.test(text.slice(end, end + 2)) && unitAt(text, end) === undefined) return undefined;
  let second: string | undefined;
  let high = toNumber(first);
  let joint = '';
  const between = unitAt(text, end);
  const from = between?.end ?? end;
  const join = JOIN.exec(text.slice(from, from + 6));
  if (join !== null && (join[0].trim() !== 'and' || /\bbetween\s*$/i.test(text.slice(0, start)))) {
    const next = /^(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?![\p{L}\p{N}])/u.exec(text.slice(from + join[0].length));
    const behind = next === null ? undefined : unitAt(text, from + join[0].length + next[0].length);
    const upper = next === null ? undefined : inFirst(toNumber(next[0]), behind?.unit, between?.unit);
    if (next !== null && upper !== undefined && upper > toNumber(first)) {
      second = next[0];
      high = upper;
      joint = text.slice(end, from + join[0].length);
      end = from + join[0].length + next[0].length;
    }
  }
  const unit = unitAt(text, end);
  const mixed = second !== undefined && between !== undefined && unit !== undefined && between.unit !== unit.unit;
  const tail = unit === undefined ? '' : text.slice(end, unit.end);
  end = unit?.end ?? end;
  const low = toNumber(first);
  return {
    start,
    end,
    text: text.slice(start, end),
    low,
    high,
    unit: (mixed ? between?.unit : unit?.unit) ?? '',
    form: second === undefined ? `{1}${tail}` : `{1}${joint}{2}${tail}`,
    decimals: (first.split('.')[1] ?? '').length,
    bound: second === undefined ? boundAround(text.slice(0, start), text.slice(end)) : undefined,
    ...(mixed && { mixed }),
  };
}

/** The upper end in the unit of the lower one: "500 mg to 1 g" is 500 to 1000 mg. */
function inFirst(value: number, own: string | undefined, first: string | undefined): number | undefined {
  return first === undefined || own === undefined || own === first ? value : convert(value, own, first);
}

function unitAt(text: string, at: number): { unit: string; end: number } | undefined {
  const known = readUnit(text, at);
  let end = known?.end ?? at;
  let unit = known?.unit.ucum ?? '';
  if (known === undefined || /^[a-z]$/i.test(text.slice(known.start, known.end).trim())) {
    const plain = PLAIN_UNIT.exec(text.slice(at, at + 30)) ?? AMOUNT.exec(text.slice(at, at + 8));
    if (plain === null && known === undefined) return undefined;
    if (plain !== null) {
      end = at + plain[0].length;
      unit = plain[0]
        .trim()
        .replace(/^-/, '')
        .replace(/^per ?cent$/, '%')
        .replace(/s$/, '');
    }
  }
  // "2 to 3 in most patients" is no length.
  if (unit === '[in_i]' && /^\s+in\s+[\p{L}\d]/u.test(text.slice(at, at + 12))) return undefined;
  // "0.5 mL/kg/h" is by two.
  for (let count = 0; count < 2; count++) {
    const rate = RATE.exec(text.slice(end, end + 40));
    if (rate === null) break;
    unit += `/${rate[0].replace(/^\s?(?:\/|per|a|an|each)\s?/, '').trim()}`;
    end += rate[0].length;
  }
  return { unit, end };
}

function toNumber(written: string): number {
  return Number(written.replaceAll(',', ''));
}

/** A number word or fraction at the start of a text. */
export function readNumberWord(text: string): { value: number; length: number } | undefined {
  const lower = text.toLowerCase();
  const word = Object.keys(WORDS)
    .filter((each) => lower.startsWith(each) && !/[\p{L}-]/u.test(lower[each.length] ?? ' '))
    .sort((a, b) => b.length - a.length)[0];
  return word === undefined ? undefined : { value: WORDS[word] as number, length: word.length };
}

export function wordFor(value: number): string | undefined {
  return Object.entries(WORDS).find(([word, held]) => held === value && !word.includes(' '))?.[0];
}

/** Both as spans of one unit; undefined where they do not measure the same. */
export function inUnitOf(
  quantity: Pick<Quantity, 'low' | 'high' | 'unit'>,
  unit: string,
): { low: number; high: number } | undefined {
  if (quantity.unit === unit) return quantity;
  const low = convert(quantity.low, quantity.unit, unit);
  const high = convert(quantity.high, quantity.unit, unit);
  return low === undefined || high === undefined ? undefined : { low, high };
}

export function overlap(a: { low: number; high: number }, b: { low: number; high: number }): boolean {
  return a.low <= b.high && b.low <= a.high;
}

/** A number as the one beside it is written. */
export function writeNumber(value: number, decimals: number, like: string): string {
  const fixed = value.toFixed(decimals);
  return /\d,\d{3}/.test(like) || value >= 10_000 ? fixed.replace(/\B(?=(\d{3})+(?!\d))/g, ',') : fixed;
}
