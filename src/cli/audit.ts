/** `consilium audit`: who did what with whose data, whether the trail is whole, and the trail as FHIR. */
import { pipeline } from 'node:stream/promises';
import { takeTurn } from '../kernel/breath.ts';
import { type AuditRow, NOBODY } from '../storage/index.ts';
import { showableJson } from '../text/index.ts';
import { visitor, withApp } from './house.ts';
import { printJson, terminal } from './terminal.ts';
import { unguarded } from './words.ts';

interface Options {
  home?: string;
  json?: boolean;
}

const out = () => terminal().stdout;

export async function listAudit(options: Options & { patient?: string; limit?: number }): Promise<void> {
  await withApp(options, ({ home: { audit } }) => {
    const rows = audit.list({ patientId: options.patient, limit: options.limit });
    audit.write({ ...visitor(), patientId: options.patient, action: 'read:audit', object: `${rows.length} rows` });
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
    audit.write({
      ...visitor(),
      action: 'verify:audit',
      object: verdict.ok ? `${verdict.rows} rows` : `row ${verdict.row}`,
    });
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
    if (options.begin) audit.beginHead(visitor());
    const { rows, head } = audit.head();
    if (options.json) return printJson({ rows, head });
    out().write(rows === 0 ? 'No rows yet.\n' : `${head}\n`);
  });
}

/** One document, row by row: a trail may be longer than memory. */
export async function exportAudit(options: Options): Promise<void> {
  await withApp(options, async ({ home: { audit } }) => {
    const { rows } = audit.head();
    audit.write({ ...visitor(), action: 'export:audit', object: `${rows} rows` });
    await pipeline(() => bundleOf(audit.all(), rows), unguarded(out()), { end: false });
  });
}

/** A bundle of the rows up to `last`, in pieces; others are served in between. */
export async function* bundleOf(rows: Iterable<AuditRow>, last: number): AsyncGenerator<string> {
  let piece = '{"resourceType":"Bundle","type":"collection","entry":[';
  let isFirst = true;
  for (const row of rows) {
    if (row.id > last) break;
    piece += `${isFirst ? '' : ','}${showableJson(JSON.stringify({ resource: toAuditEvent(row) }))}`;
    isFirst = false;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
    await takeTurn();
  }
  yield `${piece}]}\n`;
}

const PIECE = 64 * 1024;

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
