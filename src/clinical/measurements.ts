import type { DateSpan } from './dates.ts';
import type { Mention } from './facts.ts';
import type { Match } from './lexicon.ts';
import { type ObservationEntry, observationByCode } from './observations.ts';
import { judge, type Quantity } from './quantities.ts';
import { readStandalone } from './standalone.ts';
import type { Token } from './tokens.ts';
import { convert, readUnit } from './units.ts';

/** The sentence as the readers share it. Places are offsets into the whole text; `offset` is where `text` begins. */
export interface Line {
  text: string;
  offset: number;
  tokens: Token[];
  matches: Match[];
  dates: DateSpan[];
  /** Part of a longer text of several sentences, as clinical notes are. */
  note: boolean;
}

/** Vital signs and laboratory values of a sentence: named ones first, then those that name themselves by their unit. */
export function readMeasurements(line: Line): Mention[] {
  const mentions: Mention[] = [];
  for (const match of line.matches) {
    const term = match.terms.find(({ group }) => group === 'observation');
    const entry = term?.code ? observationByCode(term.code.code) : undefined;
    if (!entry || match.guessed) continue;
    const start = line.tokens[match.from]!.start - line.offset;
    const end = line.tokens[match.to - 1]!.end - line.offset;
    if (mentions.some((known) => known.start < end + line.offset && start + line.offset < known.end)) continue;
    const taken = match.terms.some(({ group }) => group === 'drug');
    const values = valuesAfter(line, entry, start, end, nextName(line, match));
    if (taken && values.some(({ warning, unit }) => warning !== undefined || unit === undefined)) continue;
    const dose = supplementDose(line, entry, values[0], start, end);
    mentions.push(...(dose ? [dose] : values));
    if (!mentions.some((known) => known.start === start + line.offset))
      mentions.push(...valueBefore(line, entry, start, end, mentions));
  }
  return [...mentions, ...readStandalone(line, mentions)]
    .sort((a, b) => a.start - b.start)
    .filter((mention, at, all) => !saysAgain(line, all[at - 1], mention));
}

