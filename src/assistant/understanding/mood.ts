/** Whether a clause orders, asks, tells or only names. */
import type { Message, Plain } from './clause.ts';
import { lexicon, type Sign } from './lexicon.ts';
import { startOf } from './start.ts';
import type { Token } from './tokens.ts';
import { wordSet } from './words.ts';

export type Mood = 'order' | 'question' | 'statement' | 'fragment';

/** "Is the front door and the back door locked?": the sentence was a question from its first word on. */
export function asksFirst({ tokens }: Message, at: number): boolean {
  const begin = tokens.slice(0, at).findLastIndex(({ word }) => /^[.!?;]$/.test(word)) + 1;
  const signs = lexicon().signsIn(tokens.slice(begin, at));
  return (
    signs.some(({ group, from }) => group === 'ask' && from === 0) &&
    !signs.some(({ sign, from }) => sign === 'small.lead' && from === 0)
  );
}

export function moodOf({ message, from, to, signs, whens }: Plain, asked: boolean, end: number): Mood {
  const { tokens } = message;
  const start = startOf(tokens, from, to, whens);
  // "When I get home …" asks nothing.
  const isBound = message.bounds.conditions.some((one) => one.from === start || one.from === from);
  const asks = !isBound && signs.some((sign) => sign.group === 'ask' && (sign.from === start || sign.from === from));
  const marked = tokens.slice(to, end).some(({ word }) => word === '?');
  const isOrder =
    signs.some(
      (sign) =>
        sign.group === 'verb' && sign.from === start && (sign.plain || (asked && /ing$/.test(tokens[start]!.word))),
    ) && !SUBJECT.has(tokens[start]?.word ?? '');
  if (asks || isInverted(tokens, start, signs)) return 'question';
  if (marked && !asked && !isOrder) return 'question';
  if (isOrder) return 'order';
  return tokens
    .slice(from, to)
    .some(({ word }) => FINITE.has(word) || (/'(?:s|m|re|ve|ll|d)$/.test(word) && SUBJECT.has(word.replace(/'.*/, ''))))
    ? 'statement'
    : 'fragment';
}

/** "Do statins make you tired": a question, and "do remind me" none. */
function isInverted(tokens: readonly Token[], start: number, signs: readonly Sign[]): boolean {
  return (
    ['do', 'does', 'did'].includes(tokens[start]?.word ?? '') &&
    tokens[start + 1]?.word !== 'not' &&
    !signs.some(
      ({ group, from, at, plain }) =>
        group === 'verb' && plain && (from === start + 1 || (from === start && at.length > 1)),
    )
  );
}

const FINITE = wordSet('finite');
const SUBJECT = wordSet('subjects');
