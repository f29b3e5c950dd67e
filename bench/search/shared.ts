/**
 * `node bench/search/shared.ts [--count 20000] [--queries 100] [--url postgres://…]`: the same passages and queries on the
 * local index and on Postgres, in the same run. Without `--url` a server is started for it (without pgvector: vectors are
 * then compared in this process); with it, the database should be one that nobody needs. Vectors are made up, and the
 * time to embed a query is left out on both sides.
 */
import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { silentLog } from '../../src/kernel/context.ts';
import { answer } from '../../src/search/asking.ts';
import { digestOf, type Holdings, type Volume } from '../../src/search/holdings.ts';
import { loadSynonyms } from '../../src/search/keyword/synonyms.ts';
import { openLocalHoldings } from '../../src/search/local/holdings.ts';
import type { MatchType } from '../../src/search/search.ts';
import { DIMENSIONS } from '../../src/search/semantic/vectors.ts';
import { startPostgres } from '../../src/search/shared/fixture.ts';
import { openSharedHoldings } from '../../src/search/shared/holdings.ts';
import { scratchFolder } from '../../src/storage/scratch.ts';
import { makeDocuments, makeQueries, openDice } from './corpus.ts';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '20000' },
    queries: { type: 'string', default: '100' },
    url: { type: 'string' },
  },
});
const MATCHES: readonly MatchType[] = ['keyword', 'semantic', 'hybrid'];
const BATCH = 500;
const SCOPE = 'bench';

const dice = openDice(3);
const volumes = [...makeDocuments(Number(values.count))].map(toVolume);
const queries = makeQueries(Number(values.queries)).map((query) => ({
  query,
  vector: Float32Array.from(madeVector()),
}));
const vectors = volumes.flatMap(({ passages }) =>
  passages.map(({ title, text }) => {
    const vector = new Uint8Array(Int8Array.from(madeVector(), (value) => Math.round(value * 127)).buffer);
    return { digest: digestOf(title, text), vector };
  }),
);
const synonyms = loadSynonyms();
const dir = scratchFolder('bench-shared');
const server = values.url === undefined ? await startPostgres() : undefined;
const local = openLocalHoldings(dir, silentLog);
const shared = openSharedHoldings({ url: values.url ?? (server?.url() as string) }, silentLog);
try {
  const here = await measure(local);
  const there = await measure(shared);
  process.stdout.write(
    `${values.count} passages, ${queries.length} queries; local against ${await shared.backend()}\n`,
  );
  for (const name of Object.keys(here)) {
    const [one, two] = [here[name] as number, there[name] as number];
    process.stdout.write(
      `${name.padEnd(28)} ${one.toFixed(1).padStart(10)} ${two.toFixed(1).padStart(10)}  × ${(two / one).toFixed(2)}\n`,
    );
  }
} finally {
  await local.close();
  await shared.close();
  await server?.stop();
  rmSync(dir, { recursive: true, force: true });
}

function toVolume({ id, title, text }: { id: string; title: string; text: string }): Volume {
  const source = { source_type: 'internal_doc', title, service: SCOPE } as const;
  return {
    facts: { path: id, name: id, hash: id, mtime: 0, size: text.length, settled: true },
    passages: [{ key: id, title, text, start: 0, end: text.length, source }],
  };
}

function madeVector(): number[] {
  const made = Array.from({ length: DIMENSIONS }, () => dice() - 0.5);
  const length = Math.hypot(...made);
  return made.map((value) => value / length);
}

async function measure(holdings: Holdings): Promise<Record<string, number>> {
  const scope = await holdings.scope(SCOPE);
  const storing = await timed(async () => {
    for (let at = 0; at < volumes.length; at += BATCH)
      await holdings.replaceFiles(scope, volumes.slice(at, at + BATCH));
  });
  const giving = await timed(async () => {
    for (let at = 0; at < vectors.length; at += BATCH) await holdings.addVectors(vectors.slice(at, at + BATCH));
  });
  await holdings.touchScope(scope, Date.now(), true);
  const times: Record<string, number> = {
    'passages stored a second': (1000 * volumes.length) / storing,
    'vectors stored a second': (1000 * vectors.length) / giving,
  };
  for (const match of MATCHES) {
    const ms: number[] = [];
    const ask = ({ query, vector }: (typeof queries)[number]) => {
      const where = { scopes: new Set([scope]), names: new Map([[scope, SCOPE]]) };
      return answer({ query, match, top: 10, vector, ...where }, holdings, synonyms);
    };
    await ask(queries[0] as (typeof queries)[number]);
    for (const query of queries) ms.push(await timed(() => ask(query)));
    ms.sort((a, b) => a - b);
    times[`${match} p50 ms`] = ms[Math.floor(ms.length / 2)] as number;
    times[`${match} p95 ms`] = ms[Math.floor(ms.length * 0.95)] as number;
  }
  return times;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
