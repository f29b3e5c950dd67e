/**
 * Keywords: runs of content words between stopwords and punctuation, in all their parts, weighed by how often and how
 * widely their words occur, how early the phrase stands, whether a heading or the domain's vocabulary has it.
 */
import { type Document, tidy, type Unit, unitsOf } from '../../reading/index.ts';
import {
  type Domain,
  isDomainTerm,
  isGeneric,
  isStopword,
  phraseKey,
  stem,
  type Word,
  wordsIn,
} from '../text/words.ts';
import { asConfidence, type Found, type Place } from './item.ts';

const LONGEST = 4;
const MOST = 60;

export function findKeywords(document: Document, domain: Domain): Found[] {
  const content = document.words;
  const units = unitsOf(document).filter(({ kind, frame }) => kind !== 'code' && !frame);
  const runs = units.flatMap((unit) => runsIn(content, unit));
  const weights = weighWords(runs);
  const phrases = collectPhrases(runs, domain);
  const scored = [...phrases.values()].map((phrase) => ({
    phrase,
    score: weigh(phrase, weights, content.length, domain),
  }));
  scored.sort((a, b) => b.score - a.score || a.phrase.places[0]!.start - b.phrase.places[0]!.start);
  return toFound(content, withoutParts(scored, domain));
}

interface Run {
  readonly words: readonly Word[];
  readonly heading: boolean;
}

export interface Phrase {
  readonly key: string;
  readonly stems: readonly string[];
  readonly places: Place[];
  /** How often it stood alone between its borders. */
  whole: number;
  headings: number;
}

/** Content words that stand together: nothing but a space, a line break or an apostrophe between them. */
function runsIn(content: string, unit: Unit): Run[] {
  const runs: Run[] = [];
  let run: Word[] = [];
  const close = () => {
    if (run.length > 0) runs.push({ words: run, heading: unit.kind === 'heading' });
    run = [];
  };
  const addresses = addressesIn(content.slice(unit.start, unit.end), unit.start);
  let address = 0;
  for (const word of wordsIn(content, unit.start, unit.end)) {
    while (address < addresses.length && addresses[address]![1] <= word.start) address++;
    if (address < addresses.length && addresses[address]![0] <= word.start) {
      close();
      continue;
    }
    const gap = run.length === 0 ? ' ' : content.slice(run.at(-1)!.end, word.start);
    if (!/^[ \t]*\n?[ \t]*$/.test(gap)) close();
    if (isStopword(word.lower) || /^[\d.,]+$/.test(word.lower) || word.lower.length < 2) close();
    else run.push(word);
  }
  close();
  return runs;
}

/** URLs and e-mail addresses are no words, nor is what they are made of. */
function addressesIn(text: string, start: number): [from: number, to: number][] {
  const found = text.matchAll(
    /\b(?:https?:\/\/|www\.)\S+|(?<![\w.+-])[\w.+-]{1,64}@[\w.-]{1,200}|\b\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}\S{0,16})?/g,
  );
  return Array.from(found, ({ index, 0: address }) => [start + index, start + index + address.length]);
}

/** RAKE's degree over frequency, dampened: words that often stand in phrases weigh more than words that stand alone. */
function weighWords(runs: readonly Run[]): Map<string, number> {
  const frequency = new Map<string, number>();
  const degree = new Map<string, number>();
  for (const { words } of runs)
    for (const { lower } of words) {
      const key = stem(lower);
      frequency.set(key, (frequency.get(key) ?? 0) + 1);
      degree.set(key, (degree.get(key) ?? 0) + Math.min(words.length, LONGEST));
    }
  return new Map(
    Array.from(frequency, ([key, count]) => [key, Math.log2(1 + count) * Math.sqrt(degree.get(key)! / count)]),
  );
}

