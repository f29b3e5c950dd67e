/** Terms: how two writings of one are made the same, and what words of a phrase carry it. */
import { americanSpelling, fold, singular, stem } from '../../text/index.ts';
import { grammar } from './grammar.ts';

/** One form for "The collecting ducts", "collecting duct" and "Collecting-duct". */
export function termKey(term: string): string {
  if (term.length > LONGEST_KEPT) return makeKey(term);
  let key = keys.get(term);
  if (key === undefined) {
    key = makeKey(term);
    if (keys.size >= MOST_KEPT) keys.clear();
    keys.set(term, key);
  }
  return key;
}

/** Terms are asked for again and again, sentences are not. */
const keys = new Map<string, string>();
const MOST_KEPT = 50_000;
const LONGEST_KEPT = 60;

function makeKey(term: string): string {
  return fold(term)
    .replace(/^(?:the|a|an)\s+/, '')
    .replace(/[^\p{L}\p{N}+]+/gu, ' ')
    .trim()
    .split(' ')
    .map(plainWord)
    .join(' ');
}

const plainWord = remembering((word) => americanSpelling(singular(word)));
const stemOf = remembering(stem);

/** A language has few words, a course says them often. */
function remembering(make: (word: string) => string): (word: string) => string {
  const kept = new Map<string, string>();
  return (word) => {
    let made = kept.get(word);
    if (made === undefined) {
      made = make(word);
      if (kept.size >= MOST_KEPT) kept.clear();
      kept.set(word, made);
    }
    return made;
  };
}

/** The words that carry a phrase, as stems. */
export function contentStems(text: string): Set<string> {
  const { small } = grammar();
  const words = fold(text).match(/[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*/gu) ?? [];
  return new Set(
    words
      .filter((word) => !small.has(word))
      .flatMap((word) => word.split('-'))
      .map(stemOf),
  );
}

/** Whether a phrase stands in a text as whole words, in one writing or another. */
export function mentions(textKey: string, term: string): boolean {
  const key = termKey(term);
  return key !== '' && ` ${textKey} `.includes(` ${key} `);
}

export function withoutArticle(phrase: string): string {
  return phrase.replace(/^(?:the|a|an)\s+/i, '');
}

/** Plural in form, as far as that shows. */
export function isPlural(phrase: string): boolean {
  const last = fold(phrase).split(' ').at(-1) ?? '';
  return singular(last) !== last || /(?:alveoli|nuclei|bronchi|mitochondria|bacteria|fungi|villi|ganglia)$/.test(last);
}
