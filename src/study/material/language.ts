/** Which language a text is in, as far as it matters here: questions are made from English. */
import { readForeign } from '../../clinical/languages/languages.ts';

/** Small words that no English text does without and no other language is full of. */
const SMALL = new Set(
  'the of and is are in to a an with by for from that which it its as be at or this when on has have can not than'.split(
    ' ',
  ),
);
const ENGLISH = 0.14;
const FEWEST = 12;

export function isEnglish(text: string): boolean {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  if (words.length < FEWEST) return /^[\p{Script=Latin}\P{L}]*$/u.test(text);
  return words.filter((word) => SMALL.has(word)).length >= words.length * ENGLISH;
}

/** "German", where it can be told. */
export function languageName(text: string): string | undefined {
  return readForeign(text.slice(0, 4000))?.language?.name;
}
