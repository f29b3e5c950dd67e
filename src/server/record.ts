/** The record over HTTP: who there is, what is known of one of them, Cypher, import. Every look at a record is audited. */
import { Hono } from 'hono';
import { z } from 'zod';
import type { App } from '../app/index.ts';
import { queryGraph } from '../graph/index.ts';
import { ConsiliumError } from '../kernel/index.ts';
import * as record from '../record/index.ts';
import { readBody, readQuery } from './request.ts';

const ACTOR = 'app';

export const graphQuery = z.strictObject({
  patient_id: z.string(),
  query: z.string(),
  params: z.record(z.string(), z.unknown()).optional(),
});

export const auditQuery = z.object({
  patient_id: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(1000).optional(),
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
    const { patient_id: patientId, query, params } = await readBody(context, graphQuery);
    audit.write({ patientId, action: 'query:graph', actor: ACTOR });
    return context.json(queryGraph(db, { patientId, query, ...(params && { params }) }));
  });

  routes.get('/audit', (context) => {
    const { patient_id, limit } = readQuery(context, auditQuery);
    return context.json({
      audit: audit.list({ ...(patient_id && { patientId: patient_id }), ...(limit && { limit }) }),
    });
  });

  return routes;
}
