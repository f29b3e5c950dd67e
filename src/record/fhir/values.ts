/** FHIR's data types as the graph writes them: times, concepts, quantities, names. Pure functions; absent is null. */
import type { Attachment, Concept, Dosage, HumanName, ObservationValue, Quantity, Range } from './schemas.ts';

export interface Coded {
  name: string | null;
  code: string | null;
  system: string | null;
}

/** `code.text`, else the first coding's display; the first coding's code and system. */
export function coded(concept: Concept | undefined): Coded {
  const first = concept?.coding[0];
  return {
    name: concept?.text ?? first?.display ?? null,
    code: first?.code ?? null,
    system: first?.code ? (first.system ?? null) : null,
  };
}

export function conceptName(concept: Concept | undefined): string | null {
  return concept?.text ?? concept?.coding.find((coding) => coding.display)?.display ?? concept?.coding[0]?.code ?? null;
}

const DATE = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/;
const INSTANT = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(?::(\d{2}))?(?:\.\d+)?(Z|[+-]\d{2}:?\d{2})?$/;

/**
 * Instants become UTC to the second, dates stay dates (a year or a month alone stays as precise as it was).
 * Fractions of a second go: with them text order would no longer be time order.
 */
export function time(source: string | undefined): string | null {
  if (source === undefined) return null;
  const text = source.trim();
  if (DATE.test(text)) return isRealDate(text) ? text : null;
  const parts = INSTANT.exec(text);
  if (!parts) return null;
  const [, day, minute, second = '00', zone = 'Z'] = parts;
  const local = `${day}T${minute}:${second}`;
  const offset =
    zone === 'Z' || zone === '+00:00' || zone === '-00:00' ? 'Z' : zone.replace(/(\d{2}):?(\d{2})$/, '$1:$2');
  const instant = new Date(local + offset);
  if (Number.isNaN(instant.getTime()) || !isRealDate(day!)) return null;
  return offset === 'Z' ? `${local}Z` : `${instant.toISOString().slice(0, 19)}Z`;
}

/** "2027-01-19T14:20": day and hour on the clock of the place, as they were written; without a zone it is the place's too. */
export function clockTime(source: string | undefined): string | null {
  const parts = INSTANT.exec(source?.trim() ?? '');
  if (!parts || time(source) === null) return null;
  const [, day, minute, , zone] = parts;
  return `${day}T${minute}${zone === 'Z' ? 'Z' : ''}`;
}

/** The day of a time. */
export function day(source: string | undefined): string | null {
  return time(source)?.slice(0, 10) ?? null;
}

function isRealDate(text: string): boolean {
  const [year, month, date] = text.split('-').map(Number);
  if (month === undefined) return year! > 0;
  if (month < 1 || month > 12) return false;
  return date === undefined || (date >= 1 && date <= new Date(Date.UTC(year!, month, 0)).getUTCDate());
}

/** "Given Family": the official name, else the usual, else the first; no prefix. */
export function personName(names: HumanName[]): { name: string | null; given: string | null; family: string | null } {
  const chosen =
    names.find((name) => name.use === 'official') ?? names.find((name) => name.use === 'usual') ?? names[0];
  const given = chosen?.given.join(' ') || null;
  const family = chosen?.family ?? null;
  return { name: [given, family].filter(Boolean).join(' ') || chosen?.text || null, given, family };
}

export function unitOf(quantity: Quantity | undefined): string | null {
  return quantity?.code ?? quantity?.unit ?? null;
}

export interface Measured {
  value: number | string | null;
  unit: string | null;
  text: string | null;
}

const NOTHING: Measured = { value: null, unit: null, text: null };

/** A quantity is a number with its UCUM code; anything coded, worded or ticked is its display. */
export function measured(source: ObservationValue): Measured {
  if (source.valueQuantity?.value !== undefined) return measuredQuantity(source.valueQuantity);
  if (source.valueInteger !== undefined) return { value: source.valueInteger, unit: null, text: null };
  const worded = wordedValue(source);
  return worded === null ? NOTHING : { value: worded, unit: null, text: worded };
}

function measuredQuantity(quantity: Quantity): Measured {
  const comparator = quantity.comparator ? `${quantity.comparator} ${quantity.value}` : null;
  return { value: quantity.value ?? null, unit: unitOf(quantity), text: comparator };
}

