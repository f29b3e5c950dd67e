/** A person's calendar on their shelf: events, what clashes, what is free, files in and out. */
import { openBreath } from '../../kernel/breath.ts';
import { type Clock, ConsiliumError, newId } from '../../kernel/index.ts';
import { sayDifference } from '../difference.ts';
import { EVENT } from '../kinds.ts';
import type { Change, Shelf, Thing } from '../shelf.ts';
import { addMinutes, minutesBetween, momentOf, wallOf } from '../wall.ts';
import { type Altering, openAltering } from './altering.ts';
import { readIcsAside, writeIcsAside } from './aside.ts';
import { takesTime } from './days.ts';
import { type CalendarEvent, eventSchema, type Occasion } from './event.ts';
import { MOST_A_YEAR } from './ics.ts';
import type { ReadTodo } from './ics-todos.ts';
import { expand, isOccasion, occasionOf, oftenAYear, stepsOfLook, wallsOf } from './recurrence.ts';
import { carriedOn, endedBefore } from './series.ts';

export type { CalendarEvent, Occasion } from './event.ts';
export { MOST_ICS_BYTES } from './ics.ts';

export type EventWish = Partial<CalendarEvent> & Pick<CalendarEvent, 'title' | 'start' | 'end' | 'zone'>;

export interface Kept {
  readonly event: Thing<CalendarEvent>;
  readonly change: Change;
  /** What it clashes with. */
  readonly clashes: readonly Occasion[];
}

export interface Brought {
  readonly added: number;
  readonly updated: number;
  readonly skipped: Readonly<Record<string, number>>;
  /** What was left out, by its name. */
  readonly left: readonly string[];
  /** Things to do that the file has; they are kept where todos are. */
  readonly todos: readonly ReadTodo[];
  readonly zones: readonly string[];
}

export interface Calendar extends Altering {
  add(user: string, wish: EventWish, key?: string): Kept;
  /** Changes the whole event, or one occasion of it. */
  change(
    user: string,
    id: string,
    patch: Partial<EventWish>,
    options?: { occasion?: string | undefined; key?: string | undefined },
  ): Kept;
  cancel(user: string, id: string, options?: { occasion?: string | undefined; key?: string | undefined }): Change;
  /** From a day on it is a series of its own, which can be changed without the one before. */
  split(user: string, id: string, day: string, key: string): Thing<CalendarEvent>;
  get(user: string, id: string): Thing<CalendarEvent> | undefined;
  /** One occasion as it is now, in the event itself or in the series that goes on from it. */
  occasion(user: string, id: string, name: string): Occasion | undefined;
  list(user: string): Thing<CalendarEvent>[];
  /** Occasions that touch the span, in order; whole days are those of the zone, where one is named. */
  between(user: string, from: number, to: number, zone?: string): Occasion[];
  /** The same, in pieces: whoever looks at a year of much keeps nobody waiting. */
  look(user: string, from: number, to: number, zone?: string): Promise<Occasion[]>;
  /** The first occasion of each event in a span, without those behind it. */
  next(user: string, from: number, to: number, zone?: string): Occasion[];
  find(user: string, words: string): Thing<CalendarEvent>[];
  busy(user: string, from: number, to: number, zone?: string): { from: number; to: number }[];
  /** Gaps of at least so many minutes. */
  free(user: string, from: number, to: number, minutes: number, zone?: string): { from: number; to: number }[];
  /** `act`: all that it changes is one deed, and undone as one. */
  bring(user: string, ics: string, zone: string, source: string, act?: string): Promise<Brought>;
  take(user: string): Promise<string>;
}

/** More is no calendar of a person: whoever keeps it keeps everybody waiting. */
const MOST_KEPT = 10_000;
/** What a look at all of it may cost: some thousand series, and of those that are dear to work out fewer. */
const MOST_STEPS = 60_000;
const MOST_SHOWN = 10_000;

