/** Todos and lists. Everything reports what it did in a sentence, and the change that can be undone. */
import { momentOf, readWhen, sayAgain, seriesOf, type Thing, type Todo, whenIn } from 'consilium/assistant';
import { ConsiliumError, type ToolContext, tool } from 'consilium/kernel';
import { z } from 'zod';
import { askForAll, except, MOST_AT_ONCE, without } from '../_shared/all.ts';
import { weighMedicine } from '../_shared/medicine.ts';
import { assistantOf } from '../_shared/place.ts';
import { meantInput } from '../_shared/retime.ts';
import { sayList, sayWhen } from '../_shared/say.ts';
import { aboutTodo, day, find, here, list, priority, title } from './desk.ts';
import { skipOnce } from './left-out.ts';
import { meantOf, whichInput } from './which.ts';

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
    zone: z.string().max(60).optional().describe('the zone that `when` is said in, where it is another'),
  }),
  idempotent: true,
  execute: async ({ title: what, project, due, when, priority: weight, zone: there }, context) => {
    const { todos, user, zone: own, now } = here(context);
    const zone = there ?? own;
    const stands = when === undefined ? standing(context, { what, project, due, weight }) : undefined;
    if (stands !== undefined) return stands;
    const weighed = await weighMedicine(context, { what, when, deed: `Put on your list: ${what}` });
    if (!weighed.agreed) return { say: `I did not add **${what}**.` };
    const { start, rule, except: out, again, lost } = readAgain(when, context, there);
    const isNewList = project !== undefined && isUnused(context, project);
    const { todo, change } = todos.add(
      user,
      { title: what, project, due: start ?? due, zone, rule, except: out, priority: weight ?? 'normal' },
      context.idempotencyKey,
    );
    const { body } = todo;
    const where = body.project ? ` to ${body.project}${isNewList ? ', a new list' : ''}` : ' to your todos';
    const left =
      lost.length === 0 ? '' : ` A todo cannot keep ${sayList(lost.map((one) => `"${one}"`))}, so I left it.`;
    return {
      say: `Added **${body.title}**${where}${body.due ? `, due ${sayWhen(whenIn(body.due, zone, own), now)}` : ''}${again}${body.priority === 'normal' ? '' : `, ${body.priority} priority`}.${left}${weighed.note}`,
      about: aboutTodo(todo),
      id: todo.id,
      change: change.id,
    };
  },
});

/** A list is there by what is on it, or was. */
function isUnused(context: ToolContext, project: string): boolean {
  const { todos, user } = here(context);
  return [false, true].every((done) => todos.list(user, { project, done }).length === 0);
}

/** What stands on the list as it is asked for is not put there twice, and that is said. */
function standing(
  context: ToolContext,
  {
    what,
    project,
    due,
    weight,
  }: { what: string; project?: string | undefined; due?: string | undefined; weight?: Todo['priority'] | undefined },
) {
  const { todos, user, zone, now } = here(context);
  const found = todos
    .list(user, { ...(project !== undefined && { project }) })
    .find(
      ({ body }) =>
        body.title.toLowerCase() === what.toLowerCase() &&
        body.project?.toLowerCase() === project?.toLowerCase() &&
        (due === undefined || body.due === due) &&
        (weight === undefined || body.priority === weight) &&
        body.of === undefined,
    );
  if (found === undefined) return undefined;
  const where = project === undefined ? 'among your todos' : `on ${project}`;
  const is =
    found.body.due === undefined ? '' : ` (due ${sayWhen(whenIn(found.body.due, found.body.zone, zone), now)})`;
  return {
    say: `**${found.body.title}** is ${where} already${is}, so I added nothing.`,
    about: aboutTodo(found),
    id: found.id,
  };
}

