import type { Mention } from '../facts/facts.ts';
import { readData, splitList } from '../tables/tables.ts';
import { inDate, type Line } from '../words/line.ts';
import { type ObservationEntry, observationByCode } from './observations.ts';
import { judge, type Quantity, refuseStrange } from './quantities.ts';
import { convert, readUnit, type Unit } from './units.ts';

/** A value as it stands in the text; its places count from where the sentence begins. */
export interface Value {
  quantity: Quantity;
  start: number;
  end: number;
}

/** The value that stands at `at`, if it can be this analyte's. */
export function readValue(line: Line, entry: ObservationEntry, at: number): Value | undefined {
  if (entry.loinc === '85354-9') {
    const pressure = readPressure(line, at);
    if (pressure) return pressure;
  }
  if (entry.loinc === '8302-2') {
    const height = readFeet(line.text, at);
    if (height) return height;
  }
  return readNumber(line, entry, at);
}

const PRESSURE =
  /^(\d{2,3})(?:\s?[-–]\s?\d{2,3})?\s*(?:\/|\\|over)\s*(\d{2,3})(?:\s?[-–]\s?\d{2,3}(?!\d|\s*%))?(?!\d|\.\d|\s*(?:mg|mcg|tablet)\b)/i;

export function readPressure(line: Line, at: number): Value | undefined {
  const match = PRESSURE.exec(line.text.slice(at, at + 30));
  if (!match) return undefined;
  const [systolic, diastolic] = [Number(match[1]), Number(match[2])];
  let end = at + match[0].length;
  const unit = readUnit(line.text, end);
  if (unit?.unit.dimension === 'pressure') end = unit.end;
  const value = `${systolic}/${diastolic}`;
  const possible = systolic > diastolic && systolic >= 30 && systolic <= 350 && diastolic >= 10 && diastolic <= 220;
  const quantity: Quantity = possible
    ? { value, unit: 'mm[Hg]' }
    : { original: { value, unit: 'mm[Hg]' }, warning: `A blood pressure of ${value} is not possible.` };
  return { quantity, start: at, end };
}

