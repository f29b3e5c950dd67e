/** "…, but only if it isn't there already": what is put on a list stands there once anyway, so that nothing is left to decide. */
import { lexicon } from './lexicon.ts';
import { readTokens } from './tokens.ts';
import { wordSet } from './words.ts';

const OPENS = new Set(['if', 'unless']);
const LEADS = new Set([',', 'but', 'only']);
const SMALL = wordSet('standing_small');
const THERE = wordSet('standing_there');
const ADDS = wordSet('adds');

/** The text without a condition of which every word says only that the thing is, or is not, on the list. */
export function withoutStanding(text: string): string {
  const { speller, irregular } = lexicon();
  const tokens = readTokens(text, speller, irregular);
  const at = tokens.findIndex(({ word }, place) => place > 1 && OPENS.has(word));
  if (at < 0 || !ADDS.has(tokens[0]!.word)) return text;
  let to = at + 1;
  while (to < tokens.length && SMALL.has(tokens[to]!.word)) to++;
  const isOver = to >= tokens.length || /^[.,;!]$/.test(tokens[to]!.word);
  const words = tokens.slice(at + 1, to).map(({ word }) => word);
  if (!isOver || !words.some((word) => THERE.has(word))) return text;
  // "If it is there": then it need not be put there, and nobody means that.
  const isNot = words.some((word) => /n't$|^not$|^no$/.test(word));
  if (isNot === (tokens[at]!.word === 'unless')) return text;
  let from = at;
  while (from > 1 && LEADS.has(tokens[from - 1]!.word)) from--;
  return `${text.slice(0, tokens[from - 1]!.end)}${text.slice(tokens[to - 1]!.end)}`;
}
