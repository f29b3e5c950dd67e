/** The record over HTTP: who there is, what is known of one of them, Cypher, import. Every look at a record is audited. */
import { Hono } from 'hono';
import { z } from 'zod';
import type { App } from '../app/index.ts';
import { queryGraph } from '../graph/index.ts';
import { ConsiliumError } from '../kernel/index.ts';
import * as record from '../record/index.ts';
import { readBody, readQuery } from './request.ts';

const ACTOR = 'app';

const graphQuery = z.strictObject({
  patient_id: z.string(),
  query: z.string(),
  params: z.record(z.string(), z.unknown()).optional(),
});

const filter = z.object({
  scope: z.enum(['all', 'active', 'current', 'past', 'scheduled', 'recent']).optional(),
  category: z.string().optional(),
  type: z.string().optional(),
  from: z.string().optional(),
  to: z.string().optional(),
  q: z.string().optional(),
  cursor: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(500).optional(),
});

type Filter = z.infer<typeof filter>;

/** What can be read of a patient, by the last part of the path. */
const reads: Record<string, (reader: record.Reader, filter: Filter) => unknown> = {
  summary: (reader) => record.readSummary(reader),
  conditions: (reader, { scope }) => ({
    conditions: record.readConditions(reader, scope === 'active' ? 'active' : 'all'),
  }),
  medications: (reader, { scope }) => ({
    medications: record.readMedications(reader, scope === 'current' ? 'current' : 'all'),
  }),
  observations: (reader, { type, category, ...range }) => ({
    observations:
      type === undefined
        ? record.readObservations(reader, { ...(category && { category }) })
        : record.readObservationHistory(reader, { type, ...range }),
  }),
  encounters: (reader, { scope }) => ({
    encounters: record.readEncounters(reader, isEncounterScope(scope) ? scope : 'all'),
  }),
  allergies: (reader, { scope }) => ({
    allergies: record.readAllergies(reader, scope === 'active' ? 'active' : 'all'),
  }),
  symptoms: (reader) => ({ symptoms: record.readSymptoms(reader) }),
  procedures: (reader) => ({ procedures: record.readProcedures(reader) }),
  immunizations: (reader) => ({ immunizations: record.readImmunizations(reader) }),
  documents: (reader) => ({ documents: record.readDocuments(reader) }),
  timeline: (reader, { cursor, limit }) =>
    record.readTimeline(reader, { ...(cursor && { cursor }), ...(limit && { limit }) }),
  search: (reader, { q, limit }) => ({ hits: record.searchRecord(reader, q ?? '', limit) }),
};

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

  routes.get('/patients/:id/entries/:uuid', (context) =>
    context.json(record.readEntry(readerFor(context.req.param('id')), context.req.param('uuid'))),
  );

  routes.get('/patients/:id/:what', (context) => {
    const read = Object.hasOwn(reads, context.req.param('what')) ? reads[context.req.param('what')] : undefined;
    if (read === undefined)
      throw new ConsiliumError('NOT_FOUND', `A record can be read by: ${Object.keys(reads).join(', ')}.`);
    return context.json(read(readerFor(context.req.param('id')), readQuery(context, filter)) as object);
  });

  routes.post('/graph/query', async (context) => {
    const { patient_id: patientId, query, params } = await readBody(context, graphQuery);
    audit.write({ patientId, action: 'query:graph', actor: ACTOR });
    return context.json(queryGraph(db, { patientId, query, ...(params && { params }) }));
  });

  routes.get('/audit', (context) => {
    const { patient_id, limit } = readQuery(
      context,
      z.object({ patient_id: z.string().optional(), limit: z.coerce.number().int().min(1).max(1000).optional() }),
    );
    return context.json({
      audit: audit.list({ ...(patient_id && { patientId: patient_id }), ...(limit && { limit }) }),
    });
  });

  return routes;
}

function isEncounterScope(scope: Filter['scope']): scope is record.EncounterScope {
  return scope === 'all' || scope === 'past' || scope === 'scheduled' || scope === 'recent';
}
