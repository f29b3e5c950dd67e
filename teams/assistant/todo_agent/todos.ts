/** Todos and lists. Everything reports what it did in a sentence, and the change that can be undone. */
import { momentOf, readWhen, sayAgain, seriesOf, type Thing, type Todo, whenIn } from 'consilium/assistant';
import { ConsiliumError, type ToolContext, tool } from 'consilium/kernel';
import { z } from 'zod';
import { askForAll, except, MOST_AT_ONCE, without } from '../_shared/all.ts';
import { weighMedicine } from '../_shared/medicine.ts';
import { sayList, sayMoment, sayWhen } from '../_shared/say.ts';
import { aboutTodo, day, find, here, title } from './desk.ts';

const priority = z.enum(['low', 'normal', 'high']);
const list = z.string().max(100);

export const addTodo = tool({
  name: 'add_todo',
  description:
    'Adds a todo, to a list if one is named. `when` is for what comes again, with its end ("every Friday until 20 December").',
  input: z.strictObject({
    title,
    project: list.optional(),
    due: day.optional(),
    when: z.string().max(300).optional(),
    priority: priority.optional(),
  }),
  idempotent: true,
  execute: async ({ title: what, project, due, when, priority: weight }, context) => {
    const { todos, user, zone, now } = here(context);
    const weighed = await weighMedicine(context, { what, when, deed: `Put on your list: ${what}` });
    if (!weighed.agreed) return { say: `I did not add **${what}**.` };
    const { start, rule, again, lost } = readAgain(when, context);
    const { todo, change } = todos.add(
      user,
      { title: what, project, due: start ?? due, zone, rule, priority: weight ?? 'normal' },
      context.idempotencyKey,
    );
    const { body } = todo;
    const where = body.project ? ` to ${body.project}` : ' to your todos';
    const left =
      lost.length === 0 ? '' : ` A todo cannot keep ${sayList(lost.map((one) => `"${one}"`))}, so I left it.`;
    return {
      say: `Added **${body.title}**${where}${body.due ? `, due ${sayWhen(body.due, now)}` : ''}${again}${body.priority === 'normal' ? '' : `, ${body.priority} priority`}.${left}${weighed.note}`,
      about: aboutTodo(body),
      id: todo.id,
      change: change.id,
    };
  },
});

/** The rule of a todo that comes again; it has one, and no single dates that are left out. */
function readAgain(when: string | undefined, context: ToolContext) {
  const { zone, now } = here(context);
  const read = when === undefined ? undefined : readWhen(when, { now, zone });
  if (!read?.recurs) return { start: read?.wall, rule: undefined, again: '', lost: [] };
  const { series, lost } = seriesOf(read.schedule, now, !read.timed);
  const [first, ...others] = series;
  const dates = first?.except.length ? ['except on single dates'] : [];
  return {
    start: first?.start ?? read.wall,
    rule: first?.rule,
    again: first === undefined ? '' : ` and again: ${sayAgain(read.schedule, !read.timed)}`,
    lost: [...lost, ...others.map(({ start }) => `also at ${start.slice(11)}`), ...dates],
  };
}

export const listTodos = tool({
  name: 'list_todos',
  description: 'Lists open todos: all, those of a list, those due before a moment (ms), or those that are overdue.',
  input: z.strictObject({
    project: list.optional(),
    before: z.number().optional(),
    overdue: z.boolean().optional(),
  }),
  idempotent: true,
  execute: ({ project, before, overdue }, context) => {
    const { todos, user, zone, now } = here(context);
    const found = todos
      .list(user, { project, before: overdue ? now : before })
      .filter(({ body }) => !overdue || isOver(body, now));
    if (found.length === 0) {
      const due = overdue ? ' that is overdue' : before === undefined ? '' : ' that is due then';
      return { say: `There is nothing ${project ? `on ${project}` : 'open'}${due}.`, todos: [] };
    }
    const lines = found.map(
      ({ body }) =>
        `- ${body.title}${body.due ? ` · ${sayWhen(whenIn(body.due, body.zone, zone), now)}${isOver(body, now) ? ', overdue' : ''}` : ''}${body.project && !project ? ` · ${body.project}` : ''}${body.priority === 'high' ? ' · high priority' : ''}`,
    );
    return {
      gives: lines.join('\n'),
      say: `**${found.length === 1 ? 'One todo' : `${found.length} todos`}${project ? ` on ${project}` : ''}:**\n\n${lines.join('\n')}`,
      todos: found.map(({ id, body }) => ({ id, ...body })),
    };
  },
});

/** A day is over when it is, not when it begins. */
function isOver({ due, zone }: Todo, now: number): boolean {
  if (due === undefined) return false;
  return due.length === 10 ? momentOf(due, zone) + 24 * 60 * 60 * 1000 <= now : momentOf(due, zone) < now;
}

const which = z.strictObject({
  query: title.optional(),
  project: list.optional(),
  all: z.boolean().optional(),
  except,
});

/** The one that is meant, or all of a list, or all. */
function chosen(context: ToolContext, { query, project, all, except: left }: z.infer<typeof which>): Thing<Todo>[] {
  const { todos, user } = here(context);
  if (query !== undefined && !all) return [find(context, query, project)];
  const listed = todos.list(user, { ...(project !== undefined && { project }) });
  const open = without(listed, ({ body }) => body.title, left).slice(0, MOST_AT_ONCE);
  if (open.length > 0) return open;
  throw new ConsiliumError('NOT_FOUND_HERE', `There is nothing ${project === undefined ? 'open' : `on ${project}`}.`);
}

const SHOWN = { id: ({ id }: Thing<Todo>) => id, name: ({ body }: Thing<Todo>) => body.title };

