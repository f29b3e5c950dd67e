/** What stands before a noun: *green* lentils, the *write* timeout. Another word in that place is another thing. */
import { wordsIn } from '../../../text/index.ts';
import { root } from '../../statements/wording.ts';
import { isStopword } from '../../text/words.ts';

interface Pair {
  readonly before: string;
  readonly noun: string;
}

/** Words that say nothing of which one is meant. */
const VAGUE = new Set(
  'each every all any some both many most few several same such other another own next last first second third whole entire new old main different certain more less least two three four five six seven eight nine ten one per will must may can shall should would could does did is are was were be been have has had not no never only also about than then there'.split(
    ' ',
  ),
);

function pairsOf(text: string): Pair[] {
  const words = wordsIn(text);
  return words.flatMap(({ lower: noun, start }, at) => {
    const before = words[at - 1];
    if (before === undefined || !carries(noun) || !carries(before.lower)) return [];
    // What a comma or a full stop parts does not go together.
    return /^[\s-]*$/.test(text.slice(before.end, start)) ? [{ before: before.lower, noun }] : [];
  });
}

function carries(word: string): boolean {
  return !isStopword(word) && !VAGUE.has(word) && word.length > 2 && !/^\d/.test(word);
}

/** The noun is there with something else before it, and what is claimed of it is nowhere near. */
export function modifierDiffers(claim: string, passage: string, near: (word: string) => number): boolean {
  const there = pairsOf(passage);
  const claimed = new Set(wordsIn(claim).map(({ lower }) => root(lower)));
  return pairsOf(claim).some(({ before, noun }) => {
    if (near(before) >= SAME) return false;
    return there.some((one) => root(one.noun) === root(noun) && !claimed.has(root(one.before)));
  });
}

const SAME = 0.6;
