/** "My wife's birthday is 3 May": a date that comes round each year, and no single day. */
import type { Clause } from './clause.ts';
import { yearlyOn } from './time/shifted.ts';

/** In words that the schedules read; where an hour or a year was said, or a party is given for it, it is once. */
export function yearlyIn({ signs, message: { tokens }, when, from, to }: Clause): string | undefined {
  const sign = signs.find((one) => one.sign === 'noun.yearly');
  if (sign === undefined || when === undefined || !when.dated || when.timed || when.recurs) return undefined;
  const said = when.parts.flatMap((part) => tokens.slice(part.from, part.to).map(({ word }) => word));
  const isOnce =
    said.some((word) => /^(?:19|20)\d\d$/.test(word)) || !said.some((word) => /\d|^\p{L}+th$|^first$/u.test(word));
  // "Birthday dinner", "50th birthday": this one.
  const isOfIt = /^\p{L}/u.test(tokens[sign.to]?.word ?? '') && sign.to < to && !ENDS.has(tokens[sign.to]!.word);
  const isCounted = sign.from > from && /^\d+(?:st|nd|rd|th)$/.test(tokens[sign.from - 1]!.word);
  if (isOnce || isOfIt || isCounted) return undefined;
  return yearlyOn(when.wall);
}

const ENDS = new Set([
  'is',
  'on',
  'falls',
  'comes',
  'will',
  'to',
  'in',
  'into',
  'and',
  'for',
  'at',
  'please',
  'the',
  "it's",
  'was',
]);
