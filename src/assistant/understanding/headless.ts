/** What names nothing: a thing that is told by its time alone, and the same once more at another time. */
import type { Plain } from './clause.ts';
import { wordSet } from './words.ts';

/** "Only Thursday's", "the one at 7", "the Wednesday one": it is told by its time, and has no name here. */
export function isHeadless({ message: { tokens }, whens, to }: Plain): boolean {
  const word = (at: number) => tokens[at]?.word ?? '';
  return whens.some(({ parts, recurs }) => {
    const [{ from: first }, { to: end }] = [parts[0]!, parts.at(-1)!];
    const isLast = end >= to || !/^\p{L}/u.test(word(end)) || LEADS.has(word(end));
    const isOwner = /^\p{L}+'s$/u.test(word(end - 1)) && isLast;
    const isBehind = end < to && word(end) === 'one';
    const isBefore = word(first - 1) === 'one' && ONES.has(word(first - 2)) && isLast;
    return !recurs && (isOwner || isBehind || isBefore);
  });
}

const ONES = wordSet('one_leads');
const LEADS = wordSet('time_leads');

/** "And also every Wednesday": the same once more, at another time. */
export function isMore({ message: { tokens }, from, to, when }: Plain, left: number): boolean {
  return saysMore(tokens, from, to) && left === 0 && when !== undefined;
}

export function saysMore(tokens: Plain['message']['tokens'], from: number, to: number): boolean {
  return tokens.slice(0, from).some(({ word }) => word === 'also') || tokens[to]?.word === 'too';
}

/** "No, Wednesday", "sorry, I meant 6": in place of what was said. */
export function isCorrecting({ message: { tokens }, from, to }: Plain): boolean {
  const lead = tokens.slice(0, from).map(({ word }) => word);
  const isMeant = tokens.slice(from, to).some(({ word }) => word === 'meant');
  return isMeant || lead.some((word) => CORRECTED.has(word));
}

const CORRECTED = wordSet('corrected');
