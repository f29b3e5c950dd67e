/**
 * Which words of a message nobody explains: no time, no name of a thing that something is done to, nothing that a tool is given,
 * no word by which deeds are told or asked for, and none that only holds a telling together. A deed of which a part was not
 * understood may be another one.
 */
import type { Given } from '../everyday/model.ts';
import { isEveryday } from '../everyday/words.ts';
import { lexicon } from '../lexicon.ts';
import type { Request } from '../request.ts';
import type { Token } from '../tokens.ts';
import { wordSet } from '../words.ts';
import { framedBy, isSmall } from './frames.ts';
import type { Said } from './said.ts';
import { isSame, wordsIn } from './world.ts';

export function unexplainedIn(requests: readonly Request[], said: Said, given: Given): Token[] {
  const { message, text, words } = said;
  const inputs = requests.flatMap(({ input }) => Object.values(input).flatMap(stringsIn));
  const told = new Set(inputs.flatMap(wordsIn));
  const signs = lexicon().signsIn(message.tokens);
  const signed = new Set(signs.flatMap(({ at }) => at.map((place) => message.tokens[place]!.start)));
  const framed = new Set(framedBy(text, message.tokens).map(({ start }) => start));
  const isTold = (token: Token) => [...told].some((word) => isSame(token, word) || word.includes(token.word));
  const isOwnList = ({ word }: Token) => given.known.lists.some((name) => wordsIn(name).includes(word));
  return words.filter(
    (token, at) =>
      !signed.has(token.start) &&
      !GRAMMAR.some((set) => set.has(token.word)) &&
      !isTeller(words, at) &&
      !framed.has(token.start) &&
      !isSmall(token.word) &&
      !isEveryday('reporting', token.word) &&
      !isEveryday('kin', token.word) &&
      !isOwnList(token) &&
      !isTold(token),
  );
}

/** Deeds of the grammar that are no signs of it: merging lists, making longer and shorter, pausing. */
const GRAMMAR = [wordSet('merges'), wordSet('longer'), wordSet('shorter'), wordSet('pauses'), wordSet('house_deeds')];

/** "Anna asked me to": who told it, before that they did. */
function isTeller(words: readonly Token[], at: number): boolean {
  const [{ capital }, next] = [words[at]!, words[at + 1]];
  return capital === true && next !== undefined && isEveryday('reporting', next.word);
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.flatMap(stringsIn) : [];
}
