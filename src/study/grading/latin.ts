/** Names of anatomy in Latin, made English: "a. meningea media" is the middle meningeal artery. */
import { namesOf } from '../facts/names.ts';
import { answerWords } from './words.ts';

const ENDINGS: readonly (readonly [RegExp, string])[] = [
  [/ic(?:us|a|um|ae|i|orum)$/, 'ic'],
  [/e(?:us|a|um|ae|i)$/, 'eal'],
  [/(al|ar)(?:is|e|es|ia|ium)$/, '$1'],
  [/id(?:eus|ea|eum)$/, 'id'],
  [/os(?:us|a|um)$/, 'ous'],
  [/iv(?:us|a|um)$/, 'ive'],
  [/or(?:ius|ia|ium)$/, 'ory'],
  [/at(?:us|a|um)$/, 'ate'],
];

/** The text as it is where it does not begin with a noun of Latin anatomy. */
export function fromLatin(text: string): string {
  const { nouns, words } = answerWords().latin;
  const [first = '', ...rest] = text.toLowerCase().trim().split(/\s+/);
  const noun = nouns.get(first);
  if (noun === undefined || rest.length === 0 || rest.length > 4) return text;
  // "M. pneumoniae" is no muscle.
  if (first.length < 3 && namesOf(`${first.replace('.', '')}. ${rest.join(' ')}`).length > 0) return text;
  if (first !== 'morbus' && !rest.some((word) => words.has(word) || isLatin(word))) return text;
  // In Latin what describes comes last, the nearest first: "media" stands before "meningeal" in English.
  return [...rest.map((word) => words.get(word) ?? inEnglish(word)).reverse(), noun].join(' ');
}

function isLatin(word: string): boolean {
  return ENDINGS.some(([ending]) => ending.test(word)) || /(?:us|ae|um|is|ior|ii|orum|arum)$/.test(word);
}

function inEnglish(word: string): string {
  const ending = ENDINGS.find(([pattern]) => pattern.test(word));
  return ending === undefined ? word : word.replace(ending[0], ending[1]);
}
