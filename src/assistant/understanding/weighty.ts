/** The words of a clause that name something. */
import { aheadAt } from './ahead.ts';
import type { Plain } from './clause.ts';
import { lexicon, type Sign } from './lexicon.ts';
import { wordSet } from './words.ts';

const ORDERS = wordSet('order_signs');
const UNITS = new Set(['say.share', 'say.degrees']);

/** Words that are neither verb, time, list nor small: something is named. */
export function wordsLeft({
  message,
  from,
  to,
  signs,
  whens,
  list,
}: Pick<Plain, 'message' | 'from' | 'to' | 'signs' | 'whens' | 'list'>): number[] {
  const { edges } = lexicon();
  const spoken = new Set<number>();
  for (const { group, sign, at } of signs)
    if (group === 'ask' || group === 'priority' || ORDERS.has(sign)) for (const place of at) spoken.add(place);
  // "30%" is how much, and no name.
  for (const { sign, from: at } of signs)
    if (UNITS.has(sign) && /^\d/.test(message.tokens[at - 1]?.word ?? '')) spoken.add(at - 1);
  for (const sign of signs)
    if (
      sign.group === 'verb' &&
      sign.from <= from + 1 &&
      (sign.plain || !/[^s]s$/.test(message.tokens[sign.from]!.word))
    )
      for (const place of sign.at) spoken.add(place);
  for (const { parts, tells } of whens)
    for (const part of tells ? [] : parts) for (let at = part.from; at < part.to; at++) spoken.add(at);
  const ahead = aheadAt(message, from, to);
  const said = [...message.hanging, ...message.lengths, ...message.riders, ...(ahead ? [ahead] : [])];
  for (const { from: first, to: end } of said) for (let at = first; at < end; at++) spoken.add(at);
  if (list) for (let at = list.from; at < list.to; at++) spoken.add(at);
  const whole = wholeNouns(signs);
  return message.tokens
    .slice(from, to)
    .flatMap(({ word }, at) =>
      spoken.has(from + at) || (edges.has(word) && !whole.has(from + at)) ? [] : [from + at],
    );
}

/** "Time off", "day off": an event whose words have no weight alone. */
export function wholeNouns(signs: readonly Sign[]): ReadonlySet<number> {
  return new Set(signs.flatMap(({ sign, at }) => (sign === 'noun.event' && at.length > 1 ? at : [])));
}
