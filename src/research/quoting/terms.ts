/**
 * What a question names, each thing once, by all of its names: to be found in sentences. A thing is what the catalogue knows, a
 * name that is no word of the language, people, a number, or any other word that tells something.
 */
import { join } from 'node:path';
import { z } from 'zod';
import { type Match, openCatalogue } from '../../clinical/catalogue/index.ts';
import { isOrdinaryWord } from '../../clinical/lexicon/ordinary.ts';
import { stem } from '../../text/index.ts';
import { readRows } from '../../text/rows.ts';
import { outcomesIn } from '../evidence/outcome-names.ts';
import { foldText } from '../evidence/words.ts';
import { populations } from '../population.ts';
import { spellOut, trialNamesIn, writtenOut } from '../short-forms.ts';
import { kindOf } from '../spans.ts';
import { topicOf } from '../topic.ts';
import { topicWords } from '../topic-words.ts';
import { withoutAsking } from './cues.ts';
import {
  conceptTerm,
  type Known,
  numbersIn,
  type Sentence,
  stemsIn,
  type Term,
  trialTerm,
  wordTerm,
} from './naming.ts';
import { isOfPerson, personIn } from './person.ts';

const MOST_TERMS = 16;

export function termsIn(asked: string): Term[] {
  const question = withoutAsking(spellOut(writtenOut(asked)).text);
  const known = conceptsIn(question);
  const left = blanked(question, known);
  const people = peopleIn(question);
  const named = new Set([...known.map(({ said }) => said), ...people.map(({ said }) => said)].flatMap(stemsIn));
  const words = [...topicWords(left), ...askedWords(left)]
    .filter(({ text, stem: form }, at, all) => all.findIndex((each) => each.stem === form) === at && !UNIT.test(text))
    .filter((word) => !named.has(word.stem) && !stemsIn(word.text).every((form) => named.has(form)))
    .map(({ text }) => wordTerm(text, isGiven(text, question)));
  const trials = trialNamesIn(question).map(trialTerm);
  const told = [...known, ...words].flatMap(({ said }) => outcomesIn(said).map(({ outcome }) => outcome));
  const outcomes = outcomesIn(question)
    .filter(({ outcome }) => !told.includes(outcome))
    .map(({ said }) => wordTerm(said));
  const spans = personIn(question);
  const isOfTrial = ({ said }: { said: string }) => trials.some((trial) => trial.said.includes(said));
  return (
    [
      ...trials,
      ...known.filter((each) => !isOfTrial(each)).map((each) => conceptTerm(each, isGiven(each.said, question))),
      ...doneIn(question, known),
      ...outcomes,
      ...people,
      ...words.filter((each) => !isOfTrial(each)),
      ...numbersIn(question),
    ]
      // Whom it is asked for bounds an answer: no paper has to be on that.
      .map((term) =>
        isOfPerson(term.said, question, spans) ? { ...term, kind: 'people' as const, isNeeded: false } : term,
      )
      .slice(0, MOST_TERMS)
  );
}

/** By its place in the question it is what is given: "does yoga help", "zorbafen for gout". */
function isGiven(word: string, question: string): boolean {
  const lower = word.toLowerCase();
  const isRival = new RegExp(`\\b(?:than|versus|vs|or|with)\\s+${lower.replace(/[^\p{L}\p{N} -]/gu, '.')}`, 'i').test(
    question,
  );
  return givenIn(question).some(
    (text) => text.split(/[\s-]+/).includes(lower) && ((text === lower && !isRival) || !isOrdinaryWord(word)),
  );
}

function givenIn(question: string): string[] {
  return topicOf(question)
    .subjects.filter(({ kind }) => kind === 'medicine')
    .map(({ text }) => text.toLowerCase());
}

/** What is done, in several words of which none is a name: "left atrial appendage closure". Most of them stand together. */
function doneIn(question: string, known: readonly Known[]): Term[] {
  return givenIn(question)
    .filter((text) => !known.some(({ said, kind }) => kind === 'medicine' && text.includes(said.toLowerCase())))
    .map((text) => ({ text, stems: topicWords(text).map(({ stem: form }) => form) }))
    .filter(({ stems }) => stems.length > 1)
    .map(({ text, stems }) => ({
      ...{ said: text, kind: 'name' as const, isNeeded: true },
      inside: (sentence: Sentence) => {
        const share = stems.filter((form) => sentence.stems.has(form)).length / stems.length;
        return share > MOST_OF ? share : 0;
      },
    }));
}

