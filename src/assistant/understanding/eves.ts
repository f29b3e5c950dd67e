/**
 * "The evening before each Thursday" is every Wednesday evening: a rhythm that is said by the days beside it, turned into
 * its own words before anything is read, so that every tool keeps it and says it back.
 */
import { lexicon } from './lexicon.ts';
import { timeWords } from './time/words.ts';
import { readTokens, type Token } from './tokens.ts';
import { wordSet } from './words.ts';

const NAMES = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const EACH = wordSet('each_of');
const JOINS = new Set([',', 'and', '&', 'or']);

export function withEves(text: string): string {
  const { speller, irregular } = lexicon();
  const tokens = readTokens(text, speller, irregular);
  const at = tokens.findIndex((_, place) => eveAt(tokens, place) !== undefined);
  if (at < 0) return text;
  const { from, to, said } = eveAt(tokens, at)!;
  return withEves(`${text.slice(0, tokens[from]!.start)}${said}${text.slice(tokens[to - 1]!.end)}`);
}

/** At "before": what stands around it, and what it is in its own words. */
function eveAt(tokens: readonly Token[], at: number): { from: number; to: number; said: string } | undefined {
  const { part, weekday } = timeWords();
  const side = { before: -1, after: 1 }[tokens[at]!.word];
  const head = tokens[at - 1];
  const isPart = head !== undefined && part(head.word) !== undefined;
  if (side === undefined || !EACH.has(tokens[at + 1]?.word ?? '') || (!isPart && head?.word !== 'day'))
    return undefined;
  const days: number[] = [];
  let to = at + 2;
  for (let place = to; place < tokens.length; place++) {
    const day = weekday(tokens[place]!.word);
    if (day !== undefined) days.push(day);
    if (day !== undefined) to = place + 1;
    else if (!JOINS.has(tokens[place]!.word)) break;
  }
  if (days.length === 0) return undefined;
  const led = ['the', 'that'].includes(tokens[at - 2]?.word ?? '') ? at - 2 : at - 1;
  const from = tokens[led - 1]?.word === 'on' ? led - 1 : led;
  const names = days.map((day) => NAMES[(day + side + 7) % 7]!).join(' and ');
  return { from, to, said: `every ${names}${isPart ? ` ${head.word}` : ''}` };
}
