/**
 * Papers that rank high for a question and do not name what is followed. They are no evidence on that and stand in no table;
 * for the one question that brought them up their sentences are read, and quoted where they answer it.
 */
import { z } from 'zod';
import { type EvidenceRow, mergeTables } from './evidence/table.ts';
import type { Shelf } from './shelf.ts';

const NEAR = 'tracking/near.json';
const LONGEST_QUESTION = 1_000;
const schema = z.object({ question: z.string(), rows: z.array(z.custom<EvidenceRow>()) });

export async function keepNear(
  { workspace, actor }: Shelf,
  question: string,
  found: readonly EvidenceRow[],
  table: readonly EvidenceRow[],
): Promise<void> {
  const known = new Set(table.map(({ id }) => id));
  const rows = found.filter(({ id }) => !known.has(id));
  const text = `${JSON.stringify({ question: question.slice(0, LONGEST_QUESTION), rows }, null, 1)}\n`;
  if (rows.length > 0 || (await workspace.exists(NEAR))) await workspace.write(NEAR, text, actor);
}

/** With what others say of them: a notice makes of a paper what it is. Nothing where another question was asked. */
export async function readNear(
  { workspace, actor }: Shelf,
  questions: readonly string[],
  table: readonly EvidenceRow[],
): Promise<EvidenceRow[]> {
  if (!(await workspace.exists(NEAR))) return [];
  const kept = schema.parse(JSON.parse((await workspace.read(NEAR, { actor })).content));
  const isIt = (question: string) => kept.question.trim() === question.slice(0, LONGEST_QUESTION).trim();
  if (!questions.some(isIt)) return [];
  const known = new Set(table.map(({ id }) => id));
  return mergeTables(table, kept.rows).rows.filter(({ id }) => !known.has(id));
}
