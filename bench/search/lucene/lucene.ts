/** Lucene itself, in a Java process: found, compiled against and asked. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ConsiliumError } from '../../../src/kernel/errors.ts';
import { scratchFolder } from '../../../src/storage/scratch.ts';

export interface Lucene {
  readonly version: string;
  /** For each setting of BM25 what was found for each query; documents and queries go by their place. */
  rank(documents: readonly string[], queries: readonly string[], top: number, settings: readonly string[]): Ranked;
  /** What the English analyser makes of each text. */
  terms(texts: readonly string[]): string[][];
  close(): void;
}

export interface Ranked {
  readonly indexMs: number;
  readonly settings: ReadonlyMap<string, readonly Answer[]>;
}

export interface Answer {
  readonly docs: readonly number[];
  readonly scores: readonly number[];
  readonly ms: number;
}

const PACKAGE = 'liblucene8-java';
const source = fileURLToPath(new URL('./LuceneRanking.java', import.meta.url));

export function openLucene(jarsFolder = '/usr/share/java'): Lucene {
  const jars = ['lucene-core', 'lucene-analyzers-common'].map((name) => findJar(jarsFolder, name));
  if (spawnSync('javac', ['-version']).error !== undefined)
    throw missing('There is no Java compiler (javac) here.', 'apt-get install default-jdk-headless');
  const folder = scratchFolder('lucene');
  const classes = join(folder, 'classes');
  mkdirSync(classes);
  execFileSync('javac', ['-cp', jars.join(delimiter), '-d', classes, source], { stdio: ['ignore', 'ignore', 'pipe'] });
  const run = (...args: string[]): string => {
    const command = ['-Xmx4g', '-cp', [classes, ...jars].join(delimiter), 'LuceneRanking', ...args];
    return execFileSync('java', command, { maxBuffer: 2 ** 29, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  };
  return {
    version: /lucene-core-(.+)\.jar$/.exec(jars[0] as string)?.[1] ?? 'unknown',
    rank(documents, queries, top, settings) {
      const [docsFile, queriesFile] = [join(folder, 'documents.txt'), join(folder, 'queries.txt')];
      writeLines(docsFile, documents);
      writeLines(queriesFile, queries);
      return readRanked(run(docsFile, queriesFile, String(top), ...settings));
    },
    terms(texts) {
      const file = join(folder, 'texts.txt');
      writeLines(file, texts);
      return run('terms', file)
        .split('\n')
        .slice(0, texts.length)
        .map((line) => line.split(' ').filter((term) => term !== ''));
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function findJar(folder: string, name: string): string {
  const files = existsSync(folder) ? readdirSync(folder) : [];
  const found = files.filter((file) => new RegExp(`^${name}-[89][\\d.]*\\.jar$`).test(file)).sort();
  const jar = found.at(-1);
  if (jar === undefined) throw missing(`There is no ${name} 8 or 9 in ${folder}.`, `apt-get install ${PACKAGE}`);
  return join(folder, jar);
}

function missing(message: string, command: string): ConsiliumError {
  return new ConsiliumError('LUCENE_MISSING', message, { hint: `${command} (or --jars FOLDER)` });
}

/** To the analyser one blank parts words as well as another; a line may hold none but that. */
function writeLines(file: string, texts: readonly string[]): void {
  writeFileSync(file, texts.map((text) => `${text.replace(/[\s\p{Cc}]+/gu, ' ')}\n`).join(''));
}

export function readRanked(output: string): Ranked {
  let indexMs = 0;
  const settings = new Map<string, Answer[]>();
  let answers: Answer[] = [];
  for (const line of output.split('\n')) {
    const [kind, first, ...hits] = line.split(' ');
    if (kind === 'indexed') indexMs = Number(first);
    else if (kind === 'setting') {
      answers = [];
      settings.set(first as string, answers);
    } else if (kind === 'found') answers.push({ ...readHits(hits), ms: Number(first) / 1e6 });
  }
  return { indexMs, settings };
}

function readHits(hits: readonly string[]): Pick<Answer, 'docs' | 'scores'> {
  const pairs = hits.map((hit) => hit.split(':').map(Number));
  return { docs: pairs.map(([doc]) => doc as number), scores: pairs.map(([, score]) => score as number) };
}
