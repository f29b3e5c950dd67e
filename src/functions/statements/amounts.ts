/** Numbers of a statement, each with what it counts or measures: 5 mg, 8080 (port), 30 days, 3 replicas, 16.2 (PostgreSQL). */
import { singular, stem, wordsIn } from '../../text/index.ts';
import { once } from '../../text/pieces.ts';
import { isStopword } from '../text/words.ts';
import { type Amount, around } from './amount.ts';
import { datesAgree, datesIn } from './dates.ts';
import { alternatives, findUnit, readWording } from './wording.ts';

export type { Amount } from './amount.ts';

/** A number with what may stand around it: a currency, a scale, a second number, a unit. */
const readNumberPattern = once(() => {
  const words = Object.keys(readWording().scales);
  const scales = alternatives([...words, ...words.map((word) => word[0]!.toUpperCase() + word.slice(1))]);
  const plain = String.raw`[-−]?\d{1,3}(?:,\d{3})+(?:\.\d+)?|[-−]?\d+(?:\.\d+)*`;
  const unit = String.raw`%|°[CF]|[\p{L}µ]+\/[\p{L}µ]+|[\p{L}µ%]+`;
  return new RegExp(
    [
      String.raw`(?<![\p{L}\p{N}_./:-])(?<money>[$€£]\s?)?(?<digits>${plain})(?<scale>\s?(?:${scales})\b)?`,
      String.raw`(?:\s?(?:-|–|to)\s?(?<to>\d+(?:\.\d+)?))?(?<unit>\s?(?:${unit}))?`,
    ].join(''),
    'gu',
  );
});
const CLOCK =
  /\b(?<hour>\d{1,2})(?::(?<minute>\d{2}))?\s?(?<half>[ap]\.?m\.?)\b|\b(?<h24>[01]?\d|2[0-3]):(?<m24>[0-5]\d)\b(?!:\d)/gi;
const PRESSURE = /\b(?<upper>\d{2,3})\/(?<lower>\d{2,3})(?!\/|\d)(?:\s?mm\s?Hg)?/gi;
export function amountsIn(text: string): Amount[] {
  const found: Amount[] = [];
  const free = (start: number, end: number) => !found.some((one) => one.start < end && one.end > start);
  for (const one of [...datesIn(text), ...clocksIn(text), ...pressuresIn(text)])
    if (free(one.start, one.end)) found.push(one);
  for (const match of text.matchAll(readNumberPattern())) {
    const amount = readNumber(text, match);
    if (amount !== undefined && free(amount.start, amount.end)) found.push(amount);
  }
  for (const one of [...spelledIn(text), ...singlesIn(text)]) if (free(one.start, one.end)) found.push(one);
  return found.sort((a, b) => a.start - b.start);
}

function readNumber(text: string, match: RegExpExecArray): Amount | undefined {
  const { digits = '', money, scale, to, unit } = match.groups!;
  const start = match.index;
  const dots = digits.split('.').length - 1;
  const about = around(text, start, start + match[0].length);
  const rest = (unit ?? '').trim();
  const known = rest === '' ? undefined : (findUnit(rest) ?? findUnit(singular(rest.toLowerCase())));
  const bare = start + match[0].length - (unit ?? '').length;
  const end = known === undefined ? bare : start + match[0].length;
  const { scales } = readWording();
  const factor = (scale ?? '').trim();
  const size = scales[factor] ?? scales[factor.toLowerCase()] ?? 1;
  const written = text.slice(start, end).trim();
  if (dots > 1)
    return {
      dimension: `label:${labelBefore(text, start) ?? 'version'}`,
      value: versionValue(digits),
      written,
      ...about,
      start,
      end,
    };
  const value = Number(digits.replace(/,/g, '').replace('−', '-')) * size;
  // "Cut from 24 to 8 hours": what holds now is the second.
  if (to !== undefined && isChange(text.slice(0, start)))
    return { ...readNumber(text, shifted(match, to))!, bound: undefined };
  const range = to === undefined ? {} : { to: Number(to) * size * (known?.size ?? 1) };
  if (money !== undefined) return { dimension: 'money', value, ...range, written, ...about, start, end };
  if (known !== undefined)
    return { dimension: known.family, value: value * known.size, ...range, written, ...about, start, end };
  const label = labelBefore(text, start);
  if (label !== undefined) return { dimension: `label:${label}`, value, ...range, written, ...about, start, end };
  return { dimension: countedAfter(text, bare), value, ...range, written, ...about, start, end };
}

