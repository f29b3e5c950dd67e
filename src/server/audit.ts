/** The audit trails over HTTP: who looked at whose record, and what each answer rested on. */
import type { DatabaseSync } from 'node:sqlite';
import { Hono } from 'hono';
import { z } from 'zod';
import type { App } from '../app/index.ts';
import { ConsiliumError } from '../kernel/index.ts';
import { guardDisk } from '../storage/index.ts';
import { type Check, requireSession, unnamed } from './access.ts';
import * as answers from './answers.ts';
import { callerOf, requirePatientOf, requireScope } from './caller.ts';
import { readQuery } from './request.ts';
import type { Room } from './route.ts';

const moment = z.iso.datetime({ offset: true }).or(z.iso.date());

export const auditQuery = z.object({
  kind: z.enum(['record', 'citations']).default('record'),
  patient_id: z.string().optional().describe('of kind record'),
  action: z.string().max(100).optional().describe('of kind record: read:conditions, query:graph…'),
  conversation: z.string().optional().describe('of kind citations: a session'),
  message: z.string().optional().describe('of kind citations: an invocation or a run'),
  source: z.string().optional().describe("of kind citations: a source's id"),
  since: moment.optional(),
  until: moment.optional(),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
  after: z.string().max(100).optional().describe('`next` of the page before'),
});

type Filter = z.infer<typeof auditQuery>;

export function auditRoutes({ home: { db }, citations }: Pick<App, 'home' | 'citations'>): Hono {
  const routes = new Hono();
  routes.get('/audit', (context) => {
    const filter = readQuery(context, auditQuery);
    if (filter.kind === 'citations') return context.json(citations.list(filter));
    requireScope(callerOf(context), 'audit');
    return context.json(readLooks(db, filter));
  });
  return routes;
}

/** Page by page, the newest first; `after` is the id of the last one seen. */
function readLooks(db: DatabaseSync, { patient_id, action, since, until, limit, after }: Filter) {
  if (after !== undefined && !/^\d{1,15}$/.test(after))
    throw new ConsiliumError('REQUEST_INVALID', 'after: must be what a page before gave as next.');
  const query = db.prepare(
    `SELECT id, time, patient AS patientId, action, actor FROM audit
     WHERE (?1 IS NULL OR patient = ?1) AND (?2 IS NULL OR action = ?2)
       AND (?3 IS NULL OR time >= ?3) AND (?4 IS NULL OR time < ?4) AND (?5 IS NULL OR id < ?5)
     ORDER BY id DESC LIMIT ?6`,
  );
  const times = [since, until].map((each) => (each === undefined ? null : Date.parse(each)));
  const rows = guardDisk(db.location() ?? 'memory', () =>
    query.all(patient_id ?? null, action ?? null, times[0]!, times[1]!, after ? Number(after) : null, limit + 1),
  );
  const audit = rows.slice(0, limit);
  return { audit, ...(rows.length > limit && { next: String(audit.at(-1)!['id']) }) };
}

/** The patient, or the conversation, that is asked about. */
const checkAudit: Check = async (context, token, app) => {
  const { kind, patient_id, conversation } = readQuery(context, auditQuery);
  const named = kind === 'record' ? patient_id : conversation;
  if (named === undefined) throw unnamed(kind === 'record' ? 'patient_id' : 'conversation');
  if (kind === 'record') requirePatientOf(token, named);
  else await requireSession(app, token, named);
};

export const auditRoom: Room = {
  mount: ({ app }) => auditRoutes(app),
  routes: [
    {
      method: 'get',
      path: '/v1/audit',
      scope: 'read',
      about: checkAudit,
      shape: answers.audit,
      tag: 'audit',
      summary: 'Read an audit trail, the newest first',
      answer: 'Who looked at whose record and when (this kind needs the scope audit); or what each answer rested on.',
      query: auditQuery,
    },
  ],
};
