/** A schedule from what a person or an agent wrote: words, cron or ISO. What was understood can always be shown. */
import { ConsiliumError } from '../../kernel/errors.ts';
import { build, withEnd } from './build.ts';
import { splitClauses } from './clauses.ts';
import { readDates } from './dates.ts';
import type { Draft } from './days.ts';
import { describeSchedule } from './describe.ts';
import { readIso } from './iso.ts';
import { type Gloss, inEnglish } from './languages.ts';
import { type Moment, type Place, readMoment } from './moment.ts';
import { readNamedDays } from './named-days.ts';
import { noSuchDay } from './no-such-day.ts';
import { nextOccasion, parseCron } from './occasions.ts';
import { readRecurrence } from './recurrence.ts';
import type { End, Schedule } from './schedule.ts';
import { Cursor, type Token } from './tokens.ts';
import { areApart, rulesIn, shareAmong } from './union.ts';
import { phrases, unreadable } from './unreadable.ts';
import { scheduleWords } from './words.ts';
import { checkZone, DAY, instantOf, wallAt } from './zone.ts';
import { takeZone } from './zone-names.ts';

export interface ReadSchedule {
  readonly schedule: Schedule;
  /** What was understood, in words. */
  readonly understood: string;
  /** The first occasion. */
  readonly next: number;
}

const LONGEST = 300;

/**
 * In English or German, else word by word from another language. Throws SCHEDULE_UNREADABLE (with what was and was not
 * understood), SCHEDULE_PAST, SCHEDULE_TOO_OFTEN or ZONE_UNKNOWN.
 */
export function readSchedule(text: string, place: Place): ReadSchedule {
  try {
    return readPlain(text, place);
  } catch (thrown) {
    const gloss = isUnreadable(thrown) && text.length <= LONGEST ? inEnglish(takeZone(text).rest) : undefined;
    if (gloss === undefined) throw thrown;
    return readGloss(gloss, { ...place, zone: takeZone(text).zone ?? place.zone });
  }
}

function readGloss({ language, text, unknown }: Gloss, place: Place): ReadSchedule {
  try {
    if (unknown.length > 0) throw unreadable(text, undefined, [unknown.join(' ')]);
    return readPlain(text, place);
  } catch (thrown) {
    if (!isUnreadable(thrown)) throw thrown;
    const { message, hint, details } = thrown;
    throw new ConsiliumError('SCHEDULE_UNREADABLE', `Read as ${language}. ${message}`, { hint, details });
  }
}

function isUnreadable(thrown: unknown): thrown is ConsiliumError {
  return thrown instanceof ConsiliumError && thrown.code === 'SCHEDULE_UNREADABLE';
}

function readPlain(text: string, { now, zone }: Place): ReadSchedule {
  if (text.trim() === '') throw unreadable(text, undefined, []);
  if (text.length > LONGEST)
    throw new ConsiliumError('SCHEDULE_UNREADABLE', `A schedule has at most ${LONGEST} characters.`);
  const { rest, zone: named } = takeZone(inOneWord(inFigures(text)));
  const place = { now, zone: checkZone(named ?? zone) };
  const schedule = parseSchedule(rest, place);
  const next = nextOccasion(schedule, now);
  const understood = describeSchedule(schedule);
  const isOver = next === undefined || (schedule.kind === 'dates' && schedule.at.some((at) => at <= now));
  if (isOver && schedule.kind !== 'once' && schedule.kind !== 'dates' && schedule.end.until === undefined)
    throw new ConsiliumError('SCHEDULE_UNREADABLE', `"${text.trim()}" never comes round: there is no such date.`, {
      details: { understood, unread: [text.trim()] },
    });
  if (isOver)
    throw new ConsiliumError('SCHEDULE_PAST', `"${text.trim()}" lies in the past: ${understood}.`, {
      hint: `It is now ${describeSchedule({ kind: 'once', at: now, zone: place.zone }).replace(/^once, on /, '')}.`,
      details: { understood },
    });
  if (isTooOften(schedule, next))
    throw new ConsiliumError('SCHEDULE_TOO_OFTEN', `"${text.trim()}" comes round more than once a minute.`, {
      hint: 'A trigger fires once a minute at most, like "every 5 minutes" or "*/5 * * * *".',
      details: { understood },
    });
  return { schedule, understood, next };
}

