/** Todos, lists and reminders. Everything reports what it did in a sentence, and the change that can be undone. */
import { datedIn, momentOf, pointsIn, readWhen, type Thing, type Todo, toRule } from 'consilium/assistant';
import { ConsiliumError, type ToolContext, tool } from 'consilium/kernel';
import { z } from 'zod';
import { askForAll, MOST_AT_ONCE } from '../_shared/all.ts';
import { askOther, keyOf } from '../_shared/bridge.ts';
import { choose } from '../_shared/choose.ts';
import { assistantOf, placeOf } from '../_shared/desk.ts';
import { sayMoment, sayWhen } from '../_shared/say.ts';

const title = z.string().min(1).max(500);
const day = z.string().max(40).describe('2026-11-20 or 2026-11-20T15:00');
const priority = z.enum(['low', 'normal', 'high']);

const here = (context: ToolContext) => ({ ...assistantOf(context), user: context.session.user, ...placeOf(context) });

function find(context: ToolContext, query: string, project?: string): Thing<Todo> {
  const { todos, user } = here(context);
  const open = todos.list(user, { ...(project !== undefined && { project }) });
  const chosen = choose(
    query,
    open.map(({ id, body }) => ({ id, name: body.title })),
    'todo',
  );
  return open.find(({ id }) => id === chosen.id)!;
}

function aboutTodo({ title: name, due, zone }: Todo, kinds: readonly string[] = ['todo']) {
  return { kinds: [...kinds], name, ...(due !== undefined && { at: momentOf(due, zone) }) };
}

export const addTodo = tool({
  name: 'add_todo',
  description: 'Adds a todo, to a list if one is named. `when` is for what comes again ("every Friday").',
  input: z.strictObject({
    title,
    project: z.string().max(100).optional(),
    due: day.optional(),
    when: z.string().max(200).optional(),
    priority: priority.optional(),
  }),
  idempotent: true,
  execute: ({ title: what, project, due, when, priority: weight }, context) => {
    const { todos, user, zone, now } = here(context);
    const read = when === undefined ? undefined : readWhen(when, { now, zone });
    const rule = read && toRule(read.schedule);
    const { todo, change } = todos.add(
      user,
      { title: what, project, due: due ?? read?.wall, zone, rule, priority: weight ?? 'normal' },
      context.idempotencyKey,
    );
    const { body } = todo;
    const where = body.project ? ` to ${body.project}` : ' to your todos';
    return {
      say: `Added **${body.title}**${where}${body.due ? `, due ${sayWhen(body.due, now)}` : ''}${body.priority === 'normal' ? '' : `, ${body.priority} priority`}.`,
      about: aboutTodo(body),
      id: todo.id,
      change: change.id,
    };
  },
});

export const listTodos = tool({
  name: 'list_todos',
  description: 'Lists open todos: all, those of a list, or those due before a moment (ms).',
  input: z.strictObject({ project: z.string().max(100).optional(), before: z.number().optional() }),
  idempotent: true,
  execute: ({ project, before }, context) => {
    const { todos, user, now } = here(context);
    const found = todos.list(user, { project, before });
    if (found.length === 0)
      return {
        say: `There is nothing ${project ? `on ${project}` : 'open'}${before === undefined ? '' : ' that is due then'}.`,
        todos: [],
      };
    const lines = found.map(
      ({ body }) =>
        `- ${body.title}${body.due ? ` · ${sayWhen(body.due, now)}` : ''}${body.project && !project ? ` · ${body.project}` : ''}${body.priority === 'high' ? ' · high priority' : ''}`,
    );
    return {
      say: `**${found.length === 1 ? 'One todo' : `${found.length} todos`}${project ? ` on ${project}` : ''}:**\n\n${lines.join('\n')}`,
      todos: found.map(({ id, body }) => ({ id, ...body })),
    };
  },
});

const which = z.strictObject({
  query: title.optional(),
  project: z.string().max(100).optional(),
  all: z.boolean().optional(),
});

