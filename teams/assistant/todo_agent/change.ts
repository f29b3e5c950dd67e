/** Todos and reminders that are there: another time, rhythm, weight, list or name. A reminder is changed with its todo. */
import {
  addDays,
  isUnchanged,
  momentOf,
  type Reminder,
  readWhen,
  type Thing,
  type Todo,
  wallOf,
  whenIn,
} from 'consilium/assistant';
import { ConsiliumError, type ToolContext, toConsiliumError, tool } from 'consilium/kernel';
import { z } from 'zod';
import { askForAll, except, MOST_AT_ONCE, without } from '../_shared/all.ts';
import { weighMedicine } from '../_shared/medicine.ts';
import { inThatWeek, isShift, meantInput, type Retime, retimed, retimeInput } from '../_shared/retime.ts';
import { sayList, sayMoment, sayWhen } from '../_shared/say.ts';
import { aboutTodo, day, find, here, list, priority, seenDue, title } from './desk.ts';
import { onOtherDay, ruleInWords } from './rhythm.ts';
import { readAgain } from './todos.ts';
import { meantOf, whichInput } from './which.ts';

const input = z.strictObject({
  query: title.optional(),
  ...meantInput,
  ...retimeInput,
  ...whichInput,
  due: day.optional(),
  priority: priority.optional(),
  project: list.optional(),
  title: title.optional(),
  list: list.optional().describe('a list that is to be called `project`'),
  when: z.string().max(300).optional().describe('another rhythm of its reminder: "every evening"'),
  always: z.boolean().optional().describe('`due` holds for all that come, not for the next alone'),
  all: z.boolean().optional().describe('every open todo, after asking'),
  except,
  not_on: z.string().max(100).optional().describe('days on which a reminder that comes again does not: "Sundays"'),
});
type Given = z.infer<typeof input>;

export const changeTodo = tool({
  name: 'change_todo',
  description:
    'Gives a todo or a reminder another time (`due`, an hour alone as `clock`, or a distance from where it is as `by`), rhythm, priority, list or title; or, with `list` and `project`, a list another name.',
  input,
  execute: async (given, context) => {
    const { query, list: from, when, project, title: name, priority: weight } = given;
    if (from !== undefined && project !== undefined) return renameList(context, from, project);
    if (given.all && query === undefined) return changeAll(context, given);
    if (query === undefined && given.on === undefined && given.was === undefined)
      throw new ConsiliumError('TODO_UNNAMED', 'Which todo shall I change?', { hint: 'Say its name.' });
    const found = find(context, given);
    if (
      [when, given.not_on, given.due, given.clock, project, name, weight].every((value) => value === undefined) &&
      !isShift(given)
    )
      throw new ConsiliumError('WHEN_MISSING', `What shall I change about "${found.body.title}"?`, {
        hint: 'Say the new time, priority, list or title.',
      });
    const weighed = await weigh(context, found.body, given);
    if (!weighed.agreed) return { say: `I left **${found.body.title}** as it is.` };
    const always = when === undefined && given.always ? await alwaysOn(context, found, given) : undefined;
    if (always !== undefined) return changeRhythm(context, found, always, weighed.note);
    if (when !== undefined) return changeRhythm(context, found, when, weighed.note);
    if (given.not_on !== undefined) return withoutDays(context, found, given.not_on);
    return changeIt(context, found, given, weighed.note);
  },
});

/** "Move all my todos to Monday": each that is open, after one question. */
async function changeAll(context: ToolContext, given: Given) {
  const { todos, user } = here(context);
  const { all: _, except: left, ...change } = given;
  const meant = await meantOf(context, todos.list(user), given);
  const open = without(meant, ({ body }) => body.title, left).slice(0, MOST_AT_ONCE);
  if (open.length === 0) return { say: 'There is nothing open.' };
  if (change.due === undefined && change.clock === undefined && !isShift(change) && change.priority === undefined)
    throw new ConsiliumError('WHEN_MISSING', 'What shall I change about them?', { hint: 'Say a day.' });
  const shown = { id: ({ id }: Thing<Todo>) => id, name: ({ body }: Thing<Todo>) => body.title };
  const asked = await askForAll(context, 'Change', open, shown);
  if (asked === undefined) return { say: 'I left them as they are.' };
  const lines: string[] = [];
  for (const one of asked.things) {
    const done = await changeIt(context, one, change, '', `${context.idempotencyKey}:${one.id}`).catch(
      toConsiliumError,
    );
    lines.push(`- ${'say' in done ? done.say : done.message}`);
  }
  return { say: `${lines.join('\n')}${asked.missed}` };
}

