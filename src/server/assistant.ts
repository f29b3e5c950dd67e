/** A person's calendar, todos, reminders and memories over HTTP: seen and changed without talking. All of it is the caller's own. */
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import type { App } from '../app/index.ts';
import {
  type Assistant,
  describeTurn,
  EVENT,
  isWhen,
  momentOf,
  NOTE,
  type Thing,
  TODO,
  type Todo,
  UNDO_DAYS,
} from '../assistant/index.ts';
import { isZone } from '../kernel/index.ts';
import { callerOf } from './caller.ts';
import { readBody, readQuery } from './request.ts';
import type { Room, Route } from './route.ts';

/** Of what may name a medicine: whose record it is weighed against, and that what speaks against it was read. */
const weighed = {
  patient_id: z.string().max(200).optional().describe('a medicine is weighed against this record'),
  agreed: z.boolean().optional().describe('set a medicine though MEDICINE_CAUTION was answered'),
};
const when = z
  .string()
  .max(40)
  .refine(isWhen, 'is no day and no time (2026-11-15T08:30)')
  .describe('2026-11-20 or 2026-11-20T15:00');
const zone = z.string().max(64).refine(isZone, 'is no time zone');
const todo = z.strictObject({
  title: z.string().min(1).max(500),
  project: z.string().max(100).optional(),
  due: when.optional(),
  zone: zone.optional(),
  rule: z.string().max(500).optional(),
  priority: z.enum(['low', 'normal', 'high']).optional(),
  notes: z.string().max(10_000).optional(),
  ...weighed,
});
/** What is null is taken away. */
const todoPatch = todo.partial().extend({
  project: todo.shape.project.nullable(),
  due: todo.shape.due.nullable(),
  done: z.boolean().optional(),
});
const event = z.strictObject({
  title: z.string().min(1).max(500),
  start: when,
  end: when,
  zone,
  rule: z.string().max(500).optional(),
  location: z.string().max(500).optional(),
  notes: z.string().max(10_000).optional(),
  ...weighed,
});
const note = z.strictObject({ text: z.string().min(1).max(20_000), subject: z.string().max(120).optional() });
const correction = note.pick({ text: true });
const place = z.strictObject({ zone });
const reminder = z.strictObject({
  what: z.string().min(1).max(500),
  when: z.string().min(1).max(200),
  zone,
  ...weighed,
});
const moved = reminder.pick({ when: true, patient_id: true, agreed: true });
const file = z.strictObject({ ics: z.string().min(1), zone });
const span = z.object({ from: when.optional(), to: when.optional(), zone: zone.optional() });
const goodQuery = z.object({ good: z.enum(['true']).optional().describe('for good: it cannot be brought back') });
const cancelQuery = goodQuery.extend({ occasion: when.optional() });
const anything = z.record(z.string(), z.unknown());

const DAY = 24 * 60 * 60 * 1000;

/** With the moment at which it is due, so that any wall can show it. */
function shownTodo({ id, body }: Thing<Todo>) {
  const { due, zone: own } = body;
  return { id, ...body, ...(due?.includes('T') && { at: momentOf(due, own) }) };
}

interface Desk extends Assistant {
  readonly user: string;
}

