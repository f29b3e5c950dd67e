/** How a word sounds and what its root is, across the spellings of languages: "frenic" is phrenic, "Tachykardie" tachycardia. */
import { fold } from '../../text/index.ts';

/** One after the other: what is written in two ways and said in one. */
const SOUNDS: readonly (readonly [RegExp, string])[] = [
  [/ph/g, 'f'],
  [/rrh|rh/g, 'r'],
  [/th/g, 't'],
  [/ae|oe|ä|ö/g, 'e'],
  [/ck|qu|kh|ch(?=[lr])/g, 'k'],
  [/x/g, 'ks'],
  [/c(?=[eiy])|z/g, 's'],
  [/sc(?=[ei])/g, 's'],
  [/c(?!h)/g, 'k'],
  [/ch/g, 'k'],
  [/y|j/g, 'i'],
  [/w/g, 'v'],
  [/(.)\1/g, '$1'],
];
/** Endings in which languages differ and that tell nothing apart. */
const ENDING = /(?:ismus|ism|ismo|eum|ium|us|um|is|ie|ia|io|e|a|o|i|os|on|s)$/;
const SHORTEST = 5;

/** The sound of a word without its ending; what is too short to be told apart stays as it is. */
export function soundOf(word: string): string {
  let sound = fold(word);
  for (const [written, said] of SOUNDS) sound = sound.replace(written, said);
  const root = sound.replace(ENDING, '');
  return root.length < SHORTEST ? sound : root;
}

export function soundAlike(a: string, b: string): boolean {
  if (a === b) return true;
  if (Math.min(a.length, b.length) < SHORTEST || /\d/.test(a + b)) return false;
  return soundOf(a) === soundOf(b);
}

/** The noun and the adjective of one thing: aorta and aortic, duodenum and duodenal. */
export function areOneRoot(a: string, b: string): boolean {
  const [one, other] = [rootOf(a), rootOf(b)];
  return one.length >= 4 && one === other;
}

export function rootOf(word: string): string {
  return fold(word)
    .replace(/(?:ical|ial|eal|al|ic|ary|ar|ous)$/, '')
    .replace(ENDING, '');
}

const DEED = /(?:ions?|ings?|ed|es|ments?|als?|ances?|ences?|e|(?<!s)s)$/;
const SHORTEST_DEED = 5;

/** A deed as noun and as verb: recompression and recompress, ascent and ascending. */
export function areOneDeed(a: string, b: string): boolean {
  const [one, other] = [deedOf(a), deedOf(b)];
  return one.length >= SHORTEST_DEED && one === other;
}

/** "ascent" is of "ascend", "retention" of "retain" is not seen. */
function deedOf(word: string): string {
  return fold(word)
    .replace(DEED, '')
    .replace(/scent$/, 'scend')
    .replace(/at$/, '');
}
