/** The word whose meaning is asked for: "What is a DEXA scan?", "what do they mean by bridging". */
import { stemsOf } from '../evidence/passages.ts';
import { pattern } from '../patterns.ts';

const ASKED = ['defines_use', 'defines_is', 'defines_means', 'defines_before'].map(pattern);
/** Words that say only of what sort it is. */
const SORTS = pattern('sorts_of_words');
const MORE = pattern('defines_more');
const OWN = /\b(?:my|mine|our|his|her|their|last|latest|newest|current|next|me|this|that|it|these|those)\b/i;
const MOST_WORDS = 6;

const STRESSED =
  /^(\W*(?:(?:and|so|but)\s+)?what) (?:even|exactly|actually|on earth|the heck) (?=is\b|are\b|was\b|does\b|do\b)/i;
const HOW = /,?\s*(?:any(?:how|way),?\s*)?\bexplain\b.*$/i;

/** "What even is X", "what is this X anyhow, explain it like to a child": what stresses the question or says how to answer goes. */
function plainly(text: string): string {
  return text
    .trim()
    .replace(STRESSED, '$1 ')
    .replace(/^\W*what\b.*/i, (asked) => asked.replace(HOW, '').replace(/\b(is|are) this (?=[A-Z]{2,6}\b)/, '$1 '));
}

/** The phrase itself, without articles; nothing where the question is after one's own or asks more than a meaning. */
export function definedIn(text: string): string | undefined {
  for (const asked of ASKED) {
    const said = asked
      .exec(plainly(text))
      ?.groups?.what?.trim()
      .replace(/^(?:(?:an?|the|word|letters|term|so-called)\s+|["'“”‘’])+(?=\S)/i, '')
      .replace(/["'“”‘’]+$/, '');
    if (said === undefined || said === '' || OWN.test(said) || MORE.test(said) || said.split(/\s+/).length > MOST_WORDS)
      continue;
    return said;
  }
  return undefined;
}

/** Whether a word says only of what sort the thing is: "test", "score". */
export function isSort(word: string): boolean {
  return SORTS.test(word);
}

/** Whether a text that was found speaks of the phrase, not only of something like it. */
export function speaksOf(phrase: string, told: string): boolean {
  const held = stemsOf(told);
  const telling = [...stemsOf(phrase)].filter((word) => !SORTS.test(word));
  return telling.length === 0 || telling.every((word) => held.has(word));
}
