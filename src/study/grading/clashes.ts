/**
 * Where an answer turns a definition round: an opposite in the place of a word ("a rise in pressure" for "a fall in
 * pressure"), with for without, partners exchanged ("active by day, sleeps at night"), a way gone backwards ("from Y to X").
 */
import { areOpposed, isSameWord, type Reading, standsFor, type Word } from './alignment.ts';
import { answerWords } from './words.ts';

export function turnsRound(key: Reading, said: Reading): boolean {
  return (
    hasOpposite(key, said) ||
    exchanges(key, said) ||
    goesBack(key, said) ||
    lacks(key, said) ||
    lacks(said, key) ||
    (loops(said) && !loops(key))
  );
}

/** "from human to human": both ends are the same. */
function loops({ all, words }: Reading): boolean {
  return words.some((word, at) => {
    const next = words[at + 1];
    const between = next === undefined ? [] : all.slice(word.at + 1, next.at);
    return next !== undefined && between[0] === 'to' && between.length < 3 && isSameWord(word, next);
  });
}

const SAME_PLACE = 0.75;

/** A word and its opposite stand beside the same word, neither denied: "no active drug" is an inactive one. */
function hasOpposite(key: Reading, said: Reading): boolean {
  const [own, given] = [key.words, said.words];
  const has = (words: readonly Word[], word: Word) => words.some((other) => isSameWord(word, other));
  return own.some((word, at) =>
    given.some(
      (other, there) =>
        areOpposed(word.text, other.text) &&
        isDenied(word, key) === isDenied(other, said) &&
        !has(given, word) &&
        !has(own, other) &&
        [1, -1].some((step) => standFor(own[at + step], given[there + step])),
    ),
  );
}

function isDenied({ at }: Word, { all }: Reading): boolean {
  return answerWords().negation.test(` ${all.slice(Math.max(0, at - 2), at).join(' ')} `);
}

function standFor(a: Word | undefined, b: Word | undefined): boolean {
  return a !== undefined && b !== undefined && standsFor(a, b) >= SAME_PLACE;
}

/** One has without what the other has with. */
function lacks(key: Reading, said: Reading): boolean {
  // "With no inflammation" is without.
  const isAt = (preposition: string, all: readonly string[], at: number) =>
    preposition === 'without'
      ? all[at] === 'without' || (all[at] === 'no' && all[at - 1] === 'with')
      : all[at] === 'with' && all[at + 1] !== 'no';
  const behind = (preposition: string, { all, words }: Reading) =>
    all.flatMap((_, at) =>
      isAt(preposition, all, at) ? (words.find((each) => each.at > at && each.at < at + 3) ?? []) : [],
    );
  const has = (words: readonly Word[], word: Word) => words.some((other) => isSameWord(word, other));
  const [without, other] = [behind('without', key), behind('with', said)];
  return without.some(
    (word) => has(other, word) && !has(behind('with', key), word) && !has(behind('without', said), word),
  );
}

/** Of two pairs of words each has the other's partner. */
function exchanges({ words: own }: Reading, { words: given }: Reading): boolean {
  const pairs = (words: readonly Word[]) =>
    words.slice(1).map((word, at) => [idOf(words[at] as Word, own), idOf(word, own)] as const);
  const [mine, theirs] = [pairs(own), pairs(given)].map((each) => each.filter(([a, b]) => a >= 0 && b >= 0 && a !== b));
  const has = (of: typeof mine, a: number, b: number) => of?.some(([x, y]) => x === a && y === b) ?? false;
  return (mine ?? []).some(([a, b]) =>
    (mine ?? []).some(
      ([c, d]) =>
        new Set([a, b, c, d]).size === 4 &&
        has(theirs, a, d) &&
        has(theirs, c, b) &&
        !has(theirs, a, b) &&
        !has(theirs, c, d),
    ),
  );
}

function idOf(word: Word, among: readonly Word[]): number {
  return among.findIndex((other) => isSameWord(word, other));
}

/** Words of a way or a relation, and whether what is named first comes first in it. */
const WAYS: Readonly<Record<string, readonly [string, boolean]>> = {
  ...{ to: ['to', true], into: ['to', true], towards: ['to', true], toward: ['to', true], from: ['to', false] },
  ...{ for: ['for', true], than: ['than', true], before: ['before', true], after: ['before', false] },
};
/** So many words on either side belong to it. */
const REACH = 2;

/** What the key says of A and B is said of B and A. */
export function goesBack(key: Reading, said: Reading): boolean {
  const [own, given] = [waysIn(key, key.words), waysIn(said, key.words)];
  const back = (way: string) => way.replace(/ (\d+) (\d+)$/, ' $2 $1');
  return [...given].some((way) => own.has(back(way)) && !own.has(way) && !given.has(back(way)));
}

function waysIn({ all, words }: Reading, among: readonly Word[]): Set<string> {
  const found = new Set<string>();
  for (const [at, word] of all.entries()) {
    const way = WAYS[word];
    if (way === undefined) continue;
    const before = words.filter((each) => each.at < at).slice(-REACH);
    const behind = words.filter((each) => each.at > at).slice(0, REACH);
    for (const one of before)
      for (const other of behind) {
        const [a, b] = [idOf(one, among), idOf(other, among)];
        if (a >= 0 && b >= 0 && a !== b) found.add(way[1] ? `${way[0]} ${a} ${b}` : `${way[0]} ${b} ${a}`);
      }
  }
  return found;
}
