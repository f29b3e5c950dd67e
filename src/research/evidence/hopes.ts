/** What a sentence only hopes for, and what one denies: of the two the denial is what is known. */
import { join } from 'node:path';
import { z } from 'zod';
import { readRows } from '../../text/rows.ts';
import { foldText, hasAny } from './words.ts';

const schema = z.array(
  z.strictObject({
    kind: z.enum(['hope', 'denial']),
    words: z.array(z.string()),
    ...{ example: z.string(), counter: z.string() },
  }),
);

let known: z.infer<typeof schema> | undefined;

export function hopeRules(): z.infer<typeof schema> {
  known ??= schema.parse(readRows(join(import.meta.dirname, 'hopes.yml')));
  return known;
}

function isOf(kind: 'hope' | 'denial', sentence: string): boolean {
  const plain = foldText(sentence);
  return hopeRules().some((row) => row.kind === kind && hasAny(plain, row.words));
}

export const isDenial = (sentence: string) => isOf('denial', sentence);
/** What denies something beside its hope is no mere hope. */
export const isHope = (sentence: string) => isOf('hope', sentence) && !isDenial(sentence);
