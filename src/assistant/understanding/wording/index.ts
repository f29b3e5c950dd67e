/**
 * What is said in other words than the grammar reads, put into those: one meaning a row (wording.yml), who is to do it
 * (doers.ts), what kind of thing stands before its name (kinds.ts), what only their own names explain (their-own.ts). Nothing here decides what is done.
 */
import { join } from 'node:path';
import { z } from 'zod';
import { readRows } from '../../../text/rows.ts';
import type { Known } from '../known.ts';
import { withDoers } from './doers.ts';
import { withNamesFirst } from './kinds.ts';
import { withOwnNames } from './their-own.ts';

const schema = z.array(
  z.strictObject({
    means: z.string(),
    way: z.string(),
    plain: z.string(),
    /** It holds only where the message names one of them. */
    known: z.enum(['events', 'todos']).optional(),
    example: z.string(),
    counter: z.string(),
  }),
);
type Row = z.infer<typeof schema>[number] & { readonly pattern: RegExp };

let rows: readonly Row[] | undefined;

export function wordings(): readonly Row[] {
  rows ??= schema
    .parse(readRows(join(import.meta.dirname, 'wording.yml')))
    .map((row) => ({ ...row, pattern: new RegExp(row.way, 'giu') }));
  return rows;
}

/** Longer messages are letters; nothing that stands in quotes or on lines of its own is touched. */
const LONGEST = 400;

export function withWording(text: string, known: Known): string {
  if (text.length > LONGEST || /["“”\n]/.test(text)) return text;
  const plain = wordings().reduce((said, row) => worded(said, row, known), text);
  return withDoers(withOwnNames(withNamesFirst(plain, known), known), known);
}

export function worded(text: string, { pattern, plain, known: field }: Row, known: Known): string {
  return field === undefined || namesOne(text, known[field]) ? text.replace(pattern, plain) : text;
}

function namesOne(text: string, names: readonly string[]): boolean {
  const said = text.toLowerCase();
  return names.some((name) => said.includes(name.toLowerCase()));
}