const MOST_OFTEN_MS = 60_000;

/** By its first occasions; several within a minute come round in the first minutes, if at all. */
function isTooOften(schedule: Schedule, first: number): boolean {
  if (schedule.kind !== 'cron' && schedule.kind !== 'interval') return false;
  for (let [at, fired] = [first, 1]; fired < 6; fired++) {
    const next = nextOccasion(schedule, at, fired);
    if (next === undefined) return false;
    if (next - at < MOST_OFTEN_MS) return true;
    at = next;
  }
  return false;
}

const SPOKEN = /\b(half past|quarter past|quarter to|halb)\s+(\p{L}+|\d{1,2})\b/giu;

/** "Half past nine" as 9:30, "halb zehn" too. */
function inFigures(text: string): string {
  return text.replace(SPOKEN, (said: string, part: string, word: string) => {
    const { shift, minutes } = SHIFTS[part.toLowerCase()]!;
    const hour = hourOf(word);
    if (hour === undefined || hour < 1 || hour > 24) return said;
    return `${(hour + shift + 24) % 24}:${minutes}`;
  });
}

/** "The first working day of the month" is its first weekday. */
function inOneWord(text: string): string {
  const { saidAs } = scheduleWords();
  const said = new RegExp(`(?<!\\p{L})(?:${Object.keys(saidAs).join('|')})(?!\\p{L})`, 'giu');
  return text.replace(said, (found) => saidAs[found.toLowerCase()]!);
}

const hourOf = (word: string) => (/^\d+$/.test(word) ? Number(word) : scheduleWords().number(word.toLowerCase()));

const SHIFTS: Readonly<Record<string, { shift: number; minutes: string }>> = {
  'half past': { shift: 0, minutes: '30' },
  'quarter past': { shift: 0, minutes: '15' },
  'quarter to': { shift: -1, minutes: '45' },
  halb: { shift: -1, minutes: '30' },
};