/** Another name, or another time of a medicine, may be another medicine, or too much of it. */
async function weigh(context: ToolContext, { title: before }: Todo, { title: name, when }: Given) {
  if (name === undefined && when === undefined) return { agreed: true, note: '' };
  const deed = `Change ${before}: ${[name, when].filter(Boolean).join(', ')}`;
  return weighMedicine(context, { what: name ?? before, when, deed, instead: before });
}

async function changeIt(
  context: ToolContext,
  { id, body: before }: Thing<Todo>,
  given: Given,
  note: string,
  key = context.idempotencyKey,
) {
  const { todos, reminders, user, zone, now } = here(context);
  const due = dueAfter(before, given, zone);
  const reminder = await reminderOf(context, id);
  if (
    due !== undefined &&
    reminder !== undefined &&
    !reminder.recurs &&
    momentOf(due.length === 10 ? `${due}T09:00` : due, zone) <= now
  )
    throw new ConsiliumError('WHEN_PAST', `${sayWhen(due, now)} has gone by, so I left "${before.title}" as it is.`, {
      hint: 'When shall it be instead?',
    });
  if (due !== undefined && reminder?.recurs) checkRhythm(reminder, before, due, given, zone);
  const patch = {
    ...(given.title !== undefined && { title: given.title }),
    ...(given.priority !== undefined && { priority: given.priority }),
    ...(given.project !== undefined && { project: given.project }),
    ...(due !== undefined && { due, zone }),
  };
  const kinds = reminder === undefined ? ['todo'] : ['reminder', 'todo'];
  if (isUnchanged(before, patch))
    return {
      say: `${sayStands(before, patch, zone, now)}, so I changed nothing.`,
      about: aboutTodo({ id, body: before }, kinds),
    };
  const { todo, change } = todos.change(user, id, patch, key);
  await reminders.follow(user, id);
  const { body } = todo;
  const told = { about: aboutTodo(todo, kinds), id, change: change.id };
  const after = due === undefined ? undefined : await reminderOf(context, id);
  if (after !== undefined) return { say: `${sayReminded(after, zone, now)}${note}`, ...told };
  const named =
    before.title === body.title ? `Changed **${body.title}**` : `**${before.title}** is now called **${body.title}**`;
  return {
    say: `${named}${body.due ? `: due ${sayWhen(whenIn(body.due, body.zone, zone), now)}` : ''}${body.priority === 'normal' ? '' : `, ${body.priority} priority`}${given.project ? `, on ${given.project}` : ''}.${due !== undefined && body.rule !== undefined ? ' After it, it comes as it did.' : ''}${note}`,
    ...told,
  };
}

/** "milk is due Mon 16 Nov and on groceries already": of what was asked for. */
function sayStands({ title: name }: Todo, patch: Partial<Todo>, zone: string, now: number): string {
  const { due, priority: weight, project, title: called } = patch;
  const said = [
    due && `due ${sayWhen(whenIn(due, patch.zone ?? zone, zone), now)}`,
    weight && `of ${weight} priority`,
    project && `on ${project}`,
    called && 'called so',
  ].filter((one) => one !== undefined && one !== '');
  return `**${name}** is ${sayList(said as string[])} already`;
}

/** Where it is due then: a day alone keeps the hour that it had. */
function dueAfter(
  body: Todo,
  given: Retime & { due?: string | undefined; week?: boolean | undefined },
  zone: string,
): string | undefined {
  const was = seenDue(body, zone);
  const due = given.week && given.due !== undefined && was !== undefined ? inThatWeek(given.due, was) : given.due;
  const moved = retimed(body.title, was, given) ?? due;
  const hour = moved?.length === 10 && was !== undefined ? was.slice(10) : '';
  return moved && `${moved}${hour}`;
}

/** What comes again gets another hour for all of it; another day of one of them no reminder can keep. */
function checkRhythm({ understood, times }: Reminder, body: Todo, due: string, given: Retime, zone: string): void {
  const was = seenDue(body, zone)!;
  const isHour = due.slice(0, 10) === was.slice(0, 10) && times.length > 0;
  const isOfOne = times.length > 1 && !isShift(given);
  if (isHour && !isOfOne) return;
  throw new ConsiliumError('RHYTHM_MEANT', `"${body.title}" comes again: ${understood}. I changed nothing.`, {
    hint: 'Say the whole new rhythm ("every day at 8 and 20"), or "snooze it" for once.',
  });
}

async function reminderOf(context: ToolContext, todo: string): Promise<Reminder | undefined> {
  const { reminders, user } = here(context);
  return (await reminders.list(user)).find(({ of }) => of === todo);
}