/** The rule of a todo that comes again; it has one. */
export function readAgain(when: string | undefined, context: ToolContext, there?: string) {
  const { zone: own, now } = here(context);
  const zone = there ?? own;
  const read = when === undefined ? undefined : readWhen(when, { now, zone });
  if (!read?.recurs) return { start: read?.wall, rule: undefined, except: undefined, again: '', lost: [] };
  const { series, lost } = seriesOf(read.schedule, now, !read.timed);
  const [first, ...others] = series;
  return {
    start: first?.start ?? read.wall,
    rule: first?.rule,
    except: first?.except.length ? [...first.except] : undefined,
    again: first === undefined ? '' : ` and again: ${sayAgain(read.schedule, !read.timed)}`,
    lost: [...lost, ...others.map(({ start }) => `also at ${start.slice(11)}`)],
  };
}

export const listTodos = tool({
  name: 'list_todos',
  description: 'Lists open todos: all, those of a list, those due before a moment (ms), or those that are overdue.',
  input: z.strictObject({
    project: list.optional(),
    after: z.number().optional().describe('only what is due from this moment on'),
    before: z.number().optional(),
    overdue: z.boolean().optional(),
    lists: z.boolean().optional().describe('only the names of the lists, with how much is open on each'),
    done: z.boolean().optional().describe('what is done, instead of what is open'),
    urgent: z.boolean().optional().describe('only what has high priority, or where nothing has, what is due first'),
  }),
  idempotent: true,
  execute: ({ project, after, before, overdue, lists, urgent, done }, context) => {
    const { todos, user, zone, now } = here(context);
    if (lists) return { say: sayLists(todos.list(user).map(({ body }) => body)), todos: [] };
    const listed = todos.list(user, { project, before: overdue ? now : before, ...(done && { done }) });
    const found = (urgent ? urgentOf(listed) : listed)
      .filter(({ body }) => !overdue || isOver(body, now))
      .filter(({ body }) => after === undefined || (body.due !== undefined && momentOf(body.due, body.zone) >= after));
    if (found.length === 0) {
      const note = project === undefined ? undefined : noteCalled(context, project);
      if (note !== undefined) return { say: note, todos: [] };
      if (urgent) return { say: 'Nothing is marked as urgent, and nothing has a date.', todos: [] };
      const due = overdue ? ' that is overdue' : before === undefined ? '' : ' that is due then';
      return {
        say: `There is nothing ${done ? 'done' : project ? `on ${project}` : 'open'}${due}.`,
        todos: [],
        // "Put rice on it": on the list that was asked about.
        ...(project !== undefined && { about: { kinds: ['list'], name: project, list: project } }),
      };
    }
    const lines = found.map(
      ({ body }) =>
        `- ${body.title}${body.due ? ` · ${sayWhen(whenIn(body.due, body.zone, zone), now)}${isOver(body, now) ? ', overdue' : ''}` : ''}${body.project && !project ? ` · ${body.project}` : ''}${body.priority === 'high' ? ' · high priority' : ''}`,
    );
    return {
      gives: lines.join('\n'),
      say: `${urgent && found.every(({ body }) => body.priority !== 'high') ? 'Nothing is marked as urgent. Due first:\n\n' : ''}**${found.length === 1 ? 'One todo' : `${found.length} todos`}${project ? ` on ${project}` : ''}:**\n\n${lines.join('\n')}`,
      todos: found.map(({ id, body }) => ({ id, ...body })),
      shown: found.map((todo) => aboutTodo(todo)),
      ...(project !== undefined && { list: project }),
    };
  },
});

/** "The packing list" may be a note of that name. */
function noteCalled(context: ToolContext, name: string): string | undefined {
  const { notes } = assistantOf(context);
  const names = [name, `${name} list`].map((one) => one.toLowerCase());
  const found = notes.list(context.session.user).find(({ body }) => names.includes(body.subject?.toLowerCase() ?? ''));
  return found && `**${found.body.subject}**, a note: ${found.body.text}`;
}

function sayLists(open: readonly Todo[]): string {
  const counts = new Map<string, number>();
  for (const { project } of open) if (project !== undefined) counts.set(project, (counts.get(project) ?? 0) + 1);
  const rest = open.filter(({ project }) => project === undefined).length;
  if (counts.size === 0) return `There is no list yet; ${rest === 0 ? 'nothing is open' : `${rest} on your todos`}.`;
  const lines = [...counts].toSorted().map(([name, count]) => `- ${name} (${count})`);
  return `**Your lists:**\n\n${lines.join('\n')}${rest === 0 ? '' : `\n- on no list (${rest})`}`;
}