function wordedValue(source: ObservationValue): string | null {
  if (source.valueCodeableConcept) return conceptName(source.valueCodeableConcept);
  if (source.valueString !== undefined) return source.valueString;
  if (source.valueBoolean !== undefined) return String(source.valueBoolean);
  if (source.valueRange) return rangeText(source.valueRange);
  if (source.valueRatio) {
    const { numerator, denominator } = source.valueRatio;
    return numerator?.value === undefined ? null : `${quantityText(numerator)}:${quantityText(denominator)}`;
  }
  if (source.valueTime !== undefined) return source.valueTime;
  if (source.valueDateTime !== undefined) return time(source.valueDateTime);
  if (source.valuePeriod)
    return [time(source.valuePeriod.start), time(source.valuePeriod.end)].map((end) => end ?? '').join('/');
  return null;
}

function rangeText(range: Range): string | null {
  if (range.low?.value === undefined && range.high?.value === undefined) return null;
  const unit = unitOf(range.high) ?? unitOf(range.low);
  return [`${range.low?.value ?? ''}-${range.high?.value ?? ''}`, unit].filter(Boolean).join(' ');
}

function quantityText(quantity: Quantity | undefined): string {
  return [quantity?.value ?? '', unitOf(quantity)].filter((part) => part !== null && part !== '').join(' ');
}

const PERIOD_WORDS: Record<string, string> = {
  s: 'second',
  min: 'minute',
  h: 'hour',
  d: 'day',
  wk: 'week',
  mo: 'month',
  a: 'year',
};
const COUNT_WORDS: Record<number, string> = { 1: 'once', 2: 'twice' };
const EVERY_WORDS: Record<string, string> = { d: 'daily', wk: 'weekly', mo: 'monthly', a: 'yearly', h: 'hourly' };

/** "twice daily", "once every 8 hours"; what the source worded itself is kept. */
export function frequencyText(dosage: Dosage | undefined): string | null {
  const worded = conceptName(dosage?.timing?.code);
  if (worded) return worded;
  const repeat = dosage?.timing?.repeat;
  if (!repeat) return null;
  const { frequency = 1, period, periodUnit } = repeat;
  if (period === undefined || periodUnit === undefined) return null;
  const unit = PERIOD_WORDS[periodUnit];
  if (!unit) return null;
  const times = COUNT_WORDS[frequency] ?? `${frequency} times`;
  if (period !== 1) return `${times} every ${period} ${unit}s`;
  return `${times} ${EVERY_WORDS[periodUnit] ?? `every ${unit}`}`;
}

const TEXT_MIME = /^text\/|^application\/(json|xml|xhtml\+xml)\b/;

/** Characters of an attachment, as it comes, beyond which its words are not read: it is listed, as a picture is. */
export const LONGEST_ATTACHMENT = 2_000_000;

/** The words of an attachment, where it holds words at all. */
export function attachmentText(attachment: Attachment | undefined): string | null {
  if (!attachment?.data || attachment.data.length > LONGEST_ATTACHMENT) return null;
  if (attachment.contentType && !TEXT_MIME.test(attachment.contentType)) return null;
  const decoded = Buffer.from(attachment.data, 'base64').toString('utf8');
  if (decoded.includes('\uFFFD')) return null;
  const words = attachment.contentType?.startsWith('text/html') ? stripMarkup(decoded) : decoded;
  return withoutControls(words).trim() || null;
}

/** One pass, whatever the input: markup from strangers may be built to make a regular expression crawl. */
function stripMarkup(html: string): string {
  const words: string[] = [];
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf('<', at);
    if (open < 0) break;
    words.push(html.slice(at, open));
    const close = html.indexOf('>', open);
    if (close < 0) return tidy(words.join(''));
    const tag = /^<\/?([a-z0-9]{1,10})/i.exec(html.slice(open, open + 12))?.[1]?.toLowerCase() ?? '';
    words.push(BLOCKS.has(tag) ? '\n' : ' ');
    const end = UNREADABLE.has(tag) && html[open + 1] !== '/' ? html.indexOf(`</${tag}`, close) : close;
    if (end < 0) return tidy(words.join(''));
    at = end === close ? close + 1 : end;
  }
  return tidy(words.join('') + html.slice(at));
}

const BLOCKS = new Set(['p', 'div', 'br', 'li', 'tr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);
const UNREADABLE = new Set(['script', 'style']);
const ENTITIES: Record<string, string> = { nbsp: ' ', lt: '<', gt: '>', quot: '"', apos: "'", '#39': "'", amp: '&' };

function tidy(text: string): string {
  return text
    .replace(/&(nbsp|lt|gt|quot|apos|#39|amp);/g, (_, name: string) => ENTITIES[name]!)
    .replace(/[ \t]+/g, ' ')
    .replace(/ ?\n[ \n]*/g, '\n');
}

const CONTROLS = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F\uFEFF]/g;

/** Text for a person: no control characters beyond line breaks and tabs. */
export function withoutControls(text: string): string {
  return text.replace(CONTROLS, '');
}