const YEAR = 366 * 24 * 60 * 60 * 1000;
const SOON = 8 * 24 * 60 * 60 * 1000;

const inTime = (one: Occasion, other: Occasion) => one.from - other.from || one.title.localeCompare(other.title);

export function openCalendar(shelf: Shelf, clock: Clock): Calendar {
  const list = (user: string) => shelf.list<CalendarEvent>(user, EVENT);
  const need = (user: string, id: string) => {
    const event = shelf.get<CalendarEvent>(user, EVENT, id);
    if (event === undefined) throw new ConsiliumError('EVENT_UNKNOWN', 'There is no such event in the calendar.');
    return event;
  };
  // What comes seldom first: one that comes each hour hides no other.
  const seldomFirst = (user: string, from: number, to: number) => {
    if (to - from > 5 * YEAR)
      throw new ConsiliumError('SPAN_TOO_LONG', 'A calendar is shown for at most five years at a time.');
    const often = new Map(list(user).map((thing) => [thing, oftenAYear(thing.body)]));
    return [...often].toSorted(([, one], [, other]) => one - other).map(([thing]) => thing);
  };
  const between = (user: string, from: number, to: number, zone?: string) => {
    const found: Occasion[] = [];
    const walls = wallsOf(from, to);
    for (const { id, body } of seldomFirst(user, from, to)) {
      if (found.length >= MOST_SHOWN) break;
      found.push(...expand(id, body, from, to, zone, walls));
    }
    return found.toSorted(inTime);
  };
  const look = async (user: string, from: number, to: number, zone?: string) => {
    const found: Occasion[] = [];
    const breathe = openBreath();
    const walls = wallsOf(from, to);
    for (const { id, body } of seldomFirst(user, from, to)) {
      if (found.length >= MOST_SHOWN) break;
      found.push(...expand(id, body, from, to, zone, walls));
      await breathe();
    }
    return found.toSorted(inTime);
  };
  const next = (user: string, from: number, to: number, zone?: string) => {
    // What comes often is met soon; a year of it is looked through only where it is not.
    const spans = [SOON, 5 * SOON, to - from].map((span) => {
      const until = Math.min(to, from + span);
      return { until, walls: wallsOf(from, until) };
    });
    const firstOf = ({ id, body }: Thing<CalendarEvent>) => {
      for (const { until, walls } of spans) {
        const found = expand(id, body, from, until, zone, walls);
        if (found.length > 0) return found.toSorted(inTime).slice(0, 1);
      }
      return [];
    };
    return list(user).flatMap(firstOf).toSorted(inTime);
  };
  /** Only what takes time clashes: a birthday is no appointment, a holiday is. */
  const clashesOf = (user: string, id: string, event: CalendarEvent) => {
    if (!takesTime(event, event)) return [];
    const from = Math.max(momentOf(event.start, event.zone), clock.now() - YEAR);
    const own = expand(id, event, from, from + YEAR).slice(0, 100);
    const last = own.at(-1);
    if (last === undefined) return [];
    const others = between(user, own[0]!.from, last.to).filter((other) => other.event !== id && other.busy);
    return others.filter((other) => own.some((one) => one.from < other.to && other.from < one.to)).slice(0, 20);
  };
  const put = (user: string, event: CalendarEvent, what: string, id?: string, key?: string) =>
    shelf.put({ user, kind: EVENT, id, body: event, what, text: textOf(event), key });
  const demandRoom = (user: string, event: CalendarEvent, id?: string) => {
    const others = list(user).filter((thing) => thing.id !== id);
    if (others.length < MOST_KEPT && stepsOfAll(others) + stepsOfLook(event) <= MOST_STEPS) return;
    throw new ConsiliumError('CALENDAR_FULL', 'This calendar holds as much as one can: no more goes into it.', {
      hint: 'Take away series that are over, or old events.',
    });
  };
  const keep = (user: string, event: CalendarEvent, what: string, id?: string, key?: string): Kept => {
    demandRoom(user, event, id);
    const { thing, change } = put(user, event, what, id, key);
    return { event: thing, change, clashes: clashesOf(user, thing.id, event) };
  };
  const busy = (user: string, from: number, to: number, zone?: string) =>
    merge(
      between(user, from, to, zone).filter((one) => one.busy),
      from,
      to,
    );

  const altering = openAltering({
    list,
    keep: (user, event, what, id, key) => keep(user, check(event), what, id, key),
    remove: (user, id, what, key) => shelf.remove(user, EVENT, id, what, key),
  });

  return {
    add: (user, wish, key) =>
      keep(
        user,
        check({ uid: newId(), ...wish }),
        `Added "${wish.title}" on ${wish.start.replace('T', ' at ')}`,
        undefined,
        key,
      ),
    change: (user, id, patch, { occasion, key } = {}) => {
      const { body } = need(user, id);
      if (occasion === undefined || body.rule === undefined) {
        const after = check({ ...body, ...patch });
        return keep(user, after, `Changed "${body.title}"${sayDifference(body, after)}`, id, key);
      }
      demandOccasion(body, occasion);
      const { start = occasion, title } = patch;
      const end = patch.end ?? shift(start, minutesBetween(body.start, body.end));
      const moved = { ...body.moved, [occasion]: { start, end, ...(title !== undefined && { title }) } };
      const what = `Moved "${body.title}" of ${occasion.slice(0, 10)} to ${start.replace('T', ' at ')}`;
      return keep(user, check({ ...body, moved }), what, id, key);
    },
    cancel: (user, id, { occasion, key } = {}) => {
      const { body } = need(user, id);
      if (occasion === undefined || body.rule === undefined)
        return shelf.remove(user, EVENT, id, `Cancelled "${body.title}"`, key);
      demandOccasion(body, occasion);
      return keep(
        user,
        check({ ...body, except: [...body.except, occasion] }),
        `Cancelled "${body.title}" on ${occasion.slice(0, 10)}`,
        id,
        key,
      ).change;
    },
    ...altering,
    split: (user, id, day, key) => {
      const { body, ...thing } = need(user, id);
      const [before, after] = [endedBefore(body, day), carriedOn(body, day)];
      if (before === undefined) return { ...thing, body };
      if (after === undefined)
        throw new ConsiliumError('OCCASION_UNKNOWN', `"${body.title}" does not take place from ${day} on.`);
      keep(user, check(before), `Ended "${body.title}" before ${day}`, id, `${key}:before`);
      const what = `Went on with "${body.title}" from ${day}`;
      return keep(
        user,
        check({ ...after, uid: newId(), continues: body.continues ?? id }),
        what,
        undefined,
        `${key}:after`,
      ).event;
    },
    get: (user, id) => shelf.get<CalendarEvent>(user, EVENT, id),
    occasion: (user, id, name) =>
      altering.family(user, id).flatMap((one) => occasionOf(one.id, one.body, name) ?? [])[0],
    list,
    between,
    look,
    next,
    find: (user, words) => shelf.search<CalendarEvent>(user, words, [EVENT]),
    busy,
    free: (user, from, to, minutes, zone) =>
      gaps(busy(user, from, to, zone), from, to).filter((gap) => gap.to - gap.from >= minutes * 60_000),
    bring: async (user, ics, zone, source, act) => {
      const { events, todos, skipped: out, left, zones } = await readIcsAside(ics, zone, source);
      const known = new Map(list(user).map((thing) => [thing.body.uid, thing]));
      const room = MOST_KEPT - known.size;
      const breathe = openBreath();
      let [added, updated, tooMany, tooOften, tooDear] = [0, 0, 0, 0, 0];
      let yearly = [...known.values()].reduce((sum, { body }) => sum + oftenAYear(body), 0);
      let steps = stepsOfAll([...known.values()]);
      for (const read of events) {
        await breathe();
        const before = known.get(read.uid);
        // What it goes on from is known here only.
        const event = before?.body.continues === undefined ? read : { ...read, continues: before.body.continues };
        if (before !== undefined && JSON.stringify(before.body) === JSON.stringify(event)) continue;
        const more = oftenAYear(event) - (before === undefined ? 0 : oftenAYear(before.body));
        const dearer = stepsOfLook(event) - (before === undefined ? 0 : stepsOfLook(before.body));
        if (before === undefined && added >= room) tooMany++;
        else if (more > 0 && yearly + more > MOST_A_YEAR) tooOften++;
        else if (dearer > 0 && steps + dearer > MOST_STEPS) tooDear++;
        else {
          yearly += more;
          steps += dearer;
          const key = act && `${act}:${added + updated}`;
          put(user, event, `${before ? 'Updated' : 'Added'} "${event.title}" from ${source}`, before?.id, key);
          if (before === undefined) added++;
          else updated++;
        }
      }
      const skipped = {
        ...out,
        ...(tooMany > 0 && { [`beyond the ${MOST_KEPT} that a calendar holds`]: tooMany }),
        ...(tooOften > 0 && { [`beyond the ${MOST_A_YEAR} occasions a year that a calendar holds`]: tooOften }),
        ...(tooDear > 0 && { 'series beyond what a calendar can work out': tooDear }),
      };
      return { added, updated, skipped, left, todos, zones };
    },
    take: (user) =>
      writeIcsAside(
        list(user).map(({ body }) => body),
        clock.now(),
      ),
  };
}

