/** A schedule from what a person or an agent wrote: words, cron or ISO. What was understood can always be shown. */
import { ConsiliumError } from '../../kernel/errors.ts';
import { describeSchedule } from './describe.ts';
import { readIso } from './iso.ts';
import { addTo, type Place, readMoment } from './moment.ts';
import { nextOccasion, parseCron } from './occasions.ts';
import { type Draft, readRecurrence } from './recurrence.ts';
import type { Calendar, End, Schedule } from './schedule.ts';
import { timeIn } from './times.ts';
import { Cursor, type Token, tokenize } from './tokens.ts';
import { scheduleWords } from './words.ts';
import { checkZone, DAY, HOUR, instantOf, MINUTE, wallAt } from './zone.ts';
import { takeZone } from './zone-names.ts';

export interface ReadSchedule {
  readonly schedule: Schedule;
  /** What was understood, in words. */
  readonly understood: string;
  /** The first occasion. */
  readonly next: number;
}

const LONGEST = 300;

/** Throws SCHEDULE_UNREADABLE (with what was and was not understood), SCHEDULE_PAST or ZONE_UNKNOWN. */
export function readSchedule(text: string, { now, zone }: Place): ReadSchedule {
  if (text.trim() === '') throw unreadable(text, undefined, []);
  if (text.length > LONGEST)
    throw new ConsiliumError('SCHEDULE_UNREADABLE', `A schedule has at most ${LONGEST} characters.`);
  const { rest, zone: named } = takeZone(inFigures(text));
  const place = { now, zone: checkZone(named ?? zone) };
  const schedule = parseSchedule(rest, place);
  const next = nextOccasion(schedule, now);
  const understood = describeSchedule(schedule);
  if (next === undefined && schedule.kind !== 'once' && schedule.end.until === undefined)
    throw new ConsiliumError('SCHEDULE_UNREADABLE', `"${text.trim()}" never comes round: there is no such date.`, {
      details: { understood, unread: [text.trim()] },
    });
  if (next === undefined)
    throw new ConsiliumError('SCHEDULE_PAST', `"${text.trim()}" lies in the past: ${understood}.`, {
      hint: `It is now ${describeSchedule({ kind: 'once', at: now, zone: place.zone }).replace(/^once, on /, '')}.`,
      details: { understood },
    });
  return { schedule, understood, next };
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

interface Clauses {
  readonly body: string;
  readonly tokens: readonly Token[];
  readonly starting?: string;
  readonly until?: string;
}

function readWords(text: string, place: Place): Schedule {
  const { body, tokens, starting, until } = splitClauses(text);
  const moment = (said: string) => readMoment(said, place);
  const start = starting === undefined ? undefined : moment(starting);
  if (starting !== undefined && start === undefined) throw unreadable(text, undefined, [starting]);
  const distance = /^\s*(\+|in\s|within\s|after\s|nach\s)/i.test(body) ? moment(body) : undefined;
  const draft = distance === undefined ? readRecurrence(new Cursor(tokens), scheduleWords()) : undefined;
  if (!draft?.recurs) {
    const once = distance ?? moment(body) ?? (body.trim() === '' ? start : undefined);
    if (once === undefined || until !== undefined) throw unreadable(text, undefined, [until ?? body.trim()]);
    return { kind: 'once', zone: place.zone, at: once.at };
  }
  // "Fridays and the 13th" are two rhythms; "Friday the 13th" is one.
  if (draft.allOfThem && draft.monthDays.length > 0) throw unreadable(text, undefined, [body.trim()]);
  const schedule = withEnd(build(draft, {}, place, start), draft, readEnd(draft, until, place), start?.at, place);
  if (draft.unread.length > 0) throw unreadable(text, describeSchedule(schedule), phrases(draft.unread, text));
  return schedule;
}

/** "every day starting 1 May until the readout": each keyword's words go up to the next keyword. */
function splitClauses(text: string): Clauses {
  const words = scheduleWords();
  const tokens = tokenize(text);
  const marks = tokens.flatMap((token, index): { index: number; kind: 'until' | 'starting' }[] => {
    if (isInRow(tokens, index)) return [];
    if (words.is('until', token.word)) return [{ index, kind: 'until' }];
    // "weekly from Monday": a start; in "3 weeks from now" it is not.
    return words.is('starting', token.word) && tokens[index + 1]?.word !== 'now' ? [{ index, kind: 'starting' }] : [];
  });
  const clauses: { starting?: string; until?: string } = {};
  const tail = tailOf(tokens, marks);
  for (const [i, { index, kind }] of marks.entries()) {
    // An event may be told in any words: whatever follows "until" is its name, keywords too.
    if (kind === 'starting' && clauses.until !== undefined) continue;
    const stop = kind === 'until' ? tail : (marks[i + 1]?.index ?? tail);
    const last = (stop === undefined ? tokens.at(-1) : tokens[stop - 1])!;
    clauses[kind] ??= text.slice(tokens[index]!.end, Math.max(tokens[index]!.end, last.end)).trim();
  }
  const cut = marks[0]?.index ?? tokens.length;
  const body = cut === 0 ? '' : text.slice(0, tokens[cut - 1]?.end ?? 0);
  const rest = tail === undefined ? [] : tokens.slice(tail);
  return { body, tokens: [...tokens.slice(0, cut), ...rest], ...clauses };
}

/** "Until 20 December except Fridays", "starting tomorrow for 10 days": where that begins which goes with the days again. */
function tailOf(tokens: readonly Token[], marks: readonly { index: number; kind: string }[]): number | undefined {
  const words = scheduleWords();
  const last = marks.at(-1);
  if (last === undefined) return undefined;
  const roles = last.kind === 'until' ? (['except'] as const) : (['except', 'lasting'] as const);
  const at = tokens.findIndex(({ word }, index) => index > last.index && roles.some((role) => words.is(role, word)));
  if (at < 0) return undefined;
  const { except, lasting, count, unread } = readRecurrence(new Cursor(tokens.slice(at)), words);
  return (except ?? lasting ?? count) !== undefined && unread.length === 0 ? at : undefined;
}

/** "From Monday to Friday": neither a start nor an end. */
function isInRow(tokens: readonly Token[], at: number): boolean {
  const words = scheduleWords();
  const isDay = (index: number) => words.weekdays(tokens[index]?.word ?? '') !== undefined;
  const isJoint = (index: number) =>
    words.is('to', tokens[index]?.word) || words.is('until', tokens[index]?.word) ? isDay(index + 1) : false;
  return (isDay(at - 1) && isJoint(at)) || (isDay(at + 1) && isJoint(at + 2));
}

/** "For ten days" of what the calendar says is counted from the first time, so that ten days have ten of them. */
function withEnd(
  schedule: Exclude<Schedule, { kind: 'once' }>,
  { lasting }: Draft,
  end: End,
  start: number | undefined,
  { now, zone }: Place,
): Schedule {
  if (lasting === undefined) return { ...schedule, end };
  const first = schedule.kind === 'calendar' ? nextOccasion(schedule, now) : undefined;
  const last = addTo(first ?? start ?? now, lasting.count, lasting.unit, zone) - (first === undefined ? 0 : 1);
  return { ...schedule, end: { ...end, until: Math.min(last, end.until ?? last) } };
}

function readEnd(draft: Draft, until: string | undefined, place: Place): End {
  const end: End = {};
  if (draft.count !== undefined) end.count = draft.count;
  if (until === undefined) return end;
  if (until === '') throw unreadable('until', undefined, ['until']);
  const moment = readMoment(until, place);
  if (moment === undefined) end.event = until.replace(/[.!]+$/, '');
  else if (moment.timed) end.until = moment.at;
  else end.until = instantOf(place.zone, (Math.floor(wallAt(place.zone, moment.at) / DAY) + 1) * DAY) - 1;
  return end;
}

function build(
  draft: Draft,
  end: End,
  { now, zone }: Place,
  start?: { at: number; timed: boolean },
): Exclude<Schedule, { kind: 'once' }> {
  const { unit, every, between } = draft;
  const times = timesOf(draft);
  const today = Math.floor(wallAt(zone, start?.at ?? now) / DAY);
  if ((unit === 'minute' || unit === 'hour') && between === undefined) {
    const ms = every * (unit === 'hour' ? HOUR : MINUTE);
    const first = times.length > 0 ? instantOf(zone, today * DAY + times[0]! * MINUTE) : start?.at;
    return { kind: 'interval', zone, ms, from: first === undefined ? now : first - ms, end };
  }
  const { weekdays, monthDays, months, nth, except } = draft;
  const round = between === undefined ? every : 1;
  if (times.length === 0 && start?.timed) times.push((wallAt(zone, start.at) - today * DAY) / MINUTE);
  const rule: Calendar = {
    kind: 'calendar',
    zone,
    unit: chooseUnit(draft),
    every: round,
    from: today,
    ...(weekdays.length > 0 && { weekdays: [...new Set(weekdays)].toSorted((a, b) => ((a + 6) % 7) - ((b + 6) % 7)) }),
    ...(monthDays.length > 0 && { monthDays: [...new Set(monthDays)] }),
    ...(months.length > 0 && { months: [...new Set(months)] }),
    ...(nth && { nth }),
    times: times.length > 0 ? times : [scheduleWords().usualTime],
    ...(except && { except }),
    end,
  };
  const isPlaced = weekdays.length > 0 || monthDays.length > 0 || nth !== undefined;
  if (round === 1 || start !== undefined || !isPlaced) return rule;
  // "Every other Tuesday" begins with the next Tuesday, whichever week this is.
  const first = nextOccasion({ ...rule, every: 1, end: {} }, now);
  return first === undefined ? rule : { ...rule, from: Math.floor(wallAt(zone, first) / DAY) };
}

/** The hours that are said; an hour of a part of the day is in it; every so many hours of a stretch are those of it. */
function timesOf({ times, parts, between, unit, every }: Draft): number[] {
  if (between !== undefined) {
    const step = Math.max(1, every * (unit === 'minute' ? 1 : 60));
    const count = Math.min(MOST_TIMES, Math.floor((between.to - between.from) / step) + 1);
    return Array.from({ length: count }, (_, i) => between.from + i * step);
  }
  const said =
    times.length === 0
      ? parts
      : parts.length === 1
        ? times.map((time) => timeIn(parts[0]!, time))
        : [...parts, ...times];
  return [...new Set(said)].toSorted((a, b) => a - b);
}

const MOST_TIMES = 48;

/** What was said most exactly decides: "daily on weekdays" is a matter of weeks. */
function chooseUnit({ unit, weekdays, monthDays, months, nth }: Draft): 'day' | 'week' | 'month' | 'year' {
  if (months.length > 0) return 'year';
  if (nth !== undefined || monthDays.length > 0) return unit === 'year' ? 'year' : 'month';
  if (weekdays.length > 0) return 'week';
  return unit === undefined || unit === 'minute' || unit === 'hour' ? 'day' : unit;
}

/** Words that stand together, as one phrase. */
function phrases(tokens: readonly Token[], text: string): string[] {
  const spans: { start: number; end: number }[] = [];
  for (const { start, end } of tokens) {
    const last = spans.at(-1);
    if (last !== undefined && start - last.end <= 1) last.end = end;
    else spans.push({ start, end });
  }
  return spans.map(({ start, end }) => text.slice(start, end));
}

function unreadable(text: string, understood: string | undefined, unread: readonly string[]): ConsiliumError {
  const { examples } = scheduleWords();
  const said = text.trim().slice(0, 100);
  const but = unread.filter((part) => part.trim() !== '').map((part) => `"${part.slice(0, 60)}"`);
  const what = but.length > 0 ? but.join(' and ') : 'when that is';
  const message = understood
    ? `I understood "${understood}", but not ${what}.`
    : said === ''
      ? 'There is no schedule.'
      : `I do not understand ${what} in the schedule "${said}".`;
  return new ConsiliumError('SCHEDULE_UNREADABLE', message, {
    hint: `For example: ${examples.join(' · ')}`,
    details: { ...(understood !== undefined && { understood }), unread: [...unread] },
  });
}
