/** Days that were told ("my birthday is 3 May" says when to remind of it): read in a thread, each note once a day. */
import { toConsiliumError } from '../kernel/index.ts';
import { callAside } from '../threads/index.ts';
import type { Note } from './notes.ts';
import type { Thing } from './shelf.ts';
import { readWhen } from './understanding/time/join.ts';

export const works = {
  days: (texts: readonly string[], now: number): (number | undefined)[] => texts.map((text) => dayIn(text, now)),
};

function dayIn(text: string, now: number): number | undefined {
  const when = readWhen(text, { now, zone: 'UTC' });
  if (!when?.dated || when.recurs) return undefined;
  return when.timed ? when.at : Date.parse(`${when.wall}T12:00Z`);
}

export interface ToldDays {
  /** By name, of those that have a day; what cannot be read in time is read when it is asked for next. */
  of(notes: readonly Thing<Note>[], now: number): Promise<Record<string, number>>;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const AT_ONCE = 40;
const PATIENCE_MS = 2_000;
const MOST_KEPT = 20_000;

export function openToldDays(patienceMs = PATIENCE_MS): ToldDays {
  const kept = new Map<string, number | undefined>();
  let today = 0;
  return {
    of: async (notes, now) => {
      const day = Math.floor(now / DAY_MS);
      if (day !== today || kept.size > MOST_KEPT) kept.clear();
      today = day;
      const unread = [...new Set(notes.map(({ body }) => body.text))].filter((text) => !kept.has(text));
      const until = performance.now() + patienceMs;
      for (let at = 0; at < unread.length && performance.now() < until; at += AT_ONCE) {
        const some = unread.slice(at, at + AT_ONCE);
        const days = await read(some, now);
        for (const [index, text] of some.entries()) kept.set(text, days[index]);
      }
      const named = notes.flatMap(({ body: { subject, text } }) => {
        const at = kept.get(text);
        return at === undefined ? [] : [[subject ?? text.slice(0, 60), at] as const];
      });
      return Object.fromEntries(named.toReversed()); // the first of a name counts
    },
  };
}

/** What takes too long has no day. */
async function read(texts: readonly string[], now: number): Promise<readonly (number | undefined)[]> {
  try {
    return await callAside(import.meta.url, works, 'days', [texts, now]);
  } catch (thrown) {
    if (toConsiliumError(thrown).code !== 'WORK_TIMEOUT') throw thrown;
    return [];
  }
}
