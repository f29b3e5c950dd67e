/** "Every other Monday and every Wednesday": rules that stand beside each other, each with its own days and hours. */
import type { Draft } from './days.ts';
import type { Token } from './tokens.ts';
import type { Words } from './words.ts';

/** Tokens of each rule; one where nothing says that there are several. */
export function rulesIn(tokens: readonly Token[], words: Words): (readonly Token[])[] {
  const isJoint = (at: number) => words.is('and', tokens[at]?.word);
  const isExcept = (end: number) => tokens.slice(0, end).some(({ word }) => words.is('except', word));
  const starts = tokens.flatMap((_, at) => {
    if (at === 0 || !isJoint(at - 1) || isJoint(at) || isExcept(at)) return [];
    return opensRule(tokens, at, words) ? [at] : [];
  });
  const cuts = [0, ...starts, tokens.length];
  return cuts.slice(0, -1).map((from, i) => {
    let end = cuts[i + 1]!;
    while (end > from && end < tokens.length && isJoint(end - 1)) end--;
    return tokens.slice(from, end);
  });
}

/** "and every …", "and daily …", "and the first Monday …"; "and Friday at 5" where hours were said before. */
function opensRule(tokens: readonly Token[], at: number, words: Words): boolean {
  const { word } = tokens[at]!;
  if (words.is('every', word) || words.adverb(word) !== undefined) return true;
  const isDay =
    words.weekdays(word) !== undefined ||
    (words.is('fillers', word) && words.weekdays(tokens[at + 1]?.word ?? '') !== undefined);
  if (!isDay) return false;
  const next = tokens.findIndex(({ word: other }, i) => i > at && words.is('and', other));
  const own = tokens.slice(at, next < 0 ? tokens.length : next);
  return hasTime(tokens.slice(0, at), words) && hasTime(own, words);
}

function hasTime(tokens: readonly Token[], words: Words): boolean {
  return tokens.some(
    ({ word }) =>
      words.is('at', word) || words.partOfDay(word) !== undefined || /^\d{1,2}(?:[:.]\d{2}|\s?[ap]m)/.test(word),
  );
}

/** The hour that is said once is of all of them; so is what is excepted. */
export function shareAmong(drafts: readonly Draft[]): Draft[] {
  const timed = drafts.filter(({ times, parts }) => times.length + parts.length > 0);
  const except = drafts.at(-1)?.except;
  return drafts.map((draft) => ({
    ...draft,
    ...(timed.length === 1 &&
      draft.times.length + draft.parts.length === 0 && { times: timed[0]!.times, parts: timed[0]!.parts }),
    ...(except && { except }),
  }));
}

/** Of one round and without hours of their own they are one rule with several days. */
export function areApart(drafts: readonly Draft[]): boolean {
  const [first, ...others] = drafts;
  if (first === undefined || others.length === 0) return false;
  const isTimed = ({ times, parts }: Draft) => times.length + parts.length > 0;
  const roundOf = ({ unit, every, weekdays }: Draft) =>
    `${weekdays.length > 0 && every === 1 ? 'week' : unit} ${every}`;
  const isPlaced = ({ nth, monthDays, dates, months }: Draft) =>
    nth !== undefined || monthDays.length + dates.length + months.length > 0;
  return (
    drafts.filter(isTimed).length > 1 ||
    others.some((other) => roundOf(other) !== roundOf(first)) ||
    drafts.some(isPlaced) !== drafts.every(isPlaced)
  );
}
