import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Principal } from '../kernel/index.ts';
import { openTodayMarks } from '../storage/rooms/today.ts';
import { openToday, type Today, type TodayItem, type TodaySource } from './index.ts';

const NOON = Date.parse('2026-11-15T12:00:00Z');
const DAY = 86_400_000;

const ada: Principal = { user: 'ada', how: 'token', scopes: ['read'], patients: null };
const bob: Principal = { ...ada, user: 'bob' };

let today: Today;
beforeEach(() => {
  today = openToday(openTodayMarks(new DatabaseSync(':memory:')));
});

function source(given: Partial<TodaySource> & { items: () => Promise<readonly TodayItem[]> }): TodaySource {
  return { room: 'todo', title: 'Todo', order: 10, ...given };
}

const milk: TodayItem = { id: 'todo:milk', title: 'Buy milk', can: ['done', 'later', 'dismiss'] };
const query = (principal: Principal, now = NOON) => ({ principal, now });
const titles = async (principal: Principal, now = NOON) =>
  (await today.gather(query(principal, now))).flatMap(({ items }) => items.map(({ title }) => title));

describe('today', () => {
  test('gathers rooms in their order', async () => {
    today.offer(source({ items: async () => [milk] }));
    today.offer(source({ room: 'health', title: 'Health', order: 1, items: async () => [] }));
    expect((await today.gather(query(ada))).map(({ room }) => room)).toEqual(['health', 'todo']);
  });

  test('what is put off comes back the next morning where the person is, for that person only', async () => {
    today.offer(source({ items: async () => [milk] }));
    await today.mark('todo:milk', 'later', { ...query(ada), timezone: 'America/New_York' });
    expect(await titles(ada)).toEqual([]);
    expect(await titles(bob)).toEqual(['Buy milk']);
    // 05:59 and 06:00 in New York.
    expect(await titles(ada, Date.parse('2026-11-16T10:59:00Z'))).toEqual([]);
    expect(await titles(ada, Date.parse('2026-11-16T11:00:00Z'))).toEqual(['Buy milk']);
  });

  test('what is dismissed stays away', async () => {
    today.offer(source({ items: async () => [milk] }));
    await today.mark('todo:milk', 'dismiss', query(ada));
    expect(await titles(ada, NOON + 400 * DAY)).toEqual([]);
  });

  test('done is done by the room itself', async () => {
    const list = [milk];
    today.offer(
      source({
        items: async () => list,
        done: async (id) => {
          list.splice(
            list.findIndex((item) => item.id === id),
            1,
          );
        },
      }),
    );
    await today.mark('todo:milk', 'done', query(ada));
    expect(list).toEqual([]);
  });

  test('a room that fails says so in a line of its own, which cannot be put away; the others are there', async () => {
    const failures: string[] = [];
    today = openToday(openTodayMarks(new DatabaseSync(':memory:')), (room) => failures.push(room));
    today.offer(source({ room: 'broken', items: () => Promise.reject(new Error('no')) }));
    today.offer(source({ items: async () => [milk] }));
    expect(await titles(ada)).toEqual(expect.arrayContaining(['Buy milk', '“Todo” could not be worked out']));
    expect(failures).toEqual(['broken']);
    await expect(today.mark('broken:unread', 'dismiss', query(ada))).rejects.toThrow();
  });

  test('nothing of a room is shown to, or marked by, who lacks its scope', async () => {
    today.offer(source({ scope: 'work', items: async () => [milk] }));
    expect(await titles(ada)).toEqual([]);
    await expect(today.mark('todo:milk', 'dismiss', query(ada))).rejects.toMatchObject({ code: 'TODAY_UNKNOWN' });
  });

  test('a mark that the line does not offer, and a line that is not there, are refused', async () => {
    today.offer(source({ items: async () => [{ ...milk, can: ['dismiss'] }] }));
    await expect(today.mark('todo:milk', 'done', query(ada))).rejects.toMatchObject({ code: 'TODAY_MARK' });
    await expect(today.mark('todo:bread', 'done', query(ada))).rejects.toMatchObject({ code: 'TODAY_UNKNOWN' });
  });
});
