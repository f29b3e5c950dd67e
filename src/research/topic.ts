/** Whether two texts are about the same thing, under whatever name. */
import { openCatalogue } from '../clinical/catalogue/index.ts';
import { type TopicWord, topicWords } from './request.ts';

export interface Topic {
  readonly label: string;
  readonly words: readonly TopicWord[];
  /** Conditions that the catalogue knows, by id. */
  readonly conditions: ReadonlySet<string>;
  /** First letters of words that stand together: DMD for Duchenne muscular dystrophy. */
  readonly initials: ReadonlySet<string>;
}

export function topicOf(text: string): Topic {
  const words = topicWords(text);
  const matches = openCatalogue().find(text, { kinds: ['condition'] });
  const conditions = new Set(matches.map(({ concept }) => concept.id));
  return { label: labelOf(words), words, conditions, initials: initialsOf(text) };
}

function labelOf(words: readonly TopicWord[]): string {
  const label = words
    .slice(0, 6)
    .map(({ text }) => text)
    .join(' ');
  return label === '' ? '' : label[0]!.toUpperCase() + label.slice(1);
}

function initialsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const found = new Set<string>();
  for (let from = 0; from < words.length; from++)
    for (let length = 2; length <= 5 && from + length <= words.length; length++)
      found.add(
        words
          .slice(from, from + length)
          .map((word) => word[0])
          .join(''),
      );
  return found;
}

/** 0 (something else) to 1 (the same). */
export function fitOf(a: Topic, b: Topic): number {
  const catalogue = openCatalogue();
  const related = [...a.conditions].some((id) =>
    [...b.conditions].some((other) => id === other || catalogue.isA(id, other) || catalogue.isA(other, id)),
  );
  if (a.words.length === 0 || b.words.length === 0) return related ? 1 : 0;
  const [small, large] = a.words.length <= b.words.length ? [a, b] : [b, a];
  const stems = new Set(large.words.map(({ stem }) => stem));
  const isThere = ({ stem, text }: TopicWord) => stems.has(stem) || isInitials(text, large);
  const shared = small.words.filter(isThere).length + countSpelledOut(small, large);
  const words = Math.min(1, shared / small.words.length);
  if (related) return Math.max(0.8, words);
  return a.conditions.size > 0 && b.conditions.size > 0 ? Math.min(words, 0.4) : words;
}

function isInitials(word: string, topic: Topic): boolean {
  return /^[\p{L}]{2,5}$/u.test(word) && topic.initials.has(word.toLowerCase()) && word === word.toUpperCase();
}

/** The other way round: the longer text has the short form of what the shorter one spells out. */
function countSpelledOut(small: Topic, large: Topic): number {
  const short = large.words.find(({ text }) => isInitials(text, small));
  return short === undefined ? 0 : [...short.text].length;
}

export const FITS = 0.6;
