/** The record over HTTP: who there is, what is known of one of them, Cypher, import. Every look at a record is audited. */
import { Hono } from 'hono';
import { z } from 'zod';
import { type App, erasePatient } from '../app/index.ts';
import type { GraphResult } from '../graph/index.ts';
import { ConsiliumError } from '../kernel/index.ts';
import type { Records, Visitor } from '../record/index.ts';
import * as record from '../record/index.ts';
import { type Check, requirePatient } from './access.ts';
import * as answers from './answers.ts';
import { visitorOf } from './caller.ts';
import { readKey } from './idempotency.ts';
import { readVast } from './large-record.ts';
import { readBody } from './request.ts';
import { JSON_TYPE, type Room } from './route.ts';
import type { RunningTurns } from './turns.ts';

export const graphQuery = z.strictObject({
  patient_id: z.string(),
  query: z.string(),
  params: z.record(z.string(), z.unknown()).optional(),
});

export function recordRoutes(app: App, turns: RunningTurns): Hono {
  const { records } = app;
  const routes = new Hono();

  routes.get('/patients', async (context) => context.json({ patients: await records.list(visitorOf(context)) }));

  routes.post('/patients', async (context) =>
    context.json(
      await records.create(await readBody(context, record.newPatient), visitorOf(context), readKey(context)),
    ),
  );

  routes.post('/patients/import', async (context) => {
    const { body } = context.req.raw;
    if (body === null) throw new ConsiliumError('REQUEST_INVALID', 'There is no body: send a FHIR bundle or NDJSON.');
    const upload = { name: 'upload', open: () => body as AsyncIterable<Uint8Array> };
    return context.json(await records.import([upload], visitorOf(context)));
  });

  routes.delete('/patients/:id', async (context) =>
    context.json(
      await erasePatient(app, context.req.param('id'), visitorOf(context), async (session) => {
        await turns.stop(session);
        await turns.idle(session);
        turns.bury(session);
      }),
    ),
  );

  routes.get('/patients/:id/:section', async (context) => {
    const { id, section } = context.req.param();
    const opened = await records.open(id, visitorOf(context));
    const vast = await readVast(opened.reader, section, context.req.query());
    if (vast !== undefined) return context.body(vast, 200, { 'content-type': 'application/json' });
    return context.json((await opened.section(section, context.req.query())) as object);
  });

  routes.post('/graph/query', async (context) =>
    context.json(await askGraph(records, await readBody(context, graphQuery), visitorOf(context))),
  );

  return routes;
}

/** Cypher over one patient's graph; that somebody asked is on record before there is an answer. */
export async function askGraph(
  records: Records,
  { patient_id, query, params }: z.infer<typeof graphQuery>,
  visitor: Visitor,
): Promise<GraphResult> {
  const opened = await records.open(patient_id, visitor);
  return opened.query({ query, ...(params && { params }) });
}

const checkGraph: Check = async (context, token) =>
  requirePatient(context, token, (await readBody(context, graphQuery)).patient_id);

export const recordRoom: Room = {
  mount: ({ app, turns }) => recordRoutes(app, turns),
  routes: [
    {
      method: 'get',
      path: '/v1/patients',
      scope: 'read',
      about: 'listed',
      shape: answers.patients,
      told: 'below',
      tag: 'record',
      summary: 'List the patients',
      answer: 'Ids and names.',
    },
    {
      method: 'post',
      path: '/v1/patients',
      scope: 'chat',
      about: 'everybody',
      shape: answers.created,
      told: 'below',
      tag: 'record',
      summary: 'Begin the record of a person',
      answer: 'Their id and name.',
      body: record.newPatient,
      once: true,
    },
    {
      method: 'post',
      path: '/v1/patients/import',
      scope: 'chat',
      about: 'everybody',
      shape: answers.imported,
      told: 'below',
      tag: 'record',
      summary: 'Import FHIR R4: a bundle or NDJSON',
      answer: 'What was read, added and left out. The same again adds nothing.',
      body: z.unknown(),
      takes: ['application/fhir+json', JSON_TYPE, 'application/x-ndjson'],
    },
    {
      method: 'delete',
      path: '/v1/patients/:id',
      scope: 'admin',
      about: 'patient',
      shape: answers.erased,
      told: 'below',
      tag: 'record',
      summary: 'Erase a patient: record, conversations, tokens',
      answer: 'How many conversations and tokens went with the record. The audit trail stays.',
    },
    {
      method: 'get',
      path: '/v1/patients/:id/:section',
      scope: 'read',
      about: 'patient',
      shape: answers.section,
      told: 'below',
      tag: 'record',
      summary: 'Read a section of a record',
      answer: 'The section. The look is audited.',
      params: { section: z.enum(record.SECTION_NAMES) },
    },
    {
      method: 'post',
      path: '/v1/graph/query',
      scope: 'read',
      about: checkGraph,
      shape: answers.graphAnswer,
      told: 'below',
      tag: 'record',
      summary: "Ask one patient's graph in Cypher",
      answer: 'Columns and rows. What breaks a rule is refused with CYPHER_REJECTED.',
      body: graphQuery,
    },
  ],
};
