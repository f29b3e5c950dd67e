/** Facts told in conversation, over HTTP: which of them are still in the record, and taking one back. */
import { Hono } from 'hono';
import { z } from 'zod';
import type { App } from '../app/index.ts';
import * as answers from './answers.ts';
import { visitorOf } from './caller.ts';
import { readBody, readQuery } from './request.ts';
import type { Room } from './route.ts';

export const factsQuery = z.object({ uuids: z.string().max(8000) });
export const undoRequest = z.strictObject({ uuid: z.string().min(1).max(200) });

export function factRoutes({ records }: App): Hono {
  const routes = new Hono();

  /** Ids in, those that are still there out: no content is read. */
  routes.get('/patients/:id/facts', async (context) => {
    const { uuids } = readQuery(context, factsQuery);
    const opened = await records.open(context.req.param('id'), visitorOf(context));
    return context.json({ uuids: opened.held(uuids.split(',')) });
  });

  routes.post('/patients/:id/facts/undo', async (context) => {
    const { uuid } = await readBody(context, undoRequest);
    const opened = await records.open(context.req.param('id'), visitorOf(context));
    opened.undo(uuid);
    return context.json({ undone: uuid });
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
      told: 'below',
      tag: 'record',
      summary: 'Take back a fact told in conversation',
      answer: 'Its uuid.',
      body: undoRequest,
    },
  ],
};
