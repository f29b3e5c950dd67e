/** "What did I do on Monday?": a day that was said without its week is looked for behind us where the question is of the past. */
import { addDays, addMonths, type Day, dayOf, momentOf } from '../wall.ts';
import type { Clause } from './clause.ts';
import type { When } from './time/when.ts';
import { timeWords } from './time/words.ts';
import { wordSet } from './words.ts';

export function behind(clause: Clause, when: When): When {
  const { place } = clause.message;
  if (!asksBack(clause) || !when.dated || when.recurs || when.span !== 'day') return when;
  const today = dayOf(place.now, place.zone);
  const said = when.wall.slice(0, 10);
  const day = said < today ? said : dayBefore(said, wordsOf(clause, when), today);
  if (day === said) return when;
  const wall = `${day}${when.wall.slice(10)}`;
  return { ...when, wall, at: momentOf(wall, place.zone) };
}

/** A question whose verb is of the past, and which asks for nothing that was only meant to be. */
export function asksBack({ mood, message: { tokens, whens }, from, to }: Clause): boolean {
  if (mood !== 'question') return false;
  const words = tokens.slice(from, to).map(({ word }) => word);
  const isPlanned = words.some((word) => PLANNED.has(word)) || whens.some((one) => isFor(tokens, one));
  return !isPlanned && words.slice(0, MOST_BEFORE).some((word) => PAST.has(word));
}

/** "What did I have for Monday": it is of what was to be. */
function isFor(tokens: Clause['message']['tokens'], { parts: [first] }: When): boolean {
  return [first!.from - 1, first!.from].some((at) => tokens[at]?.word === 'for');
}

/** Words before the verb of a question: "which of my meetings were". */
const MOST_BEFORE = 5;
const PAST = wordSet('asks_back');
const PLANNED = wordSet('asks_planned');

function wordsOf({ message: { tokens } }: Clause, { parts }: When): string[] {
  return parts.flatMap(({ from, to }) => tokens.slice(from, to).map(({ word }) => word));
}

/** The nearest day before today that was called so. */
function dayBefore(day: Day, words: readonly string[], today: Day): Day {
  const { weekday, month, ordinal } = timeWords();
  const isOf = (read: (word: string) => unknown) => words.some((word) => read(word) !== undefined);
  if (words.some((word) => /^\d{4}\b/.test(word) || AHEAD.has(word))) return day;
  if (isOf(month)) return addMonths(day, -12);
  if (words.some((word) => /^\d{1,2}(?:st|nd|rd|th)$/.test(word)) || isOf(ordinal)) return addMonths(day, -1);
  if (!isOf(weekday)) return day;
  let back = day;
  while (back >= today) back = addDays(back, -7);
  return back;
}

const AHEAD = wordSet('says_ahead');
