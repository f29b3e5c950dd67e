/**
 * `npm run bench:search [-- --json] [-- --chunks N] [-- --queries N] [-- --embed N]`: indexing rates with and without
 * embeddings, and queries over 100,000 chunks, against SQLite's FTS5 on the same texts in the same process.
 *
 * Embedding 100,000 chunks takes ten minutes, so `--embed` of them (4,000) are really embedded and timed; for the query
 * times the others get those vectors, each turned a little, so that as many are compared as there are chunks.
 */
import { rmSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { type MatchType, openSearch, type PlainDocument } from '../../src/search/index.ts';
import { scratchFolder } from '../../src/storage/scratch.ts';
import { makeDocuments, makeQueries, openDice } from './corpus.ts';

const { values: options } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    chunks: { type: 'string', default: '100000' },
    queries: { type: 'string', default: '300' },
    embed: { type: 'string', default: '4000' },
  },
});
const chunks = Number(options.chunks);
const embed = Math.min(chunks, Number(options.embed));

interface Row {
  readonly name: string;
  readonly unit: string;
  readonly consilium: number;
  readonly peers: Record<string, number>;
  readonly ratio: number | null;
}

const folder = scratchFolder('bench-search');
try {
  const documents = [...makeDocuments(chunks)];
  const queries = makeQueries(Number(options.queries));
  const fts = buildPeer(documents);
  const rows = await measure(documents, queries, fts);
  print(rows);
  if (options.json) {
    const machine = { arch: process.arch, node: process.version, cores: cpus().length };
    process.stdout.write(`${JSON.stringify({ suite: 'search', machine, rows })}\n`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Indexes, timed, then opens the index anew and asks. */
async function measure(documents: readonly PlainDocument[], queries: readonly string[], fts: Peer): Promise<Row[]> {
  const dir = join(folder, 'home');
  const rows = await measureIndexing(documents, dir, fts);
  fillVectors(join(dir, 'search.db'));
  const [unkept, first] = await timeOpening(dir);
  await first.close();
  const [kept, search] = await timeOpening(dir);
  rows.push(
    row('opening after a crash and the first query', 'ms', unkept.ms),
    row('opening after a crash and the first query, CPU', 'ms', unkept.cpu),
    row('opening the index and the first query', 'ms', kept.ms),
    row('opening the index and the first query, CPU', 'ms', kept.cpu),
  );
  for (const match of ['keyword', 'semantic', 'hybrid'] as const)
    rows.push(...(await timeMatch(match, queries, search, fts)));
  await search.close();
  return rows;
}

async function timeOpening(dir: string): Promise<[{ ms: number; cpu: number }, ReturnType<typeof openSearch>]> {
  const time = timer();
  const search = openSearch({ dir });
  await search.search({ query: 'warm', scopes: ['all'], match: 'hybrid' });
  return [time(), search];
}

async function measureIndexing(documents: readonly PlainDocument[], dir: string, fts: Peer): Promise<Row[]> {
  const search = openSearch({ dir });
  const plainTime = timer();
  await search.indexDocuments({ scope: 'all', documents, embeddings: false });
  const plain = plainTime();
  // The threads and their models are there before the clock runs.
  await search.indexDocuments({ scope: 'warm', documents: [...makeDocuments(48, 9)] });
  const wholeTime = timer();
  await search.indexDocuments({ scope: 'some', documents: documents.slice(0, embed) });
  const whole = wholeTime();
  await search.close();
  const rate = (count: number, ms: number) => count / (ms / 1000);
  return [
    row('indexing without embeddings', 'chunks/s', rate(documents.length, plain.ms)),
    row('indexing without embeddings, a CPU second', 'chunks/s', rate(documents.length, plain.cpu)),
    row('indexing with embeddings', 'chunks/s', rate(embed, whole.ms)),
    row('indexing with embeddings, a CPU second', 'chunks/s', rate(embed, whole.cpu)),
    row('FTS5 alone, indexing', 'chunks/s', fts.rate),
  ];
}

/** Wall time, and the CPU time of all threads: on a busy machine only the second says something of the program. */
function timer(): () => { ms: number; cpu: number } {
  const started = performance.now();
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return { ms: performance.now() - started, cpu: (user + system) / 1000 };
  };
}

async function timeMatch(
  match: MatchType,
  queries: readonly string[],
  search: ReturnType<typeof openSearch>,
  fts: Peer,
): Promise<Row[]> {
  const ask = async (query: string) => {
    const time = timer();
    await search.search({ query, scopes: ['all'], match });
    return time();
  };
  // What is not measured: the compiler's first looks. Queries are new to the cache of query vectors in each round.
  for (const query of queries.slice(0, 30)) await ask(`${query} ${match}`);
  const times: { ms: number; cpu: number }[] = [];
  for (const query of queries) times.push(await ask(match === 'hybrid' ? `${query} ?` : query));
  const peer = match === 'keyword' ? queries.map((query) => fts.time(query)) : [];
  return [50, 95].flatMap((share) => {
    const of = (key: 'ms' | 'cpu', list: readonly { ms: number; cpu: number }[]) =>
      percentile(
        list.map((time) => time[key]),
        share,
      );
    const peers = (key: 'ms' | 'cpu'): Record<string, number> => (match === 'keyword' ? { fts5: of(key, peer) } : {});
    return [
      row(`${match} query, p${share}`, 'ms', of('ms', times), peers('ms')),
      row(`${match} query, p${share}, CPU`, 'ms', of('cpu', times), peers('cpu')),
    ];
  });
}

/** Vectors for passages that have none: one of the real ones each, a little changed. */
function fillVectors(path: string): void {
  const db = new DatabaseSync(path);
  const real = db.prepare('SELECT vector FROM vector').all() as { vector: Uint8Array }[];
  const waiting = db.prepare(
    'SELECT DISTINCT digest FROM passage WHERE NOT EXISTS (SELECT 1 FROM vector WHERE vector.digest = passage.digest)',
  );
  const add = db.prepare('INSERT OR IGNORE INTO vector (digest, vector) VALUES (?, ?)');
  const dice = openDice(3);
  const digests = waiting.all() as { digest: Uint8Array }[];
  db.exec('BEGIN');
  for (const { digest } of digests) {
    const { vector } = real[Math.floor(dice() * real.length)] as { vector: Uint8Array };
    const signed = new Int8Array(vector.slice().buffer);
    for (let i = 0; i < signed.length; i++)
      signed[i] = Math.max(-127, Math.min(127, (signed[i] as number) + Math.round((dice() - 0.5) * 24)));
    add.run(digest, new Uint8Array(signed.buffer));
  }
  // As the store does when it adds vectors: what was kept for a quick start is not of this state.
  db.exec('UPDATE revision SET value = value + 1; COMMIT');
  db.close();
}

interface Peer {
  readonly rate: number;
  time(query: string): { ms: number; cpu: number };
}

/** The same texts in FTS5, with its own Porter stemmer, in a file like ours; the same ten passages are read. */
function buildPeer(documents: readonly PlainDocument[]): Peer {
  const db = new DatabaseSync(join(folder, 'fts.db'));
  db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
    CREATE VIRTUAL TABLE passage USING fts5 (title, text, tokenize = 'porter unicode61')`);
  const add = db.prepare('INSERT INTO passage (title, text) VALUES (?, ?)');
  const started = performance.now();
  db.exec('BEGIN');
  for (const { title, text } of documents) add.run(title, text);
  db.exec('COMMIT');
  const rate = documents.length / ((performance.now() - started) / 1000);
  const find = db.prepare('SELECT title, text FROM passage WHERE passage MATCH ? ORDER BY bm25(passage) LIMIT 10');
  return {
    rate,
    time(query) {
      const words = (query.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => `"${word}"`).join(' OR ');
      const time = timer();
      if (words !== '') find.all(words);
      return time();
    },
  };
}

function row(name: string, unit: string, consilium: number, peers: Record<string, number> = {}): Row {
  const best = Math.min(...Object.values(peers));
  return {
    name,
    unit,
    consilium: round(consilium),
    peers,
    ratio: Number.isFinite(best) ? round(consilium / best) : null,
  };
}

function percentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return round(sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * share) / 100))] ?? 0);
}

function round(value: number): number {
  return Number(value.toPrecision(4));
}

function print(rows: readonly Row[]): void {
  for (const { name, unit, consilium, peers, ratio } of rows) {
    const others = Object.entries(peers).map(([peer, value]) => `${peer} ${value}`);
    const beside = ratio === null ? '' : `   ${others.join(', ')}   ratio ${ratio}`;
    process.stdout.write(`${name.padEnd(48)} ${String(consilium).padStart(9)} ${unit.padEnd(9)}${beside}\n`);
  }
}
