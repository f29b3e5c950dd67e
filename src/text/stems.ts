import { americanSpelling } from './spelling.ts';

const UNCHANGED = new Set(
  'does goes always perhaps sometimes besides news towards hers ours yours theirs series species'.split(' '),
);

/** Takes off a plural, and nothing else: what is left is a word. */
export function singular(word: string): string {
  if (word.length < 4 || !word.endsWith('s') || word.includes("'") || UNCHANGED.has(word)) return word;
  if (/(?:ss|us|is)$/.test(word)) return word;
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:[bchnr]oses|stases|theses|pareses|lyses)$/.test(word) && word.length > 7) return `${word.slice(0, -2)}is`;
  if (/(?:ss|x|ch|sh|z)es$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}

/** The longest words of medicine have some fifty letters; what is longer is no word, and has no stem. */
const LONGEST_WORD = 80;

/** A light English stem: number, "-ness", "-ly", "-ing", "-ed" and a final e go; British and American spellings share it. */
export function stem(word: string): string {
  if (word.length < 4 || word.length > LONGEST_WORD || /\d/.test(word)) return word;
  let w = americanSpelling(word);
  if (w.endsWith('ies') && w.length > 4) w = `${w.slice(0, -3)}y`;
  else if (/(?:ss|x|ch|sh|z)es$/.test(w)) w = w.slice(0, -2);
  else if (/[^sui]s$/.test(w)) w = w.slice(0, -1);
  if (w.endsWith('ness') && w.length > 6) w = w.slice(0, -4);
  if (w.endsWith('ly') && w.length > 5) w = w.slice(0, -2);
  const verb = /^(.*[aeiouy].*)(?:ing|ed)$/.exec(w);
  if (verb && verb[1]!.length >= 4) w = verb[1]!.replace(/([bdfgmnprt])\1$/, '$1');
  if (w.length > 4) w = w.replace(/e$/, '');
  return w.replace(/y$/, 'i');
}
