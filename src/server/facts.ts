/** Facts told in conversation, over HTTP: which of them are still in the record, and taking one back. */
import { Hono } from 'hono';
import { z } from 'zod';
import type { App } from '../app/index.ts';
import { requirePatient, undoFact } from '../record/index.ts';
import * as answers from './answers.ts';
import { actorOf, callerOf } from './caller.ts';
import { readBody, readQuery } from './request.ts';
import type { Room } from './route.ts';

export const factsQuery = z.object({ uuids: z.string().max(8000) });
export const undoRequest = z.strictObject({ uuid: z.string().min(1).max(200) });

export function factRoutes(app: App): Hono {
  const { db, audit } = app.home;
  const routes = new Hono();

  /** Ids in, those that are still there out: no content is read. */
  routes.get('/patients/:id/facts', (context) => {
    const { uuids } = readQuery(context, factsQuery);
    const tenant = requirePatient(db, context.req.param('id'));
    const there = db
      .prepare('SELECT uuid FROM graph_node WHERE tenant = ? AND uuid IN (SELECT value FROM json_each(?))')
      .all(tenant, JSON.stringify(uuids.split(',')));
    return context.json({ uuids: there.map((row) => row['uuid']) });
  });

  routes.post('/patients/:id/facts/undo', async (context) => {
    const patientId = context.req.param('id');
    const fact = await readBody(context, undoRequest);
    undoFact(db, patientId, fact.uuid);
    audit.write({ patientId, action: 'undo:fact', actor: actorOf(callerOf(context)) });
    return context.json({ undone: fact.uuid });
  });

  return routes;
}

export const factsRoom: Room = {
  mount: ({ app }) => factRoutes(app),
  routes: [
    {
      method: 'get',
      path: '/v1/patients/:id/facts',
      scope: 'read',
      about: 'patient',
      shape: answers.factsThere,
      tag: 'record',
      summary: 'Say which facts are still in the record',
      answer: 'The uuids, of those given, that are.',
      query: factsQuery,
    },
    {
      method: 'post',
      path: '/v1/patients/:id/facts/undo',
      scope: 'chat',
      about: 'patient',
      shape: answers.undone,
      tag: 'record',
      summary: 'Take back a fact told in conversation',
      answer: 'Its uuid.',
      body: undoRequest,
    },
  ],
};
