/** Names as clinicians cut them: "vanc", "cipro" are the beginning of a name, "doxyPEP" a beginning and first letters. */
import { isOrdinaryWord } from '../../clinical/lexicon/ordinary.ts';
import { isOneEdit } from '../../text/distance.ts';
import type { Reading } from '../topic-reading.ts';

const SHORTEST_CLIP = 4;
/** So much of a word is nothing else: "unilat". */
const LONG_CLIP = 6;
const LEAST_CUT = 3;

/** The one is the beginning of the other, which is a name. */
export function isClipOf(clip: string, whole: string): boolean {
  return (
    clip.length >= SHORTEST_CLIP &&
    whole.length >= clip.length + LEAST_CUT &&
    whole.startsWith(clip) &&
    !isOrdinaryWord(clip) &&
    (clip.length >= LONG_CLIP || !isOrdinaryWord(whole))
  );
}

/** One slip of the pen, in a word long enough to be nothing else. */
export function isSlipOf(slip: string, whole: string): boolean {
  return slip.length >= LONG && slip[0] === whole[0] && isOneEdit(slip, whole);
}

const LONG = 6;

/** "DoxyPEP", "doxypep": the beginning of a name, then the first letters of what it is given as. */
export function clippedIn(word: string, { stems, initials }: Pick<Reading, 'stems' | 'initials'>): boolean {
  const lower = word.toLowerCase();
  for (let cut = SHORTEST_CLIP; cut <= lower.length - 2; cut++) {
    const [clip, letters] = [lower.slice(0, cut), lower.slice(cut)];
    const isWritten = word.slice(cut) === letters.toUpperCase();
    if (letters.length > MOST_LETTERS || !(isWritten || initials.has(letters))) continue;
    if ([...stems].some((form) => isClipOf(clip, form))) return true;
  }
  return false;
}

const MOST_LETTERS = 4;
