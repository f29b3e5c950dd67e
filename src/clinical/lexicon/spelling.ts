import { isOneEdit } from '../../text/index.ts';
import { readData, splitList } from '../tables/tables.ts';
import { normalize } from '../words/tokens.ts';

/**
 * Misspelled names: a word one edit away from a name of the lexicon. Names are kept by first letter and length, so that
 * a word is held against the hundred or so that it could be.
 */
const shelves = new WeakMap<Set<string>, Map<string, string[]>>();

export function closestWord(word: string, names: Set<string>): string | undefined {
  if (names.has(word) || ORDINARY.test(word) || correctWords().has(word)) return undefined;
  let shelf = shelves.get(names);
  if (!shelf) {
    shelf = sortNames(names);
    shelves.set(names, shelf);
  }
  for (const length of [word.length, word.length - 1, word.length + 1])
    for (const name of shelf.get(`${word[0]}${length}`) ?? [])
      if (isOneEdit(word, name) && !isInflection(word, name)) return name;
  return undefined;
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

function sortNames(names: Set<string>): Map<string, string[]> {
  const shelf = new Map<string, string[]>();
  for (const name of names) {
    if (name.length < 7) continue;
    const key = `${name[0]}${name.length}`;
    const list = shelf.get(key);
    if (list) list.push(name);
    else shelf.set(key, [name]);
  }
  return shelf;
}

function isInflection(word: string, name: string): boolean {
  return word.startsWith(name) && /^(?:s|d|r|e|y|n|c)$/.test(word.slice(name.length));
}
