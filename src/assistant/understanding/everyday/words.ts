/** everyday.yml: the words of everyday talk. */
import { join } from 'node:path';
import { z } from 'zod';
import { readRows } from '../../../text/rows.ts';

const NAMES = [
  'leads',
  'tails',
  'wishes',
  'praise',
  'reasons',
  'reasons_sure',
  'asks_behind',
  'self',
  'pointers',
  'clauses',
  'holds',
  'traits',
  'kin',
  'valued',
  'judges',
  'no_more',
  'no_more_behind',
  'after_all',
  'leaves',
  'visits',
  'light',
  'finished',
  'changes',
  'reporting',
  'deeds',
  'doings',
  'gives',
  'rides',
  'told_done',
] as const;

export type EverydayName = (typeof NAMES)[number];

const schema = z.strictObject(
  Object.fromEntries(NAMES.map((name) => [name, z.array(z.string().min(1)).min(1)])) as Record<
    EverydayName,
    z.ZodArray<z.ZodString>
  >,
);

let lists: Readonly<Record<EverydayName, readonly string[]>> | undefined;

export function everydayWords(name: EverydayName): readonly string[] {
  lists ??= schema.parse(readRows(join(import.meta.dirname, 'everyday.yml')));
  return lists[name];
}

/** As a part of a pattern, longest first, so that "have got" is not read as "have". */
export function waysOf(...names: EverydayName[]): string {
  return names
    .flatMap((name) => everydayWords(name))
    .toSorted((one, other) => other.length - one.length)
    .map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+'))
    .join('|');
}

/** Whether a word stands in a list. */
export function isEveryday(name: EverydayName, word: string): boolean {
  return everydayWords(name).includes(word);
}
