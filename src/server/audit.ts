/** The audit trails over HTTP: who looked at whose record, and what each answer rested on. */
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { type App, onlyPatient, patientUnnamed } from '../app/index.ts';
import { ConsiliumError, mayUse, type Principal } from '../kernel/index.ts';
import type { Audit } from '../storage/index.ts';
import { type Check, requirePatient, requireSession } from './access.ts';
import * as answers from './answers.ts';
import { callerOf, requireScope, visitorOf } from './caller.ts';
import { readQuery } from './request.ts';
import type { Room } from './route.ts';
import { nameSubject } from './subject.ts';

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

export function auditRoutes({ home: { audit }, citations }: Pick<App, 'home' | 'citations'>): Hono {
  const routes = new Hono();
  routes.get('/audit', (context) => {
    const filter = readFilter(context, callerOf(context));
    const page = filter.kind === 'citations' ? citations.list(filter) : readLooks(audit, filter);
    const rows = 'audit' in page ? page.audit : page.records;
    const what = filter.kind === 'citations' ? 'read:citations' : 'read:audit';
    const { patient_id: patientId, conversation } = filter;
    const object = [`${rows.length} rows`, conversation].filter(Boolean).join(' of ');
    audit.write({ ...visitorOf(context), patientId, action: what, object });
    return context.json(page);
  });
  return routes;
}

/** Who looked at a record is asked of the only one that a token is for, where no other is named. */
function readFilter(context: Context, caller: Principal): Filter {
  const filter = readQuery(context, auditQuery);
  return filter.kind === 'record' ? { ...filter, patient_id: filter.patient_id ?? onlyPatient(caller) } : filter;
}

/** Page by page, the newest first; `after` is the id of the last one seen. */
function readLooks(audit: Audit, { patient_id, action, since, until, limit, after }: Filter) {
  if (after !== undefined && !/^\d{1,15}$/.test(after))
    throw new ConsiliumError('REQUEST_INVALID', 'after: must be what a page before gave as next.');
  const [from, to] = [since, until].map((each) => (each === undefined ? undefined : Date.parse(each)));
  const rows = audit.list({
    ...{ patientId: patient_id, action, since: from, until: to },
    before: after ? Number(after) : undefined,
    limit: limit + 1,
  });
  const shown = rows.slice(0, limit);
  return { audit: shown, ...(rows.length > limit && { next: String(shown.at(-1)!.id) }) };
}

/**
 * Who looked at whose record is for auditors, who need no other right; what answers rested on for those who read, too. Of a
 * token for certain patients, the patient or the conversation that is asked about must be theirs.
 */
const checkAudit: Check = async (context, token, app) => {
  const { kind, patient_id, conversation } = readFilter(context, token);
  nameSubject(context, { patientId: patient_id, object: conversation });
  if (kind === 'record' || !mayUse(token, 'read')) requireScope(token, 'audit');
  if (token.patients === null) return;
  const named = kind === 'record' ? patient_id : conversation;
  if (named === undefined)
    throw patientUnnamed(kind === 'record' ? 'patient_id' : 'conversation, by one of its sessions');
  if (kind === 'record') requirePatient(context, token, named);
  else await requireSession(app, token, named, (subject) => nameSubject(context, subject));
};

export const auditRoom: Room = {
  mount: ({ app }) => auditRoutes(app),
  routes: [
    {
      method: 'get',
      path: '/v1/audit',
      scope: 'any',
      about: checkAudit,
      told: 'below',
      shape: answers.audit,
      tag: 'audit',
      summary: 'Read an audit trail, the newest first',
      answer:
        'Who looked at whose record and when (with the scope audit); or what each answer rested on (with audit or read).',
      query: auditQuery,
    },
  ],
};
