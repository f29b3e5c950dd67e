/** Kinds of people and places by their words (kinds.yml): which words of a name are of the kind that was said. */

import { join } from 'node:path';
import { z } from 'zod';
import { readRows } from '../../text/rows.ts';

const schema = z.array(
  z.strictObject({
    called: z.array(z.string()).min(1),
    also: z.array(z.string()).default([]),
    places: z.array(z.string()).default([]),
    /** What was said, and a name that it means; and one that it does not. */
    example: z.tuple([z.string(), z.string()]),
    counter: z.tuple([z.string(), z.string()]),
  }),
);

export type KindRow = z.infer<typeof schema>[number];

let rows: readonly KindRow[] | undefined;

export function kindRows(): readonly KindRow[] {
  rows ??= schema.parse(readRows(join(import.meta.dirname, 'kinds.yml')));
  return rows;
}

/** Whether a word that was said stands for a kind of which the name has a word. */
export function isOfKind(said: string, name: string): boolean {
  const row = rowOf(said.toLowerCase().replace(/['’]s$/, ''));
  if (row === undefined) return false;
  const own = ` ${(name.toLowerCase().match(/[\p{L}\p{N}'’-]+/gu) ?? []).join(' ').replace(/['’]s\b/g, '')} `;
  const has = (words: readonly string[]) => words.some((one) => own.includes(` ${one} `));
  const isNamed = ({ called, also }: KindRow) => has(called) || has(also);
  return isNamed(row) || (has(row.places) && !kindRows().some(isNamed));
}

let byWord: ReadonlyMap<string, KindRow> | undefined;

function rowOf(word: string): KindRow | undefined {
  byWord ??= new Map(kindRows().flatMap((row) => [...row.called, ...row.places].map((one) => [one, row] as const)));
  return byWord.get(word);
}
