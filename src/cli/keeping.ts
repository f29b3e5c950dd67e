/** `consilium audit`, `backup`, `restore`: what whoever keeps an installation needs. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { machineUser } from '../kernel/index.ts';
import { type AuditRow, checkBackup, homeDir, NOBODY, readBackupKey, restoreBackup } from '../storage/index.ts';
import { here, withApp } from './house.ts';
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
    audit.write({ ...WHO, patientId: options.patient, action: 'read:audit' });
    if (options.json) return printJson({ audit: rows });
    for (const { time, user, actor, action, patientId, outcome } of rows)
      out().write(
        `${new Date(time).toISOString()}  ${user} · ${actor}  ${action} ${patientId}${outcome === 'denied' ? ' (denied)' : ''}\n`,
      );
  });
}

export async function verifyAudit(options: Options): Promise<void> {
  await withApp(options, ({ home: { audit } }) => {
    const verdict = audit.verify();
    if (!verdict.ok) terminal().setExitCode(1);
    if (options.json) return printJson(verdict);
    out().write(verdict.ok ? `${verdict.rows} rows, as they were written. Head ${verdict.head}\n` : `${verdict.why}\n`);
  });
}

export async function exportAudit(options: Options): Promise<void> {
  await withApp(options, ({ home: { audit } }) => {
    const entry = [...audit.all()].map((row) => ({ resource: toAuditEvent(row) }));
    audit.write({ ...WHO, action: 'export:audit' });
    printJson({ resourceType: 'Bundle', type: 'collection', entry });
  });
}

/** FHIR R4 AuditEvent: C create, R read, U update, D delete, E execute. */
export function toAuditEvent({ id, time, patientId, action, actor, user, onBehalfOf, outcome, why }: AuditRow): object {
  const verb = /^(?:read|export|query)/.test(action)
    ? 'R'
    : /^(?:delete|undo)/.test(action)
      ? 'D'
      : /^(?:import|create|write)/.test(action)
        ? 'C'
        : 'E';
  return {
    resourceType: 'AuditEvent',
    id: String(id),
    type: {
      system: 'http://terminology.hl7.org/CodeSystem/audit-event-type',
      code: 'rest',
      display: 'RESTful Operation',
    },
    subtype: [{ display: action }],
    action: verb,
    recorded: new Date(time).toISOString(),
    outcome: outcome === 'done' ? '0' : '4',
    ...(why !== null && { outcomeDesc: why }),
    agent: [
      user === NOBODY
        ? { who: { display: 'not authenticated' }, requestor: true }
        : { who: { identifier: { value: user } }, altId: user, requestor: true },
      { who: { display: actor }, requestor: false },
      ...(onBehalfOf === null ? [] : [{ who: { identifier: { value: onBehalfOf } }, requestor: false }]),
    ],
    source: { observer: { display: 'Consilium' } },
    ...(patientId !== '' && { entity: [{ what: { reference: `Patient/${patientId}` } }] }),
  };
}

export async function backup(file: string, options: Options): Promise<void> {
  await withApp(options, async ({ home, workshop }) => {
    const key = readBackupKey(terminal().env, terminal().cwd);
    const copyIndex = async (to: string) => (await workshop()).search.copyTo(to);
    const copies = { ...(existsSync(join(home.dir, 'search.db')) && { 'search.db': copyIndex }) };
    const parts = await home.backup(here(file), { key, copies });
    home.audit.write({ ...WHO, action: 'backup' });
    if (options.json) return printJson({ file: here(file), encrypted: key !== undefined, parts });
    out().write(`${parts.length} parts in ${here(file)}, ${key === undefined ? 'not encrypted' : 'encrypted'}.\n`);
  });
}

export async function restore(file: string, options: Options & { verify?: boolean }): Promise<void> {
  const key = readBackupKey(terminal().env, terminal().cwd);
  const parts = options.verify
    ? await checkBackup(here(file), key)
    : await restoreBackup(here(file), homeDir(options.home, process.env), key);
  if (options.json) return printJson({ ok: true, restored: !options.verify, parts });
  out().write(
    options.verify
      ? `${parts.length} parts, all as they were saved.\n`
      : `Restored ${parts.length} parts into ${homeDir(options.home, process.env)}.\n`,
  );
}