export const completeTodo = tool({
  name: 'complete_todo',
  description:
    'Marks a todo as done, found by its words; with `all` every one, or every one of a list, after asking. One that comes again moves to its next date.',
  input: which,
  idempotent: true,
  execute: async (given, context) => {
    const { todos, reminders, user, now } = here(context);
    const found = await askForAll(context, 'Mark as done', chosen(context, given), SHOWN);
    if (found === undefined) return { say: 'I left them as they are.' };
    const names = found.map(SHOWN.name);
    const done = found.map(({ id }) => todos.complete(user, id, `${context.idempotencyKey}:${id}`));
    for (const { id } of found) await reminders.follow(user, id);
    const [{ todo, change } = done[0]!] = done;
    if (done.length > 1) return { say: `Done: ${names.join(', ')}.` };
    const next = todo.body.done === undefined && todo.body.due ? ` Next: ${sayWhen(todo.body.due, now)}.` : '';
    return { say: `Done: **${todo.body.title}**.${next}`, about: aboutTodo(todo.body), id: todo.id, change: change.id };
  },
});

export const removeTodo = tool({
  name: 'remove_todo',
  description:
    'Removes a todo, found by its words; with `all` every one, or every one of a list, after asking. Can be undone.',
  input: which,
  execute: async (given, context) => {
    const { todos, reminders, user } = here(context);
    const found = await askForAll(context, 'Remove', chosen(context, given), SHOWN);
    if (found === undefined) return { say: 'I left them as they are.' };
    const names = found.map(SHOWN.name);
    const changes = found.map(({ id }) => todos.remove(user, id, `${context.idempotencyKey}:${id}`));
    for (const { id } of found) await reminders.follow(user, id);
    const said = names.length === 1 ? `**${names[0]}**` : names.join(', ');
    return {
      say: `Removed ${said}. "Undo that" brings it back.`,
      about: aboutTodo(found.at(-1)!.body),
      change: changes.at(-1)!.id,
    };
  },
});

export const changeTodo = tool({
  name: 'change_todo',
  description:
    'Gives a todo another date, priority, list or title; or, with `list` and `project`, a list another name.',
  input: z.strictObject({
    query: title.optional(),
    due: day.optional(),
    priority: priority.optional(),
    project: list.optional(),
    title: title.optional(),
    list: list.optional().describe('a list that is to be called `project`'),
    when: z.string().max(300).optional().describe('another rhythm of its reminder: "every evening"'),
  }),
  execute: async ({ query, list: from, when, ...patch }, context) => {
    const { todos, reminders, user, zone, now } = here(context);
    if (from !== undefined && patch.project !== undefined) return renameList(context, from, patch.project);
    if (query === undefined)
      throw new ConsiliumError('TODO_UNNAMED', 'Which todo shall I change?', { hint: 'Say its name.' });
    if (when === undefined && Object.values(patch).every((value) => value === undefined))
      throw new ConsiliumError('NOTHING_TO_CHANGE', 'Nothing was said that would change it.', {
        hint: 'Say the new date, priority, list or title.',
      });
    const { id, body: before } = find(context, query);
    const what = patch.title ?? before.title;
    const isWeighed = patch.title !== undefined || when !== undefined;
    const deed = `Change ${before.title}: ${[patch.title, when].filter(Boolean).join(', ')}`;
    const weighed = isWeighed ? await weighMedicine(context, { what, when, deed }) : { agreed: true, note: '' };
    if (!weighed.agreed) return { say: `I left **${before.title}** as it is.` };
    if (when !== undefined) return changeRhythm(context, before, when, weighed.note);
    const { todo, change } = todos.change(user, id, { ...patch, ...(patch.due && { zone }) }, context.idempotencyKey);
    await reminders.follow(user, id);
    const { body } = todo;
    const name =
      before.title === body.title ? `Changed **${body.title}**` : `**${before.title}** is now called **${body.title}**`;
    return {
      say: `${name}${body.due ? `: due ${sayWhen(whenIn(body.due, body.zone, zone), now)}` : ''}${body.priority === 'normal' ? '' : `, ${body.priority} priority`}${patch.project ? `, on ${patch.project}` : ''}.${weighed.note}`,
      about: aboutTodo(body),
      id: todo.id,
      change: change.id,
    };
  },
});

/** What comes again is reminded of by a trigger, or is a rule of the todo itself; one of them changes. */
async function changeRhythm(context: ToolContext, { title: name }: Todo, when: string, note: string) {
  const { reminders, todos, user, now, zone } = here(context);
  const reminder = (await reminders.list(user)).find(({ what }) => what === name);
  if (reminder !== undefined) {
    const { understood, next, change } = await reminders.move(user, reminder.id, when, context.idempotencyKey);
    return {
      say: `I will remind you: **${name}**, first on ${sayMoment(next, zone, now)} (${understood}).${note}`,
      about: { kinds: ['reminder', 'todo'], name, at: next },
      change,
    };
  }
  const { start, rule, again } = readAgain(when, context);
  const { todo, change } = todos.change(user, find(context, name).id, { due: start, rule }, context.idempotencyKey);
  return {
    say: `Changed **${name}**: due ${sayWhen(start!, now)}${again}.${note}`,
    about: aboutTodo(todo.body),
    change: change.id,
  };
}

function renameList(context: ToolContext, from: string, to: string) {
  const { todos, user } = here(context);
  const found = [false, true].flatMap((done) => todos.list(user, { project: from, done }));
  if (found.length === 0) throw new ConsiliumError('NOT_FOUND_HERE', `There is no list "${from}".`);
  for (const { id } of found) todos.change(user, id, { project: to }, `${context.idempotencyKey}:${id}`);
  return { say: `The list **${from}** is now called **${to}**.` };
}
