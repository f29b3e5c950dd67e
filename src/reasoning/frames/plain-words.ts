/** "Put it in normal talk": words of a letter, typed off to be explained; nothing in them is told of today. */
import { wordsIn } from '../../text/index.ts';
import { termsIn } from '../glossary/index.ts';
import { pattern } from '../patterns.ts';
import type { Frame } from '../types.ts';
import { quotedIn } from './quoted.ts';
import { subjectsIn } from './subjects.ts';

const ASKS_PLAIN = pattern('asks_plain_words');
/** After words that were typed off: "huh?", "meaning?", "???". */
const PUZZLED = pattern('puzzled_by_words');
const LEAST = 2;
/** More words beside what was typed off tell or ask something of their own. */
const MOST_BESIDE = 18;
const SURE = 5;

export function asksPlainWords(text: string): boolean {
  const said = quotedIn(text);
  if (said !== undefined) {
    const rest = text.replace(said, ' ');
    return wordsIn(rest).length <= MOST_BESIDE && (ASKS_PLAIN.test(rest) || PUZZLED.test(rest)) && !namesMore(rest);
  }
  return ASKS_PLAIN.test(text) && termsIn(text).length >= LEAST;
}

/** "… but the allergy clinic says she is allergic": who names something else asks about that. */
function namesMore(rest: string): boolean {
  return subjectsIn(rest).some(({ kind }) => kind !== 'thing' && kind !== 'system');
}

export function plainFrame(text: string): Frame {
  return {
    ...{ act: 'ask', aspect: 'explain', subjects: [], scope: {}, modality: 'actual' },
    ...{ text, start: 0, end: text.length, score: SURE },
  };
}