/** The one that is meant, or all of a list, or all. */
function chosen(context: ToolContext, { query, project, all }: z.infer<typeof which>): Thing<Todo>[] {
  const { todos, user } = here(context);
  if (query !== undefined && !all) return [find(context, query, project)];
  const open = todos.list(user, { ...(project !== undefined && { project }) }).slice(0, MOST_AT_ONCE);
  if (open.length > 0) return open;
  throw new ConsiliumError('NOT_FOUND_HERE', `There is nothing ${project === undefined ? 'open' : `on ${project}`}.`);
}

export const completeTodo = tool({
  name: 'complete_todo',
  description:
    'Marks a todo as done, found by its words; with `all` every one, or every one of a list, after asking. One that comes again moves to its next date.',
  input: which,
  idempotent: true,
  execute: async (given, context) => {
    const { todos, user, now } = here(context);
    const found = chosen(context, given);
    const names = found.map(({ body }) => body.title);
    if (!(await askForAll(context, 'Mark as done', names))) return { say: 'I left them as they are.' };
    const done = found.map(({ id }) => todos.complete(user, id, `${context.idempotencyKey}:${id}`));
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
    const { todos, user } = here(context);
    const found = chosen(context, given);
    const names = found.map(({ body }) => body.title);
    if (!(await askForAll(context, 'Remove', names))) return { say: 'I left them as they are.' };
    const changes = found.map(({ id }) => todos.remove(user, id, `${context.idempotencyKey}:${id}`));
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
  description: 'Gives a todo another date, priority, list or title.',
  input: z.strictObject({
    query: title,
    due: day.optional(),
    priority: priority.optional(),
    project: z.string().max(100).optional(),
    title: title.optional(),
  }),
  execute: ({ query, ...patch }, context) => {
    const { todos, user, now } = here(context);
    if (Object.values(patch).every((value) => value === undefined))
      throw new ConsiliumError('NOTHING_TO_CHANGE', 'Nothing was said that would change it.', {
        hint: 'Say the new date, priority, list or title.',
      });
    const { todo, change } = todos.change(user, find(context, query).id, patch, context.idempotencyKey);
    const { body } = todo;
    return {
      say: `Changed **${body.title}**${body.due ? `: due ${sayWhen(body.due, now)}` : ''}${body.priority === 'normal' ? '' : `, ${body.priority} priority`}.`,
      about: aboutTodo(body),
      id: todo.id,
      change: change.id,
    };
  },
});

export const setReminder = tool({
  name: 'set_reminder',
  description: 'Reminds the person of something at a time, once or again and again; `when` in their own words.',
  input: z.strictObject({
    what: title,
    when: z.string().max(200).optional(),
    at: z.string().optional(),
    recurs: z.boolean().optional(),
  }),
  idempotent: true,
  execute: async ({ what, when, at }, context) => {
    const { reminders, user, zone, now } = here(context);
    const said = at !== undefined && !isRecurring(when) ? (at.length === 10 ? `${at}T09:00` : at) : when;
    if (said === undefined)
      throw new ConsiliumError('WHEN_MISSING', `When shall I remind you of "${what}"?`, {
        hint: 'For example: tomorrow at 8, every Monday, in two hours.',
      });
    const reminder = await reminders.set(user, { what, when: said, zone, key: context.idempotencyKey });
    const often = /^once/.test(reminder.understood) ? '' : ` (${reminder.understood})`;
    return {
      say: `I will remind you: **${what}**, ${often === '' ? 'on' : 'first on'} ${sayMoment(reminder.next, zone, now)}${often}.`,
      about: { kinds: ['reminder', 'todo'], name: what, at: reminder.next },
      id: reminder.id,
      change: reminder.change,
    };
  },
});

function isRecurring(when: string | undefined): boolean {
  return (
    when !== undefined &&
    /\b(?:every|each|daily|weekly|monthly|yearly|annually|hourly|nightly|weekdays?|\w+days)\b/i.test(when)
  );
}

export const listReminders = tool({
  name: 'list_reminders',
  description: 'Lists the reminders that are still to come.',
  input: z.strictObject({}),
  idempotent: true,
  execute: async (_input, context) => {
    const { reminders, user, zone, now } = here(context);
    const list = await reminders.list(user);
    if (list.length === 0) return { say: 'There are no reminders.', reminders: [] };
    const lines = list.map(
      ({ what, next, understood }) =>
        `- ${what} · ${sayMoment(next, zone, now)}${/^once/.test(understood) ? '' : ` · ${understood}`}`,
    );
    return {
      say: `**${list.length === 1 ? 'One reminder' : `${list.length} reminders`}:**\n\n${lines.join('\n')}`,
      reminders: list.map((reminder) => ({ ...reminder })),
    };
  },
});

export const cancelReminder = tool({
  name: 'cancel_reminder',
  description: 'Cancels a reminder, found by its words.',
  input: z.strictObject({ query: title }),
  execute: async ({ query }, context) => {
    const { reminders, user } = here(context);
    const list = await reminders.list(user);
    const chosen = choose(
      query,
      list.map(({ id, what }) => ({ id, name: what })),
      'reminder',
    );
    const { what } = await reminders.cancel(user, chosen.id);
    return { say: `I will no longer remind you: **${what}**.` };
  },
});

export const undo = tool({
  name: 'undo',
  description: 'Takes the last change back: of todos, calendar, memory or files.',
  input: z.strictObject({}),
  execute: async (_input, context) => {
    const { effects, user } = here(context);
    const change = await effects.undo(user);
    return { say: `${change.what}.`, change: change.id };
  },
});

export const bringTodos = tool({
  name: 'bring_todos',
  description:
    'Makes todos of what another team says, each once: refills that the health team names, or the points of the last research report.',
  input: z.strictObject({ from: z.enum(['refills', 'report']), about: z.string().max(300).optional() }),
  timeoutMs: 120_000,
  execute: ({ from, about }, context) => (from === 'refills' ? bringRefills(context) : bringReport(context, about)),
});

interface Brought {
  readonly title: string;
  readonly when?: string | undefined;
}

/** With the dates that the answer gives; a medicine without one is a todo without one. */
async function bringRefills(context: ToolContext) {
  const { now, zone } = here(context);
  const { text: answer } = await askOther('health', 'When do my prescriptions run out?', context);
  const dated = datedIn(answer, { now, zone });
  const named = dated.length > 0 ? dated : pointsIn(answer).map((point) => ({ title: point.split(/[:(]/)[0]!.trim() }));
  const found: Brought[] = named.map((one) => ({ ...one, title: `Refill: ${one.title}` }));
  if (found.length === 0)
    return { say: `There was nothing to make todos of. The health team said: ${answer.slice(0, 2_000)}` };
  const note = dated.length > 0 ? '' : '\n\nYour record does not say when they run out, so they have no date.';
  return {
    say: `On your list **refills**, from the health team:\n\n${keep(context, 'health', 'refills', found)}${note}`,
  };
}

/** What stands in a report already; nobody is put to work for it. */
async function bringReport(context: ToolContext, about: string | undefined) {
  const { lastReport, user } = here(context);
  const report = await lastReport?.(user, about);
  if (report === undefined)
    return {
      say: `There is no research report${about ? ` on ${about}` : ''} yet. The research team writes one when you ask it.`,
    };
  const found = pointsIn(report.text).map((title) => ({ title }));
  if (found.length === 0) return { say: `The report ${report.path} of ${report.name} has no points to make todos of.` };
  return {
    say: `On your list **research**, from ${report.name} (${report.path}):\n\n${keep(context, 'research', 'research', found)}`,
  };
}

function keep(context: ToolContext, team: string, list: string, found: readonly Brought[]): string {
  const { todos, user, zone, now } = here(context);
  for (const { title: what, when } of found)
    todos.add(user, { title: what.slice(0, 500), project: list, due: when, zone }, keyOf(team, what, when ?? ''));
  return found.map(({ title: what, when }) => `- ${what}${when ? ` · ${sayWhen(when, now)}` : ''}`).join('\n');
}