const CRON_FIELD =
  /^(?:[\d*?LW#/,-]|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|sun|mon|tue|wed|thu|fri|sat)(?![a-z]))+$/i;

function parseSchedule(text: string, place: Place): Schedule {
  const fields = text.split(/\s+/);
  const looksCron = (fields.length === 5 || fields.length === 6) && fields.every((field) => CRON_FIELD.test(field));
  if (looksCron || /^@[a-z]+$/i.test(text)) {
    parseCron(text);
    return { kind: 'cron', zone: place.zone, cron: text, end: {} };
  }
  return readIso(text, place) ?? readWords(text, place);
}

function readWords(text: string, place: Place): Schedule {
  const { body, tokens, starting, until } = splitClauses(text);
  const moment = (said: string) => readMoment(said, place);
  const start = starting === undefined ? undefined : moment(starting);
  if (starting !== undefined && start === undefined) throw unreadable(text, undefined, [starting]);
  const distance = /^\s*(\+|in\s|within\s|after\s|nach\s)/i.test(body) ? moment(body) : undefined;
  const named = distance === undefined && marked(until, starting) ? readNamedDays(body, place) : undefined;
  if (named !== undefined) return onDays(named.at, place.zone);
  const draft = distance === undefined ? readRecurrence(new Cursor(tokens), scheduleWords()) : undefined;
  const union = distance === undefined ? readUnion(tokens, { until, start }, place) : undefined;
  if (union !== undefined) return union;
  if (!draft?.recurs) {
    const once = distance ?? moment(body) ?? (body.trim() === '' ? start : undefined);
    const dates = once === undefined && until === undefined && start === undefined ? readDates(body, place) : undefined;
    if (dates !== undefined) return onDays(dates, place.zone);
    if (once === undefined || until !== undefined) throw unreadable(text, undefined, [until ?? body.trim()]);
    return { kind: 'once', zone: place.zone, at: once.at };
  }
  // "Every fortnight on the 31st": weeks and days of a month are two rhythms.
  if ((draft.unit === 'week' || draft.unit === 'day') && draft.monthDays.length > 0)
    throw unreadable(text, undefined, [body.trim()]);
  // "Fridays and the 13th" are two rhythms; "Friday the 13th" is one.
  if (draft.allOfThem && draft.monthDays.length + draft.dates.length > 0)
    throw unreadable(text, undefined, [body.trim()]);
  const built = withEnd(build(draft, {}, place, start), draft, readEnd(draft, until, place), start?.at, place);
  const schedule = startingAt(built, start, place);
  if (draft.unread.length > 0) throw unreadable(text, describeSchedule(schedule), phrases(draft.unread, text));
  return schedule;
}

const marked = (until: string | undefined, starting: string | undefined) =>
  until === undefined && starting === undefined;

const onDays = (at: readonly number[], zone: string): Schedule =>
  at.length === 1 ? { kind: 'once', zone, at: at[0]! } : { kind: 'dates', zone, at: [...at], end: {} };

/** Several rules in one sentence; undefined where it is one. */
function readUnion(
  tokens: readonly Token[],
  { until, start }: { until: string | undefined; start: Moment | undefined },
  place: Place,
): Schedule | undefined {
  const words = scheduleWords();
  const read = rulesIn(tokens, words).map((own) => readRecurrence(new Cursor(own), words));
  const drafts = read.flatMap(({ more = [], ...draft }) => [...more.map((nth) => ({ ...draft, nth })), draft]);
  const isRead = read.every(({ recurs, unread, weekdays }) => (recurs || weekdays.length > 0) && unread.length === 0);
  const isSeveral = (read.length > 1 && areApart(read)) || drafts.length > read.length;
  if (!isRead || !isSeveral || !read.some(({ recurs }) => recurs) || drafts.length > MOST_RULES) return undefined;
  const rules = shareAmong(drafts).map((draft) => build(draft, {}, place, start));
  const [last] = read.slice(-1);
  const end = readEnd(last!, until, place);
  const several = withEnd({ kind: 'several', zone: place.zone, rules, end: {} }, last!, end, start?.at, place);
  return startingAt(several, start, place);
}

/** A start that is still to come is told. */
function startingAt(schedule: Schedule, start: Moment | undefined, { now }: Place): Schedule {
  const isCounted = schedule.kind === 'calendar' || schedule.kind === 'interval' || schedule.kind === 'several';
  return start !== undefined && start.at > now && isCounted ? { ...schedule, start: start.at } : schedule;
}

const MOST_RULES = 10;

function readEnd(draft: Draft, until: string | undefined, place: Place): End {
  const end: End = {};
  if (draft.count !== undefined) end.count = draft.count;
  if (until === undefined) return end;
  if (until === '') throw unreadable('until', undefined, ['until']);
  // "Until the trial is published or 2027-06-01": whichever comes first.
  const parts = until.split(
    /\s*,?\s+(?:or|oder|and)\s+(?:by\s+|until\s+|at the latest\s+(?:by\s+|on\s+)?)?|,\s*(?:at the latest|latest)\s+(?:by\s+|on\s+)?/i,
  );
  const never = parts.find((said) => noSuchDay(said) !== undefined);
  if (never !== undefined) throw unreadable(`until ${until}`, undefined, [never]);
  const read = parts.map((said) => ({ said, moment: readMoment(said, place) }));
  const isBoth =
    read.some(({ moment }) => moment !== undefined) && parts.length > 1 && readMoment(until, place) === undefined;
  const told = isBoth ? read : [{ said: until, moment: readMoment(until, place) }];
  const moments = told.flatMap(({ moment }) => (moment === undefined ? [] : [lastOf(moment, place)]));
  const events = told.flatMap(({ said, moment }) => (moment === undefined ? [said] : []));
  if (moments.length > 0) end.until = Math.min(...moments);
  if (events.length > 0) end.event = events.join(' or ').replace(/[.!]+$/, '');
  return end;
}

/** A day without an hour is in it whole. */
function lastOf({ at, timed }: Moment, { zone }: Place): number {
  return timed ? at : instantOf(zone, (Math.floor(wallAt(zone, at) / DAY) + 1) * DAY) - 1;
}