/** What has high priority; else what is due first. */
function urgentOf(open: readonly { readonly id: string; readonly body: Todo }[]) {
  const high = open.filter(({ body }) => body.priority === 'high');
  if (high.length > 0) return high;
  return open
    .filter(({ body }) => body.due !== undefined)
    .toSorted((one, other) => one.body.due!.localeCompare(other.body.due!))
    .slice(0, 3);
}

/** A day is over when it is, not when it begins. */
function isOver({ due, zone }: Todo, now: number): boolean {
  if (due === undefined) return false;
  return due.length === 10 ? momentOf(due, zone) + 24 * 60 * 60 * 1000 <= now : momentOf(due, zone) < now;
}

const which = z.strictObject({
  query: title.optional(),
  ...meantInput,
  ...whichInput,
  project: list.optional(),
  all: z.boolean().optional(),
  except,
});

/** The one that is meant, or all of a list, or all. */
async function chosen(context: ToolContext, given: z.infer<typeof which>): Promise<Thing<Todo>[]> {
  const { todos, user } = here(context);
  const { query, project, all, except: left } = given;
  if (query !== undefined && !all) return [find(context, given, project)];
  const listed = todos.list(user, { ...(project !== undefined && { project }) });
  const meant = await meantOf(context, listed, given);
  const open = without(meant, ({ body }) => body.title, left).slice(0, MOST_AT_ONCE);
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
    const asked = await askForAll(context, 'Mark as done', await chosen(context, given), SHOWN);
    if (asked === undefined) return { say: 'I left them as they are.' };
    const { things: found, missed } = asked;
    const names = found.map(SHOWN.name);
    const done = found.map(({ id }) => todos.complete(user, id, `${context.idempotencyKey}:${id}`));
    for (const { id } of found) await reminders.follow(user, id);
    const [{ todo, change } = done[0]!] = done;
    if (done.length > 1) return { say: `Done: ${names.join(', ')}.${missed}` };
    const next = todo.body.done === undefined && todo.body.due ? ` Next: ${sayWhen(todo.body.due, now)}.` : '';
    return {
      say: `Done: **${todo.body.title}**.${next}${missed}`,
      about: { ...aboutTodo(todo), ended: todo.body.done !== undefined },
      id: todo.id,
      change: change.id,
    };
  },
});

export const removeTodo = tool({
  name: 'remove_todo',
  description:
    'Removes a todo, found by its words; with `all` every one, or every one of a list, after asking; with `next` of one that comes again this time only. Can be undone.',
  input: which.extend({
    next: z.boolean().optional().describe('of what comes again this time only'),
    next_from: z.number().optional().describe('with `next`: if it is due from this moment (ms) on'),
    next_to: z.number().optional().describe('and before this one'),
  }),
  execute: async ({ next, next_from: from, next_to: to, ...given }, context) => {
    const { todos, reminders, user } = here(context);
    const meant = await chosen(context, given);
    const skipped = next ? await skipOnce(context, meant, { from, to }) : undefined;
    if (skipped !== undefined) return skipped;
    const asked = await askForAll(context, 'Remove', meant, SHOWN);
    if (asked === undefined) return { say: 'I left them as they are.' };
    const { things: found, missed } = asked;
    const names = found.map(SHOWN.name);
    const changes = found.map(({ id }) => todos.remove(user, id, `${context.idempotencyKey}:${id}`));
    for (const { id } of found) await reminders.follow(user, id);
    const said = names.length === 1 ? `**${names[0]}**` : names.join(', ');
    return {
      say: `Removed ${said}. "Undo that" brings it back.${missed}`,
      about: { ...aboutTodo(found.at(-1)!), ended: true },
      change: changes.at(-1)!.id,
    };
  },
});
