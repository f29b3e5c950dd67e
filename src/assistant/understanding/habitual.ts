/**
 * "Tuesday and Thursday mornings" are every Tuesday and Thursday in the morning: a rhythm that is said by its part of the day
 * alone, turned into the words that the schedules read.
 */
import { lexicon } from './lexicon.ts';
import { timeWords } from './time/words.ts';
import { readTokens } from './tokens.ts';

const JOINS = new Set([',', 'and', '&']);

export function withHabitual(text: string): string {
  const { speller, irregular } = lexicon();
  const tokens = readTokens(text, speller, irregular);
  const { part, weekday } = timeWords();
  const isDay = (at: number) => weekday(tokens[at]?.word ?? '') !== undefined;
  const at = tokens.findIndex(
    ({ word }, place) => /s$/.test(word) && part(word.replace(/s$/, '')) !== undefined && isDay(place - 1),
  );
  if (at < 0) return text;
  let from = at - 1;
  while (from > 0 && (isDay(from - 1) || (JOINS.has(tokens[from - 1]!.word) && from > 1 && isDay(from - 2)))) from--;
  const days = tokens.slice(from, at).map(({ word, start, end }) => {
    const said = text.slice(start, end);
    return weekday(word) === undefined || /s$/i.test(said) ? said : `${said}s`;
  });
  const led = tokens[from - 1]?.word === 'on' ? '' : 'on ';
  const name = tokens[at]!.word.replace(/s$/, '');
  const when = name === 'night' ? 'at night' : `in the ${name}`;
  return `${text.slice(0, tokens[from]!.start)}${led}${days.join(' ').replace(/ ,/g, ',')} ${when}${text.slice(tokens[at]!.end)}`;
}
