/** `consilium audit`, `backup`, `restore`, `doctor`: what whoever keeps an installation needs. */
import { existsSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { machineUser, toConsiliumError } from '../kernel/index.ts';
import { type AuditRow, checkBackup, homeDir, NOBODY, readBackupKey, restoreBackup } from '../storage/index.ts';
import { here, withApp } from './house.ts';
import { bold, dim, printJson, terminal } from './terminal.ts';

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

interface Finding {
  readonly check: string;
  readonly ok: boolean;
  readonly says: string;
  readonly mend?: string;
}

export async function doctor(options: Options): Promise<void> {
  const findings: Finding[] = [];
  const look = (check: string, work: () => Omit<Finding, 'check'>) => {
    try {
      findings.push({ check, ...work() });
    } catch (thrown) {
      const { message, hint } = toConsiliumError(thrown);
      findings.push({ check, ok: false, says: message, ...(hint && { mend: hint }) });
    }
  };
  const major = Number(process.versions.node.split('.')[0]);
  look('node', () => ({
    ok: major >= 24,
    says: `Node ${process.versions.node}`,
    ...(major < 24 && { mend: 'Run npm ci.' }),
  }));
  const opened = await withApp(options, ({ home, models }) => {
    look('folder', () => {
      const open = [home.dir, join(home.dir, 'consilium.db')].filter((path) => (statSync(path).mode & 0o077) !== 0);
      return open.length === 0
        ? { ok: true, says: `${home.dir} is its owner's alone` }
        : { ok: false, says: `Others may read ${open.join(', ')}`, mend: `chmod -R go= ${home.dir}` };
    });
    look('disk', () => {
      const { bavail, bsize } = statfsSync(home.dir);
      const free = Math.round((bavail * bsize) / 1e6);
      return { ok: free > 500, says: `${free} MB free`, ...(free <= 500 && { mend: 'Free some space.' }) };
    });
    look('data', () => {
      const wrong = home.damage();
      return wrong === undefined
        ? { ok: true, says: 'The data file is sound' }
        : { ok: false, says: wrong, mend: 'Restore a backup: consilium restore FILE --home NEW' };
    });
    look('tables', () => ({
      ok: true,
      says: home
        .versions()
        .map(({ room, version }) => `${room} ${version}`)
        .join(', '),
    }));
    look('audit', () => {
      const verdict = home.audit.verify();
      return verdict.ok
        ? { ok: true, says: `${verdict.rows} rows, as they were written` }
        : { ok: false, says: verdict.why, mend: 'Compare with a backup: somebody changed the trail.' };
    });
    look('models', () => ({ ok: true, says: models.describe().chain.join(', ') || 'offline engine' }));
    return true;
  }).catch((thrown) => {
    look('folder', () => {
      throw thrown;
    });
    return false;
  });
  const ok = opened && findings.every((finding) => finding.ok);
  if (!ok) terminal().setExitCode(1);
  if (options.json) return printJson({ ok, findings });
  for (const { check, ok: fine, says, mend } of findings)
    out().write(`${fine ? '✓' : '✕'} ${bold(out(), check)}  ${says}${mend ? `\n  ${dim(out(), mend)}` : ''}\n`);
}
