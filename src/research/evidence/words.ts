/** The words with which evidence is appraised: data, from appraisal.yml. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

const words = z.array(z.string());
const NOTICES = ['retraction', 'concern', 'correction'] as const;
const schema = z.strictObject({
  designs: z.record(
    z.string(),
    z.strictObject({ say: z.string(), level: z.int(), types: words, titles: words.default([]), phrases: words }),
  ),
  laboratory: z.strictObject({ animals: words, words }),
  claims: z.strictObject({ subjects: words, verbs: words }),
  no_results: words,
  notices: z.record(z.enum(NOTICES), z.strictObject({ types: words, titles: words, own: words })),
  title_words: words,
  self_grades: z.array(z.strictObject({ level: z.int(), phrases: words })),
  directions: z.strictObject({ failed: words, met: words, against: words, same: words, favours: words }),
  decisions: z.strictObject({ authorities: words, granted: words, refused: words }),
  advised: z.strictObject({ for: words, against: words }),
  good_outcomes: words,
  withdrawn: words,
  telling: words,
  method: words,
  aspects: z.record(z.string(), z.strictObject({ asked: words, told: words })),
  limits: words,
  grave: words,
  stages: z.array(z.strictObject({ id: z.string(), say: z.string(), order: z.int(), phrases: words })),
  readout: words,
  medicine_endings: words,
  orders: z.strictObject({ phrases: words, openings: words, addressed: words, asks: words, acts: words }),
});

let known: z.infer<typeof schema> | undefined;

export function appraisal(): z.infer<typeof schema> {
  known ??= schema.parse(parse(readFileSync(join(import.meta.dirname, 'appraisal.yml'), 'utf8')));
  return known;
}

export function foldText(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[‐‑–—]/g, '-')
    .replace(/\s+/g, ' ');
}

/** The phrase stands in the text as whole words. Both folded. */
export function hasPhrase(text: string, phrase: string): boolean {
  const isPart = (letter: string) => /[\p{L}\p{N}]/u.test(letter);
  for (let at = text.indexOf(phrase); at >= 0; at = text.indexOf(phrase, at + 1)) {
    const [before, after] = [text[at - 1] ?? ' ', text[at + phrase.length] ?? ' '];
    if (!isPart(before) && (!isPart(after) || !isPart(phrase.at(-1)!))) return true;
  }
  return false;
}

export function hasAny(text: string, phrases: readonly string[]): boolean {
  return phrases.some((phrase) => hasPhrase(text, phrase));
}
