/**
 * Reminders: a trigger of the house and, beside it, a todo with its date, so that one is seen in the list and the calendar
 * too. When it fires, a notice is left for the person: on Today's page, and told at their next message.
 *
 * Invariant: a reminder follows its todo. Where the todo is gone, or done and to be done once, nobody is reminded; where it
 * is brought back, or gets another date, so is the reminder. What goes with an event follows it (belonging.ts).
 */
import { ConsiliumError } from '../kernel/index.ts';
import { describeTrigger, occasionsUpTo, type Trigger, type Triggers } from '../triggers/index.ts';
import { farFrom, followAlarms, isAlarm } from './alarms.ts';
import { type Distance, sayDistance } from './distance.ts';
import { followDate, followHour, momentText } from './following.ts';
import { EFFECT, type Shelf, type Thing } from './shelf.ts';
import type { Todo, Todos } from './todo.ts';
import { isWhen, momentOf, wallOf } from './wall.ts';

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
  /** The todo that stands beside it. */
  readonly of?: string | undefined;
  /** It comes again. */
  readonly recurs: boolean;
  /** The hours of what comes again by the clock, in minutes. */
  readonly times: readonly number[];
}

/** Of every occasion of an event, so far from it. */
export interface EachWish extends Distance {
  readonly event: string;
  readonly minutes: number;
  readonly zone: string;
}

export interface ReminderWish {
  readonly what: string;
  readonly when: string;
  readonly zone: string;
  readonly key?: string | undefined;
  /** The event that it goes with. */
  readonly of?: Todo['of'] | undefined;
}

export interface Reminders {
  set(user: string, wish: ReminderWish): Promise<Reminder & { todo: Thing<Todo>; change: string }>;
  list(user: string): Promise<Reminder[]>;
  cancel(user: string, id: string, key?: string): Promise<Reminder>;
  /** What is to come, with how often it does in a span. */
  coming(user: string): Promise<{ id: string; what: string; times(from: number, to: number): number }[]>;
  /** Another time for one that is to come. */
  move(user: string, id: string, when: string, key?: string): Promise<Reminder & { change: string }>;
  /** Not on some of its days ("Sundays", "2026-11-20", "December"); all else of it stays. */
  leaveOut(user: string, id: string, days: string, key?: string): Promise<Reminder & { change: string }>;
  /** Once more, beside its schedule: of what was reminded of already, or is to come. */
  snooze(user: string, todo: string, when: string, zone: string, key?: string): Promise<Reminder>;
  /** Brings the triggers of a todo to where the todo is. */
  follow(user: string, todo: string): Promise<void>;
  /** What has fired and was not told yet; telling it once is enough. */
  takeNotices(user: string): Notice[];
  notices(user: string): Thing<Notice>[];
  dismiss(user: string, id: string): void;
}

