/** Sets of papers with questions as clinicians ask them: read, and checked against their own good and bad answers. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { judge } from './judge.ts';

const pattern = z.string().refine(compiles, { error: 'not a regular expression' });

const questionSchema = z.strictObject({
  question: z.string().min(1),
  must: z.array(pattern).default([]),
  mustNot: z.array(pattern).default([]),
  good: z.string(),
  bad: z.string(),
  note: z.string().default(''),
});

export type Question = z.output<typeof questionSchema>;

export interface PaperSet {
  readonly name: string;
  /** File name to text. */
  readonly papers: ReadonlyMap<string, string>;
  readonly questions: readonly Question[];
  /** What cannot be read, and questions whose good answer fails or whose bad one passes. */
  readonly faults: readonly string[];
}

/** The sets of a folder: itself, where it holds questions, else each of its folders that does. */
export function readPaperSets(folder: string): PaperSet[] {
  if (!existsSync(folder)) return [];
  if (existsSync(join(folder, QUESTIONS))) return [readPaperSet(folder)];
  return readdirSync(folder, { withFileTypes: true })
    .filter((each) => each.isDirectory() && existsSync(join(folder, each.name, QUESTIONS)))
    .map(({ name }) => readPaperSet(join(folder, name)))
    .toSorted((a, b) => a.name.localeCompare(b.name));
}

const QUESTIONS = 'questions.yml';

function readPaperSet(folder: string): PaperSet {
  const questions: Question[] = [];
  const faults: string[] = [];
  const rows: unknown = parse(readFileSync(join(folder, QUESTIONS), 'utf8'));
  for (const [at, row] of (Array.isArray(rows) ? rows : []).entries()) {
    const read = questionSchema.safeParse(row);
    if (read.success) questions.push(read.data);
    else faults.push(`question ${at + 1}: ${z.prettifyError(read.error)}`);
  }
  const papers = join(folder, 'papers');
  const names = existsSync(papers) ? readdirSync(papers).filter((name) => name.endsWith('.md')) : [];
  if (names.length === 0) faults.push('there are no papers');
  return {
    name: basename(folder),
    papers: new Map(names.toSorted().map((name) => [name, readFileSync(join(papers, name), 'utf8')])),
    questions,
    faults: [...faults, ...questions.flatMap(faultsOf)],
  };
}

function faultsOf(one: Question): string[] {
  return [
    ...(judge(one, one.good).verdict === 'right' ? [] : [`the good answer fails: ${one.question}`]),
    ...(judge(one, one.bad).verdict === 'right' ? [`the bad answer passes: ${one.question}`] : []),
  ];
}

function compiles(source: string): boolean {
  try {
    new RegExp(source, 'i');
    return true;
  } catch {
    return false;
  }
}
