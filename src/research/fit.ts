/** Whether two topics are one: who works on what is asked; whether an entry of reference is on it. */
import { type Catalogue, openCatalogue } from '../clinical/catalogue/index.ts';
import { isOrdinaryWord } from '../clinical/lexicon/ordinary.ts';
import { stem } from '../text/index.ts';
import { isOn, isShort, names, readText, type Subject, type Topic, topicOf } from './topic.ts';
import type { TopicWord } from './topic-words.ts';
import { isQualifier } from './vocabulary.ts';

/** 0 (something else) to 1 (the same): whether who works on the one should be asked about the other. */
export function fitOf(asked: Topic, area: Topic): number {
  const catalogue = openCatalogue();
  const [problems, others] = [areasOf(asked), areasOf(area)];
  if (problems.length > 0 && others.length > 0)
    if (problems.some((one) => others.some((other) => isSame(one, other, catalogue)))) return 1;
  const [medicines, theirs] = [medicinesOf(asked), medicinesOf(area)];
  if (problems.some((one) => others.some((other) => isPartOf(one, other, catalogue)))) return 0.85;
  const isSameMedicine = medicines.some((one) => theirs.some((other) => isSame(one, other, catalogue)));
  // "Zenoprast for colitis", where somebody follows zenoprast and ulcerative colitis: the same by a wider or other name.
  if (problems.length > 0 && others.length > 0)
    return (isSameMedicine || shareName(asked, area)) &&
      problems.some((one) => others.some((other) => shareProblem(one, other, catalogue)))
      ? 0.8
      : 0.2;
  if (isSameMedicine) return 0.9;
  // A medicine asked about without its disease belongs to who follows what it is given for.
  if (problems.length === 0 && medicines.some((one) => others.some((other) => isGivenFor(one, other, catalogue))))
    return 0.7;
  // "Is X safe in children with colitis?", where somebody follows colitis.
  if (problems.length === 0 && asked.setting.some((one) => others.some((other) => isSame(one, other, catalogue))))
    return 0.65;
  // MG, where somebody follows myasthenia gravis.
  if (asked.words.some(({ text }) => isShort(text) && isInitialsOf(text, area)) && problems.length === 0) return 0.9;
  if (asked.subjects.length > 0 && area.subjects.length > 0) return 0.2;
  if (problems.length === 0 && others.some((other) => isNamedByPart(asked.words, other))) return 0.7;
  return wordFit(asked, area);
}

/** "Myasthenia", where somebody follows myasthenia gravis: a part of its name that is long enough to be nothing else. */
function isNamedByPart(words: readonly TopicWord[], { text }: Subject): boolean {
  const parts = new Set(text.split(/[\s-]+/).map((part) => stem(part.toLowerCase())));
  return words.some((word) => word.text.length >= LONG_PART && parts.has(word.stem) && !isQualifier(word.text));
}

const LONG_PART = 8;

function isInitialsOf(short: string, { subjects }: Topic): boolean {
  return subjects.some(({ text }) => {
    const words = text.split(/[\s-]+/);
    return words.length > 1 && words.map((word) => word[0]!.toUpperCase()).join('') === short;
  });
}

/** A disease that both name, the one more exactly: colitis. */
function shareProblem(a: Subject, b: Subject, catalogue: Catalogue): boolean {
  const other = wordsOf(b);
  const shared = wordsOf(a).filter((word) => other.includes(word));
  return shared.some((word) => catalogue.find(word, { kinds: ['condition'] }).length > 0);
}

const wordsOf = ({ text }: Subject): readonly string[] => text.toLowerCase().match(/\p{L}+/gu) ?? [];

/** A name that nobody knows and that belongs to no disease: a new medicine. */
function shareName(asked: Topic, area: Topic): boolean {
  const known = new Set([...problemsOf(asked), ...problemsOf(area)].flatMap(wordsOf));
  const stems = new Set(area.words.map((word) => word.stem));
  return asked.words.some(({ text, stem: form }) => {
    const isName = text.length >= LONG_NAME && !isQualifier(text) && !known.has(text.toLowerCase());
    return isName && stems.has(form);
  });
}

