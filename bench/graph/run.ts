/**
 * `npm run bench:graph [-- --json] [-- --patients N]`: typical questions about one patient, in Cypher and in SQL written
 * by hand for the same tables, on 2,000 patients of 200 records each in a file on disk.
 */
import { rmSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { queryGraph, replacePatient } from '../../src/graph/index.ts';
import { forgetPlans } from '../../src/graph/query.ts';
import { scratchFolder } from '../../src/storage/scratch.ts';
import { makePatient, patientId } from './data.ts';
import { questions } from './questions.ts';

const json = process.argv.includes('--json');
const patients = readNumber('--patients', 2000);
const records = readNumber('--records', 200);
const rounds = readNumber('--rounds', 500);

const folder = scratchFolder('bench-graph');
try {
  const large = build(patients);
  const small = build(Math.max(1, Math.floor(patients / 20)));
  const rows = questions.flatMap((question) => measure(question, large, small));
  print(rows);
  if (json) {
    const machine = { arch: process.arch, node: process.version, cores: cpus().length };
    process.stdout.write(`${JSON.stringify({ suite: 'graph', machine, rows })}\n`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

interface Built {
  db: DatabaseSync;
  patients: number;
}

interface Row {
  name: string;
  unit: string;
  consilium: number;
  peers: Record<string, number>;
  ratio: number;
}

function readNumber(flag: string, otherwise: number): number {
  const at = process.argv.indexOf(flag);
  return at < 0 ? otherwise : Number(process.argv[at + 1]);
}

function build(count: number): Built {
  const db = new DatabaseSync(join(folder, `graph-${count}.db`));
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
  const started = performance.now();
  for (let i = 0; i < count; i++) replacePatient(db, patientId(i), makePatient(i, records));
  const seconds = (performance.now() - started) / 1000;
  process.stderr.write(`${count} patients × ${records} records written in ${seconds.toFixed(1)} s\n`);
  return { db, patients: count };
}

function measure(question: (typeof questions)[number], large: Built, small: Built): Row[] {
  const ask = ({ db }: Built, id: string) => queryGraph(db, { patientId: id, query: question.cypher });
  const statement = large.db.prepare(question.sql);
  const byHand = (id: string) => statement.all({ patient: id });
  const id = patientId(1);
  if (ask(large, id).rows.length !== byHand(id).length)
    throw new Error(`${question.name}: Cypher finds ${ask(large, id).rows.length} rows, SQL ${byHand(id).length}`);

  const [warm, hand, few, cold, handCold] = time(large.patients, [
    (patient) => ask(large, patient),
    byHand,
    (_, i) => ask(small, patientId((i * 37 + 11) % small.patients)),
    (patient) => {
      forgetPlans();
      return ask(large, patient);
    },
    (patient) => large.db.prepare(question.sql).all({ patient }),
  ]) as [Times, Times, Times, Times, Times];
  return [
    row(`${question.name}, warm p50`, warm.p50, { sql: hand.p50 }),
    row(`${question.name}, warm p95`, warm.p95, { sql: hand.p95 }),
    row(`${question.name}, cold p50`, cold.p50, { sql: handCold.p50 }),
    row(`${question.name}, cold p95`, cold.p95, { sql: handCold.p95 }),
    row(`${question.name}, warm p50 beside ${small.patients} patients`, warm.p50, { fewer_patients: few.p50 }),
  ];
}

interface Times {
  p50: number;
  p95: number;
}

/**
 * Different patients in turn, so that no answer is in a cache of its own; the ways to ask in turn too, so that what else
 * the machine does meets all of them alike.
 */
function time(count: number, ways: ((patient: string, i: number) => unknown)[]): Times[] {
  const samples = ways.map((): number[] => []);
  for (let i = -50; i < rounds; i++)
    ways.forEach((work, way) => {
      if (way === 0) work(patientId((i + 50) % count), i + 50); // untimed: the round before forgot the plans
      const patient = patientId(((i + 50) * 37 + 11 + way * 503) % count); // another patient for each way: none warms the pages of the next
      const started = performance.now();
      work(patient, i + 50);
      if (i >= 0) samples[way]!.push(performance.now() - started);
    });
  return samples.map((all) => {
    all.sort((a, b) => a - b);
    const at = (share: number) => all[Math.floor(all.length * share)]!;
    return { p50: at(0.5), p95: at(0.95) };
  });
}

function row(name: string, consilium: number, peers: Record<string, number>): Row {
  const best = Math.min(...Object.values(peers));
  const round = (value: number) => Math.round(value * 10_000) / 10_000;
  const rounded = Object.fromEntries(Object.entries(peers).map(([peer, value]) => [peer, round(value)]));
  return {
    name,
    unit: 'ms',
    consilium: round(consilium),
    peers: rounded,
    ratio: Math.round((consilium / best) * 100) / 100,
  };
}

function print(rows: Row[]): void {
  const width = Math.max(...rows.map(({ name }) => name.length));
  process.stdout.write(`${'question'.padEnd(width)}  Cypher ms  peer ms    ratio\n`);
  for (const { name, consilium, peers, ratio } of rows) {
    const [peer, value] = Object.entries(peers)[0]!;
    const cells = [consilium.toFixed(3).padStart(9), value.toFixed(3).padStart(8), ratio.toFixed(2).padStart(8)];
    process.stdout.write(`${name.padEnd(width)}  ${cells.join('  ')}  (${peer})\n`);
  }
}
