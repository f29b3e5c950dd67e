/** What of the assistant's things is for today: what fired and was not seen, what is on, what is due or overdue. */
import type { TodayItem, TodaySource } from '../today/index.ts';
import type { Assistant } from './index.ts';
import { addDays, dayOf, momentOf, wallOf, whenIn } from './wall.ts';

const MOST = 20;

export function assistantToday(open: () => Promise<Assistant>): TodaySource {
  return {
    room: 'assistant',
    title: 'Your day',
    order: 20,
    scope: 'read',
    items: async ({ principal: { user }, now, timezone: zone = 'UTC' }) => {
      const assistant = await open();
      const today = dayOf(now, zone);
      const end = momentOf(addDays(today, 1), zone);
      return [
        ...noticesOf(assistant, user, zone),
        ...eventsOf(assistant, user, { from: momentOf(today, zone), to: end, now, zone }),
        // What fired is there once, with the word that it was asked for.
        ...todosOf(assistant, user, { end, today, zone }).filter(({ id }) => !firedOf(assistant, user).has(id)),
      ];
    },
    done: async (id, { principal: { user } }) => {
      const { todos, reminders } = await open();
      const [, kind, name = ''] = id.split(':');
      const notice = kind === 'todo' ? undefined : reminders.notices(user).find((one) => one.id === name);
      if (kind !== 'todo') reminders.dismiss(user, name);
      const todo = kind === 'todo' ? name : notice?.body.todo;
      const body = todo === undefined ? undefined : todos.get(user, todo)?.body;
      // What comes again is reminded of again; only what comes once is done with its reminder.
      if (body === undefined || (kind !== 'todo' && (body.rule !== undefined || body.rhythm !== undefined))) return;
      if (kind !== 'todo' && body.done !== undefined) return;
      todos.complete(user, todo!);
      await reminders.follow(user, todo!);
    },
  };
}

function firedOf({ reminders }: Assistant, user: string): ReadonlySet<string> {
  return new Set(reminders.notices(user).flatMap(({ body }) => (body.todo ? [`assistant:todo:${body.todo}`] : [])));
}

function noticesOf({ reminders }: Assistant, user: string, zone: string): TodayItem[] {
  return reminders
    .notices(user)
    .slice(-MOST)
    .map(({ id, body }) => ({
      id: `assistant:notice:${id}`,
      title: body.text,
      detail: 'You asked to be reminded',
      at: wallOf(body.at, zone),
      to: { page: 'assistant', rest: ['reminders'] },
      can: ['done'],
    }));
}

function eventsOf(
  { calendar }: Assistant,
  user: string,
  { from, to, now, zone }: { from: number; to: number; now: number; zone: string },
): TodayItem[] {
  return calendar
    .between(user, from, to)
    .filter((one) => one.to > now)
    .slice(0, MOST)
    .map((one) => ({
      id: `assistant:event:${one.event}:${one.occasion}`,
      title: one.title,
      detail: [
        one.isDay ? 'all day' : `${wallOf(one.from, zone).slice(11)} to ${wallOf(one.to, zone).slice(11)}`,
        one.location,
      ]
        .filter(Boolean)
        .join(' · '),
      at: one.isDay ? wallOf(one.from, zone).slice(0, 10) : wallOf(one.from, zone),
      to: { page: 'assistant', rest: ['calendar'] },
      can: ['dismiss'],
    }));
}

function todosOf(
  { todos }: Assistant,
  user: string,
  { end, today, zone }: { end: number; today: string; zone: string },
): TodayItem[] {
  return todos
    .list(user, { before: end })
    .slice(0, MOST)
    .map(({ id, body }) => ({ id, body, due: whenIn(body.due!, body.zone, zone) }))
    .map(({ id, body, due }) => ({
      id: `assistant:todo:${id}`,
      title: body.title,
      detail: [due.slice(0, 10) < today ? `overdue since ${due.slice(0, 10)}` : 'due today', body.project]
        .filter(Boolean)
        .join(' · '),
      at: due,
      to: { page: 'assistant', rest: ['todos'] },
      can: ['done', 'later', 'dismiss'],
    }));
}
