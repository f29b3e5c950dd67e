/**
 * A name into which something fell that is no part of a name: a condition ("milk but only if there is none"), an hour, a way
 * to count ("the evening before at 7"), an amount for what was spoken of. Whoever keeps it keeps a thing that nobody said.
 */
import type { Clause } from './clause.ts';
import { lexicon } from './lexicon.ts';
import type { Request } from './request.ts';
import { findPieces } from './time/pieces.ts';
import { timeWords } from './time/words.ts';
import { readTokens, type Token } from './tokens.ts';
import { wordSet } from './words.ts';

const BOUNDS = [...wordSet('name_bounds')].map((phrase) => phrase.split(' '));
const POINTERS = wordSet('name_pointers');

/** The words of a new name that were not understood. */
export function unreadName(
  { quote, name, message, shows }: Clause,
  { tool, input }: Request,
): { words: string } | undefined {
  const called = input['title'] ?? input['what'];
  if (!MAKES.has(tool) || quote !== undefined || name !== undefined || typeof called !== 'string') return undefined;
  const { speller, irregular } = lexicon();
  const tokens = readTokens(called, speller, irregular);
  const from =
    boundAt(tokens) ??
    endAt(tokens) ??
    eveAt(tokens) ??
    amountAt(tokens) ??
    (shows.has('head.add') && !shows.has('noun.todo') ? goalAt(tokens) : undefined) ??
    (tool === 'add_event' ? hourAt(tokens, message) : undefined);
  return from === undefined ? undefined : { words: called.slice(tokens[from]!.start) };
}

const MAKES = new Set(['add_todo', 'add_event', 'set_reminder']);

const at = (found: number) => (found < 0 ? undefined : found);

function boundAt(tokens: readonly Token[]): number | undefined {
  return at(
    tokens.findIndex((_, from) => BOUNDS.some((words) => words.every((word, by) => tokens[from + by]?.word === word))),
  );
}

/** "The evening before", "the day before at 7pm", and nothing that it is before. */
function eveAt(tokens: readonly Token[]): number | undefined {
  const { part, unit, side } = timeWords();
  return at(
    tokens.findIndex(({ word }, from) => {
      const [next, after] = [tokens[from + 1]?.word ?? '', tokens[from + 2]];
      const isUnit = part(word) !== undefined || unit(word) !== undefined;
      return isUnit && side(next) === 'before' && (after === undefined || after.word === 'at');
    }),
  );
}

/** "Ten minutes before it ends": when that is, nobody has said. */
function endAt(tokens: readonly Token[]): number | undefined {
  return tokens.length === 1 && ENDS.has(tokens[0]!.word) ? 0 : undefined;
}

const ENDS = wordSet('it_ends');

/** "Passport to it": on which list, nobody has said; "listen to it" is a deed. */
function goalAt(tokens: readonly Token[]): number | undefined {
  const [first, led, last] = [tokens[0], tokens.at(-2), tokens.at(-1)];
  const isDeed = lexicon()
    .signsIn(tokens)
    .some(({ group, sign, from, plain }) => from === 0 && plain && (group === 'verb' || sign === 'say.chore'));
  const isGoal = ['to', 'onto'].includes(led?.word ?? '') && POINTERS.has(last?.word ?? '');
  return tokens.length > 2 && first !== undefined && isGoal && !isDeed ? tokens.length - 2 : undefined;
}

/** "5 minutes to it". */
function amountAt(tokens: readonly Token[]): number | undefined {
  const { unit, number } = timeWords();
  const [first, second] = [tokens[0]?.word ?? '', tokens[1]?.word ?? ''];
  const isAmount = (/^\d/.test(first) || number(first) !== undefined) && unit(second) !== undefined;
  return isAmount && POINTERS.has(tokens.at(-1)!.word) ? 0 : undefined;
}

/** An hour, or a number that stands where one would: "8 for deep work". */
function hourAt(tokens: readonly Token[], { place, tokens: said }: Clause['message']): number | undefined {
  const [clock] = findPieces(tokens, place).filter(({ kind }) => kind === 'clock');
  if (clock !== undefined) return clock.from;
  // "For 30 or 45 minutes"; "a table for 4" is for people.
  const last = tokens.length - 1;
  const number = tokens[last]?.word ?? '';
  const isEither = said.some(
    ({ word }, at) => word === number && said[at - 1]?.word === 'for' && said[at + 1]?.word === 'or',
  );
  if (/^\d+$/.test(number) && tokens[last - 1]?.word === 'for' && isEither) return last - 1;
  return /^\d{1,2}$/.test(tokens[0]?.word ?? '') && ['for', 'to'].includes(tokens[1]?.word ?? '') ? 0 : undefined;
}
