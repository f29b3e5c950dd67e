/**
 * `node bench/search/lucene/run.ts [--data DIR] [--jars DIR] [--json]`: our keyword search beside Lucene's BM25 with its
 * English analyser, on the same texts and queries in one run: the project's own questions, and folders in BEIR's form
 * (build.ts makes some of what a Debian machine has). Needs Java and Lucene: apt-get install liblucene8-java.
 */
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { ConsiliumError } from '../../../src/kernel/errors.ts';
import { readBeir, readQuestions } from '../../../src/search/eval/sets.ts';
import { contest } from './contest.ts';
import { type Lucene, openLucene } from './lucene.ts';
import { print, type Row, toRows } from './report.ts';

const { values: options } = parseArgs({
  options: { data: { type: 'string' }, jars: { type: 'string' }, json: { type: 'boolean', default: false } },
});

try {
  const lucene = openLucene(options.jars);
  try {
    await compare(lucene);
  } finally {
    lucene.close();
  }
} catch (thrown) {
  if (!(thrown instanceof ConsiliumError)) throw thrown;
  process.stderr.write(`${thrown.message} ${thrown.hint ?? ''}\n`);
  process.exitCode = 1;
}

async function compare(lucene: Lucene): Promise<void> {
  const sets = [...readQuestions().slice(0, 1), ...(options.data === undefined ? [] : await readBeir(options.data))];
  const rows: Row[] = [];
  for (const set of sets) {
    const result = await contest(set, lucene);
    print(result);
    rows.push(...toRows(result));
  }
  if (!options.json) return;
  const machine = { arch: process.arch, node: process.version, cores: cpus().length };
  process.stdout.write(`${JSON.stringify({ suite: 'lucene', lucene: lucene.version, machine, rows })}\n`);
}
