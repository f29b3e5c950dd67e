/** What is known of words beyond their spelling: opposites, other words for the same, words made from one another (lexicon.txt). */
import { readFileSync } from 'node:fs';
import { stem } from './index.ts';

interface Lexicon {
  readonly opposites: ReadonlyMap<string, ReadonlySet<string>>;
  readonly kin: ReadonlyMap<string, ReadonlySet<string>>;
}

let kept: Lexicon | undefined;

function read(): Lexicon {
  const opposites = new Map<string, Set<string>>();
  const kin = new Map<string, Set<string>>();
  const join = (map: Map<string, Set<string>>, words: readonly string[]) => {
    const stems = words.map(stem);
    for (const one of stems) {
      const others = map.get(one) ?? new Set();
      for (const other of stems) if (other !== one) others.add(other);
      map.set(one, others);
    }
  };
  for (const line of readFileSync(new URL('./lexicon.txt', import.meta.url), 'utf8').split('\n')) {
    const [sign, ...words] = line.split(' ');
    if (sign === '!') join(opposites, words);
    else if (sign === '=' || sign === '+') join(kin, words);
  }
  return { opposites, kin };
}

function lexicon(): Lexicon {
  kept ??= read();
  return kept;
}

/** "Accept" and "reject". */
export function areOpposites(a: string, b: string): boolean {
  return lexicon().opposites.get(stem(a))?.has(stem(b)) ?? false;
}

/** "Permit" and "allow", "approve" and "approval". */
export function areKin(a: string, b: string): boolean {
  const [left, right] = [stem(a), stem(b)];
  return left === right || (lexicon().kin.get(left)?.has(right) ?? false);
}

/** The stems of its kin, without itself. */
export function kinOf(word: string): ReadonlySet<string> {
  return lexicon().kin.get(stem(word)) ?? NOBODY;
}

const NOBODY: ReadonlySet<string> = new Set();

/** A common word of English, by the words that are known to go with it. */
export function isCommonWord(word: string): boolean {
  const { kin, opposites } = lexicon();
  const stemmed = stem(word);
  return kin.has(stemmed) || opposites.has(stemmed);
}
