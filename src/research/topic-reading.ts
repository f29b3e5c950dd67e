/** A text held against a topic: whether it names what that is about. */
import { type Kind, openCatalogue } from '../clinical/catalogue/index.ts';
import { stem } from '../text/index.ts';
import type { Subject, Topic } from './topic.ts';
import type { TopicWord } from './topic-words.ts';
import { TRIAL_NUMBER } from './vocabulary.ts';

export const SUBJECTS: readonly Kind[] = [
  'condition',
  'symptom',
  'drug',
  'drug_class',
  'procedure',
  'vaccine',
  'observation',
];
export const isDisease = (id: string) => id.startsWith('condition:');

export function trialsIn(text: string): string[] {
  return [...new Set([...text.matchAll(TRIAL_NUMBER)].map(([id]) => id.toUpperCase()))];
}

export function initialsOf(text: string): Set<string> {
  const letters = (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word[0]).join('');
  const found = new Set<string>();
  for (let from = 0; from < letters.length; from++)
    for (let length = 2; length <= 5 && from + length <= letters.length; length++)
      found.add(letters.slice(from, from + length));
  return found;
}

/** A text read once, to be held against topics. */
export interface Reading {
  readonly concepts: ReadonlySet<string>;
  readonly stems: ReadonlySet<string>;
  readonly initials: ReadonlySet<string>;
  readonly trials: ReadonlySet<string>;
}

const LONGEST_READ = 20_000;

export function readText(text: string): Reading {
  const read = text.slice(0, LONGEST_READ);
  const matches = openCatalogue().find(read, { kinds: SUBJECTS });
  return {
    concepts: new Set(matches.map(({ concept }) => concept.id)),
    stems: new Set((read.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map(stem)),
    initials: initialsOf(read),
    trials: new Set(trialsIn(text)),
  };
}

/** A text names a subject: the same, or a kind of it; `isWide`: or what it is a kind of. */
export function names(reading: Reading, { concepts, name, kind }: Subject, isWide = false): boolean {
  const catalogue = openCatalogue();
  if (!name.every((word) => reading.stems.has(word) || hasParts(reading.stems, word))) return false;
  if (concepts.length === 0) return name.length > 0;
  const isNamed = (found: string, id: string) =>
    catalogue.isA(found, id) || (isWide && kind === 'problem' && isDisease(found) && catalogue.isA(id, found));
  return concepts.some((id) => [...reading.concepts].some((found) => isNamed(found, id)));
}

/**
 * A text is about a topic when it names one of its problems and one of its medicines, where the topic has such; a topic
 * of unknown names only needs half of its words, or their initials.
 */
export function isOn(reading: Reading, topic: Topic, isWide = false): boolean {
  if (topic.excluded.some((subject) => names(reading, subject))) return false;
  if (topic.trials.some((id) => reading.trials.has(id))) return true;
  if (topic.subjects.length === 0)
    return topic.words.length > 0 ? hasWords(reading, topic.words) : topic.trials.length === 0;
  const kinds = ['problem', 'medicine', 'other'] as const;
  const [strong, weak] = [kinds.slice(0, 2), kinds.slice(2)].map((some) =>
    some.map((kind) => topic.subjects.filter((subject) => subject.kind === kind)).filter((each) => each.length > 0),
  );
  const needed = strong!.length > 0 ? strong! : weak!;
  return needed.every((subjects) =>
    subjects.some((subject) => names(reading, subject, isWide) || isSpelledOut(reading, subject)),
  );
}

/** The text has the short form of what the subject spells out, or the other way round. */
function isSpelledOut({ stems, initials }: Reading, { text }: Subject): boolean {
  const words = text.split(/[\s-]+/);
  if (words.length === 1) return isShort(text) && initials.has(text.toLowerCase());
  return words.length > 2 && stems.has(words.map((word) => word[0]!.toLowerCase()).join(''));
}

export const isShort = (word: string) => /^\p{Lu}{2,5}$/u.test(word);

/** "NEPHRO-STAR" is written in two words elsewhere. */
function hasParts(stems: ReadonlySet<string>, text: string): boolean {
  const parts = text.toLowerCase().split('-');
  return parts.length > 1 && parts.every((part) => stems.has(stem(part)));
}

function hasWords({ stems, initials }: Reading, words: readonly TopicWord[]): boolean {
  if (words.length === 0) return true;
  const named = words.filter(
    ({ stem: form, text }) =>
      stems.has(form) || hasParts(stems, text) || (isShort(text) && initials.has(text.toLowerCase())),
  );
  const spelled = words.length > 2 && stems.has(words.map(({ text }) => text[0]!.toLowerCase()).join(''));
  return spelled || named.length * 2 >= words.length;
}
