/**
 * Reminders: a trigger of the house and, beside it, a todo with its date, so that one is seen in the list and the calendar
 * too. When it fires, a notice is left for the person: on Today's page, and told at their next message.
 */
import { ConsiliumError } from '../kernel/index.ts';
import { describeTrigger, type Trigger, type Triggers } from '../triggers/index.ts';
import type { Shelf, Thing } from './shelf.ts';
import type { Todo, Todos } from './todo.ts';
import { wallOf } from './wall.ts';

export const ROOM = 'assistant';
export const NOTICE = 'notice';

export interface Notice {
  readonly text: string;
  readonly at: number;
  readonly todo?: string | undefined;
  readonly told: boolean;
}

export interface Reminder {
  readonly id: string;
  readonly what: string;
  readonly schedule: string;
  readonly understood: string;
  readonly next: number;
  readonly zone: string;
}

export interface ReminderWish {
  readonly what: string;
  readonly when: string;
  readonly zone: string;
  readonly key?: string | undefined;
}

export interface Reminders {
  set(user: string, wish: ReminderWish): Promise<Reminder & { todo: Thing<Todo>; change: string }>;
  list(user: string): Promise<Reminder[]>;
  cancel(user: string, id: string): Promise<Reminder>;
  /** What has fired and was not told yet; telling it once is enough. */
  takeNotices(user: string): Notice[];
  notices(user: string): Thing<Notice>[];
  dismiss(user: string, id: string): void;
}

export function openReminders(given: { shelf: Shelf; todos: Todos; triggers: Triggers; now: () => number }): Reminders {
  const { shelf, todos, triggers, now } = given;
  triggers.handle(ROOM, async ({ trigger, firing, key }) => {
    const todo = todoOf(trigger);
    const notice: Notice = { text: trigger.instruction, at: firing.due, todo, told: false };
    shelf.put({
      user: trigger.owner,
      kind: NOTICE,
      body: notice,
      what: `Reminded: ${trigger.instruction}`,
      text: trigger.instruction,
      key,
    });
    const later = await triggers.get(trigger.id);
    const known = todo === undefined ? undefined : todos.get(trigger.owner, todo);
    if (known !== undefined && later.status === 'pending' && later.fireAt > firing.due)
      todos.change(trigger.owner, known.id, { due: wallOf(later.fireAt, later.plan.zone) }, `${key}:due`);
    return { reminded: trigger.instruction };
  });
  const own = async (user: string, id: string): Promise<Trigger> => {
    const trigger = await triggers.get(id);
    // Somebody else's does not exist.
    if (trigger.room !== ROOM || trigger.owner !== user)
      throw new ConsiliumError('TRIGGER_UNKNOWN', 'There is no such reminder.');
    return trigger;
  };
  const list = async (user: string) =>
    (await triggers.list({ room: ROOM, owner: user, status: 'pending' }))
      .map(toReminder)
      .toSorted((one, other) => one.next - other.next);

  return {
    set: async (user, { what, when, zone, key }) => {
      const { next } = triggers.understand(when, zone);
      const { todo, change } = todos.add(user, { title: what, due: wallOf(next, zone), zone }, key);
      if (todo.body.reminder !== undefined) {
        // The same call again, after a crash.
        return { ...toReminder(await own(user, todo.body.reminder)), todo, change: change.id };
      }
      const trigger = await triggers.create({
        room: ROOM,
        owner: user,
        agent: `todo_agent:${user}`,
        schedule: when,
        zone,
        instruction: what,
        payload: { todo: todo.id },
      });
      const kept = todos.change(user, todo.id, { reminder: trigger.id }, key && `${key}:reminder`);
      return { ...toReminder(trigger), todo: kept.todo, change: change.id };
    },
    list,
    cancel: async (user, id) => {
      const trigger = await own(user, id);
      await triggers.cancel(id, 'cancelled by its person');
      const todo = todoOf(trigger);
      if (todo !== undefined && todos.get(user, todo)?.body.done === undefined && todos.get(user, todo) !== undefined)
        todos.remove(user, todo);
      return toReminder(trigger);
    },
    notices: (user) => shelf.list<Notice>(user, NOTICE),
    takeNotices: (user) => {
      const fresh = shelf.list<Notice>(user, NOTICE).filter(({ body }) => !body.told);
      for (const { id, body } of fresh)
        shelf.put({ user, kind: NOTICE, id, body: { ...body, told: true }, what: 'Told', text: body.text });
      return fresh.map(({ body }) => body).filter(({ at }) => at > now() - WEEK);
    },
    dismiss: (user, id) => void shelf.forget(user, NOTICE, id),
  };
}

const WEEK = 7 * 24 * 60 * 60 * 1000;

function toReminder(trigger: Trigger): Reminder {
  const { id, instruction, schedule, fireAt, plan } = trigger;
  return { id, what: instruction, schedule, understood: describeTrigger(trigger), next: fireAt, zone: plan.zone };
}

function todoOf({ payload }: Trigger): string | undefined {
  const todo = (payload as { todo?: unknown } | null)?.todo;
  return typeof todo === 'string' ? todo : undefined;
}
