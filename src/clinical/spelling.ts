import { readData, splitList } from './tables.ts';
import { normalize } from './tokens.ts';

/**
 * Misspelled names: a word one edit (two in long words) away from a name of the lexicon. The names are indexed by
 * what is left of them when one letter is dropped, so that a look-up costs as many probes as the word has letters.
 */
const indexes = new WeakMap<Set<string>, Map<string, string[]>>();

export function closestWord(word: string, names: Set<string>): string | undefined {
  if (names.has(word) || ORDINARY.test(word) || correctWords().has(word)) return undefined;
  let index = indexes.get(names);
  if (!index) {
    index = buildIndex(names);
    indexes.set(names, index);
  }
  let best: string | undefined;
  for (const key of [word, ...deletions(word)])
    for (const name of index.get(key) ?? []) {
      if (name[0] !== word[0] || Math.abs(name.length - word.length) > 1) continue;
      if (isOneEdit(word, name) && !isInflection(word, name)) best ??= name;
    }
  return best;
}

/** Everyday endings: an ordinary word is taken for itself, not for a misspelled drug. */
const ORDINARY = /(?:ing|ed|ly|tion|ment|ness|able|ful|less|ship|ally|ward|ation|ity|ive|ance|ence|ers?|ors?|ical)$/;

let correct: Set<string> | undefined;

function correctWords(): Set<string> {
  if (!correct) {
    const list = readData('ignored').correct ?? '';
    correct = new Set(splitList(list.replace(/\n/g, ' ')).map(normalize));
  }
  return correct;
}

function buildIndex(names: Set<string>): Map<string, string[]> {
  const index = new Map<string, string[]>();
  for (const name of names) {
    if (name.length < 7) continue;
    for (const key of [name, ...deletions(name)]) {
      const list = index.get(key);
      if (list) list.push(name);
      else index.set(key, [name]);
    }
  }
  return index;
}

function* deletions(word: string): Generator<string> {
  for (let at = 1; at < word.length; at++) yield word.slice(0, at) + word.slice(at + 1);
}

/** One letter missing, added, changed, or two neighbours swapped. */
function isOneEdit(left: string, right: string): boolean {
  let from = 0;
  while (from < left.length && left[from] === right[from]) from++;
  let [leftEnd, rightEnd] = [left.length, right.length];
  while (leftEnd > from && rightEnd > from && left[leftEnd - 1] === right[rightEnd - 1]) {
    leftEnd--;
    rightEnd--;
  }
  const [a, b] = [left.slice(from, leftEnd), right.slice(from, rightEnd)];
  return a.length + b.length <= 2 || (a.length === 2 && b.length === 2 && a[0] === b[1] && a[1] === b[0]);
}

function isInflection(word: string, name: string): boolean {
  return word.startsWith(name) && /^(?:s|d|r|e|y|n|c)$/.test(word.slice(name.length));
}
