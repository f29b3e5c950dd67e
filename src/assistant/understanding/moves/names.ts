/** Whether something new has a name: no sentence, no piece of one, nothing with a hole in it. */

import { isEveryday } from '../everyday/words.ts';
import type { Request } from '../request.ts';
import { isPlaced } from '../time/when.ts';
import { plainTokens } from '../tokens.ts';
import { wordSet } from '../words.ts';
import type { Doubt } from './doubts.ts';
import { inName } from './frames.ts';
import type { Said } from './said.ts';

export function doubtOfName({ tool, input, text }: Request, said: Said): Doubt {
  const called = input['title'] ?? input['what'];
  if (typeof called !== 'string' || /["“”:]/.test(said.text)) return 'none';
  const words = plainTokens(called).map(({ word }) => word);
  if (hasHole(words) && !said.text.toLowerCase().includes(called.toLowerCase())) return 'all';
  // "340 euro", beside what it is paid for.
  if (AMOUNT.test(called)) return 'all';
  // "Put him", "make it": done to what was spoken of, and no name.
  if (PLACES.has(words[0] ?? '') && words.length > 1 && words.slice(1).every((word) => POINTED.has(word))) return 'all';
  if (tool === 'set_reminder') return 'none';
  const isAsked = ASKED.test(text);
  const isTold = words.some((word, at) => inName('tells', word) || (at > 0 && inName('speaks', word)));
  const isOdd = words.length <= 2 && tool === 'add_event' && words.every((word) => inName('points', word));
  const [first = '', last = ''] = [words[0], words.at(-1)];
  // "We meet on Mondays": what they do is no name of it.
  const isNoun = text.trim().toLowerCase().startsWith(first);
  if (!isAsked && !isNoun && tool === 'add_event' && words.length === 1 && isEveryday('visits', first)) return 'some';
  if (ENDS_OPEN.has(last) || BEGINS_OPEN.has(first) || (!isAsked && BEGINS_BOUND.has(first))) return 'all';
  // "Kira covers for him tomorrow 9 to 5": what has a day and an hour is a date, however it is told.
  const isDate = tool === 'add_event' && isPlaced(said.message) && !inName('speaks', first);
  return isOdd || (isTold && !isAsked && !isDate) ? 'some' : 'none';
}

const AMOUNT = /^(?:€|£|\$)?\s*\d[\d.,]*\s*(?:euros?|eur|pounds|quid|bucks|dollars|€|£|\$|%|k)?$/iu;
const PLACES = new Set([
  'put',
  'make',
  'move',
  'set',
  'change',
  'let',
  'push',
  'cancel',
  'shift',
  'swap',
  'have',
  'get',
]);
const POINTED = new Set([
  'him',
  'her',
  'them',
  'it',
  'that',
  'this',
  'one',
  'those',
  'these',
  'same',
  'time',
  'the',
  'down',
  'back',
  'in',
]);
const ENDS_OPEN = wordSet('name_ends_open');
const BEGINS_OPEN = wordSet('name_begins_open');
const BEGINS_BOUND = wordSet('name_begins_bound');

/** "Squeeze a at Brandt's": an article, and nothing that it is of. */
function hasHole(words: readonly string[]): boolean {
  return words.some((word, at) => ARTICLES.has(word) && (at === words.length - 1 || BEGINS_BOUND.has(words[at + 1]!)));
}

const ARTICLES = wordSet('articles');

const ASKED =
  /^\W*(?:(?:and|then|also|so|ok|please|pls|can you|could you)\s+)*(?:add|put|note|remind|make a (?:todo|note)|todo|to-?do|task|write)\b/i;
