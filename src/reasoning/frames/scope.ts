/** Which time a clause means: a year, a stretch, the one before, or an event of the record ("while on empagliflozin"). */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { unitOf } from '../../clinical/index.ts';
import { MONTH, monthNumber, NUMBER_WORDS } from '../../text/index.ts';
import { isOperation } from '../evidence/operations.ts';
import type { PatientView } from '../patient.ts';
import { pattern } from '../patterns.ts';
import { seasonsOf } from '../seasons.ts';
import type { Focus, Scope, Subject } from '../types.ts';

const THE_ONE_BEFORE = pattern('the_one_before');

const NUMBERS: Readonly<Record<string, number>> = { ...NUMBER_WORDS, a: 1, an: 1, few: 3, couple: 2 };

export function scopeOf(text: string, now: string, southern = false): Scope {
  const unit = unitAsked(text);
  return { ...(unit !== undefined && { unit }), ...timeOf(text.toLowerCase(), now, southern) };
}

function timeOf(said: string, now: string, southern: boolean): Scope {
  const year = Number(now.slice(0, 4));
  const between = /\b(?:between|from)\s+((?:19|20)\d\d)\s+(?:and|to|until|till)\s+((?:19|20)\d\d)\b/.exec(said);
  if (between) return { from: between[1]!, to: between[2]!, say: `from ${between[1]} to ${between[2]}` };
  const since = /\bsince\s+(?:the (?:start|beginning) of\s+)?((?:19|20)\d\d)\b/.exec(said)?.[1];
  if (since) return { from: since, say: `since ${since}` };
  const sinceMonth = new RegExp(`\\bsince\\s+(?:last\\s+)?(${MONTH})(?:\\s+((?:19|20)\\d\\d))?\\b`).exec(said);
  if (sinceMonth) return { from: monthOf(sinceMonth[1]!, sinceMonth[2], now), say: `since ${capital(sinceMonth[1]!)}` };
  const sinceSpan = sinceOf(said, now, southern);
  if (sinceSpan !== undefined) return sinceSpan;
  const month = new RegExp(
    `\\b(?:in|of|from|on|(?:compared|against|versus|vs) (?:with|to)?|with|than|at the|(?:in|from|of|for) the|my|the|last)\\s+(?:\\d{1,2}\\s+)?(${MONTH})(?:\\s+(?:of\\s+)?((?:19|20)\\d\\d))?\\b`,
  ).exec(said);
  if (month && (month[2] !== undefined || month[1]!.length > 2)) {
    const of = monthOf(month[1]!, month[2] ?? yearAgo(said, now) ?? yearAhead(said, month[1]!, now), now);
    return { from: of, to: of, say: `in ${capital(month[1]!)} ${of.slice(0, 4)}` };
  }
  const season = seasonOf(said, now, southern);
  if (season !== undefined) return season;
  const before = /\b(?:before|until|prior to)\s+((?:19|20)\d\d)\b/.exec(said)?.[1];
  if (before) return { to: String(Number(before) - 1), say: `before ${before}` };
  const after = /\bafter\s+((?:19|20)\d\d)\b/.exec(said)?.[1];
  if (after) return { from: String(Number(after) + 1), say: `after ${after}` };
  const inYear = /\b(?:in|during|of|for|back in)?\s*\b((?:19|20)\d\d)\b/.exec(said)?.[1];
  if (inYear) return { from: inYear, to: inYear, say: `in ${inYear}` };
  if (/\bthis year\b/.test(said)) return { from: String(year), to: String(year), say: 'this year' };
  if (/\b(?:in|over|during) the (?:last|past) year\b|\bthis (?:last|past) year\b/.test(said))
    return { from: back(now, 1, 'year'), say: 'in the last year' };
  if (/\blast year\b/.test(said)) return { from: String(year - 1), to: String(year - 1), say: 'last year' };
  const ago = /\b(\d+|an?|one|two|three|four|five|six|ten)\s+(day|week|month|year)s?\s+(?:ago|earlier|back)\b/.exec(
    said,
  );
  if (ago) return { near: back(now, count(ago[1]!), ago[2]!), say: `${ago[0]}` };
  const whole = /\b(?<!(?:in|over|during|within|for|of) (?:the|this) )last\s+(week|month)\b/.exec(said)?.[1];
  if (whole !== undefined) return { from: lastWhole(whole, now), say: `since the beginning of last ${whole}` };
  const last =
    /\b(?:last|past)\s+(\d+|few|couple of|two|three|four|five|six|ten|twelve)?\s*(day|week|month|year)s?\b/.exec(said);
  if (last && (last[1] !== undefined || last[2] !== 'year'))
    return {
      from: back(now, count(last[1] ?? 'one'), last[2]!).slice(0, 10),
      say: `in the last ${[last[1], last[2]].filter(Boolean).join(' ')}${count(last[1] ?? 'one') > 1 ? 's' : ''}`,
    };
  if (THE_ONE_BEFORE.test(said))
    return /\b(?:last|latest|newest|current|now)\b.*\bbefore\b/.test(said) && !/\blast but one\b/.test(said)
      ? {}
      : /\byear before\b/.test(said)
        ? { nth: 1, say: 'the year before' }
        : { nth: 1, say: 'before that' };
  if (/\b(?:not counting|apart from|except|excluding|leaving out|after) the (?:very )?first\b/.test(said))
    return { skip: 1 };
  if (
    /\b(?:first|earliest|oldest|originally|at the (?:start|beginning|outset)|to begin with|when (?:all )?(?:this|it)(?: all)? (?:began|started)|when (?:i was |it was )?(?:first )?diagnosed)\b/.test(
      said,
    )
  )
    return { nth: -1, say: 'first' };
  return {};
}

