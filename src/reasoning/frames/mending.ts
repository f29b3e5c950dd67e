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
  return wholeNames(withHyphens(joinParts(text, chart), chart), chart).replace(/\b[a-z]{6,}\b/g, (word) => {
    if (isWord(word) || isNamed(word)) return word;
    const words = wordsOf(chart);
    if (words.has(word) || words.has(singular(word))) return word;
    const near = [...words].filter(
      (each) => each.length >= SHORTEST - 1 && each[0] === word[0] && isOneEdit(word, each),
    );
    return near.length === 1 ? near[0]! : word;
  });
}

const CODE = /\b(?=[a-z\d]*\d)(?=[a-z\d]*[a-z])[a-z\d]{4,}\b/gi;
const HYPHENED = /\b[a-z\d]+(?:-[a-z\d]+)+\b/gi;
const coded = new WeakMap<Chart['view'], ReadonlyMap<string, string>>();

/** "17ohp" beside papers that write 17-OHP. */
function withHyphens(text: string, chart: Chart): string {
  if (text.search(CODE) < 0) return text;
  const known = coded.get(chart.view) ?? codesOf(chart);
  coded.set(chart.view, known);
  return text.replace(CODE, (word) => known.get(word.toLowerCase()) ?? word);
}

function codesOf(chart: Chart): ReadonlyMap<string, string> {
  const written = passagesOf(chart).flatMap((passage) => passage.text.match(HYPHENED) ?? []);
  return new Map(
    written
      .filter((word) => /[a-z]/i.test(word) && /\d/.test(word))
      .map((word) => [word.replaceAll('-', '').toLowerCase(), word] as const),
  );
}

const LEAST_BEGUN = 5;
const LEAST_LEFT = 3;

const begun = new WeakMap<Chart['view'], ReadonlyMap<string, ReadonlySet<string>>>();

/** The words by which illnesses, medicines and operations of this record are called, by how they begin. */
function namesOf(chart: Chart): ReadonlyMap<string, ReadonlySet<string>> {
  const { view } = chart;
  const known = begun.get(view);
  if (known !== undefined) return known;
  const names = new Map<string, Set<string>>();
  const entries = [...view.medicines, ...view.conditions, ...view.procedures].map(({ name }) => name);
  for (const name of [...entries, ...medicinesInPapers(chart)])
    for (const { lower } of wordsIn(name)) {
      const beginning = lower.slice(0, LEAST_BEGUN);
      names.set(beginning, (names.get(beginning) ?? new Set()).add(lower));
    }
  begun.set(view, names);
  return names;
}

/** What is given in a clinic stands on no list, and in letters. */
function medicinesInPapers(chart: Chart): string[] {
  const catalogue = openCatalogue();
  return [...wordsOf(chart)].filter(
    (word) =>
      word.length >= LEAST_BEGUN + LEAST_LEFT &&
      catalogue.find(word, { kinds: ['drug'] }).some(({ guessed, end }) => !guessed && end === word.length),
  );
}

/** "The metho tablets", "sublux": the beginning of one name of this record, and no word by itself. */
function wholeNames(text: string, chart: Chart): string {
  const names = namesOf(chart);
  return text.replace(/\b[a-z]{5,}\b/gi, (word) => {
    const said = word.toLowerCase();
    const alike = names.get(said.slice(0, LEAST_BEGUN));
    const [meant, ...others] = [...(alike ?? [])].filter(
      (name) => name.startsWith(said) && name.length >= said.length + LEAST_LEFT,
    );
    if (meant === undefined || others.length > 0 || isWord(said) || isOrdinaryWord(said) || isNamed(said)) return word;
    return meant;
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