function isChange(before: string): boolean {
  const said = /(\p{L}+)(?:\s+\p{L}+){0,3}\s+from\s*$/iu.exec(before)?.[0].toLowerCase();
  return said !== undefined && wordsIn(said).some(({ lower }) => readWording().changes.has(stem(lower)));
}

/** The same match with the second number for the first. */
function shifted(match: RegExpExecArray, to: string): RegExpExecArray {
  return Object.assign([...match] as unknown as RegExpExecArray, {
    index: match.index,
    groups: { ...match.groups, digits: to, to: undefined },
  });
}

/** 3.10 is another version than 3.1. */
function versionValue(digits: string): number {
  return digits.split('.').reduce((sum, part) => sum * 1000 + Number(part), 0);
}

/** "port 8080", "PostgreSQL 16", "grade 3": the noun before says what is numbered. */
function labelBefore(text: string, at: number): string | undefined {
  const before = /(?<word>[\p{L}][\p{L}\p{N}+#.-]*)[\s:=#]*(?:is|was|number|no\.?|to|at|:|=)?\s*$/u.exec(
    text.slice(Math.max(0, at - 40), at),
  );
  const word = before?.groups?.['word'];
  if (word === undefined) return undefined;
  const lower = word.toLowerCase().replace(/\.$/, '');
  if (/^(?:release|version|v|ver)$/.test(lower)) return 'version';
  if (readWording().labels.has(lower) || readWording().labels.has(singular(lower))) return stem(lower);
  const tight = new RegExp(`${word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\s$`).test(text.slice(0, at));
  const isName = /^\p{Lu}/u.test(word) && tight && !isSentenceStart(text, at - word.length - 1) && !isStopword(lower);
  return isName ? stem(lower) : undefined;
}

function isSentenceStart(text: string, at: number): boolean {
  return /(?:^|[.!?]\s+)$/.test(text.slice(Math.max(0, at - 3), at));
}

/** "3 replicas", "four worker nodes": the noun after it, the last of its phrase. */
function countedAfter(text: string, at: number): string {
  const phrase = /^\s?((?:[\p{L}-]+\s){0,2}?[\p{L}-]+)(?=[\s.,;:)!?]|$)/u.exec(text.slice(at, at + 60))?.[1];
  if (phrase === undefined) return 'number';
  const nouns: string[] = [];
  for (const { lower } of wordsIn(phrase)) {
    if (isStopword(lower)) break;
    nouns.push(lower);
    if (lower.endsWith('s') && !lower.endsWith('ss')) break;
  }
  const noun = nouns.at(-1);
  if (noun === undefined) return 'number';
  return findUnit(noun)?.family ?? `count:${stem(noun)}`;
}

function* spelledIn(text: string): Generator<Amount> {
  const { numbers } = readWording();
  for (const { lower, start, end, text: written } of wordsIn(text)) {
    const parts = lower.split('-');
    if (!parts.every((part) => Object.hasOwn(numbers, part))) continue;
    if (lower === 'one' && !/^\s+(?:of\s+)?\p{L}/u.test(text.slice(end))) continue;
    const value = parts.reduce((sum, part) => sum + numbers[part]!, 0);
    const times = /^(?:once|twice|thrice)$/.test(lower);
    const next = /^[\s-]+([\p{L}]+)/u.exec(text.slice(end))?.[1] ?? '';
    const unit = findUnit(next) ?? findUnit(singular(next.toLowerCase()));
    const label = times ? undefined : labelBefore(text, start);
    if (label !== undefined && readWording().labels.has(label))
      yield { dimension: `label:${label}`, value, written, blurred: false, start, end };
    else if (times) yield { dimension: 'times', value, written, blurred: false, start, end };
    else if (unit !== undefined)
      yield {
        dimension: unit.family,
        value: value * unit.size,
        written: `${written} ${next}`,
        ...around(text, start, end),
        start,
        end,
      };
    else if (lower !== 'half' && lower !== 'single')
      yield { dimension: countedAfter(text, end), value, written, ...around(text, start, end), start, end };
  }
}