/** "Last month" is the one before this, and nobody minds what came since: from its first day on. */
function lastWhole(unit: string, now: string): string {
  if (unit === 'month') return `${back(now, 1, 'month').slice(0, 7)}-01`;
  const weekday = (new Date(now).getUTCDay() + 6) % 7;
  return back(now, weekday + 7, 'day').slice(0, 10);
}

const THEN = /\b(?:then|at (?:that|the) time|back then|that day|the same day|those days)\b\W*$/i;
const SINCE_THEN = /\bsince(?: then| that)?\W*$/i;
const YEAR_BEFORE = /\b(?:the )?year (?:before|earlier)\b|\ba year (?:before|earlier)\b/i;
const THEN_DAYS = 7;

/** "What was my INR then?", "and the year before that, same month?": counted from the days of the last answer. */
export function scopeThen(text: string, { at }: Pick<Focus, 'at'>): Scope | undefined {
  if (at === undefined) return undefined;
  if (YEAR_BEFORE.test(text)) {
    const near = `${Number(at.from.slice(0, 4)) - 1}${at.from.slice(4)}`;
    return { near, say: 'a year before' };
  }
  if (SINCE_THEN.test(text)) return { from: at.from, say: 'since then' };
  if (!THEN.test(text)) return undefined;
  return {
    from: back(`${at.from}T12:00:00Z`, THEN_DAYS, 'day'),
    to: back(`${at.to}T12:00:00Z`, -THEN_DAYS, 'day'),
    say: 'then',
  };
}

