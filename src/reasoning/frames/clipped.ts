/** A medicine by a name cut short: "tacro" of tacrolimus, "tac" where the record holds it. */
import { z } from 'zod';
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { readRows } from '../../text/rows.ts';
import { isWord } from './speech.ts';

export const clipped = z
  .strictObject({ names: z.record(z.string(), z.string().regex(/^drug:\w+( \| drug:\w+)*$/)) })
  .parse(readRows(new URL('./clipped.yml', import.meta.url))).names;
const BY_WORD = new Map(Object.entries(clipped).map(([word, ids]) => [word, ids.split(' | ')] as const));

const LEAST = 4;
const LEFT_OUT = 3;

/** "Tacro", "levo", "cipro": a name cut short, that is no word by itself. */
export function isShortFor(word: string, name: string): boolean {
  return word.length >= LEAST && name.length - word.length >= LEFT_OUT && name.startsWith(word) && !isWord(word);
}

/** By the list of short names that are read only beside a record that holds the medicine. */
export function isClipped(word: string, concepts: readonly string[]): boolean {
  const meant = BY_WORD.get(word) ?? [];
  return meant.some((id) => concepts.some((each) => openCatalogue().isA(each, id) || openCatalogue().isA(id, each)));
}