const MOST_OF = 0.6;

/** What is counted in, and what holds a number, are numbers' own. */
const UNIT = /^\d|^(?:days?|weeks?|months?|years?|hours?|minutes?|mg|mcg|ml|age|aged)$/i;
const SHORTEST = 2;

/** What the catalogue knows, by where it stands: one place may mean several things. */
function conceptsIn(question: string): Known[] {
  const matches = openCatalogue()
    .find(question)
    .filter(({ start, end }) => end - start >= SHORTEST)
    .filter((match) => topicWords(question.slice(match.start, match.end)).length > 0 && !isPeople(question, match));
  return [...Map.groupBy(matches, ({ start, end }) => `${start} ${end}`).values()].map((some) => {
    const { start, end } = some[0]!;
    const kinds = some.map(({ concept }) => kindOf(concept.kind));
    const kind = kinds.includes('medicine') ? 'medicine' : kinds.includes('problem') ? 'problem' : 'other';
    const said = question.slice(start, end);
    const isName = some.some(({ concept, text }) => concept.name.toLowerCase() === text.toLowerCase());
    const isSure =
      kind !== 'other' &&
      !some.every(({ guessed }) => guessed) &&
      (isName || (kind === 'medicine' && /\s/.test(said)) || !stemsIn(said).every(isOrdinaryWord));
    return { said, start, end, kind, concepts: [...new Set(some.map(({ concept }) => concept.id))], isSure };
  });
}

/** Who they are, and no disease: a woman, a child, pregnancy. */
const isPeople = (question: string, { start, end }: Match) => {
  const said = question.slice(start, end).toLowerCase();
  return whomSets().some((words) => words.includes(said));
};

function whomSets(): (readonly string[])[] {
  const { groups, states, sexes, diseases } = populations();
  const own = Object.keys(states).filter((state) => !diseases.includes(state));
  return [
    ...Object.values(groups).map(({ words }) => words),
    ...own.map((state) => states[state]!),
    ...Object.values(sexes),
  ];
}

function blanked(question: string, known: readonly Known[]): string {
  return known.reduce(
    (text, { start, end }) => text.slice(0, start) + ' '.repeat(end - start) + text.slice(end),
    question,
  );
}

/** Words of asking that tell apart what is asked: "first line", "third trimester", "long-term". */
function askedWords(text: string): { text: string; stem: string }[] {
  const telling = tellingWords();
  return (text.toLowerCase().match(/[\p{L}][\p{L}-]+/gu) ?? [])
    .filter((word) => telling.has(stem(word)))
    .map((word) => ({ text: word, stem: stem(word) }));
}

let telling: ReadonlySet<string> | undefined;

function tellingWords(): ReadonlySet<string> {
  telling ??= new Set(
    z
      .array(z.string())
      .parse(readRows(join(import.meta.dirname, 'telling.yml')))
      .map(stem),
  );
  return telling;
}

/** For whom it is asked: age, sex, a state. One of them by any of its names. */
export function peopleIn(asked: string): Term[] {
  const plain = foldText(spellOut(writtenOut(asked)).text);
  return whomSets().flatMap((words) => {
    const form = anyOf(words);
    const [said] = form.exec(plain) ?? [];
    if (said === undefined) return [];
    return [
      { said, kind: 'people' as const, isNeeded: false, inside: ({ plain }: Sentence) => Number(form.test(plain)) },
    ];
  });
}

/** What those have for whom it is asked: "in women with a previous thrombosis". */
export function settingIn(asked: string): Term[] {
  const question = spellOut(writtenOut(asked)).text;
  const { setting } = topicOf(question);
  return conceptsIn(question)
    .filter(({ said }) => setting.some(({ text }) => text.includes(said)))
    .map((each) => conceptTerm(each));
}

const forms = new Map<readonly string[], RegExp>();

function anyOf(words: readonly string[]): RegExp {
  let form = forms.get(words);
  if (form === undefined) {
    form = new RegExp(
      `(?<![\\p{L}\\p{N}])(?:${words.toSorted((a, b) => b.length - a.length).join('|')})(?![\\p{L}\\p{N}])`,
      'u',
    );
    forms.set(words, form);
  }
  return form;
}
