/**
 * `npm run eval:search [-- --data DIR] [--json] [--home DIR] [--errors]`: how well keyword, semantic and hybrid search
 * find, on the project's own questions over the knowledge base and on folders in BEIR's form. `--home` keeps the index
 * for the next time. Keyword search beside Lucene's: bench/search/lucene/run.ts.
 */
import { rmSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { scratchFolder } from '../../storage/scratch.ts';
import { type MatchType, type OpenSearch, openSearch } from '../index.ts';
import { average, type Figures, measure } from './measures.ts';
import { type RetrievalSet, readBeir, readQuestions } from './sets.ts';

const { values: options } = parseArgs({
  options: {
    data: { type: 'string' },
    home: { type: 'string' },
    json: { type: 'boolean', default: false },
    errors: { type: 'boolean', default: false },
  },
});

const MATCHES: readonly MatchType[] = ['keyword', 'semantic', 'hybrid'];
const dir = options.home ?? scratchFolder('eval-search');
const search = openSearch({ dir });
try {
  const sets = [...readQuestions(), ...(options.data === undefined ? [] : await readBeir(options.data))];
  const rows: Row[] = [];
  process.stdout.write(`${'set'.padEnd(28)} ${'match'.padEnd(9)} queries  nDCG@10  recall@100     MRR\n`);
  for (const set of sets) rows.push(...(await scoreSet(set)));
  if (options.json) {
    const machine = { arch: process.arch, node: process.version, cores: cpus().length };
    process.stdout.write(`${JSON.stringify({ suite: 'eval-search', machine, rows })}\n`);
  }
} finally {
  await search.close();
  if (options.home === undefined) rmSync(dir, { recursive: true, force: true });
}

interface Row {
  readonly name: string;
  readonly unit: string;
  readonly consilium: number;
  readonly peers: Record<string, number>;
  readonly ratio: null;
}

async function scoreSet(set: RetrievalSet): Promise<Row[]> {
  const scope = await prepare(set, search);
  const rows: Row[] = [];
  for (const match of MATCHES) {
    const figures: Figures[] = [];
    for (const query of set.queries) {
      const ranking = await rank(query.text, match, scope);
      const figure = measure(
        ranking.filter((doc) => doc !== query.id),
        query.judged,
      );
      figures.push(figure);
      if (options.errors && figure.ndcg10 < 0.5) tellError(match, query.text, ranking, figure);
    }
    const mean = average(figures);
    const shown = [mean.ndcg10.toFixed(4).padStart(9), mean.recall100.toFixed(4).padStart(11), mean.mrr.toFixed(4)];
    process.stdout.write(
      `${set.name.padEnd(28)} ${match.padEnd(9)} ${String(set.queries.length).padStart(7)}${shown.join('  ')}\n`,
    );
    rows.push(toRow(set, match, 'nDCG@10', mean.ndcg10));
    rows.push(toRow(set, match, 'recall@100', mean.recall100));
    rows.push(toRow(set, match, 'MRR', mean.mrr));
  }
  return rows;
}

/** The scope the set is searched in, indexed and embedded. */
async function prepare(set: RetrievalSet, target: OpenSearch): Promise<string> {
  if (set.documents === undefined) {
    await target.scopes();
    await target.settled();
    return 'knowledge';
  }
  const scope = `beir-${set.name}`;
  await target.indexDocuments({
    scope,
    documents: set.documents,
    onProgress: ({ phase, done, total }) => {
      if (process.stderr.isTTY) process.stderr.write(`\r${set.name}: ${phase} ${done} of ${total}   `);
    },
  });
  return scope;
}

/** Documents best first: of a knowledge entry its best section counts. */
async function rank(query: string, match: MatchType, scope: string): Promise<string[]> {
  const { hits } = await search.search({ query, scopes: [scope], match, top: 400 });
  return [...new Set(hits.map(({ id, source }) => (source.source_type === 'knowledge' ? source.entry_id : id)))];
}

function toRow(set: RetrievalSet, match: MatchType, unit: string, value: number): Row {
  return { name: `${set.name} ${match} ${unit}`, unit, consilium: Number(value.toFixed(4)), peers: {}, ratio: null };
}

function tellError(match: MatchType, query: string, ranking: readonly string[], { ndcg10 }: Figures): void {
  process.stderr.write(`${match} ${ndcg10.toFixed(2)} ${query} → ${ranking.slice(0, 4).join(', ')}\n`);
}