const LONG_NAME = 6;

/** What it is to be good for, where no disease is named beside it. */
function areasOf(topic: Topic): readonly Subject[] {
  const problems = problemsOf(topic);
  return problems.length > 0 ? problems : topic.aims;
}

const problemsOf = ({ subjects }: Topic) => subjects.filter(({ kind }) => kind === 'problem');
const medicinesOf = ({ subjects }: Topic) => subjects.filter(({ kind }) => kind === 'medicine');

export function isSame(a: Subject, b: Subject, catalogue: Catalogue = openCatalogue()): boolean {
  const isNamedAlike = a.name.length === b.name.length && a.name.every((word) => b.name.includes(word));
  const isRelated = a.concepts.some((id) =>
    b.concepts.some((other) => catalogue.isA(id, other) || catalogue.isA(other, id)),
  );
  const isUnknown = a.concepts.length + b.concepts.length === 0 && a.name.length > 0;
  return (isRelated || isUnknown) && isNamedAlike;
}

/** Osteoarthritis of the knee, where somebody follows osteoarthritis: told apart by a word of the language, and by no name. */
function isPartOf(asked: Subject, area: Subject, catalogue: Catalogue): boolean {
  return (
    area.name.length === 0 &&
    asked.name.length > 0 &&
    asked.name.every((word) => isOrdinaryWord(word)) &&
    asked.concepts.some((id) => area.concepts.some((other) => catalogue.isA(id, other)))
  );
}

function isGivenFor(medicine: Subject, problem: Subject, catalogue: Catalogue): boolean {
  return medicine.concepts.some((id) =>
    catalogue.treats(id).some(({ id: given }) => problem.concepts.some((of) => catalogue.isA(given, of))),
  );
}

function wordFit(a: Topic, b: Topic): number {
  if (a.words.length === 0 || b.words.length === 0) return 0;
  const [small, large] = a.words.length <= b.words.length ? [a, b] : [b, a];
  const stems = new Set(large.words.map(({ stem: form }) => form));
  const short = large.words.find(({ text }) => isShort(text) && small.initials.has(text.toLowerCase()));
  const shared = small.words.filter(
    ({ stem: form, text }) => stems.has(form) || (isShort(text) && large.initials.has(text.toLowerCase())),
  ).length;
  return Math.min(1, (shared + (short === undefined ? 0 : short.text.length)) / small.words.length);
}

/** A reference entry speaks of much; its title says what it is about: a subject, or what is given for one. */
export function isEntryOn(title: string, topic: Topic): boolean {
  const catalogue = openCatalogue();
  const entry = topicOf(title);
  if (topic.subjects.length + topic.words.length === 0) return false;
  if (topic.subjects.length === 0 || entry.subjects.length === 0) return isOn(readText(title), topic);
  return topic.subjects.some((subject) =>
    entry.subjects.some(
      (other) =>
        isSame(subject, other, catalogue) ||
        (subject.kind === 'problem' && other.kind === 'medicine' && isGivenFor(other, subject, catalogue)),
    ),
  );
}

/**
 * A title that names the medicine asked about and no disease speaks of what it is given for; one of a regulator does so
 * whatever harm it names. Of a medicine that nobody knows, what it is given for is what was asked.
 */
export function isOnMedicine(title: string, topic: Topic, isWarning = false): boolean {
  const catalogue = openCatalogue();
  const problems = problemsOf(topic);
  const titled = topicOf(title);
  if (problems.length === 0 || (problemsOf(titled).length > 0 && !isWarning)) return false;
  const reading = readText(title);
  return medicinesOf(topic).some(
    (medicine) =>
      names(reading, medicine) &&
      (medicine.concepts.length === 0 || problems.some((problem) => isGivenFor(medicine, problem, catalogue))),
  );
}

export const FITS = 0.6;
