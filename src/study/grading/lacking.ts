/** What an answer that is not right lacks, said in a sentence: the unit, items of a list, words of a name, or that it denies or doubts. */
import { contentStems } from '../facts/terms.ts';
import type { Question, Verdict } from '../types.ts';
import { asksWhy } from './assertions.ts';
import { itemsOf } from './list-parts.ts';
import { gradeList } from './listing.ts';
import { kindOf } from './meaning.ts';
import { compareValues } from './measuring.ts';
import { valuesIn, wholeValue } from './reading.ts';
import { answerWords } from './words.ts';

export function lackOf({ key, stem }: Question, answer: string, verdict: Verdict): string | undefined {
  if (verdict === 'right' || verdict === 'compare' || answer.trim() === '' || key.kind === 'option') return undefined;
  if (key.kind === 'pairs' || asksWhy(stem)) return undefined;
  switch (kindOf(key.text, stem)) {
    case 'value':
      return lackOfValue(key.text, stem, answer);
    case 'list':
      return lackOfList(itemsOf(key.text), stem, answer);
    default:
      return lackOfWords(key.text, answer, verdict);
  }
}

/** What stands behind the last figure of "24 to 48 hours". */
const UNIT = /^(?:.*?\d[\d.,]*\s*(?:to|and|–|-)\s*)?\D*?[\d.,]+\s*(.+)$/;

/** A figure without its unit is a part, unless the question shows the unit. */
function lackOfValue(key: string, question: string, answer: string): string | undefined {
  const wanted = wholeValue(key);
  const given = valuesIn(answer);
  if (wanted === undefined || given.length === 0) return undefined;
  const unit = UNIT.exec(key)?.[1]?.trim() ?? wanted.unit.symbol;
  const isBare = wanted.unit.symbol !== '' && given.every((value) => value.unit.symbol === '');
  if (isBare && compareValues(key, question, `${answer.trim()} ${wanted.unit.symbol}`) === 'right')
    return `The figure is right; the unit is missing (${unit}).`;
  const hasOtherUnit = given.some((value) => value.unit.symbol !== '' && value.unit.kind !== wanted.unit.kind);
  if (hasOtherUnit && given.some(({ low, high }) => low === wanted.low && high === wanted.high))
    return `The figure is right, the unit is another (${unit}).`;
  const isWithin = given.some(({ low, high }) => low >= wanted.low && high <= wanted.high);
  return wanted.high > wanted.low && isWithin && !isBare ? 'That is only a part of the range.' : undefined;
}

function lackOfList(items: readonly string[], question: string, answer: string): string | undefined {
  const missing = items.filter((item) => gradeList([item], answer, question) === 'wrong');
  if (missing.length === 0) return 'Something else was named beside them.';
  if (missing.length === items.length) return undefined;
  return `${items.length - missing.length} of ${items.length}; missing: ${missing.join(', ')}.`;
}

const MOST_WORDS = 4;

function lackOfWords(key: string, answer: string, verdict: Verdict): string | undefined {
  const [own, said] = [contentStems(key), contentStems(answer)];
  const missing = wordsOf(key).filter((word) => [...contentStems(word)].some((stem) => !said.has(stem)));
  const shared = [...own].filter((stem) => said.has(stem)).length;
  if (shared === 0) return undefined;
  if (missing.length > 0 && missing.length <= MOST_WORDS)
    return `Missing: ${missing.map((word) => `“${word}”`).join(', ')}.`;
  if (missing.length > 0) return verdict === 'partly' ? 'Only a part of it is said.' : undefined;
  if (answerWords().negation.test(answer)) return 'The answer says that it is not so.';
  if (/\bor\b|\bmaybe\b|\bperhaps\b/i.test(answer)) return 'More than one answer, or a doubtful one, was given.';
  const added = wordsOf(answer).filter((word) => [...contentStems(word)].some((stem) => !own.has(stem)));
  return added.length > 0 && added.length <= MOST_WORDS
    ? `${added.map((word) => `“${word}”`).join(', ')} makes it something else.`
    : undefined;
}

/** Words that carry something, as they are written. */
function wordsOf(text: string): string[] {
  const words = text.match(/[\p{L}\p{N}]+(?:[-’'][\p{L}\p{N}]+)*/gu) ?? [];
  return words.filter((word) => contentStems(word).size > 0);
}