export function openReminders(given: {
  shelf: Shelf;
  todos: Todos;
  triggers: Triggers;
  now: () => number;
  /** The next occasion of what is reminded of each time. */
  nextOf?: (user: string, wish: EachWish) => (NonNullable<Todo['of']> & { readonly due: string }) | undefined;
}): Reminders {
  const { shelf, todos, triggers, now, nextOf } = given;
  triggers.handle(ROOM, async ({ trigger, firing, key }) => {
    const { owner } = trigger;
    const todo = todoOf(trigger);
    const later = await triggers.get(trigger.id);
    if (todo !== undefined && !isAlive(todos.get(owner, todo), trigger)) {
      if (later.status === 'pending') await triggers.cancel(trigger.id, 'what it was for is done or gone');
      return;
    }
    const notice: Notice = { text: trigger.instruction, at: firing.due, todo, told: false };
    const what = `Reminded: ${trigger.instruction}`;
    shelf.put({ user: owner, kind: NOTICE, body: notice, what, text: trigger.instruction, key });
    if (todo !== undefined && todos.get(owner, todo)?.body.of?.each) await goOn(owner, todo);
    else if (todo !== undefined && later.status === 'pending' && later.fireAt > firing.due)
      todos.moveOn(owner, todo, wallOf(later.fireAt, later.plan.zone), `${key}:due`);
    return { reminded: trigger.instruction };
  });
  const own = async (user: string, id: string): Promise<Trigger> => {
    const trigger = await triggers.get(id);
    // Somebody else's does not exist.
    if (trigger.room !== ROOM || trigger.owner !== user)
      throw new ConsiliumError('TRIGGER_UNKNOWN', 'There is no such reminder.');
    return trigger;
  };
  const create = (user: string, what: string, when: string, zone: string, todo: string, mark?: 'alarm' | 'snooze') =>
    triggers.create({
      ...{ room: ROOM, owner: user, agent: `todo_agent:${user}`, schedule: when, zone, instruction: what },
      payload: { todo, ...(mark !== undefined && { [mark]: true }) },
    });
  /** Of each occasion of an event: when one was reminded of, the next is. The trigger first, so that a killed process loses none. */
  const goOn = async (user: string, id: string) => {
    const { zone, of, title } = todos.get(user, id)!.body;
    const next = nextOf?.(user, { event: of!.event, minutes: of!.minutes ?? 0, clock: of!.clock, zone });
    if (next === undefined) return;
    const { due, ...owner } = next;
    const at = momentOf(due, zone);
    const stands = (await ofTodo(user, id)).some(({ status, fireAt }) => status === 'pending' && fireAt === at);
    if (!stands) await create(user, title, due, zone, id);
    todos.moveOn(user, id, due);
    todos.carry(user, id, { of: owner });
  };
  const ofTodo = async (user: string, todo: string) =>
    (await triggers.list({ room: ROOM, owner: user }))
      .filter((trigger) => todoOf(trigger) === todo)
      .toSorted((one, other) => one.created - other.created);

  /** How it was is kept with the todo, so that it comes back with it: rhythm, end and next time. */
  const changed = async (user: string, trigger: Trigger, change: () => Promise<Trigger>, key?: string) => {
    const todo = todoOf(trigger)!;
    todos.carry(user, todo, { rhythm: rhythmOf(trigger) });
    const moved = await change();
    const due = wallOf(moved.fireAt, moved.plan.zone);
    const told = todos.change(user, todo, { due, rhythm: rhythmOf(moved) }, key);
    return { ...toReminder(moved), change: told.change.id };
  };

  const followTodo = async (user: string, id: string): Promise<void> => {
    const todo = todos.get(user, id);
    const every = await ofTodo(user, id);
    const all = every.filter((trigger) => !isAlarm(trigger));
    const alarms = every.filter((trigger) => isAlarm(trigger) && trigger.status === 'pending');
    await followAlarms(triggers, todo, alarms, {
      now: now(),
      create: (title, when, zone) => create(user, title, when, zone, id, 'alarm'),
    });
    const pending = all.filter(({ status }) => status === 'pending');
    // It says what the todo is called now.
    for (const { id: trigger, instruction } of every.filter(({ status }) => status === 'pending'))
      if (todo !== undefined && instruction !== todo.body.title)
        await triggers.edit(trigger, { instruction: todo.body.title });
    for (const trigger of pending) {
      const { rhythm } = todo?.body ?? {};
      if (!isAlive(todo, trigger)) await triggers.cancel(trigger.id, 'what it was for is done or gone');
      else if (pending.length === 1 && rhythm !== undefined && rhythm.schedule !== trigger.schedule)
        await triggers.restore(trigger.id, { ...rhythm, plan: rhythm.plan as Trigger['plan'] });
      else if (pending.length === 1 && trigger.plan.kind === 'once') await followDate(triggers, trigger, todo!, now());
      else if (pending.length === 1) await followHour(triggers, trigger, todo!);
    }
    // What goes with an event is due again where the event is, though it was reminded of before.
    const gone = all.filter(({ status }) => status === 'cancelled' || todo?.body.of !== undefined).at(-1);
    if (pending.length > 0 || gone === undefined || todo === undefined || !isAlive(todo, gone)) return;
    if (todo.body.done !== undefined) return;
    const at = gone.plan.kind === 'once' ? momentText(todo.body.due) : gone.schedule;
    try {
      await create(user, todo.body.title, at ?? gone.schedule, gone.plan.zone, id);
    } catch (thrown) {
      // Its time has gone by: the todo is back, there is nothing to remind of.
      if (!(thrown instanceof ConsiliumError) || thrown.code !== 'SCHEDULE_PAST') throw thrown;
    }
  };

  return {
    set: async (user, { what, when, zone, key, of }) => {
      const { next } = triggers.understand(when, zone);
      const { todo, change } = todos.add(user, { title: what, due: wallOf(next, zone), zone, of }, key);
      // The same call again, after a crash.
      const made = key === undefined ? undefined : (await ofTodo(user, todo.id))[0];
      const make = () =>
        create(user, what, when, zone, todo.id).catch((thrown) => {
          // What nobody will be reminded of was not asked for.
          todos.remove(user, todo.id);
          throw thrown;
        });
      return {
        ...toReminder(made ?? (await make())),
        todo,
        change: change.id,
      };
    },
    list: async (user) =>
      (await triggers.list({ room: ROOM, owner: user, status: 'pending' }))
        .filter((trigger) => isAlive(todos.get(user, todoOf(trigger)!), trigger))
        .map((trigger) => ofEach(toReminder(trigger), todos.get(user, todoOf(trigger)!)))
        .toSorted((one, other) => one.next - other.next),
    coming: async (user) =>
      (await triggers.list({ room: ROOM, owner: user, status: 'pending' }))
        .filter((trigger) => isAlive(todos.get(user, todoOf(trigger)!), trigger))
        .map(({ id, instruction, plan, occasions }) => ({
          ...{ id, what: instruction },
          times: (from, to) => {
            const range = { after: from - 1, to: to - 1, fired: occasions, limit: 1 };
            return occasionsUpTo(plan, range).total;
          },
        })),
    cancel: async (user, id, key) => {
      const trigger = await own(user, id);
      await triggers.cancel(id, 'cancelled by its person');
      const todo = todoOf(trigger);
      if (todo !== undefined && isAlarm(trigger)) {
        // What is to be done stays to be done.
        todos.change(user, todo, { remind: withoutAlarm(todos.get(user, todo)!.body, trigger) }, key);
        return toReminder(trigger);
      }
      if (todo !== undefined && todos.get(user, todo)?.body.done === undefined && todos.get(user, todo) !== undefined)
        todos.remove(user, todo, key);
      return toReminder(trigger);
    },
    move: async (user, id, when, key) => {
      const trigger = await own(user, id);
      const todo = todoOf(trigger)!;
      if (isAlarm(trigger)) {
        const { body } = todos.get(user, todo)!;
        const far = farFrom(body, triggers.understand(when, trigger.plan.zone).next);
        const { change } = todos.change(user, todo, { remind: [...withoutAlarm(body, trigger), far] }, key);
        await followTodo(user, todo);
        const moved = (await ofTodo(user, todo)).findLast(({ status }) => status === 'pending') ?? trigger;
        return { ...toReminder(moved), change: change.id };
      }
      return changed(user, trigger, () => triggers.edit(id, { schedule: withEnd(when, trigger) }), key);
    },
    leaveOut: async (user, id, days, key) => {
      const trigger = await own(user, id);
      return changed(user, trigger, () => triggers.leaveOut(id, days), key);
    },
    snooze: async (user, todo, when, zone, key) => {
      const known = todos.get(user, todo);
      if (known === undefined) throw new ConsiliumError('TODO_UNKNOWN', 'There is no such todo.');
      // Put off again, it comes then, and not before it too.
      const before = (await ofTodo(user, todo)).find((one) => one.status === 'pending' && isSnooze(one));
      const later =
        before === undefined
          ? await create(user, known.body.title, when, zone, todo, 'snooze')
          : await triggers.edit(before.id, { schedule: when });
      shelf.put({ user, kind: EFFECT, body: [], what: `Put off "${known.body.title}"`, text: '', key });
      return toReminder(later);
    },
    follow: followTodo,
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
/** The alarms that are left when this one is none any more. */
function withoutAlarm(todo: Todo, { fireAt }: Trigger): number[] {
  return (todo.remind ?? []).filter((far) => far !== farFrom(todo, fireAt));
}

function rhythmOf({ schedule, plan, fireAt }: Trigger): NonNullable<Todo['rhythm']> {
  return { schedule, plan, next: fireAt };
}

/** "For 5 days": another rhythm of a course has the end of the course, unless it names one itself. */
function withEnd(when: string, { plan }: Trigger): string {
  const until = 'end' in plan ? plan.end.until : undefined;
  if (until === undefined || isWhen(when) || /\b(?:until|till|til|for|times|through|ends?)\b/i.test(when)) return when;
  return `${when} until ${wallOf(until + 60_000, plan.zone).replace('T', ' at ')}`;
}

const WEEK = 7 * 24 * 60 * 60 * 1000;
/** What comes again goes on though it was done today. */
function isAlive(todo: Thing<Todo> | undefined, { plan }: Trigger): boolean {
  const isAgain = plan.kind !== 'once' || todo?.body.of?.each === true;
  return todo !== undefined && !todo.body.of?.gone && (todo.body.done === undefined || isAgain);
}

function toReminder(trigger: Trigger): Reminder {
  const { id, instruction, schedule, fireAt, plan } = trigger;
  return {
    ...{ id, what: instruction, schedule, understood: describeTrigger(trigger), next: fireAt, zone: plan.zone },
    ...{ of: todoOf(trigger), recurs: plan.kind !== 'once' && plan.kind !== 'dates' },
    times: plan.kind === 'calendar' ? plan.times : [],
  };
}

/** One of each occasion comes again, though its trigger is for the next. */
function ofEach(reminder: Reminder, todo: Thing<Todo> | undefined): Reminder {
  const { of } = todo?.body ?? {};
  if (!of?.each) return reminder;
  return { ...reminder, understood: `${sayDistance(of)} each time`, recurs: true };
}

function isSnooze({ payload }: Trigger): boolean {
  return (payload as { snooze?: unknown } | null)?.snooze === true;
}

function todoOf({ payload }: Trigger): string | undefined {
  const todo = (payload as { todo?: unknown } | null)?.todo;
  return typeof todo === 'string' ? todo : undefined;
}