function collectPhrases(runs: readonly Run[], domain: Domain): Map<string, Phrase> {
  const phrases = new Map<string, Phrase>();
  for (const { words, heading } of runs)
    for (let from = 0; from < words.length; from++)
      for (let to = from + 1; to <= Math.min(words.length, from + LONGEST); to++) {
        const part = words.slice(from, to);
        if (!isPhrase(part)) continue;
        const key = part.map(({ lower }) => phraseKey(lower)).join(' ');
        const phrase = phrases.get(key) ?? {
          key,
          stems: part.map(({ lower }) => stem(lower)),
          places: [],
          whole: 0,
          headings: 0,
        };
        phrase.places.push({ start: part[0]!.start, end: part.at(-1)!.end });
        if (part.length === words.length) phrase.whole++;
        if (heading) phrase.headings++;
        phrases.set(key, phrase);
      }
  for (const [key, phrase] of phrases)
    if (phrase.stems.length > 1 && phrase.places.length < 2 && phrase.whole === 0 && !isDomainTerm(domain, key))
      phrases.delete(key);
  return withoutStrays(phrases, domain);
}

const SHORT_TEXT = 25;

/** In a text of some length a single word that comes once is not what it is about. */
function withoutStrays(phrases: Map<string, Phrase>, domain: Domain): Map<string, Phrase> {
  if (phrases.size > SHORT_TEXT)
    for (const [key, { stems, places, headings }] of phrases)
      if (stems.length === 1 && places.length === 1 && headings === 0 && !isDomainTerm(domain, key))
        phrases.delete(key);
  return phrases;
}

function isPhrase(part: readonly Word[]): boolean {
  const [first, last] = [part[0]!, part.at(-1)!];
  if (isGeneric(first.lower) || isGeneric(last.lower)) return false;
  if (part.some(({ lower }) => /ly$/.test(lower) && lower.length > 5)) return false;
  return part.length > 1 || first.text.length > 2 || /^\p{Lu}{2}$/u.test(first.text);
}

const BY_LENGTH = [0, 1, 1.5, 1.6, 1.45];

function weigh(phrase: Phrase, weights: ReadonlyMap<string, number>, length: number, domain: Domain): number {
  const words = phrase.stems.reduce((sum, key) => sum + (weights.get(key) ?? 0), 0) / phrase.stems.length;
  const often = Math.log2(1 + phrase.places.length);
  const early = 1 + 0.5 * (1 - phrase.places[0]!.start / Math.max(1, length));
  const titled = phrase.headings > 0 ? 1.4 : 1;
  const known = isDomainTerm(domain, phrase.key) ? 1.8 : 1;
  return words * often * early * titled * known * BY_LENGTH[phrase.stems.length]!;
}

interface Scored {
  readonly phrase: Phrase;
  readonly score: number;
}

/** A part of a longer phrase stays only if it also stands for itself; a longer one only if it is more than chance. */
function withoutParts(scored: readonly Scored[], domain: Domain): Scored[] {
  const kept: Scored[] = [];
  for (const candidate of scored) {
    if (kept.length >= MOST) break;
    const { key, places } = candidate.phrase;
    const longer = kept.filter(({ phrase }) => isPart(key, phrase.key));
    const covered = longer.reduce((sum, { phrase }) => sum + phrase.places.length, 0);
    const chance = places.length === 1 && !isDomainTerm(domain, key);
    if (longer.length > 0 && covered >= places.length * 0.6) continue;
    if (chance && kept.some(({ phrase }) => phrase.places.length > 1 && isPart(phrase.key, key))) continue;
    kept.push(candidate);
  }
  return kept;
}

function isPart(part: string, whole: string): boolean {
  return part !== whole && ` ${whole} `.includes(` ${part} `);
}

function toFound(content: string, scored: readonly Scored[]): Found[] {
  const best = scored[0]?.score ?? 1;
  return scored.map(({ phrase, score }) => ({
    text: tidy(content.slice(phrase.places[0]!.start, phrase.places[0]!.end)),
    kind: phrase.stems.length > 1 ? 'phrase' : 'word',
    confidence: asConfidence(0.35 + 0.6 * Math.sqrt(score / best)),
    places: phrase.places,
  }));
}
