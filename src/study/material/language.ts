/** Which language a text is in, as far as it matters here: questions are made from English. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { readForeign } from '../../clinical/languages/languages.ts';

/** Small words that no English text does without and no other language is full of. */
const SMALL = new Set(
  'the of and is are in to a an with by for from that which it its as be at or this when on has have can not than'.split(
    ' ',
  ),
);
const ENGLISH = 0.14;
const FEWEST = 12;

/** Fewer small words than this, and no other language to be seen: a list, which is taken for what it stands among. */
const HARDLY = 0.05;

/** `untold`: notes in fragments and abbreviations, which are taken for what they stand among. */
export type Tongue = 'english' | 'other' | 'untold';

export function isEnglish(text: string): boolean {
  return tongueOf(text) === 'english';
}

export function tongueOf(text: string): Tongue {
  if (countWords(text) < FEWEST) return /^[\p{Script=Latin}\P{L}]*$/u.test(text) ? 'english' : 'other';
  if (shareOfSmall(text) >= ENGLISH) return 'english';
  // Names of medicines and diseases are of no language: what stands between them tells it.
  const bare = withoutNames(text);
  const share = shareOfSmall(bare);
  if (share >= ENGLISH) return 'english';
  const language = readForeign(bare)?.language?.code;
  if (share >= HARDLY && language === undefined) return 'english';
  // Sentences of English have small words; fragments of it may have none, and abbreviations are words of no language.
  return (language ?? UNKNOWN) === UNKNOWN && !isOfSentences(text) ? 'untold' : 'other';
}

const UNKNOWN = 'und';

/** Words that stand in a row without a sign between them: a sentence has more than a note. */
const IN_A_ROW = 7;
const OF_SENTENCES = 0.4;

function isOfSentences(text: string): boolean {
  if (!/^[\p{Script=Latin}\P{L}]*$/u.test(text)) return true;
  const long = text.split(/[^\p{L}\p{M}'’ -]+|\s-+\s/u).map(countWords);
  const inRows = long.filter((words) => words >= IN_A_ROW).reduce((sum, words) => sum + words, 0);
  return inRows >= countWords(text) * OF_SENTENCES;
}

function countWords(text: string): number {
  return text.match(/\p{L}+/gu)?.length ?? 0;
}

function shareOfSmall(text: string): number {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  return words.filter((word) => SMALL.has(word)).length / Math.max(1, words.length);
}

function withoutNames(text: string): string {
  const found = openCatalogue()
    .find(text)
    .filter(({ guessed }) => !guessed);
  return found
    .toSorted((a, b) => b.start - a.start)
    .reduce((left, { start, end }) => `${left.slice(0, start)} ${left.slice(end)}`, text);
}

/** "German", where it can be told. */
export function languageName(text: string): string | undefined {
  return readForeign(text.slice(0, 4000))?.language?.name;
}
