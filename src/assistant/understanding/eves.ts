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
  const beside = besideRhythm(text, tokens);
  if (beside !== undefined) return beside;
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

/** "Every other Thursday bins go out, remind me the evening before at 7": a rhythm of days, and the eve of each. */
function besideRhythm(text: string, tokens: readonly Token[]): string | undefined {
  const { part, weekday, side } = timeWords();
  const before = tokens.findIndex(({ word }, at) => {
    const [head, next] = [tokens[at - 1]?.word ?? '', tokens[at + 1]?.word ?? '.'];
    return (
      side(word) === 'before' &&
      (part(head) !== undefined || head === 'day') &&
      /^(?:at|around|[.,;!]|please)$/.test(next)
    );
  });
  const first = tokens.findIndex(({ word }, at) => at < before && RHYTHM.has(word) && dayAt(at) !== undefined);
  function dayAt(at: number): number | undefined {
    return [at + 1, at + 2].find((place) => weekday(tokens[place]?.word ?? '') !== undefined);
  }
  const day = first < 0 ? undefined : dayAt(first);
  if (before < 0 || day === undefined) return undefined;
  // What has an hour of its own is an event, and is reminded of by that.
  const rest = tokens.slice(day + 1, before - 1);
  // "Every second Tuesday of the month": the day before it is no such Monday.
  if (rest[0]?.word === 'of') return undefined;
  if (rest.some(({ word }) => /^\d/.test(word) || word === 'at') || weekday(rest[1]?.word ?? '') !== undefined)
    return undefined;
  const often = tokens.slice(first, day).map(({ word }) => word);
  const eve = NAMES[(weekday(tokens[day]!.word)! + 6) % 7]!;
  const head = tokens[before - 1]!;
  const from = ['the', 'that'].includes(tokens[before - 2]?.word ?? '') ? before - 2 : before - 1;
  const said = `${often.join(' ')} ${eve}${part(head.word) === undefined ? '' : ` ${head.word}`}`;
  const lead = tokens[first - 1]?.word === 'on' ? first - 1 : first;
  const [start, middle] = [text.slice(0, tokens[lead]!.start), text.slice(tokens[day]!.end, tokens[from]!.start)];
  return `${start}${start === '' ? middle.trimStart() : middle}${said}${text.slice(tokens[before]!.end)}`;
}

const RHYTHM = new Set(['every', 'each']);

/**
 * "Three months before it ends": what was told is a day, which has neither beginning nor end; "before it starts": the time of
 * an event is its beginning.
 */
export function withoutEnd(text: string, of: 'day' | 'event'): string {
  const { speller, irregular } = lexicon();
  const tokens = readTokens(text, speller, irregular);
  const words = of === 'day' ? ENDS : BEGINS;
  const at = tokens.findIndex(
    ({ word }, place) =>
      words.has(word) &&
      tokens[place - 1]?.word === 'it' &&
      timeWords().side(tokens[place - 2]?.word ?? '') !== undefined,
  );
  return at < 0 ? text : `${text.slice(0, tokens[at - 1]!.end)}${text.slice(tokens[at]!.end)}`;
}

const ENDS = wordSet('it_ends');
const BEGINS = wordSet('it_begins');
