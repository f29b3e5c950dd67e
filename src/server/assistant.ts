/** A person's calendar, todos, reminders and memories over HTTP: seen and changed without talking. All of it is the caller's own. */
import { type Context, Hono } from 'hono';
import type { App } from '../app/index.ts';
import type { Assistant, Thing, Todo } from '../assistant/index.ts';
import { EVENT, NOTE, TODO } from '../assistant/kinds.ts';
import { describeTurn, momentOf } from '../assistant/wall.ts';
import * as rows from './assistant-rows.ts';
import { callerOf } from './caller.ts';
import { readKey } from './idempotency.ts';
import { sendLarge } from './large-json.ts';
import { readBody, readQuery } from './request.ts';
import type { Room } from './route.ts';

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

  /** The same Idempotency-Key twice is one deed, also after a crash. */
  const keyOf = (context: Context) => {
    const given = readKey(context);
    return given === undefined ? undefined : `http:${context.req.path}:${given}`;
  };

  /** A medicine is weighed before anything is set, as a spoken one is; what is to be said beside it comes back. */
  const weigh = async (
    context: Context,
    deed: {
      what: string | undefined;
      when?: string | undefined;
      zone?: string | undefined;
      instead?: string | undefined;
    },
    { patient_id, agreed }: { patient_id?: string | undefined; agreed?: boolean | undefined },
  ) => {
    if (deed.what === undefined) return {};
    const { medicines } = await desk(context);
    const given = { what: deed.what, when: deed.when, zone: deed.zone ?? 'UTC', instead: deed.instead };
    const said = await medicines.admit({ ...given, principal: callerOf(context), patient: patient_id, agreed });
    return said === '' ? {} : { caution: said.trim() };
  };

  const isForGood = (context: Context) => readQuery(context, rows.goodQuery).good === 'true';
  const forget = async (context: Context, kind: string, id: string) => {
    const { forgetting, user } = await desk(context);
    const forgotten = await forgetting.forget(user, kind, id);
    app.home.scrub();
    return context.json({ forgotten });
  };

  routes.get('/assistant/todos', async (context) => {
    const { todos, user } = await desk(context);
    const { done } = readQuery(context, rows.doneQuery);
    const list = todos.list(user, { done: done === 'true' });
    return sendLarge(context, { todos: list.map(shownTodo), lists: todos.projects(user) });
  });
  routes.post('/assistant/todos', async (context) => {
    const { todos, user } = await desk(context);
    const { patient_id, agreed, ...wish } = await readBody(context, rows.todo);
    const said = await weigh(context, { what: wish.title, zone: wish.zone }, { patient_id, agreed });
    const { todo: kept, change } = todos.add(user, wish, keyOf(context));
    return context.json({ id: kept.id, ...kept.body, change: change.id, ...said });
  });
  routes.post('/assistant/todos/:id', async (context) => {
    const { todos, reminders, user } = await desk(context);
    const { done, project, due, patient_id, agreed, ...rest } = await readBody(context, rows.todoPatch);
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
    const { from, to, zone: own = 'UTC' } = readQuery(context, rows.span);
    const start = from === undefined ? app.clock.now() : momentOf(from, own);
    const end = to === undefined ? start + 31 * DAY : momentOf(to, own);
    return sendLarge(context, { events: await calendar.look(user, start, end) });
  });
  routes.post('/assistant/events', async (context) => {
    const { calendar, user } = await desk(context);
    const { patient_id, agreed, ...wish } = await readBody(context, rows.event);
    const said = await weigh(context, { what: wish.title, zone: wish.zone }, { patient_id, agreed });
    const { event: kept, change, clashes } = calendar.add(user, wish, keyOf(context));
    const taken = describeTurn(kept.body.start, kept.body.zone);
    return context.json({ id: kept.id, ...kept.body, change: change.id, clashes, taken, ...said });
  });
  routes.post('/assistant/events/:id', async (context) => {
    const { calendar, belonging, user } = await desk(context);
    const given = await readBody(context, rows.eventPatch);
    const { occasion, patient_id, agreed, ...patch } = given;
    const said = await weigh(context, { what: patch.title, zone: patch.zone }, { patient_id, agreed });
    const { event: kept, change, clashes } = calendar.change(user, context.req.param('id'), patch, { occasion });
    const reminders = await belonging.follow(user);
    const taken = describeTurn(kept.body.start, kept.body.zone);
    return context.json({ id: kept.id, ...kept.body, change: change.id, clashes, taken, reminders, ...said });
  });
  routes.delete('/assistant/events/:id', async (context) => {
    const { calendar, belonging, user } = await desk(context);
    const { occasion } = readQuery(context, rows.cancelQuery);
    if (isForGood(context) && occasion === undefined) {
      // As any other deletion first: a server that shares the calendar hears of it.
      if (calendar.get(user, context.req.param('id')) !== undefined) calendar.cancel(user, context.req.param('id'), {});
      return forget(context, EVENT, context.req.param('id'));
    }
    const id = context.req.param('id');
    // What goes on from a series goes with it.
    const pieces = occasion === undefined ? calendar.family(user, id) : [];
    const { id: change } = calendar.cancel(user, id, { occasion });
    for (const piece of pieces) if (piece.id !== id) calendar.cancel(user, piece.id, {});
    return context.json({ change, reminders: await belonging.follow(user) });
  });
  routes.get('/assistant/calendar.ics', async (context) => {
    const { calendar, user } = await desk(context);
    return context.body(await calendar.take(user), 200, { 'content-type': 'text/calendar; charset=utf-8' });
  });
  routes.post('/assistant/calendar', async (context) => {
    const { bringing, user } = await desk(context);
    const { ics, zone: own } = await readBody(context, rows.file);
    return context.json(await bringing.file(user, ics, own));
  });

  routes.post('/assistant/calendar/sync', async (context) => {
    const { sync, user } = await desk(context);
    const { zone: own } = await readBody(context, rows.place);
    return context.json(await sync.now(user, own));
  });

  routes.get('/assistant/notes', async (context) => {
    const { notes, user } = await desk(context);
    const shown = notes.list(user).map((one) => ({ id: one.id, updated: one.updated, ...one.body }));
    return sendLarge(context, { notes: shown });
  });
  routes.post('/assistant/notes', async (context) => {
    const { notes, user } = await desk(context);
    const { note: kept, change } = notes.remember(
      user,
      await readBody(context, rows.note),
      app.clock.now(),
      keyOf(context),
    );
    return context.json({ id: kept.id, ...kept.body, change: change.id });
  });
  routes.post('/assistant/notes/:id', async (context) => {
    const { notes, user } = await desk(context);
    const { text } = await readBody(context, rows.correction);
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
    const { patient_id, agreed, ...wish } = await readBody(context, rows.reminder);
    const said = await weigh(context, wish, { patient_id, agreed });
    const { todo: _, ...kept } = await reminders.set(user, { ...wish, key: keyOf(context) });
    return context.json({ ...kept, ...said });
  });
  routes.post('/assistant/reminders/:id', async (context) => {
    const { reminders, user } = await desk(context);
    const { when: next, patient_id, agreed } = await readBody(context, rows.moved);
    const id = context.req.param('id');
    const known = (await reminders.list(user)).find((one) => one.id === id);
    const said = await weigh(
      context,
      { what: known?.what, when: next, zone: known?.zone, instead: known?.what },
      { patient_id, agreed },
    );
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
    return sendLarge(context, { user, things: shelf.export(user) });
  });
  return routes;
}

export const assistantRoom: Room = {
  mount: ({ app }) => assistantRoutes(app),
  routes: rows.ROWS.map(([method, path, summary, more = {}]) => ({
    method,
    path: `/v1/assistant/${path}`,
    scope: method === 'get' ? 'read' : 'chat',
    // What is changed is told with the change, whatever the door.
    about: 'own',
    ...(method !== 'get' && { told: 'below' }),
    tag: 'assistant',
    summary,
    answer: 'What came of it; a change can be undone by its id.',
    ...(more.gives === undefined && { shape: rows.anything }),
    ...more,
  })),
};
