/** Turns of phrase as data: named lists of small patterns. That they fit their examples is for the tests: to try them takes a second. */

import { z } from 'zod';
import { ConsiliumError } from '../kernel/errors.ts';
import { readRows } from '../text/rows.ts';

const small = z.array(z.string().min(2).max(260)).min(1);
const row = z
  .strictObject({
    words: small.optional(),
    begins: small.optional(),
    says: small.optional(),
    example: z.string(),
    counter: z.string(),
  })
  .refine(({ words, begins, says }) => (words ?? begins ?? says) !== undefined, { error: 'nothing is said' });

type Row = z.output<typeof row>;

const rows = new Map(
  Object.entries(z.record(z.string(), row).parse(readRows(new URL('./patterns.yml', import.meta.url)))),
);

function sourceOf({ words, begins, says = [] }: Row): string {
  return [
    ...(words === undefined ? [] : [`\\b(?:${words.join('|')})\\b`]),
    ...(begins === undefined ? [] : [`^(?:${begins.join('|')})`]),
    ...says,
  ].join('|');
}

function rowOf(name: string): Row {
  const found = rows.get(name);
  if (found === undefined)
    throw new ConsiliumError('DATA_INVALID', `patterns.yml has no "${name}".`, {
      hint: 'Add the row, or mend the name.',
    });
  return found;
}

/** The pattern of that name, whatever the case of the letters. */
export function pattern(name: string): RegExp {
  return new RegExp(sourceOf(rowOf(name)), 'i');
}

/** What the row of that name must fit, and what it must not. */
export function examplesOf(name: string): Pick<Row, 'example' | 'counter'> {
  return rowOf(name);
}

/** The small patterns of that name, to stand within a larger one. */
export function alternatives(name: string): string {
  const { words = [], says = [] } = rowOf(name);
  return [...words, ...says].join('|');
}

export const patternNames: readonly string[] = [...rows.keys()];
