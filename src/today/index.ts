/**
 * Today: what each room wants a person to see, gathered. A room offers a source; it decides what matters and what it can
 * finish, this room only gathers, and remembers per person what was put off or dismissed.
 */
import { ConsiliumError, mayUse as hasScope, isBound, type Principal } from '../kernel/index.ts';
import type { TodayMarks } from '../storage/index.ts';
import type { Mark, TodayGroup, TodayItem } from './item.ts';

export type { Mark, TodayGroup, TodayItem, TodayPlace } from './item.ts';

export interface TodayQuery {
  readonly principal: Principal;
  readonly patient?: string | undefined;
  readonly now: number;
  readonly timezone?: string | undefined;
}

export interface TodaySource {
  readonly room: string;
  readonly title: string;
  readonly order: number;
  /** The scope without which nothing of it is shown. */
  readonly scope?: string;
  /** Of a person, and of no patient. */
  readonly own?: true | undefined;
  items(query: TodayQuery): Promise<readonly TodayItem[]>;
  /** Finishes what the line is about, where the room can. */
  done?(id: string, query: TodayQuery): Promise<void>;
}

export interface Today {
  offer(source: TodaySource): void;
  gather(query: TodayQuery): Promise<TodayGroup[]>;
  mark(id: string, mark: Mark, query: TodayQuery): Promise<void>;
}

/** `onFailure`: whoever runs the house is told of a room that fails; whoever looks sees a line that says so. */
export function openToday(marks: TodayMarks, onFailure: (room: string, thrown: unknown) => void = () => {}): Today {
  const sources: TodaySource[] = [];
  const mayUse = (principal: Principal, { scope, own }: TodaySource) =>
    (scope === undefined || hasScope(principal, scope)) && !(own && isBound(principal));

  return {
    offer: (source) => {
      if (sources.some(({ room }) => room === source.room))
        throw new ConsiliumError('TODAY_TWICE', `${source.room} offers what is on today twice.`);
      sources.push(source);
      sources.sort((one, other) => one.order - other.order);
    },
    gather: async (query) => {
      const hidden = marks.hidden(query.principal.user, query.now);
      const gathered = sources
        .filter((source) => mayUse(query.principal, source))
        .map(async (source): Promise<TodayGroup> => {
          const { room, title } = source;
          const items = await source.items(query).catch((thrown: unknown) => {
            onFailure(room, thrown);
            return [unread(source)];
          });
          return { room, title, items: items.filter(({ id }) => !hidden.has(id)) };
        });
      return Promise.all(gathered);
    },
    mark: async (id, mark, query) => {
      const source = sources.find(({ room }) => id.startsWith(`${room}:`));
      const items = source && mayUse(query.principal, source) ? await source.items(query) : [];
      const item = items.find((one) => one.id === id);
      if (source === undefined || item === undefined)
        throw new ConsiliumError('TODAY_UNKNOWN', 'There is nothing of that name on today’s page.', {
          hint: 'It may have been done elsewhere: load the page again.',
        });
      if (!item.can.includes(mark))
        throw new ConsiliumError(
          'TODAY_MARK',
          `This cannot be marked ${mark}; it can be marked ${item.can.join(', ') || 'with nothing'}.`,
        );
      if (mark === 'done' && source.done !== undefined) return source.done(id, query);
      marks.put(query.principal.user, id, mark === 'later' ? tomorrow(query) : null);
    },
  };
}

/** Nothing to see and nothing that could be seen look alike, and one of them is no good news. */
function unread({ room, title }: TodaySource): TodayItem {
  return {
    id: `${room}:unread`,
    title: `“${title}” could not be worked out`,
    detail: 'There may be something that is not shown here. Load the page again, or ask in the chat.',
    can: [],
  };
}

/** The next morning at six where the person is. */
function tomorrow({ now, timezone }: TodayQuery): number {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: timezone ?? 'UTC',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(now);
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value ?? 0);
  const sinceMidnight = (part('hour') * 60 + part('minute')) * 60_000;
  const HOUR = 3_600_000;
  return now - sinceMidnight + 30 * HOUR;
}

declare module '../kernel/context.ts' {
  interface Services {
    readonly today?: Today;
  }
}
