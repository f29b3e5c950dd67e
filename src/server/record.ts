/** The record over HTTP: who there is, what is known of one of them, Cypher, import. Every look at a record is audited. */
import { Hono } from 'hono';
import { z } from 'zod';
import type { App } from '../app/index.ts';
import { type GraphResult, queryGraph } from '../graph/index.ts';
import { ConsiliumError } from '../kernel/index.ts';
import * as record from '../record/index.ts';
import { readBody } from './request.ts';

const ACTOR = 'app';

export const graphQuery = z.strictObject({
  patient_id: z.string(),
  query: z.string(),
  params: z.record(z.string(), z.unknown()).optional(),
});

export function recordRoutes(app: App): Hono {
  const { db, audit } = app.home;
  const routes = new Hono();
  const readerFor = (patientId: string): record.Reader => ({
    db,
    patientId,
    actor: ACTOR,
    audit: audit.write,
    assess: record.assessByRange,
  });

  routes.get('/patients', (context) => context.json({ patients: record.listPatients(db) }));

  routes.post('/patients/import', async (context) => {
    const { body } = context.req.raw;
    if (body === null) throw new ConsiliumError('REQUEST_INVALID', 'There is no body: send a FHIR bundle or NDJSON.');
    const result = await record.importSources(db, [{ name: 'upload', open: () => body as AsyncIterable<Uint8Array> }]);
    for (const { id } of result.patients) audit.write({ patientId: id, action: 'import', actor: ACTOR });
    return context.json(result);
  });

  routes.get('/patients/:id/:section', (context) =>
    context.json(
      record.readSection(readerFor(context.req.param('id')), context.req.param('section'), context.req.query()),
    ),
  );

  routes.post('/graph/query', async (context) => {
    return context.json(askGraph(app.home, await readBody(context, graphQuery), ACTOR));
  });

  return routes;
}

/** Cypher over one patient's graph; that somebody asked is on record before there is an answer. */
export function askGraph({ db, audit }: App['home'], asked: z.infer<typeof graphQuery>, actor: string): GraphResult {
  const { patient_id: patientId, query, params } = asked;
  audit.write({ patientId, action: 'query:graph', actor });
  return queryGraph(db, { patientId, query, ...(params && { params }) });
}
