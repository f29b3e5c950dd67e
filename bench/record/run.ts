/**
 * How fast FHIR gets into the record, and how much memory it takes: `npx node bench/record/run.ts [FOLDER…] [-- --json]`.
 * Without a folder it imports bundles made from the demo patients. Nobody else's importer is measured: `peers` is empty.
 */

import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { exportPatient, importFhir, readObservations, readSummary, readTimeline } from '../../src/record/index.ts';
import { DataFile } from '../../src/storage/handle.ts';
import { scratchFolder } from '../../src/storage/scratch.ts';

interface Row {
  name: string;
  unit: string;
  consilium: number;
  peers: Record<string, number>;
  ratio: number | null;
}

const args = process.argv.slice(2).filter((arg) => arg !== '--');
const folders = args.filter((arg) => !arg.startsWith('--'));
const work = scratchFolder('bench-record');
const rows: Row[] = [];
const record = (name: string, unit: string, value: number) =>
  rows.push({ name, unit, consilium: Math.round(value * 100) / 100, peers: {}, ratio: null });

try {
  const sources = folders.length > 0 ? folders : [makeBundles(join(work, 'many'), 40, 1)];
  const { db, patients } = await measureImport(
    folders.length > 0 ? 'given bundles' : '40 bundles of 3 patients',
    sources,
  );
  await measureImport('one bundle of 20 MB, many patients', [makeBundles(join(work, 'large'), 1, 24)]);
  measureReads(db, patients);
} finally {
  rmSync(work, { recursive: true, force: true });
}
report();

async function measureImport(name: string, sources: string[]): Promise<{ db: DatabaseSync; patients: string[] }> {
  const db = new DatabaseSync(join(work, `${rows.length}.db`));
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
  const result = await importFhir(db, sources);
  const resources = Object.values(result.resources).reduce((sum, n) => sum + n, 0);
  record(
    `import, ${name} (${resources} resources, ${(bytesOf(sources) / 1e6).toFixed(1)} MB)`,
    'resources/s',
    (resources / result.ms) * 1000,
  );
  record(`  highest memory so far`, 'MB', process.resourceUsage().maxRSS / 1000);
  const again = await importFhir(db, sources);
  record(`  the same again (adds ${again.added.nodes} nodes)`, 'resources/s', (resources / again.ms) * 1000);
  return { db, patients: result.patients.map(({ id }) => id) };
}

function measureReads(db: DatabaseSync, patients: string[]): void {
  const data = new DataFile(db);
  const reader = (patientId: string) => ({
    data,
    patientId,
    actor: 'bench',
    audit: () => {},
    now: '2026-11-15T12:00:00Z',
  });
  const time = (name: string, read: (patient: string) => unknown) => {
    const times = Array.from({ length: 200 }, (_, n) => {
      const begun = performance.now();
      read(patients[n % patients.length]!);
      return performance.now() - begun;
    }).sort((a, b) => a - b);
    record(`${name}, p50`, 'ms', times[100]!);
    record(`${name}, p95`, 'ms', times[190]!);
  };
  time('read summary', (id) => readSummary(reader(id)));
  time('read latest observations', (id) => readObservations(reader(id)));
  time('read a page of the timeline', (id) => readTimeline(reader(id)));
  time('export', (id) => exportPatient(db, id));
}

/** `files` bundles, each with `copies` of the demo patients under ids of their own. */
function makeBundles(folder: string, files: number, copies: number): string {
  const demo = new URL('../../demo/', import.meta.url);
  const texts = readdirSync(demo)
    .filter((file) => file.endsWith('.json'))
    .map((file) => readFileSync(new URL(file, demo), 'utf8'));
  const target = mkdtempSync(folder);
  for (let file = 0; file < files; file++) {
    const entries: unknown[] = [];
    for (let copy = 0; copy < copies; copy++)
      for (const text of texts) entries.push(...JSON.parse(renumber(text, file * copies + copy)).entry);
    writeFileSync(
      join(target, `${file}.json`),
      JSON.stringify({ resourceType: 'Bundle', type: 'collection', entry: entries }),
    );
  }
  return target;
}

function renumber(text: string, n: number): string {
  const suffix = n.toString(16).padStart(8, '0');
  return text.replace(/\b[0-9a-f]{8}(-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\b/g, (uuid, rest) =>
    n === 0 ? uuid : `${xor(uuid.slice(0, 8), suffix)}${rest}`,
  );
}

function xor(a: string, b: string): string {
  return ((Number.parseInt(a, 16) ^ Number.parseInt(b, 16)) >>> 0).toString(16).padStart(8, '0');
}

function bytesOf(sources: string[]): number {
  return sources.reduce((sum, source) => {
    const found = statSync(source);
    if (!found.isDirectory()) return sum + found.size;
    return sum + readdirSync(source).reduce((total, file) => total + statSync(join(source, file)).size, 0);
  }, 0);
}

function report(): void {
  const width = Math.max(...rows.map(({ name }) => name.length));
  for (const { name, unit, consilium } of rows)
    console.log(`${name.padEnd(width)}  ${String(consilium).padStart(10)} ${unit}`);
  const machine = { arch: process.arch, node: process.version, cores: availableParallelism() };
  if (args.includes('--json')) console.log(JSON.stringify({ suite: 'record', machine, rows }));
}
