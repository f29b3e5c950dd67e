/**
 * "Lunch at 12 and coffee at 3 on Friday": a day that stands behind the last of several hours is the day of all of them, where
 * nothing but names stands between. It is said for each, before anything is read.
 */
import { lexicon } from './lexicon.ts';
import { findPieces } from './time/pieces.ts';
import type { Place } from './time/when.ts';
import { endsSentence, readTokens } from './tokens.ts';
import { wordSet } from './words.ts';

const JOINS = new Set([...wordSet('joins'), ',', 'and']);

export function withSharedDay(text: string, place: Place): string {
  const { speller, irregular, signsIn } = lexicon();
  const tokens = readTokens(text, speller, irregular);
  const pieces = findPieces(tokens, place);
  const day = pieces.at(-1);
  const hours = pieces.slice(0, -1);
  const last = hours.at(-1);
  if (day?.kind !== 'day' || day.span !== 'day' || hours.length < 2 || hours.some(({ kind }) => kind !== 'clock'))
    return text;
  const isBehind = day.from - last!.to <= 1 && !tokens.some((_, at) => at < day.to - 1 && endsSentence(tokens, at));
  const verbs = new Set(signsIn(tokens).flatMap(({ group, from, plain }) => (group === 'verb' && plain ? [from] : [])));
  const isNamed = hours.slice(1).every((hour, at) => {
    const between = tokens.slice(hours[at]!.to, hour.from);
    const joint = between.findIndex(({ word }) => JOINS.has(word));
    const isOrder = between.some((_, shift) => shift > joint && verbs.has(hours[at]!.to + shift));
    return joint === 0 && !isOrder && between.some(({ word }, shift) => shift > 0 && /\p{L}/u.test(word));
  });
  const isReminded = signsIn(tokens).some(({ sign }) => sign === 'verb.remind' || sign === 'verb.move');
  if (!isBehind || !isNamed || isReminded) return text;
  const said = text.slice(tokens[last!.to]!.start, tokens[day.to - 1]!.end);
  return hours.slice(0, -1).reduceRight((whole, { to }) => {
    const end = tokens[to - 1]!.end;
    return `${whole.slice(0, end)} ${said}${whole.slice(end)}`;
  }, text);
}
