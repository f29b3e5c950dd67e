/** What comes again, changed in the calendar: a series and the series that go on from it are one thing to a person. */
import { ConsiliumError, newId } from '../../kernel/index.ts';
import type { Thing } from '../shelf.ts';
import { type Altered, alterSeries, type Become, type Chosen } from './alteration.ts';
import type { CalendarEvent, Occasion } from './event.ts';

export interface Alteration {
  /** What was changed, as it is now. */
  readonly changed: readonly Thing<CalendarEvent>[];
  readonly clashes: readonly Occasion[];
  readonly released: readonly string[];
  /** The first change, by which it is known. */
  readonly change: string;
}

export interface Altering {
  /** Changes some occasions of a series, and no other. */
  alter(user: string, id: string, chosen: Chosen, become: Become, key: string): Alteration;
  /** The event, and what goes on from it or it goes on from. */
  family(user: string, id: string): readonly Thing<CalendarEvent>[];
}

interface Keeping {
  list(user: string): readonly Thing<CalendarEvent>[];
  keep(
    user: string,
    event: CalendarEvent,
    what: string,
    id: string | undefined,
    key: string,
  ): { event: Thing<CalendarEvent>; change: { id: string }; clashes: readonly Occasion[] };
  remove(user: string, id: string, what: string, key: string): { id: string };
}

interface Piece {
  readonly event: Thing<CalendarEvent> | undefined;
  readonly changed: boolean;
  readonly clashes: readonly Occasion[];
  readonly change: { readonly id: string };
}

/** The event that a series began as. */
export const rootOf = ({ id, body }: Pick<Thing<CalendarEvent>, 'id' | 'body'>): string => body.continues ?? id;

export function openAltering({ list, keep, remove }: Keeping): Altering {
  const family = (user: string, id: string) => {
    const all = list(user);
    const own = all.find((one) => one.id === id);
    // What a series began as may be gone, and what goes on from it is there.
    const root = own === undefined ? id : rootOf(own);
    return all.filter((one) => rootOf(one) === root);
  };
  return {
    family,
    alter: (user, id, chosen, become, key) => {
      const series = family(user, id).filter(({ body }) => body.rule !== undefined);
      const made = series.map((one) => ({ one, ...attempt(one.body, chosen, become) }));
      const [failed] = made.flatMap(({ why }) => (why === undefined ? [] : [why]));
      const done = made.flatMap(({ one, altered }) => (altered === undefined ? [] : [{ one, altered }]));
      if (done.length === 0) throw failed ?? new ConsiliumError('COMES_ONCE', 'That comes only once.');
      const kept = done.flatMap(({ one, altered }, at) => put(user, one, altered, become, `${key}:${at}`));
      return {
        changed: kept.flatMap(({ event, changed }) => (changed && event !== undefined ? [event] : [])),
        clashes: kept.flatMap(({ changed, clashes }) => (changed ? clashes : [])),
        released: done.flatMap(({ altered }) => altered.released),
        change: kept[0]!.change.id,
      };
    },
  };

  function put(user: string, one: Thing<CalendarEvent>, { pieces }: Altered, become: Become, key: string): Piece[] {
    const what = `${become.gone ? 'Cancelled some of' : 'Changed'} "${one.body.title}"`;
    if (pieces.length === 0)
      return [{ event: undefined, changed: true, clashes: [], change: remove(user, one.id, what, key) }];
    return pieces.map(({ event, changed }, at) => ({
      ...(at === 0
        ? keep(user, event, what, one.id, key)
        : keep(user, { ...event, uid: newId(), continues: rootOf(one) }, what, undefined, `${key}:${at}`)),
      changed,
    }));
  }
}

function attempt(
  event: CalendarEvent,
  chosen: Chosen,
  become: Become,
): { altered?: Altered; why?: ConsiliumError | undefined } {
  try {
    return { altered: alterSeries(event, chosen, become) };
  } catch (thrown) {
    // Of several pieces of a series some may lie outside; anything else stops it all.
    if (thrown instanceof ConsiliumError && thrown.code === 'OCCASION_UNKNOWN') return { why: thrown };
    throw thrown;
  }
}
