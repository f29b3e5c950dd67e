/** Retrieval sets: the project's own over the knowledge base, and folders in BEIR's form. */
import { createReadStream, existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';
import { ConsiliumError } from '../../kernel/errors.ts';
import type { PlainDocument } from '../service.ts';
import type { Judgements } from './measures.ts';

export interface RetrievalSet {
  readonly name: string;
  readonly queries: readonly { readonly id: string; readonly text: string; readonly judged: Judgements }[];
  /** Absent: the knowledge base. */
  readonly documents?: AsyncIterable<PlainDocument>;
}

const questionsFile = fileURLToPath(new URL('./questions.yml', import.meta.url));
const questionsSchema = z.strictObject({
  questions: z.array(
    z.strictObject({
      words: z.enum(['lay', 'clinical']),
      ask: z.string().min(3),
      best: z.array(z.string()).min(1),
      good: z.array(z.string()),
    }),
  ),
});

/** All questions, then those in lay and those in clinical words by themselves. */
export function readQuestions(): RetrievalSet[] {
  const lines = new LineCounter();
  const document = parseDocument(readFileSync(questionsFile, 'utf8'), { lineCounter: lines });
  const parsed = questionsSchema.safeParse(document.toJS());
  if (!parsed.success) {
    const issue = parsed.error.issues[0] as z.core.$ZodIssue;
    const node = document.getIn(issue.path, true) as { range?: [number] } | undefined;
    const line = lines.linePos(node?.range?.[0] ?? 0).line;
    throw new ConsiliumError('DATA_INVALID', `src/search/eval/questions.yml:${line}: ${issue.message}`);
  }
  const queries = parsed.data.questions.map(({ words, ask, best, good }, index) => ({
    id: String(index),
    words,
    text: ask,
    judged: new Map([...good.map((id) => [id, 1] as const), ...best.map((id) => [id, 2] as const)]),
  }));
  const only = (words: string) => queries.filter((query) => query.words === words);
  return [
    { name: 'knowledge', queries },
    { name: 'knowledge, lay words', queries: only('lay') },
    { name: 'knowledge, clinical words', queries: only('clinical') },
  ];
}

/** The folder itself where it is a set, else the sets in it. */
export async function readBeir(folder: string): Promise<RetrievalSet[]> {
  const folders = isSet(folder)
    ? [folder]
    : readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isDirectory() && isSet(join(folder, entry.name)))
        .map(({ name }) => join(folder, name))
        .sort();
  if (folders.length === 0)
    throw new ConsiliumError('PATH_UNKNOWN', `${folder} holds no set in BEIR's form.`, {
      hint: 'A set is a folder with corpus.jsonl, queries.jsonl and qrels/test.tsv.',
    });
  return await Promise.all(folders.map(readBeirSet));
}

function isSet(folder: string): boolean {
  return ['corpus.jsonl', 'queries.jsonl', 'qrels/test.tsv'].every((file) => existsSync(join(folder, file)));
}

async function readBeirSet(folder: string): Promise<RetrievalSet> {
  const judged = readJudgements(join(folder, 'qrels/test.tsv'));
  const queries: RetrievalSet['queries'][number][] = [];
  for await (const { _id, text } of readLines(join(folder, 'queries.jsonl'))) {
    const own = judged.get(_id);
    if (own !== undefined) queries.push({ id: _id, text, judged: own });
  }
  return { name: basename(folder), queries, documents: readCorpus(join(folder, 'corpus.jsonl')) };
}

function readJudgements(file: string): Map<string, Map<string, number>> {
  const judged = new Map<string, Map<string, number>>();
  for (const line of readFileSync(file, 'utf8').split('\n').slice(1)) {
    const [query, doc, grade] = line.trim().split('\t');
    if (query === undefined || doc === undefined || grade === undefined) continue;
    const own = judged.get(query) ?? new Map<string, number>();
    judged.set(query, own.set(doc, Number(grade)));
  }
  return judged;
}

async function* readCorpus(file: string): AsyncGenerator<PlainDocument> {
  for await (const { _id, title, text } of readLines(file)) yield { id: _id, title: title ?? '', text };
}

const lineSchema = z.object({ _id: z.coerce.string(), title: z.string().nullish(), text: z.string() });

async function* readLines(file: string): AsyncGenerator<z.infer<typeof lineSchema>> {
  let number = 0;
  for await (const line of createInterface({ input: createReadStream(file) })) {
    number++;
    if (line.trim() === '') continue;
    const parsed = lineSchema.safeParse(parseLine(line));
    if (!parsed.success) throw new ConsiliumError('DATA_INVALID', `${file}:${number} is not a line of BEIR's form.`);
    yield parsed.data;
  }
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
