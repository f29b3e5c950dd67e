/** What a question names, each thing once, by all of its names: to be found in sentences. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { stem } from '../../text/index.ts';
import { outcomesIn } from '../evidence/outcomes.ts';
import { foldText } from '../evidence/words.ts';
import { spellOut } from '../short-forms.ts';
import { type Reading, readText, type Subject, topicOf } from '../topic.ts';
import { isShort, names } from '../topic-reading.ts';
import { topicWords } from '../topic-words.ts';
import { whomIn } from '../whom.ts';

export interface Term {
  readonly said: string;
  /** A subject (an illness, what is given) weighs more than another word. */
  readonly isSubject: boolean;
  /** Without it nothing is answered: a subject, or an outcome by its name. */
  readonly isNeeded: boolean;
  isIn(sentence: Sentence): boolean;
}

/** A sentence read once. */
export interface Sentence {
  readonly plain: string;
  readonly stems: ReadonlySet<string>;
  readonly reading: Reading;
  readonly outcomes: ReadonlySet<string>;
}

const read = new Map<string, Sentence>();
const MOST_READ = 2_000;

export function readSentence(text: string): Sentence {
  const before = read.get(text);
  if (before !== undefined) return before;
  const reading = readText(text);
  const sentence = {
    plain: foldText(text),
    stems: reading.stems,
    reading,
    outcomes: new Set(outcomesIn(text).map(({ outcome }) => outcome)),
  };
  if (read.size >= MOST_READ) read.clear();
  read.set(text, sentence);
  return sentence;
}

const MOST_TERMS = 12;

export function termsIn(asked: string): Term[] {
  const question = spellOut(asked).text;
  const { subjects, setting, aims } = topicOf(question);
  const held = [...subjects, ...setting, ...aims];
  const covered = new Set(held.flatMap(({ text }) => stemsIn(text)));
  const others = topicWords(question)
    .filter(
      (word) =>
        !covered.has(word.stem) && !/\d/.test(word.text) && !stemsIn(word.text).every((form) => covered.has(form)),
    )
    .map(({ text }) => wordTerm(text));
  const numbers = [...new Set(question.match(/(?<![\p{L}\d.])\d{2,}(?:[.,]\d+)?/gu) ?? [])].map(numberTerm);
  const told = [...held.map(({ text }) => text), ...others.map(({ said }) => said)].flatMap((text) => outcomesIn(text));
  const outcomes = outcomesIn(question).filter(({ outcome }) => !told.some((each) => each.outcome === outcome));
  return [...held.map(subjectTerm), ...outcomes.map(({ said }) => wordTerm(said)), ...others, ...numbers].slice(
    0,
    MOST_TERMS,
  );
}

/** For whom it is asked: what they have, and who they are. */
export function peopleIn(asked: string): Term[] {
  const question = spellOut(asked).text;
  const { setting } = topicOf(question);
  const { said = '', states = [], ages = [] } = whomIn(question) ?? {};
  const isNamed = states.length + ages.length > 0 && !setting.some(({ text }) => text.includes(said));
  return [...setting.map(subjectTerm), ...(isNamed ? topicWords(said).map(({ text }) => wordTerm(text)) : [])];
}

const stemsIn = (text: string) => (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map(stem);

function subjectTerm(subject: Subject): Term {
  const stems = stemsIn(subject.text);
  const outcomes = outcomesIn(subject.text).map(({ outcome }) => outcome);
  return {
    said: subject.text,
    ...{ isSubject: subject.kind !== 'other', isNeeded: subject.kind !== 'other' || outcomes.length > 0 },
    isIn: (sentence) =>
      stems.every((form) => sentence.stems.has(form)) ||
      (isShort(subject.text) && sentence.reading.initials.has(subject.text.toLowerCase())) ||
      outcomes.some((outcome) => sentence.outcomes.has(outcome)) ||
      ((subject.concepts.length > 0 || subject.name.length > 0) && names(sentence.reading, subject, true)),
  };
}

function wordTerm(text: string): Term {
  const form = stem(text.toLowerCase());
  const concepts = openCatalogue()
    .find(text)
    .map(({ concept }) => concept.id);
  const outcomes = outcomesIn(text).map(({ outcome }) => outcome);
  return {
    said: text,
    ...{ isSubject: false, isNeeded: outcomes.length > 0 },
    isIn: ({ stems, reading, outcomes: told }) =>
      stems.has(form) ||
      concepts.some((id) => reading.concepts.has(id)) ||
      outcomes.some((outcome) => told.has(outcome)),
  };
}

function numberTerm(said: string): Term {
  const form = new RegExp(`(?<![\\d.])${said.replaceAll('.', '\\.')}(?![\\d])`);
  return { said, isSubject: false, isNeeded: false, isIn: ({ plain }) => form.test(plain) };
}