function assistantRoutes(app: App): Hono {
  const routes = new Hono();
  const desk = async (context: Context): Promise<Desk> => ({
    ...(await app.service('assistant')),
    user: callerOf(context).user,
  });

  /** A medicine is weighed before anything is set, as a spoken one is; what is to be said beside it comes back. */
  const weigh = async (
    context: Context,
    deed: { what: string | undefined; when?: string | undefined; zone?: string | undefined },
    { patient_id, agreed }: { patient_id?: string | undefined; agreed?: boolean | undefined },
  ) => {
    if (deed.what === undefined) return {};
    const { medicines } = await desk(context);
    const given = { what: deed.what, when: deed.when, zone: deed.zone ?? 'UTC' };
    const said = await medicines.admit({ ...given, principal: callerOf(context), patient: patient_id, agreed });
    return said === '' ? {} : { caution: said.trim() };
  };

  const isForGood = (context: Context) => readQuery(context, goodQuery).good === 'true';
  const forget = async (context: Context, kind: string, id: string) => {
    const { forgetting, user } = await desk(context);
    const forgotten = await forgetting.forget(user, kind, id);
    app.home.scrub();
    return context.json({ forgotten });
  };

  routes.get('/assistant/todos', async (context) => {
    const { todos, user } = await desk(context);
    const { done } = readQuery(context, z.object({ done: z.enum(['true', 'false']).optional() }));
    const list = todos.list(user, { done: done === 'true' });
    return context.json({ todos: list.map(shownTodo), lists: todos.projects(user) });
  });
  routes.post('/assistant/todos', async (context) => {
    const { todos, user } = await desk(context);
    const { patient_id, agreed, ...wish } = await readBody(context, todo);
    const said = await weigh(context, { what: wish.title, zone: wish.zone }, { patient_id, agreed });
    const { todo: kept, change } = todos.add(user, wish);
    return context.json({ id: kept.id, ...kept.body, change: change.id, ...said });
  });
  routes.post('/assistant/todos/:id', async (context) => {
    const { todos, reminders, user } = await desk(context);
    const { done, project, due, patient_id, agreed, ...rest } = await readBody(context, todoPatch);
    const said = await weigh(context, { what: rest.title, zone: rest.zone }, { patient_id, agreed });
    const patch = {
      ...rest,
      ...(project !== undefined && { project: project ?? undefined }),
      ...(due !== undefined && { due: due ?? undefined }),
    };
    const name = context.req.param('id');
    const { todo: kept, change } = done ? todos.complete(user, name) : todos.change(user, name, patch);
    await reminders.follow(user, name);
    return context.json({ id: kept.id, ...kept.body, change: change.id, ...said });
  });
  routes.delete('/assistant/todos/:id', async (context) => {
    const { todos, reminders, user } = await desk(context);
    const name = context.req.param('id');
    if (isForGood(context)) return forget(context, TODO, name);
    const { id: change } = todos.remove(user, name);
    await reminders.follow(user, name);
    return context.json({ change });
  });

  routes.get('/assistant/events', async (context) => {
    const { calendar, user } = await desk(context);
    const { from, to, zone: own = 'UTC' } = readQuery(context, span);
    const start = from === undefined ? app.clock.now() : momentOf(from, own);
    const end = to === undefined ? start + 31 * DAY : momentOf(to, own);
    return context.json({ events: calendar.between(user, start, end) });
  });
  routes.post('/assistant/events', async (context) => {
    const { calendar, user } = await desk(context);
    const { patient_id, agreed, ...wish } = await readBody(context, event);
    const said = await weigh(context, { what: wish.title, zone: wish.zone }, { patient_id, agreed });
    const { event: kept, change, clashes } = calendar.add(user, wish);
    const taken = describeTurn(kept.body.start, kept.body.zone);
    return context.json({ id: kept.id, ...kept.body, change: change.id, clashes, taken, ...said });
  });
  routes.post('/assistant/events/:id', async (context) => {
    const { calendar, belonging, user } = await desk(context);
    const given = await readBody(context, event.partial().extend({ occasion: when.optional() }));
    const { occasion, patient_id, agreed, ...patch } = given;
    const said = await weigh(context, { what: patch.title, zone: patch.zone }, { patient_id, agreed });
    const { event: kept, change, clashes } = calendar.change(user, context.req.param('id'), patch, { occasion });
    const reminders = await belonging.follow(user);
    const taken = describeTurn(kept.body.start, kept.body.zone);
    return context.json({ id: kept.id, ...kept.body, change: change.id, clashes, taken, reminders, ...said });
  });
  routes.delete('/assistant/events/:id', async (context) => {
    const { calendar, belonging, user } = await desk(context);
    const { occasion } = readQuery(context, cancelQuery);
    if (isForGood(context) && occasion === undefined) {
      // As any other deletion first: a server that shares the calendar hears of it.
      if (calendar.get(user, context.req.param('id')) !== undefined) calendar.cancel(user, context.req.param('id'), {});
      return forget(context, EVENT, context.req.param('id'));
    }
    const { id: change } = calendar.cancel(user, context.req.param('id'), { occasion });
    return context.json({ change, reminders: await belonging.follow(user) });
  });
  routes.get('/assistant/calendar.ics', async (context) => {
    const { calendar, user } = await desk(context);
    return context.body(calendar.take(user), 200, { 'content-type': 'text/calendar; charset=utf-8' });
  });
  routes.post('/assistant/calendar', async (context) => {
    const { calendar, belonging, user } = await desk(context);
    const { ics, zone: own } = await readBody(context, file);
    const brought = await calendar.bring(user, ics, own, 'file');
    await belonging.follow(user);
    return context.json(brought);
  });

  routes.post('/assistant/calendar/sync', async (context) => {
    const { sync, user } = await desk(context);
    const { zone: own } = await readBody(context, place);
    return context.json(await sync.now(user, own));
  });

  routes.get('/assistant/notes', async (context) => {
    const { notes, user } = await desk(context);
    return context.json({ notes: notes.list(user).map((one) => ({ id: one.id, updated: one.updated, ...one.body })) });
  });
  routes.post('/assistant/notes', async (context) => {
    const { notes, user } = await desk(context);
    const { note: kept, change } = notes.remember(user, await readBody(context, note), app.clock.now());
    return context.json({ id: kept.id, ...kept.body, change: change.id });
  });
  routes.post('/assistant/notes/:id', async (context) => {
    const { notes, user } = await desk(context);
    const { text } = await readBody(context, correction);
    const { note: kept, change } = notes.correct(user, context.req.param('id'), text, app.clock.now());
    return context.json({ id: kept.id, ...kept.body, change: change.id });
  });
  routes.delete('/assistant/notes/:id', async (context) => {
    const { notes, user } = await desk(context);
    const name = context.req.param('id');
    if (isForGood(context)) return forget(context, NOTE, name);
    return context.json({ change: notes.drop(user, name).id });
  });

  routes.get('/assistant/reminders', async (context) => {
    const { reminders, user } = await desk(context);
    return context.json({
      reminders: await reminders.list(user),
      notices: reminders.notices(user).map((one) => ({ id: one.id, ...one.body })),
    });
  });
  routes.post('/assistant/reminders', async (context) => {
    const { reminders, user } = await desk(context);
    const { patient_id, agreed, ...wish } = await readBody(context, reminder);
    const said = await weigh(context, wish, { patient_id, agreed });
    const { todo: _, ...kept } = await reminders.set(user, wish);
    return context.json({ ...kept, ...said });
  });
  routes.post('/assistant/reminders/:id', async (context) => {
    const { reminders, user } = await desk(context);
    const { when: next, patient_id, agreed } = await readBody(context, moved);
    const id = context.req.param('id');
    const known = (await reminders.list(user)).find((one) => one.id === id);
    const said = await weigh(context, { what: known?.what, when: next, zone: known?.zone }, { patient_id, agreed });
    return context.json({ ...(await reminders.move(user, id, next)), ...said });
  });
  routes.delete('/assistant/reminders/:id', async (context) => {
    const { reminders, user } = await desk(context);
    return context.json(await reminders.cancel(user, context.req.param('id')));
  });

  routes.get('/assistant/changes', async (context) => {
    const { effects, user } = await desk(context);
    return context.json({ changes: effects.list(user) });
  });
  routes.post('/assistant/changes/:id/undo', async (context) => {
    const { effects, user } = await desk(context);
    return context.json(await effects.undo(user, context.req.param('id')));
  });
  routes.delete('/assistant/changes/:id', async (context) => {
    const { forgetting, user } = await desk(context);
    await forgetting.forgetDeleted(user, context.req.param('id'));
    app.home.scrub();
    return context.json({ forgotten: true });
  });
  routes.get('/assistant/export', async (context) => {
    const { shelf, user } = await desk(context);
    return context.json({ user, things: shelf.export(user) });
  });
  return routes;
}