/** "72 kg (158 lb)": the same in another unit. */
function saysAgain(line: Line, before: Mention | undefined, mention: Mention): boolean {
  if (!before || before.name !== mention.name || typeof before.value !== 'number' || typeof mention.value !== 'number')
    return false;
  const between = line.text.slice(before.end - line.offset, mention.start - line.offset);
  return (
    /^\s*[(/=]\s*$/.test(between) &&
    before.unit === mention.unit &&
    Math.abs(before.value - mention.value) < 0.02 * before.value
  );
}

/** "calcium 600 mg twice daily": a mass is no blood level but a dose. */
function supplementDose(
  line: Line,
  entry: ObservationEntry,
  value: Mention | undefined,
  start: number,
  end: number,
): Mention | undefined {
  if (!value?.warning || !SUPPLEMENTS.test(entry.name)) return undefined;
  const dose = /\d+(?:[.,]\d+)?\s*(?:mg|mcg|µg|g|meq|iu|units?)(?![a-z/])/i.exec(
    line.text.slice(end, value.end - line.offset + 1),
  );
  if (!dose) return undefined;
  const name = entry.name.replace(/ \(.*\)$/, '').toLowerCase();
  return { kind: 'medication', start: start + line.offset, end: value.end, name, dose: dose[0].trim(), weight: 9 };
}

const SUPPLEMENTS = /^(?:calcium|iron|potassium|magnesium|zinc|copper|vitamin|folate|phosphate|sodium)/i;

/** Where the next analyte is named: its values are its own. */
function nextName(line: Line, match: Match): number {
  const next = line.matches.find(
    (other) => other.from >= match.to && other.terms.some(({ group }) => group === 'observation'),
  );
  return next ? line.tokens[next.from]!.start - line.offset : line.text.length;
}

const NUMBER = /^([<>≤≥]=?\s*)?([-−]?\d{1,3}(?:,\d{3})+(?:\.\d+)?|[-−]?\d+(?:[.,]\d+)?)/;
const PRESSURE =
  /^(\d{2,3})(?:\s?[-–]\s?\d{2,3})?\s*(?:\/|\\|over)\s*(\d{2,3})(?:\s?[-–]\s?\d{2,3})?(?!\d|\.\d|\s*(?:mg|mcg|tablet)\b)/i;
const CONNECTOR =
  /^(?:bumped|doubled|worsened|steadily|declined|drifted|uptrending|downtrending|used|it's|trended|goes|going|gets|get|getting|shot|climbs|climbed|reaches|reached|peaked|peaks|is|was|were|are|of|at|to|a|an|the|came|come|back|up|down|reading|readings|level|levels|count|measured|measures|measuring|about|around|approximately|approx|now|currently|only|just|still|been|has|had|have|running|runs|ran|ranging|ranged|ranges|from|between|average|averages|averaging|averaged|value|values|result|results|showed|shows|read|reads|recorded|as|high|low|elevated|normal|abnormal|stable|borderline|fasting|random|my|his|her|this|in|on|with|increased|decreased|rose|fell|dropped|went|improved|jumped|spiked|hit|got|test|checked|roughly|typically|usually|mostly|resting|best|peak|lowest|highest|then|steady|greater|less|more|than|over|under|above|below|near|almost|nearly|estimated|by|me|i|it|that|which|concentration|rate|serum|plasma|blood|titer|most|recent|last|latest|first|new|repeat|initial|i'm|he|she|today|today's|sitting|standing|lying|out|taken|remains|remained|remain|day|post|pre|meal|after|before|eating|lunch|breakfast|dinner|so|far|and|consistently|percent|actually|really|pretty|quite|bit|little|home|office|clinic|both|arm|left|right|oral|orally|too|very|gone|going|crept|trended|trending|slightly|found|be|noted|reported|temperature|measurement|weight|height|approximately|presently|good|great|fine|bad|better|worse|ok|okay|maybe|like|tested|stayed|holding|hovering|hovers|kept|keeps|sits|stands|equals|total)$/i;

/** The value after a name ("A1c was 6.5%"), and the further ones of a series ("from 8.2 to 7.1"). */
function valuesAfter(line: Line, entry: ObservationEntry, start: number, end: number, limit: number): Mention[] {
  const found: Mention[] = [];
  let at = skipConnectors(line, end, limit, 10);
  let from = start;
  while (at !== undefined && at < limit) {
    const value = readValue(line, entry, at);
    if (!value || (found.length > 0 && value.quantity.warning)) break;
    if (entry.loinc === '29463-7' && CHANGE.test(line.text.slice(end, value.start))) break;
    found.push(measurement(line, entry, from, value));
    at = nextInSeries(line, value.end, limit);
    if (at !== undefined) from = at;
  }
  return found;
}

/** "weight down 3 kg" tells a change, "down to 80 kg" a weight. */
const CHANGE = /\b(?:down|up|loss|gain|change)\s+(?:(?:by|of|about|around|another)\s+)*$/i;

interface Value {
  quantity: Quantity;
  start: number;
  end: number;
}

function readValue(line: Line, entry: ObservationEntry, at: number): Value | undefined {
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

const NOT_A_VALUE =
  /^\s*(?:-?\s*(?:days?|weeks?|wks?|months?|mos?|years?|yrs?|hours?|hrs?|h\b|minutes?|mins?|times?\b|am\b|pm\b|a\.m|p\.m|o'?clock|x\s?(?:a|per)|st\b|nd\b|rd\b|th\b(?! percentile)|y\/?o|steps|calories|people|pills?|tablets?|visits?|points)|:\d\d|\/\d+\s*(?:mg|mcg)|\/10\b|\/\d{1,2}\/\d{2,4})/i;

function readNumber(line: Line, entry: ObservationEntry, at: number): Value | undefined {
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
  const quantity = judge(entry, value, read?.unit);
  if (!quantity) return undefined;
  if (span > 0 && read) end += span;
  if (read && quantity.unitUsed) end = read.end;
  if (match[1] && quantity.original) quantity.original.value = `${match[1].trim()}${match[2]}`;
  return withRest(line, entry, { quantity, start: at, end });
}

const REST =
  /^\s*(?:and\s+)?(\d{1,2}(?:\.\d)?)\s*(lbs?|pounds?|oz|ounces?)?(?![\d./]|\s*(?:kg|years?|months?|weeks?|days?))\b/i;

/** "11 st 7 lb", "7 lbs 4 oz": the smaller unit belongs to the same weight. */
function withRest(line: Line, entry: ObservationEntry, value: Value): Value {
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

export function inDate(line: Line, start: number, end: number): boolean {
  return line.dates.some((date) => date.start < end + line.offset && start + line.offset < date.end);
}

/** Steps over the words that may stand between a name and its value; undefined when something else comes. */
function skipConnectors(line: Line, from: number, limit: number, most: number): number | undefined {
  let at = from;
  for (let words = 0; at < Math.min(limit, from + 90); ) {
    const date = line.dates.find((span) => span.start - line.offset <= at && at < span.end - line.offset);
    if (date) {
      at = date.end - line.offset;
      continue;
    }
    const char = line.text[at] ?? '';
    if (/\d/.test(char) || (/[<>≤≥]/.test(char) && /[<>≤≥]=?\s*\d/.test(line.text.slice(at, at + 4)))) return at;
    if (/[-−]/.test(char) && /[-−]\d/.test(line.text.slice(at, at + 2)) && /[\s:(=]/.test(line.text[at - 1] ?? ' '))
      return at;
    if (/[\s:=~≈\-–()[\],*→>+|]/.test(char)) {
      at++;
      continue;
    }
    const word = /^[\p{L}'’]+/u.exec(line.text.slice(at, at + 24))?.[0];
    if (!word || !CONNECTOR.test(word) || ++words > most) return undefined;
    at += word.length;
  }
  return undefined;
}

const QUALIFIER =
  /^(?:\s*(?:\(?(?:fasting|random|sitting|standing|lying|supine|resting|pre-?meal|post-?meal|average|high|low|h|l)\)?|(?:before|after|at|in|on|with) (?:the |my )?(?:bed|bedtime|breakfast|lunch|dinner|meals?|eating|exercise|rest|morning|evening|night|noon|left|right|left arm|right arm|food)))+(?=\s*[,;]|\s+and\b)/i;
const SERIES =
  /^\s*(?:,|;|\bbut\b|→|->|-->|=>|\bto\b|\band\b|\bthen\b|\bnow\b|\bfrom\b|\bdown to\b|\bup to\b|\bup from\b|\bdown from\b|\bcompared to\b|\bwas\b|\bit['’]s\b|\bit is\b|\bpreviously\b|\bvs\.?\b|\bis\b|\bafter\b|\blast\b|\s|\()+/i;

function nextInSeries(line: Line, end: number, limit: number): number | undefined {
  let at = end;
  const date = line.dates.find((span) => span.start - line.offset >= at && span.start - line.offset <= at + 4);
  if (date) at = date.end - line.offset;
  at += QUALIFIER.exec(line.text.slice(at, at + 40))?.[0].length ?? 0;
  const step = SERIES.exec(line.text.slice(at, at + 40));
  if (!step || /^\s+$/.test(step[0])) return undefined;
  const next = at + step[0].length;
  if (/\(/.test(step[0]) && !/was|from|previous|prior|last/i.test(step[0])) return undefined;
  if (/^[<>]?\d+(?:\.\d+)?\s?[-–]\s?\d/.test(line.text.slice(next, next + 16))) return undefined;
  return next < limit && /[\d<>]/.test(line.text[next] ?? '') ? next : undefined;
}

const BEFORE =
  /(?:^|[\s(])(\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?)\s*([^\s\d,.;()]{0,8})\s*(?:for|on|of)?\s*(?:my|the|an?|his|her)?\s*$/i;

/** "98% oxygen saturation", "a 7.2 A1c" */
function valueBefore(line: Line, entry: ObservationEntry, start: number, end: number, taken: Mention[]): Mention[] {
  const match = BEFORE.exec(line.text.slice(Math.max(0, start - 28), start));
  if (!match) return [];
  const at = Math.max(0, start - 28) + match.index + match[0].indexOf(match[1] ?? '');
  if (
    inDate(line, at, at + 1) ||
    taken.some((known) => known.start <= at + line.offset && at + line.offset < known.end)
  )
    return [];
  if (match[2] && !readUnit(line.text, at + match[1]!.length)) return [];
  if (!match[2] && !entry.vital && entry.loinc !== '4548-4') return [];
  const value = readNumber(line, entry, at);
  if (!value || !value.quantity.value || value.end > start) return [];
  return [{ ...measurement(line, entry, at, value), end: end + line.offset }];
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
