/** "Merge household into groceries", "move everything from groceries to camping": all that is on one list goes to another. */
import type { Message } from './clause.ts';
import type { Request } from './request.ts';
import { wordSet } from './words.ts';

const MERGES = wordSet('merges');
const MOVES = wordSet('moves_all');
const ALL = wordSet('all_of_list');
const SMALL = wordSet('merge_small');

export function mergeIn({ tokens, text, known: { lists } }: Message): readonly Request[] | undefined {
  const words = tokens.map(({ word }) => word).filter((word) => /[\p{L}\p{N}]/u.test(word) && !ASKS.has(word));
  const [verb = '', ...rest] = words;
  const isMerge = MERGES.has(verb);
  if (!isMerge && !(MOVES.has(verb) && rest.some((word) => ALL.has(word)))) return undefined;
  const found = namesIn(rest, lists);
  const isWhole = rest.every(
    (word, at) => SMALL.has(word) || ALL.has(word) || found.some(({ from, to }) => from <= at && at < to),
  );
  if (!isWhole) return undefined;
  const [one, other, ...more] = found.map(({ name }) => name);
  // "Merge the two lists", where there are two.
  const both = found.length === 0 && isMerge && lists.length === 2 ? lists : [one, other];
  const [first, second] = both;
  if (first === undefined || second === undefined || more.length > 0 || first === second) return undefined;
  const isInto = rest.some((word) => INTO.has(word)) || !isMerge;
  const [list, project] = isInto ? [first, second] : [second, first];
  return [{ agent: 'todo_agent', tool: 'change_todo', input: { list, project }, text, score: 5 }];
}

const ASKS = new Set(['please', 'can', 'could', 'you', 'just', 'ok', 'now', 'then']);
const INTO = new Set(['into', 'to', 'onto']);

/** Where lists are named, in the order in which they are. */
function namesIn(words: readonly string[], lists: readonly string[]) {
  return lists
    .flatMap((name) => {
      const own = name.toLowerCase().split(/\s+/);
      const from = words.findIndex((_, at) => own.every((word, by) => sameWord(words[at + by], word)));
      return from < 0 ? [] : [{ name, from, to: from + own.length }];
    })
    .toSorted((one, other) => one.from - other.from);
}

function sameWord(said: string | undefined, word: string): boolean {
  const plain = (text: string) => text.replace(/(?:ies|y)$/, 'y').replace(/s$/, '');
  return said !== undefined && plain(said) === plain(word);
}
