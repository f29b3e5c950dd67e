/** The calendar on a CalDAV server, where the environment names one: kept the same on both sides. */
import { join } from 'node:path';
import { ConsiliumError } from '../../kernel/index.ts';
import type { Calendar } from '../calendar/index.ts';
import { openCalDav } from './client.ts';
import { openLinks } from './links.ts';
import { type Synced, syncCalendar } from './sync.ts';

export type { Synced } from './sync.ts';

export interface CalDavEnv {
  readonly CALDAV_URL?: string | undefined;
  readonly CALDAV_USER?: string | undefined;
  readonly CALDAV_PASSWORD?: string | undefined;
  readonly CALDAV_CALENDAR?: string | undefined;
  /** Whose calendar it is, where the house has several people. */
  readonly CALDAV_FOR?: string | undefined;
}

export interface CalendarSync {
  /** Whether this person's calendar is on a server. */
  isFor(user: string): boolean;
  /** Now; CALDAV_NOT_SET_UP where there is none. */
  now(user: string, zone: string): Promise<Synced>;
  /** As a change goes over: at once, unless the server has just kept somebody waiting for nothing. */
  soon(user: string, zone: string): Promise<Synced>;
  /** Where the last look is some minutes old. */
  ifStale(user: string, zone: string): Promise<Synced | undefined>;
}

const STALE_MS = 5 * 60_000;
/** A server that does not answer in this time is left alone for a while: what is here goes over when it is back. */
const SLOW_MS = 3_000;
const REST_MS = 60_000;

export function openCalendarSync(given: {
  calendar: Calendar;
  dir: string;
  env: CalDavEnv;
  now: () => number;
  /** What has to be done where the calendar may have changed. */
  changed: (user: string) => Promise<unknown>;
}): CalendarSync {
  const { calendar, dir, env, changed } = given;
  const links = openLinks(join(dir, 'caldav'));
  const lines = new Map<string, Promise<unknown>>();
  const looked = new Map<string, number>();
  const hung = new Map<string, { until: number; thrown: unknown }>();
  const isFor = (user: string) => Boolean(env.CALDAV_URL) && (env.CALDAV_FOR ?? 'local') === user;
  const run = async (user: string, zone: string): Promise<Synced> => {
    const { CALDAV_URL: url, CALDAV_USER: name = '', CALDAV_PASSWORD: password = '' } = env;
    if (!url || !isFor(user))
      throw new ConsiliumError('CALDAV_NOT_SET_UP', 'No CalDAV server is set up for this calendar.', {
        hint: 'Set CALDAV_URL, CALDAV_USER and CALDAV_PASSWORD.',
      });
    const began = performance.now();
    hung.delete(user);
    let synced: Synced;
    try {
      const remote = await openCalDav({ url, user: name, password, calendar: env.CALDAV_CALENDAR });
      synced = await syncCalendar({ calendar, remote, links, user, zone, now: given.now() });
    } catch (thrown) {
      const waited = performance.now() - began;
      if (waited > SLOW_MS) hung.set(user, { until: performance.now() + REST_MS, thrown });
      throw thrown;
    }
    looked.set(user, given.now());
    await changed(user);
    return synced;
  };
  /** One after the other: two at once would both send. */
  const inLine = (user: string, zone: string): Promise<Synced> => {
    const next = (lines.get(user) ?? Promise.resolve()).then(
      () => run(user, zone),
      () => run(user, zone),
    );
    lines.set(user, next);
    return next;
  };
  return {
    isFor,
    now: inLine,
    soon: (user, zone) => {
      const one = hung.get(user);
      return one !== undefined && performance.now() < one.until ? Promise.reject(one.thrown) : inLine(user, zone);
    },
    ifStale: async (user, zone) => {
      const one = hung.get(user);
      if (one !== undefined && performance.now() < one.until) throw one.thrown;
      if (isFor(user) && given.now() - (looked.get(user) ?? 0) > STALE_MS) return inLine(user, zone);
      return undefined;
    },
  };
}