const SINGLE =
  /\b(?:for|within|after|in|every|lasts?|takes?|up to|than|(?<!\b(?:end|start|beginning|middle|close|course|day)\s)of)\s+(?<half>half\s+)?an?\s+(?<unit>[\p{L}]+)/giu;

/** "For a year", "within half an hour": one of it, without a number. */
function* singlesIn(text: string): Generator<Amount> {
  for (const match of text.matchAll(SINGLE)) {
    const { half, unit = '' } = match.groups!;
    const known = findUnit(unit);
    if (known?.family !== 'time') continue;
    const end = match.index + match[0].length;
    const start = end - unit.length;
    const value = known.size * (half === undefined ? 1 : 0.5);
    yield { dimension: 'time', value, written: text.slice(start, end), ...around(text, start, end), start, end };
  }
}

function* clocksIn(text: string): Generator<Amount> {
  for (const match of text.matchAll(CLOCK)) {
    const { hour, minute, half, h24, m24 } = match.groups!;
    const base = hour === undefined ? Number(h24) : (Number(hour) % 12) + (/^p/i.test(half!) ? 12 : 0);
    const value = base * 60 + Number(minute ?? m24 ?? 0);
    yield {
      dimension: 'clock',
      value,
      written: match[0],
      ...around(text, match.index, match.index + match[0].length),
      start: match.index,
      end: match.index + match[0].length,
    };
  }
}

function* pressuresIn(text: string): Generator<Amount> {
  for (const match of text.matchAll(PRESSURE)) {
    const { upper, lower } = match.groups!;
    if (Number(upper) < 50 || Number(lower) >= Number(upper)) continue;
    yield {
      dimension: 'blood pressure',
      value: Number(upper) * 1000 + Number(lower),
      written: match[0],
      blurred: false,
      start: match.index,
      end: match.index + match[0].length,
    };
  }
}

/** Whether both can be said of one thing. */
export function agree(a: Amount, b: Amount): boolean {
  if (a.dimension === 'date' && b.dimension === 'date') return datesAgree(a.value, b.value);
  const tolerance = a.blurred || b.blurred ? 0.1 : 0.0001;
  const near = (x: number, y: number) => Math.abs(x - y) <= tolerance * Math.max(Math.abs(x), Math.abs(y), 1e-9);
  const within = (value: number, low: number, high: number) =>
    value >= low * (1 - tolerance) && value <= high * (1 + tolerance);
  if (near(a.value, b.value)) return a.to === undefined || b.to === undefined || near(a.to, b.to);
  if (a.to !== undefined && b.to === undefined) return within(b.value, a.value, a.to);
  if (b.to !== undefined && a.to === undefined) return within(a.value, b.value, b.to);
  if (a.bound !== undefined && b.bound === undefined)
    return a.bound === 'least' ? b.value >= a.value : b.value <= a.value;
  if (b.bound !== undefined && a.bound === undefined)
    return b.bound === 'least' ? a.value >= b.value : a.value <= b.value;
  return (
    a.bound !== undefined &&
    b.bound !== undefined &&
    a.bound !== b.bound &&
    (a.bound === 'least' ? a.value <= b.value : b.value <= a.value)
  );
}

/** Whether the second follows from the first: who has ten days at most has two weeks at most. */
export function follows(there: Amount, claimed: Amount): boolean {
  if (agree(there, claimed)) return true;
  if (there.bound === undefined || there.bound !== claimed.bound || there.dimension === 'date') return false;
  return there.bound === 'most' ? there.value <= claimed.value : there.value >= claimed.value;
}
