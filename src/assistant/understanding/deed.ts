/** Whether a point of what was found is something to do ("descale the kettle"), and not only something that is so. */
import { lexicon } from './lexicon.ts';
import { isOrderAt } from './orders.ts';
import { readTokens } from './tokens.ts';
import { wordSet } from './words.ts';

const FINITE = wordSet('finite');

export function isDeed(point: string): boolean {
  const { speller, irregular, signsIn } = lexicon();
  const tokens = readTokens(point.replace(/^[\s*•\d.)-]+/, ''), speller, irregular);
  const next = tokens[1]?.word ?? '';
  if (tokens.length < 2 || next === ':' || next === ',' || FINITE.has(next)) return false;
  const isVerb = signsIn(tokens).some(
    ({ group, sign, from, plain }) => from === 0 && ((group === 'verb' && plain) || sign === 'say.chore'),
  );
  return isVerb || isOrderAt({ tokens, whens: [] }, 0);
}
