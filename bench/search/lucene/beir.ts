/** Writes a retrieval set in BEIR's form: a folder with documents, queries and what is right for each. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Item {
  readonly _id: string;
  readonly title?: string;
  readonly text: string;
}

/** Queries for which nothing is right are left out. */
export function writeSet(
  folder: string,
  documents: readonly Item[],
  queries: readonly Item[],
  rightFor: (query: string) => readonly string[],
): void {
  const answered = queries
    .map((query) => ({ query, right: rightFor(query._id) }))
    .filter(({ right }) => right.length > 0);
  const toLines = (items: readonly Item[]) => items.map((item) => `${JSON.stringify(item)}\n`).join('');
  mkdirSync(join(folder, 'qrels'), { recursive: true });
  writeFileSync(join(folder, 'corpus.jsonl'), toLines(documents));
  writeFileSync(join(folder, 'queries.jsonl'), toLines(answered.map(({ query }) => query)));
  const judged = answered.flatMap(({ query, right }) => right.map((doc) => `${query._id}\t${doc}\t1\n`));
  writeFileSync(join(folder, 'qrels/test.tsv'), `query-id\tcorpus-id\tscore\n${judged.join('')}`);
  process.stdout.write(`${folder}: ${documents.length} documents, ${answered.length} queries\n`);
}