/** "before the spironolactone", "while I was on empagliflozin", "after the operation": bound to what the record holds. */
export function eventScope(
  text: string,
  subjects: readonly Subject[],
  view: PatientView,
): { scope: Scope; event: Subject } | undefined {
  const found =
    /\b(before|after|since|during|while|when|on)\b\s+(?:(?:i|it|they|he|she|we|somebody|someone|my|the|was|were|am|had|have|got|go|went|going|put|me|switched|moved|gave|given|prescribed|to|onto|started|starting|began|taking|being|still|on|been|with|a|an|new|this|that)\s+)*/gi;
  for (const match of text.matchAll(found)) {
    if (ASKS_WHEN.test(match[0])) continue;
    const at = match.index + match[0].length;
    const event = subjects.find(
      ({ start, kind, id }) =>
        Math.abs(start - at) < 3 &&
        kind !== 'observation' &&
        kind !== 'system' &&
        (kind !== 'thing' || id === OPERATIONS),
    );
    if (event === undefined) continue;
    const span = event.id === OPERATIONS ? lastOperation(view) : spanOf(event, view);
    if (span === undefined) continue;
    const word = match[1]!.toLowerCase();
    const say = text
      .slice(match.index, event.end)
      .trim()
      .replace(/\bi was\b/gi, 'you were')
      .replace(/\bi am\b/gi, 'you are')
      .replace(/\bi\b/gi, 'you')
      .replace(/\bme\b/gi, 'you')
      .replace(/\bmy\b/gi, 'your');
    if (AND_AFTER.test(text.slice(event.end)) || AND_AFTER.test(text.slice(0, match.index + match[1]!.length)))
      return { scope: { around: span.from, say: `around ${text.slice(at, event.end).trim()}` }, event };
    if (word === 'when' && /\b(?:start\w*|began|put|switched|moved|prescribed|given|gave|went)\b/i.test(match[0]))
      return { scope: { near: span.from, say }, event };
    if (word === 'before') return { scope: { to: span.from, nth: 0, say }, event };
    if (word === 'after' || word === 'since')
      return { scope: { from: word === 'after' ? (span.closed ? span.to! : span.from) : span.from, say }, event };
    if (word === 'on' && !/\b(?:while|when|was|being)\b/i.test(match[0])) continue;
    return { scope: { from: span.from, ...(span.to !== undefined && { to: span.to }), say }, event };
  }
  return undefined;
}

/** "When was my colonoscopy?" asks for the day; "when I had my colonoscopy" gives it. */
const ASKS_WHEN = /^when\s+(?:was|were|had|have|am)\b/i;
const OPERATIONS = 'thing:procedures';
const AND_AFTER =
  /\bbefore and (?:right |just |straight |shortly )?after\b|^\W*and (?:right |just |straight |shortly )?after(?:wards?)?\b/i;

/** "The operation" of somebody who had several is the last. */
function lastOperation(view: PatientView): { from: string; to: string; closed: boolean } | undefined {
  const done = view.procedures
    .filter(isOperation)
    .toSorted(byStart(({ time }) => time))
    .at(-1);
  const day = done?.time?.slice(0, 10);
  return day === undefined ? undefined : { from: day, to: day, closed: true };
}

/** When something of the record was: a medicine taken, a condition lasting, an operation done. */
export function spanOf(
  { id }: Pick<Subject, 'id'>,
  view: PatientView,
): { from: string; to?: string; closed: boolean } | undefined {
  const { is } = openCatalogue().closure(id);
  const fits = (item: { concepts: readonly string[] }) => item.concepts.some((concept) => is.has(concept));
  const medicine = view.medicines
    .filter(fits)
    .toSorted(byStart(({ start }) => start))
    .at(-1);
  if (medicine?.start)
    return { from: medicine.start.slice(0, 10), ...(medicine.end && { to: medicine.end.slice(0, 10) }), closed: false };
  const condition = view.conditions
    .filter(fits)
    .toSorted(byStart(({ onset }) => onset))
    .at(-1);
  if (condition?.onset)
    return {
      from: condition.onset.slice(0, 10),
      ...(condition.end && { to: condition.end.slice(0, 10) }),
      closed: condition.end !== null,
    };
  const done = view.procedures
    .filter(fits)
    .toSorted(byStart(({ time }) => time))
    .at(-1);
  return done?.time ? { from: done.time.slice(0, 10), to: done.time.slice(0, 10), closed: true } : undefined;
}

function byStart<Item>(timeOf: (item: Item) => string | null): (a: Item, b: Item) => number {
  return (a, b) => (timeOf(a) ?? '').localeCompare(timeOf(b) ?? '');
}

/** "in mmol/L", "in pounds". */
function unitAsked(text: string): string | undefined {
  const written =
    /\bin\s+(mmol\/mol|mmol\/l|mg\/dl|µmol\/l|umol\/l|g\/l|g\/dl|pounds?|lbs?|stones?|kg|kilos?|kilograms?|celsius|fahrenheit|cm|inches|feet|percent|%)(?=\W|$)/i.exec(
      text,
    )?.[1];
  return written === undefined ? undefined : unitOf(written.toLowerCase())?.ucum;
}