const FEET =
  /^(\d)\s*(?:'|’|′|ft\.?|feet|foot)\s*(?:(\d{1,2}(?:\.\d)?)\s*(?:"|”|''|″|inches|inch|in\b\.?)?)?(?:\s*(?:tall|in height))?/i;

/** 5'10", 5 ft 10, 6 feet → centimetres. */
export function readFeet(text: string, at: number): Value | undefined {
  const match = FEET.exec(text.slice(at, at + 30));
  if (!match || Number(match[2] ?? 0) >= 12) return undefined;
  const inches = Number(match[1]) * 12 + Number(match[2] ?? 0);
  if (inches < 20 || inches > 108) return undefined;
  const original = { value: match[0].replace(/\s*(?:tall|in height)$/i, '').trim(), unit: '[ft_i]' };
  return {
    quantity: { value: Math.round(inches * 25.4) / 10, unit: 'cm', original },
    start: at,
    end: at + match[0].trimEnd().length,
  };
}

const NUMBER = /^([<>≤≥]=?\s*)?([-−]?\d{1,3}(?:,\d{3})+(?:\.\d+)?|[-−]?\d+(?:[.,]\d+)?)/;
const NOT_A_VALUE =
  /^\s*(?:-?\s*(?:days?|weeks?|wks?|months?|mos?|years?|yrs?|y\b(?!\/)|hours?|hrs?|h\b|minutes?|mins?|times?\b|am\b|pm\b|a\.m|p\.m|o'?clock|x\s?(?:a|per)|st\b|nd\b|rd\b|th\b(?! percentile)|y\/?o|steps|calories|people|pills?|tablets?|visits?|points|u\s*(?:of\s+)?(?:p?rbcs?|ffp|plts?|platelets|blood)|units?\s+(?:of\s+)?(?:p?rbcs?|ffp|platelets|blood|packed)|doses?|cups?|drinks?|pints?)|:\d\d|\/\d+\s*(?:mg|mcg)|\/10\b|\/\d{1,2}\/\d{2,4})/i;

export function readNumber(line: Line, entry: ObservationEntry, at: number): Value | undefined {
  const rest = line.text.slice(at, at + 24);
  const match = NUMBER.exec(rest);
  if (!match || /^\d{1,2}\)\s/.test(rest)) return undefined;
  let end = at + match[0].length;
  if (inDate(line, at, end) || /^['’]?s\b/.test(line.text.slice(end, end + 3))) return undefined;
  if (/^[a-zA-Z]/.test(line.text.slice(end, end + 1)) && !readUnit(line.text, end)) return undefined;
  const after = line.text.slice(end, end + 24);
  const unit = readUnit(line.text, end);
  if (NOT_A_VALUE.test(after) && !(unit && isOwnUnit(entry, unit.unit.ucum))) return undefined;
  if (/^\s*\/\s*\d/.test(after)) return undefined;
  const second = /^\s?(?:-|–|to)\s?(\d+(?:\.\d+)?)/.exec(after);
  const span = second && !/ to /.test(second[0]) ? second[0].length : 0;
  const read = readUnit(line.text, end + span);
  const value = Number(readDigits(match[2] ?? ''));
  if (!Number.isFinite(value) || (value < 0 && entry.limits.low >= 0)) return undefined;
  const strange = strangeUnit(line.text, read?.end ?? end, read?.unit);
  const quantity = strange === undefined ? judge(entry, value, read?.unit) : refuseStrange(entry, value, strange);
  if (!quantity) return undefined;
  if (span > 0 && read) end += span;
  if (read && quantity.unitUsed) end = read.end;
  if (match[1] && quantity.original) quantity.original.value = `${match[1].trim()}${match[2]}`;
  return withRest(line, entry, { quantity, start: at, end });
}

const UNIT_SHAPED = /^ ?([a-z]{3,}s|[a-z]{2,}\/[a-z]{1,8})(?![\p{L}\d/])/iu;
const OF_SPEECH = new Set(splitList(readData('units').after_values ?? ''));

/** What stands where a unit would and is none: "140 florps", "5 apples/L", "82 stone kilometers". */
function strangeUnit(text: string, end: number, known: Unit | undefined): string | undefined {
  if (known !== undefined) {
    const second = readUnit(text, end);
    const odd = second !== undefined && second.end - second.start > 2 && second.unit.dimension !== known.dimension;
    return odd && text[end] === ' ' ? text.slice(second.start, second.end) : undefined;
  }
  const word = UNIT_SHAPED.exec(text.slice(end, end + 24))?.[1];
  return word === undefined || OF_SPEECH.has(word.toLowerCase()) ? undefined : word;
}

const REST =
  /^\s*(?:and\s+)?(\d{1,2}(?:\.\d)?)\s*(lbs?|pounds?|oz|ounces?)?(?![\d./]|\s*(?:kg|years?|months?|weeks?|days?))\b/i;

/** "11 st 7 lb", "7 lbs 4 oz": the smaller unit belongs to the same weight. */
export function withRest(line: Line, entry: ObservationEntry, value: Value): Value {
  const unit = value.quantity.original?.unit;
  if (
    entry.loinc !== '29463-7' ||
    typeof value.quantity.value !== 'number' ||
    !(unit === '[stone_av]' || unit === '[lb_av]')
  )
    return value;
  const match = REST.exec(line.text.slice(value.end, value.end + 16));
  if (!match || (!match[2] && unit === '[lb_av]') || (/^l|^p/i.test(match[2] ?? 'l') && unit === '[lb_av]'))
    return value;
  const part = convert(Number(match[1]), unit === '[stone_av]' ? '[lb_av]' : '[oz_av]', 'kg') ?? 0;
  const end = value.end + match[0].length;
  const written = line.text.slice(value.start, end);
  return {
    ...value,
    end,
    quantity: {
      ...value.quantity,
      value: Math.round((value.quantity.value + part) * 100) / 100,
      original: { value: written },
    },
  };
}

function isOwnUnit(entry: ObservationEntry, ucum: string): boolean {
  return entry.unit === ucum || entry.units.includes(ucum);
}

/** "1,200" has a thousands comma, "6,5" a decimal one. */
export function readDigits(digits: string): string {
  const plain = digits.replace('−', '-');
  return /^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(plain) ? plain.replace(/,/g, '') : plain.replace(',', '.');
}

export function measurement(line: Line, entry: ObservationEntry, from: number, { quantity, end }: Value): Mention {
  const isPressure = typeof quantity.value === 'string' || entry.loinc !== '85354-9';
  const named = isPressure || quantity.value === undefined ? entry : (observationByCode('8480-6') ?? entry);
  const mention: Mention = {
    kind: 'measurement',
    start: from + line.offset,
    end: end + line.offset,
    name: named.name,
    code: { system: 'http://loinc.org', code: named.loinc },
    weight: 9,
  };
  if (quantity.value !== undefined) mention.value = quantity.value;
  if (quantity.unit !== undefined) mention.unit = quantity.unit;
  if (quantity.original !== undefined) mention.original = quantity.original;
  if (quantity.warning !== undefined) {
    mention.warning = quantity.warning;
    mention.certainty = 'possible';
  }
  return mention;
}
