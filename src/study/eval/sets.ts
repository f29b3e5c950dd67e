/** The labelled sets: read, checked, every mistake with file and line. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ConsiliumError } from '../../kernel/errors.ts';

const fact = z.strictObject({
  subject: z.string().min(1),
  relation: z.string().min(1),
  value: z.string().min(1),
  names: z.record(z.string(), z.array(z.string())).optional(),
  also_true: z.array(z.string()).default([]),
  also_subjects: z.array(z.string()).default([]),
});
const passage = z.strictObject({
  id: z.string().min(1),
  title: z.string().min(1),
  text: z.string().min(40),
  facts: z.array(fact),
});
const names = z.record(z.string(), z.array(z.string())).default({});
/** What a passage lists of a thing; `also_true`: what belongs there in medicine though the passage does not say so. */
const listed = z.strictObject({
  of: z.string().min(1),
  what: z.string().min(1),
  items: z.array(z.string().min(1)).min(2),
  also_true: z.array(z.string()).default([]),
  names,
});
/** What a passage says of one thing; `also_left`: other things of which it is true as well. */
const pair = z.strictObject({
  left: z.string().min(1),
  right: z.string().min(1),
  also_left: z.array(z.string()).default([]),
  names,
});
const prose = z.strictObject({
  id: z.string().min(1),
  title: z.string().min(1),
  text: z.string().min(40),
  facts: z.array(fact).default([]),
  lists: z.array(listed).default([]),
  pairs: z.array(pair).default([]),
});
const answer = z.strictObject({
  id: z.string().min(1),
  question: z.string().min(1),
  options: z.record(z.string().regex(/^[A-H]$/), z.string()).optional(),
  key: z.string().min(1),
  also: z.array(z.string()).optional(),
  context: z.string().optional(),
  answer: z.string(),
  verdict: z.enum(['right', 'partly', 'wrong']),
});

export type LabelledFact = z.infer<typeof fact>;
export type LabelledPassage = z.infer<typeof passage>;
export type LabelledProse = z.infer<typeof prose>;
export type LabelledAnswer = z.infer<typeof answer>;

export function readSet(name: string): {
  passages: LabelledPassage[];
  /** Ordinary prose with its lists and what it says of each thing: for "which is not" and match. */
  prose: LabelledProse[];
  answers: LabelledAnswer[];
  /** More definitions than a fair mixture has: what their signs are worth is learned from them too. */
  definitions: LabelledAnswer[];
  /** More reasons, for the same use. */
  reasons: LabelledAnswer[];
} {
  const folder = join(import.meta.dirname, name);
  return {
    passages: readAll(folder, 'passages', passage),
    prose: readAll(folder, 'prose', prose),
    answers: readAll(folder, 'answers', answer),
    definitions: readAll(folder, 'definitions', answer),
    reasons: readAll(folder, 'reasons', answer),
  };
}

/** `answers.jsonl` and whatever stands beside it by another name: `answers-….jsonl`. */
function readAll<T extends z.ZodType<{ id: string }>>(folder: string, kind: string, schema: T): z.infer<T>[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder)
    .filter((file) => file.endsWith('.jsonl'))
    .map((file) => file.slice(0, -'.jsonl'.length))
    .filter((file) => file === kind || file.startsWith(`${kind}-`));
  return names.sort().flatMap((file) => readLines(join(folder, `${file}.jsonl`), schema));
}

function readLines<T extends z.ZodType<{ id: string }>>(path: string, schema: T): z.infer<T>[] {
  const seen = new Set<string>();
  const name = path.split('/').slice(-2).join('/');
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line, index) => {
      if (line.trim() === '') return [];
      const wrong = (why: string) => new ConsiliumError('EVAL_INVALID', `${name}:${index + 1}: ${why}`);
      let json: unknown;
      try {
        json = JSON.parse(line);
      } catch {
        throw wrong('this is no JSON');
      }
      const read = schema.safeParse(json);
      if (!read.success) throw wrong(z.prettifyError(read.error));
      if (seen.has(read.data.id)) throw wrong(`the id "${read.data.id}" is there twice`);
      seen.add(read.data.id);
      return [read.data];
    });
}