function stepsOfAll(events: readonly Thing<CalendarEvent>[]): number {
  return events.reduce((sum, { body }) => sum + stepsOfLook(body), 0);
}

function check(event: unknown): CalendarEvent {
  const read = eventSchema.safeParse(event);
  if (read.success) return onTheClock(read.data);
  const [issue] = read.error.issues;
  throw new ConsiliumError(
    'EVENT_INVALID',
    `This cannot be an event: ${issue?.path.join('.') || 'it'} ${issue?.message ?? 'is wrong'}.`,
  );
}

/** A single time that the clocks skip is kept as the one that they show; a series keeps the hour of its other days. */
function onTheClock(event: CalendarEvent): CalendarEvent {
  const { start, end, zone, rule } = event;
  if (rule !== undefined || start.length === 10) return event;
  const shown = wallOf(momentOf(start, zone), zone);
  return shown === start ? event : { ...event, start: shown, end: addMinutes(shown, minutesBetween(start, end)) };
}

function demandOccasion(event: CalendarEvent, occasion: string): void {
  if (!isOccasion(event, occasion))
    throw new ConsiliumError(
      'OCCASION_UNKNOWN',
      `"${event.title}" does not take place on ${occasion.replace('T', ' at ')}.`,
    );
}

function textOf({ title, location, notes }: CalendarEvent): string {
  return [title, location, notes].filter(Boolean).join(' ').slice(0, 5_000);
}

function shift(start: string, minutes: number): string {
  const utc = Date.parse(`${start.length === 10 ? `${start}T00:00` : start}Z`);
  return new Date(utc + minutes * 60_000).toISOString().slice(0, start.length);
}

interface Span {
  from: number;
  to: number;
}

/** Spans that touch become one, cut to the frame. */
function merge(spans: readonly Span[], from: number, to: number): Span[] {
  const merged: Span[] = [];
  for (const span of spans.toSorted((one, other) => one.from - other.from)) {
    const cut = { from: Math.max(span.from, from), to: Math.min(span.to, to) };
    const last = merged.at(-1);
    if (last !== undefined && cut.from <= last.to) last.to = Math.max(last.to, cut.to);
    else merged.push(cut);
  }
  return merged;
}

function gaps(taken: readonly Span[], from: number, to: number): Span[] {
  const edges = [{ from, to: from }, ...taken, { from: to, to }];
  return edges.slice(1).map((next, at) => ({ from: edges[at]!.to, to: next.from }));
}
