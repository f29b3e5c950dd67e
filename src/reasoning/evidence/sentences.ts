/** What a sentence of a paper does: tells to call, says what was decided, names a cause. The phrases are data. */

import { z } from 'zod';
import { wordsIn } from '../../text/index.ts';
import { readRows } from '../../text/rows.ts';
import { findPhrase, parsePhrase } from '../frames/phrase.ts';

const row = z.strictObject({
  id: z.string(),
  says: z.array(z.string()).min(1),
  example: z.string(),
  counter: z.string(),
});
const rows = z.array(row).min(1);
export const sentenceRows = z
  .strictObject({ calling: rows, decided: rows, blaming: rows })
  .parse(readRows(new URL('./sentences.yml', import.meta.url)));

export type SentenceKind = keyof typeof sentenceRows;

const PHRASES = new Map(
  Object.entries(sentenceRows).map(([kind, all]) => [kind, all.flatMap(({ says }) => says.map(parsePhrase))] as const),
);

export function isSentence(kind: SentenceKind, text: string): boolean {
  const words = wordsIn(text).map(({ lower }) => ({ text: lower.replaceAll('’', "'"), kinds: [] }));
  return PHRASES.get(kind)!.some((phrase) => findPhrase(phrase, words) >= 0);
}
