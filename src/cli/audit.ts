/** `consilium audit`: who did what with whose data, whether the trail is whole, and the trail as FHIR. */
import { machineUser } from '../kernel/index.ts';
import { type AuditRow, NOBODY } from '../storage/index.ts';
import { withApp } from './house.ts';
import { printJson, terminal } from './terminal.ts';

interface Options {
  home?: string;
  json?: boolean;
}

const out = () => terminal().stdout;
const WHO = { principal: machineUser(), actor: 'command line' };

export async function listAudit(options: Options & { patient?: string; limit?: number }): Promise<void> {
  await withApp(options, ({ home: { audit } }) => {
    const rows = audit.list({ patientId: options.patient, limit: options.limit });
    audit.write({ ...WHO, patientId: options.patient, action: 'read:audit', object: `${rows.length} rows` });
    if (options.json) return printJson({ audit: rows });
    for (const row of rows) out().write(`${sayRow(row)}\n`);
  });
}

function sayRow({ time, user, via, onBehalfOf, actor, action, patientId, object, outcome, why }: AuditRow): string {
  const served = onBehalfOf === null || onBehalfOf === user ? '' : ` for ${onBehalfOf}`;
  const who = `${user}${via === null ? '' : ` (${via})`}${served} · ${actor}`;
  const what = [action, patientId, object ?? ''].filter(Boolean).join(' ');
  const mark = outcome === 'denied' ? ' (denied)' : '';
  return `${new Date(time).toISOString()}  ${who}  ${what}${mark}${why === null ? '' : `  ${why}`}`;
}

export async function verifyAudit(options: Options & { head?: string }): Promise<void> {
  await withApp(options, async ({ home: { audit } }) => {
    const verdict = await audit.check({ head: options.head });
    audit.write({ ...WHO, action: 'verify:audit', object: verdict.ok ? `${verdict.rows} rows` : `row ${verdict.row}` });
    if (!verdict.ok) terminal().setExitCode(1);
    if (options.json) return printJson(verdict);
    out().write(
      verdict.ok
        ? `${verdict.rows} rows and ${verdict.citations} records of answers, as they were written. Head ${verdict.head}\n`
        : `${verdict.why}\n`,
    );
  });
}

export async function headOfAudit(options: Options & { begin?: boolean }): Promise<void> {
  await withApp(options, ({ home: { audit } }) => {
    if (options.begin) audit.beginHead(WHO);
    const { rows, head } = audit.head();
    if (options.json) return printJson({ rows, head });
    out().write(rows === 0 ? 'No rows yet.\n' : `${head}\n`);
  });
}

export async function exportAudit(options: Options): Promise<void> {
  await withApp(options, ({ home: { audit } }) => {
    const entry = [...audit.all()].map((row) => ({ resource: toAuditEvent(row) }));
    audit.write({ ...WHO, action: 'export:audit', object: `${entry.length} rows` });
    printJson({ resourceType: 'Bundle', type: 'collection', entry });
  });
}

/** C create, R read, U update, D delete, E execute, by what the row's action begins with. */
const VERBS: readonly [verb: string, begins: RegExp][] = [
  ['R', /^(?:read|export|query|list|verify|GET )/],
  ['D', /^(?:delete|undo|forget|DELETE )/],
  ['C', /^(?:import|create|write)/],
];

/** FHIR R4 AuditEvent. The token stands where the policy does that let somebody act, the row's hash with the row itself. */
export function toAuditEvent(row: AuditRow): object {
  const { id, time, patientId, action, actor, user, via, onBehalfOf, outcome, why, object, hash } = row;
  const isDone = outcome === 'done';
  const token = via === null ? {} : { policy: [`urn:consilium:token:${via}`] };
  return {
    resourceType: 'AuditEvent',
    id: String(id),
    type: {
      system: 'http://terminology.hl7.org/CodeSystem/audit-event-type',
      code: 'rest',
      display: 'RESTful Operation',
    },
    subtype: [{ display: action }],
    action: VERBS.find(([, begins]) => begins.test(action))?.[0] ?? 'E',
    recorded: new Date(time).toISOString(),
    outcome: isDone ? '0' : '4',
    ...(why !== null && (isDone ? { purposeOfEvent: [{ text: why }] } : { outcomeDesc: why })),
    agent: [
      user === NOBODY
        ? { who: { display: 'not authenticated' }, requestor: true }
        : { who: { identifier: { value: user } }, altId: user, requestor: true, ...token },
      { who: { display: actor }, requestor: false },
      ...(onBehalfOf === null ? [] : [{ who: { identifier: { value: onBehalfOf } }, requestor: false }]),
    ],
    source: { observer: { display: 'Consilium' } },
    entity: [
      ...(patientId === '' ? [] : [{ what: { reference: `Patient/${patientId}` } }]),
      ...(object === null ? [] : [{ what: { identifier: { value: object } } }]),
      {
        what: { identifier: { system: 'urn:consilium:audit', value: String(id) } },
        detail: [{ type: 'sha256', valueString: hash }],
      },
    ],
  };
}
