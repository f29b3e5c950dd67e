/** What stands in a place of a sentence: informed *by e-mail*, charged *in Lindau*. Another thing in the same place is another claim. */
import { wordsIn } from '../../../text/index.ts';
import { root } from '../../statements/wording.ts';
import { isStopword } from '../../text/words.ts';

interface Slot {
  readonly head: string;
  readonly sign: string;
  readonly filler: string;
}

const SIGNS = new Set('by in at to from with for on of into under'.split(' '));
/** A word so far before the preposition may still be what it belongs to. */
const REACH = 3;

function slotsOf(text: string): Slot[] {
  const words = wordsIn(text);
  const carries = (word: string) => !isStopword(word) && word.length > 2;
  return words.flatMap(({ lower: sign }, at) => {
    if (!SIGNS.has(sign)) return [];
    const filler = words.slice(at + 1, at + 4).find(({ lower }) => carries(lower))?.lower;
    if (filler === undefined) return [];
    const heads = words
      .slice(0, at)
      .filter(({ lower }) => carries(lower))
      .slice(-REACH);
    return heads.map(({ lower }) => ({ head: root(lower), sign, filler }));
  });
}

/** The same head and preposition with something else behind them, and what is claimed stands nowhere in the sentence. */
export function slotDiffers(claim: string, passage: string, near: (word: string) => number): boolean {
  const there = slotsOf(passage);
  return slotsOf(claim).some(({ head, sign, filler }) => {
    if (near(filler) >= SAME) return false;
    return there.some((one) => one.head === head && one.sign === sign && root(one.filler) !== root(filler));
  });
}

const SAME = 0.62;
