/** The labelled sets: their shape, and how they are read. A mistake names file and line. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { ConsiliumError } from '../../kernel/index.ts';
import { FUNCTION_NAMES } from '../function.ts';

const text = z.string().min(1);
const id = { id: text };

export const SHAPES = {
  verdicts: z.strictObject({
    ...id,
    kind: z.enum(['form', 'code', 'content', 'beyond']),
    artifact: text,
    criterion: text,
    gold: z.enum(['met', 'violated', 'undecidable']),
    path: text.optional(),
    language: text.optional(),
    specification: text.optional(),
    why: z.string().optional(),
  }),
  documents: z.strictObject({
    ...id,
    content: text,
    path: text.optional(),
    language: text.optional(),
    outline: z.array(z.strictObject({ text, level: z.int().positive() })).min(1),
    reference: text.optional(),
    key_points: z.array(z.strictObject({ point: text, terms: z.array(text).min(1) })).optional(),
    sources: z.array(z.strictObject({ id: text, title: text, text, supports: z.array(z.string()) })).optional(),
  }),
  tasks: z.strictObject({
    ...id,
    task: text,
    constraints: z.array(text).optional(),
    context: z.string().optional(),
    covers: z.array(text).min(1),
    pieces: z.array(z.strictObject({ has: text, function: z.array(z.enum(FUNCTION_NAMES)).min(1) })).default([]),
    order: z.array(z.tuple([text, text])).default([]),
  }),
  merges: z.strictObject({
    ...id,
    artifacts: z
      .array(z.strictObject({ id: text, content: text, path: text.optional(), language: text.optional() }))
      .min(2),
    strategy: z.enum(['merge', 'reconcile', 'vote']).default('merge'),
    policy: z.enum(['first_wins', 'consensus', 'flag']).default('flag'),
    conflicts: z.array(z.record(z.string(), text)).default([]),
    keeps: z.array(text).default([]),
    code: text.optional(),
  }),
} as const;

export type SetName = keyof typeof SHAPES;
export type Case<Name extends SetName> = z.infer<(typeof SHAPES)[Name]>;

/** Every file of the folder that begins with the set's name. */
export function readFiles<Name extends SetName>(name: Name, which: string): { file: string; cases: Case<Name>[] }[] {
  const folder = fileURLToPath(new URL(`./${which}/`, import.meta.url));
  const files = readdirSync(folder).filter((file) => file.startsWith(name) && file.endsWith('.jsonl'));
  return files.sort().map((file) => ({
    file: file.replace(/\.jsonl$/, ''),
    cases: readFile(join(folder, file), SHAPES[name] as z.ZodType<unknown>) as Case<Name>[],
  }));
}

export function readSet<Name extends SetName>(name: Name, which: string): Case<Name>[] {
  return readFiles(name, which).flatMap(({ cases }) => cases);
}

function readFile<T>(file: string, shape: z.ZodType<T>): T[] {
  const cases: T[] = [];
  const problems: string[] = [];
  for (const [index, line] of readFileSync(file, 'utf8').split('\n').entries()) {
    if (line.trim() === '') continue;
    try {
      const parsed = shape.safeParse(JSON.parse(line));
      if (parsed.success) cases.push(parsed.data);
      else
        problems.push(
          ...parsed.error.issues.map(
            (issue) => `${file}:${index + 1}: ${issue.path.map(String).join('.')}: ${issue.message}`,
          ),
        );
    } catch (thrown) {
      problems.push(`${file}:${index + 1}: ${(thrown as Error).message}`);
    }
  }
  if (problems.length > 0)
    throw new ConsiliumError('SET_INVALID', `A labelled set has mistakes.\n${problems.join('\n')}`);
  return cases;
}