/** "Since last year", "since the summer": from its beginning until now. */
function sinceOf(said: string, now: string, southern: boolean): Scope | undefined {
  const found = /\bsince\s+(?:the\s+)?(?:start of\s+)?(last|this)\s+(year|month|week)\b/.exec(said);
  if (found !== null) {
    const ago = found[1] === 'last' ? 1 : 0;
    const from = back(now, ago, found[2]!).slice(0, found[2] === 'year' ? 4 : found[2] === 'month' ? 7 : 10);
    return { from, say: found[0] };
  }
  const season = /\bsince\s+(?:the\s+|last\s+)?(?=spring|summer|autumn|fall)/.exec(said);
  if (season === null) return undefined;
  const of = seasonOf(said.replace(season[0], 'in '), now, southern);
  return of?.from === undefined ? undefined : { from: of.from, say: of.say!.replace(/^in/, 'since') };
}

const AHEAD = /\b(?:will|happens|going to|shall|coming|next)\b/;
const BEHIND = /\b(?:did|was|were|had)\b/;

/** "What happens in December?" asks for the one to come. */
function yearAhead(said: string, name: string, now: string): string | undefined {
  if (!AHEAD.test(said) || BEHIND.test(said)) return undefined;
  const month = monthNumber(name);
  const year = Number(now.slice(0, 4));
  return String(month < Number(now.slice(5, 7)) ? year + 1 : year);
}

/** "In spring": the last one that has begun. */
function seasonOf(said: string, now: string, southern: boolean): Scope | undefined {
  const found =
    /\b(?:in|last|this|over|during)\s+(?:the\s+)?(spring|summer|autumn|fall)(?:\s+(?:of\s+)?((?:19|20)\d\d))?\b/.exec(
      said,
    );
  if (found === null) return undefined;
  const of = seasonsOf(southern);
  const [first, last] = found[1] === 'spring' ? of.spring : found[1] === 'summer' ? of.summer : of.autumn;
  const begun = first <= Number(now.slice(5, 7));
  const year = found[2] ?? String(Number(now.slice(0, 4)) - (begun ? 0 : 1));
  const month = (number: number, within = year) => `${within}-${String(number).padStart(2, '0')}`;
  const until = last < first ? String(Number(year) + 1) : year;
  return { from: month(first), to: month(last, until), say: `in ${found[1]} ${year}` };
}

/** "Two years back, in September": the year that is meant with a month. */
function yearAgo(said: string, now: string): string | undefined {
  const found = /\b(\d+|an?|one|two|three|four|five|six|ten)\s+years?\s+(?:ago|earlier|back|before)\b/.exec(said);
  const back = found === null ? (/\blast year\b/.test(said) ? 1 : undefined) : count(found[1]!);
  return back === undefined ? undefined : String(Number(now.slice(0, 4)) - back);
}

function monthOf(name: string, year: string | undefined, now: string): string {
  const month = monthNumber(name);
  const current = Number(now.slice(0, 4));
  const of = year ?? String(month > Number(now.slice(5, 7)) ? current - 1 : current);
  return `${of}-${String(month).padStart(2, '0')}`;
}

function back(now: string, many: number, unit: string): string {
  const day = new Date(now);
  if (unit === 'day') day.setUTCDate(day.getUTCDate() - many);
  else if (unit === 'week') day.setUTCDate(day.getUTCDate() - 7 * many);
  else if (unit === 'month') day.setUTCMonth(day.getUTCMonth() - many);
  else day.setUTCFullYear(day.getUTCFullYear() - many);
  return day.toISOString().slice(0, 10);
}

function count(word: string): number {
  return NUMBERS[word.replace(' of', '')] ?? (Number(word) || 1);
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** Whether an instant lies in a scope; years and months count whole. */
export function isInside(time: string | null, { from, to }: Scope): boolean {
  if (from === undefined && to === undefined) return true;
  if (time === null) return false;
  return (
    (from === undefined || time.slice(0, Math.max(from.length, 4)) >= from) &&
    (to === undefined || time.slice(0, to.length) <= to)
  );
}