function sayReminded({ what, next, understood, recurs }: Reminder, zone: string, now: number): string {
  const often = recurs
    ? `, first on ${sayMoment(next, zone, now)} (${understood})`
    : ` on ${sayMoment(next, zone, now)}`;
  return `I will remind you now: **${what}**${often}.`;
}

/** The rhythm that it has, on the day that was said. */
async function alwaysOn(context: ToolContext, { id, body }: Thing<Todo>, { due }: Given): Promise<string | undefined> {
  const rhythm = (await reminderOf(context, id))?.understood ?? ruleInWords(body.rule, body.due ?? '');
  return due === undefined || rhythm === undefined ? undefined : onOtherDay(rhythm, due);
}

/** The rhythm that it has, without those days. */
async function withoutDays(context: ToolContext, { id, body }: Thing<Todo>, days: string) {
  const { reminders, user } = here(context);
  const reminder = await reminderOf(context, id);
  const said = reminder?.recurs
    ? await reminders.leaveOut(user, reminder.id, days, context.idempotencyKey).catch(toConsiliumError)
    : undefined;
  if (said !== undefined && !('message' in said)) return sayRhythm(context, body.title, id, said, '');
  throw new ConsiliumError('RHYTHM_MEANT', `I cannot leave out ${days} of "${body.title}", so I changed nothing.`, {
    hint: reminder?.recurs ? `It comes ${reminder.understood}. Say the whole new rhythm.` : 'It comes only once.',
  });
}

function sayRhythm(
  context: ToolContext,
  name: string,
  id: string,
  { understood, next, change }: Reminder & { change: string },
  note: string,
) {
  const { now, zone } = here(context);
  return {
    say: `I will remind you: **${name}**, first on ${sayMoment(next, zone, now)} (${understood}).${note}`,
    about: { kinds: ['reminder', 'todo'], name, id, at: next },
    change,
  };
}

/** What comes again is reminded of by a trigger, or is a rule of the todo itself; one of them changes. */
async function changeRhythm(context: ToolContext, { id, body }: Thing<Todo>, said: string, note: string) {
  const { reminders, todos, user, now, zone } = here(context);
  const { title: name } = body;
  // A rhythm without an hour keeps the one that it had.
  const hour = readWhen(said, { now, zone })?.timed ? undefined : seenDue(body, zone)?.slice(11, 16);
  const when = hour ? `${said} at ${hour}` : said;
  const reminder = await reminderOf(context, id);
  const later = reminder?.recurs ? laterStart(when, reminder.next, { now, zone }) : undefined;
  if (reminder !== undefined && later !== undefined) {
    // Until then it comes as it did: a rhythm from January on takes nothing of December.
    await reminders.move(user, reminder.id, `${reminder.schedule} until ${addDays(later, -1)}`, context.idempotencyKey);
    const set = await reminders.set(user, { what: name, when, zone, key: `${context.idempotencyKey}:later` });
    return sayRhythm(context, name, set.todo.id, set, ` Until then it stays as it is.${note}`);
  }
  if (reminder !== undefined) {
    const moved = await reminders.move(user, reminder.id, when, context.idempotencyKey);
    return sayRhythm(context, name, id, moved, note);
  }
  const { start, rule, except, again } = readAgain(when, context);
  const { todo, change } = todos.change(user, id, { due: start, rule, except }, context.idempotencyKey);
  return {
    say: `Changed **${name}**: due ${sayWhen(start!, now)}${again}.${note}`,
    about: aboutTodo(todo),
    change: change.id,
  };
}

/** The day from which a rhythm holds, where that is behind what comes next. */
function laterStart(when: string, next: number, { now, zone }: { now: number; zone: string }): string | undefined {
  const schedule = readWhen(when, { now, zone })?.schedule;
  const start = schedule !== undefined && 'start' in schedule ? schedule.start : undefined;
  return start !== undefined && start > next ? wallOf(start, zone).slice(0, 10) : undefined;
}

function renameList(context: ToolContext, from: string, to: string) {
  const { todos, user } = here(context);
  const found = [false, true].flatMap((done) => todos.list(user, { project: from, done }));
  const [open, there] = [from, to].map((project) => todos.list(user, { project }));
  if (found.length === 0) throw new ConsiliumError('NOT_FOUND_HERE', `There is no list "${from}".`);
  if (from === to) return { say: `The list **${to}** is called so already, so I changed nothing.` };
  for (const { id } of found) todos.change(user, id, { project: to }, `${context.idempotencyKey}:${id}`);
  const about = { kinds: ['list'], name: to, list: to };
  if (there!.length === 0) return { say: `The list **${from}** is now called **${to}**.`, about };
  return { say: `Moved ${sayList(open!.map(({ body }) => `**${body.title}**`))} from ${from} to ${to}.`, about };
}
