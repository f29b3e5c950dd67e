/** Slips in words that this record writes rightly: "keytone" beside papers that speak of ketones. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { isOrdinaryWord } from '../../clinical/lexicon/ordinary.ts';
import { isOneEdit, singular, wordsIn } from '../../text/index.ts';
import type { Chart } from '../chart.ts';
import { passagesOf } from '../evidence/passages.ts';
import { isWord } from './speech.ts';

const SHORTEST = 6;
const kept = new WeakMap<Chart['view'], ReadonlySet<string>>();

/** The longer words of papers, as they stand and in the singular. */
function wordsOf(chart: Chart): ReadonlySet<string> {
  const known = kept.get(chart.view);
  if (known !== undefined) return known;
  const words = new Set<string>();
  for (const { text } of passagesOf(chart))
    for (const { lower } of wordsIn(text))
      if (/^[a-z]{5,}$/.test(lower)) {
        words.add(lower);
        words.add(singular(lower));
      }
  kept.set(chart.view, words);
  return words;
}

export function mendByRecord(text: string, chart: Chart): string {
  return wholeNames(joinParts(text, chart), chart).replace(/\b[a-z]{6,}\b/g, (word) => {
    if (isWord(word) || isNamed(word)) return word;
    const words = wordsOf(chart);
    if (words.has(word) || words.has(singular(word))) return word;
    const near = [...words].filter(
      (each) => each.length >= SHORTEST - 1 && each[0] === word[0] && isOneEdit(word, each),
    );
    return near.length === 1 ? near[0]! : word;
  });
}

const LEAST_BEGUN = 5;
const LEAST_LEFT = 3;

/** "The metho tablets", "sublux": the beginning of one name of this record, and no word by itself. */
function wholeNames(text: string, { view }: Chart): string {
  return text.replace(/\b[a-z]{5,}\b/gi, (word) => {
    const begun = word.toLowerCase();
    if (begun.length < LEAST_BEGUN || isWord(begun) || isOrdinaryWord(begun) || isNamed(begun)) return word;
    const names = [...view.medicines, ...view.conditions, ...view.procedures].flatMap(({ name }) =>
      wordsIn(name).map(({ lower }) => lower),
    );
    const meant = new Set(names.filter((name) => name.startsWith(begun) && name.length >= begun.length + LEAST_LEFT));
    return meant.size === 1 ? [...meant][0]! : word;
  });
}

const LEAST_JOINED = 9;
const PART = /^[a-z]{3,}$/i;

/** "Anti phospho lipid": parts of a word that this record writes in one, at least one of which is no word by itself. */
function joinParts(text: string, chart: Chart): string {
  const words = text.split(' ');
  for (const many of [3, 2])
    for (let at = 0; at + many <= words.length; at++) {
      const parts = words.slice(at, at + many);
      const joined = parts.join('');
      if (joined.length < LEAST_JOINED || !parts.every((part) => PART.test(part)) || parts.every(isWord)) continue;
      if (wordsOf(chart).has(joined.toLowerCase())) words.splice(at, many, joined);
    }
  return words.join(' ');
}

/** A name of its own is no slip for another: a colonoscopy is no cystoscopy. */
function isNamed(word: string): boolean {
  return openCatalogue()
    .find(word)
    .some(({ start, end, guessed }) => start === 0 && end === word.length && !guessed);
}
