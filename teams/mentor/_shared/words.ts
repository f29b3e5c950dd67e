/** The word lists and the rows of wishes, read once. A mistake in them is told with its file. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSigns, type FindSigns } from 'consilium/text';
import { parse } from 'yaml';
import { z } from 'zod';

const lists = z.record(z.string(), z.record(z.string(), z.array(z.string().min(1)).min(1)));

const row = z.strictObject({
  id: z.string(),
  agent: z.string(),
  /** Of the agent; without it the agent itself is called with the clause. */
  tool: z.string().optional(),
  signs: z.record(z.string(), z.number()),
  need: z.array(z.union([z.string(), z.array(z.string())])).default([]),
  not: z.array(z.string()).default([]),
  bare: z.array(z.string()).default([]),
  example: z.string(),
  counter: z.string(),
});
export type Row = z.infer<typeof row>;

let find: FindSigns | undefined;
let rows: readonly Row[] | undefined;

export function signFinder(): FindSigns {
  find ??= createSigns(lists.parse(readData('words.yml')));
  return find;
}

export function readRows(): readonly Row[] {
  rows ??= z.array(row).parse(readData('requests.yml'));
  return rows;
}

function readData(name: string): unknown {
  return parse(readFileSync(join(import.meta.dirname, '../_data', name), 'utf8'));
}