type Row = readonly [
  Route['method'],
  string,
  string,
  { body?: z.ZodType; query?: z.ZodObject; gives?: readonly string[] }?,
];

const ROWS: readonly Row[] = [
  ['get', 'todos', 'List your todos', { query: z.object({ done: z.enum(['true', 'false']).optional() }) }],
  ['post', 'todos', 'Add a todo', { body: todo }],
  ['post', 'todos/:id', 'Change a todo, or mark it as done', { body: todoPatch }],
  [
    'delete',
    'todos/:id',
    `Remove a todo; it can be brought back for ${UNDO_DAYS} days. With good=true for good`,
    { query: goodQuery },
  ],
  ['get', 'events', 'What is in your calendar in a span', { query: span }],
  ['post', 'events', 'Add an event', { body: event }],
  [
    'post',
    'events/:id',
    'Change an event, or one occasion of it',
    { body: event.partial().extend({ occasion: when.optional() }) },
  ],
  [
    'delete',
    'events/:id',
    `Cancel an event, or one occasion of it; it can be brought back for ${UNDO_DAYS} days. With good=true for good`,
    { query: cancelQuery },
  ],
  ['get', 'calendar.ics', 'Your calendar as iCalendar', { gives: ['text/calendar'] }],
  ['post', 'calendar', 'Bring events from an iCalendar file', { body: file }],
  ['post', 'calendar/sync', 'Bring your calendar and its CalDAV server to the same state', { body: place }],
  ['get', 'notes', 'What is remembered about you'],
  ['post', 'notes', 'Remember a fact or a note', { body: note }],
  ['post', 'notes/:id', 'Correct what is remembered; what was true before is kept', { body: correction }],
  [
    'delete',
    'notes/:id',
    `Forget; it can be brought back for ${UNDO_DAYS} days. With good=true for good`,
    { query: goodQuery },
  ],
  ['get', 'reminders', 'Your reminders, and what has come due'],
  ['post', 'reminders', 'Set a reminder', { body: reminder }],
  ['post', 'reminders/:id', 'Another time for a reminder', { body: moved }],
  ['delete', 'reminders/:id', 'Cancel a reminder'],
  ['get', 'changes', 'What was changed, the newest first'],
  ['post', 'changes/:id/undo', `Undo a change of the last ${UNDO_DAYS} days`],
  ['delete', 'changes/:id', 'Forget for good what this change deleted'],
  ['get', 'export', 'Everything that is kept for you'],
];

export const assistantRoom: Room = {
  mount: ({ app }) => assistantRoutes(app),
  routes: ROWS.map(([method, path, summary, more = {}]) => ({
    method,
    path: `/v1/assistant/${path}`,
    scope: method === 'get' ? 'read' : 'chat',
    // What is changed is told with the change, whatever the door.
    about: 'own',
    ...(method !== 'get' && { told: 'below' }),
    tag: 'assistant',
    summary,
    answer: 'What came of it; a change can be undone by its id.',
    ...(more.gives === undefined && { shape: anything }),
    ...more,
  })),
};
