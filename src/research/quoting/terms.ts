/**
 * What a question names, each thing once, by all of its names: to be found in sentences. A thing is what the catalogue knows, a
 * name that is no word of the language, people, a number, or any other word that tells something.
 */
import { join } from 'node:path';
import { z } from 'zod';
import { type Match, openCatalogue } from '../../clinical/catalogue/index.ts';
import { isOrdinaryWord } from '../../clinical/lexicon/ordinary.ts';
import { stem } from '../../text/index.ts';
import { kinOf } from '../../text/lexicon.ts';
import { readRows } from '../../text/rows.ts';
import { baseOf, outcomesIn } from '../evidence/outcomes.ts';
import { foldText } from '../evidence/words.ts';
import { populations } from '../population.ts';
import { spellOut, trialNamesIn } from '../short-forms.ts';
import { kindOf } from '../spans.ts';
import { topicOf } from '../topic.ts';
import { isDisease, type Reading, readText } from '../topic-reading.ts';
import { topicWords } from '../topic-words.ts';
import { isQualifier, vocabulary } from '../vocabulary.ts';
import { holdsWithin } from './bounds.ts';
import { clippedIn, isClipOf, isSlipOf } from './clips.ts';
import { withoutAsking } from './cues.ts';

export type ThingKind = 'medicine' | 'problem' | 'name' | 'people' | 'outcome' | 'other' | 'word' | 'number';

export interface Term {
  readonly said: string;
  readonly kind: ThingKind;
  /** Without a source that names it nothing is answered. */
  readonly isNeeded: boolean;
  /** How surely a sentence names it, 0 to 1: what it is a kind of is less than it itself. */
  inside(sentence: Sentence): number;
}

/** Named by one of its kinds: what is asked of antibiotics is told of azithromycin, less surely than where they are named. */
export const MEMBER = 0.85;
/** Named by what it is a kind of: what holds of antidepressants is said of sertraline, less surely. */
export const WIDER = 0.5;

/** A sentence read once. */
export interface Sentence {
  readonly plain: string;
  readonly stems: ReadonlySet<string>;
  readonly reading: Reading;
  readonly outcomes: ReadonlySet<string>;
}

const read = new Map<string, Sentence>();
const MOST_READ = 4_000;

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

const MOST_TERMS = 16;

export function termsIn(asked: string): Term[] {
  const question = withoutAsking(spellOut(asked).text);
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
  const isOfTrial = ({ said }: { said: string }) => trials.some((trial) => trial.said.includes(said));
  return [
    ...trials,
    ...known.filter((each) => !isOfTrial(each)).map((each) => conceptTerm(each, isGiven(each.said, question))),
    ...doneIn(question, known),
    ...outcomes,
    ...people,
    ...words.filter((each) => !isOfTrial(each)),
    ...numbersIn(question),
  ].slice(0, MOST_TERMS);
}

/** A trial by its name is that trial. */
function trialTerm(said: string): Term {
  const form = foldText(said);
  return { said, kind: 'name', isNeeded: true, inside: ({ plain }) => Number(plain.includes(form)) };
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
const UNIT = /\d|^(?:days?|weeks?|months?|years?|hours?|minutes?|mg|mcg|ml|age|aged)$/i;

interface Known {
  readonly said: string;
  readonly start: number;
  readonly end: number;
  readonly kind: 'medicine' | 'problem' | 'other';
  readonly concepts: readonly string[];
  /** Every match is a thing of disease or a medicine, not a word that means one too. */
  readonly isSure: boolean;
}

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
  const plain = foldText(spellOut(asked).text);
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
  const question = spellOut(asked).text;
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

const stemsIn = (text: string) => (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map(stem);

function conceptTerm({ said, kind, concepts, isSure }: Known, isGiven = false): Term {
  const catalogue = openCatalogue();
  const stems = stemsIn(said).filter((form) => !vocabulary().small.has(form));
  const outcomes = outcomesIn(said).map(({ outcome }) => outcome);
  const short = said.toLowerCase();
  const telling = stems.filter((form) => !isQualifier(form));
  const isWider = (found: string, id: string) =>
    catalogue.isA(id, found) && (kind === 'medicine' || (kind === 'problem' && isDisease(found)));
  return {
    ...{ said, kind, isNeeded: isSure || isGiven },
    inside: ({ stems: own, reading, outcomes: told }) => {
      const found = [...reading.concepts];
      const isNamed =
        stems.every((form) => own.has(form)) ||
        (isInitials(said) && reading.initials.has(short)) ||
        outcomes.some((outcome) => tells(told, outcome)) ||
        concepts.some((id) => found.includes(id));
      if (isNamed) return 1;
      if (concepts.some((id) => found.some((other) => catalogue.isA(other, id)))) return MEMBER;
      if (kind === 'other' && found.some((id) => isTooMuchOf(id, said))) return SHOWN;
      if (concepts.some((id) => shows(id).some((other) => found.includes(other)))) return SHOWN;
      // "Long covid fatigue", "post-COVID fatigue": the same illness in words that overlap.
      const shared = telling.filter((form) => own.has(form)).length;
      if (kind === 'problem' && telling.length > 1 && shared * 2 > telling.length) return OVERLAP;
      return concepts.some((id) => found.some((other) => isWider(other, id))) ? WIDER : 0;
    },
  };
}

const OVERLAP = 0.8;
/** Hyperkalaemia by the potassium that shows it. */
const SHOWN = 0.6;

/** Hypophosphataemia is a matter of phosphate. */
function isTooMuchOf(id: string, said: string): boolean {
  return (
    said.length >= SHORTEST_ANALYTE &&
    /^condition:hyp(?:o|er)/.test(id) &&
    id.includes(said.toLowerCase().slice(0, SHORTEST_ANALYTE))
  );
}

const SHORTEST_ANALYTE = 5;

function shows(id: string): string[] {
  return id.startsWith('condition:')
    ? openCatalogue()
        .shownBy(id)
        .map((each) => each.id)
    : [];
}

/** Deaths are told of by cardiovascular deaths too. */
const tells = (told: ReadonlySet<string>, outcome: string) =>
  told.has(outcome) || [...told].some((each) => baseOf(each) === outcome);

export const isInitials = (text: string) => /^\p{Lu}{2,5}$/u.test(text);

function wordTerm(text: string, isGiven = false): Term {
  const form = stem(text.toLowerCase());
  const outcomes = outcomesIn(text).map(({ outcome }) => outcome);
  const isName =
    (text.length >= SHORTEST_NAME || isInitials(text)) &&
    outcomes.length === 0 &&
    !isOrdinaryWord(text) &&
    !isQualifier(text);
  const kin = isName ? [] : [...kinOf(form)];
  const parts = text.includes('-') ? stemsIn(text) : [];
  return {
    said: text,
    kind: isName ? 'name' : outcomes.length > 0 ? 'outcome' : 'word',
    isNeeded: isGiven || outcomes.length > 0,
    inside: ({ stems, reading, outcomes: told }) => {
      const isNamed =
        stems.has(form) ||
        isJoined(text, stems) ||
        (parts.length > 1 && parts.every((part) => stems.has(part))) ||
        outcomes.some((outcome) => tells(told, outcome)) ||
        (isInitials(text) && reading.initials.has(text.toLowerCase()));
      if (isNamed) return 1;
      const isCut = [...stems].some((other) => isClipOf(form, other) || (isName && isSlipOf(form, other)));
      if (!isCut && clippedIn(text, reading)) return CUT;
      return isCut ? CUT : kin.some((other) => stems.has(other)) ? KIN : 0;
    },
  };
}

/** "Birthweight" where "birth weight" is written. */
function isJoined(text: string, stems: ReadonlySet<string>): boolean {
  const lower = text.toLowerCase();
  if (lower.length < LONG_JOINED) return false;
  for (let cut = 3; cut <= lower.length - 3; cut++)
    if (stems.has(stem(lower.slice(0, cut))) && stems.has(stem(lower.slice(cut)))) return true;
  return false;
}

const LONG_JOINED = 8;
const CUT = 0.9;
const KIN = 0.6;
const SHORTEST_NAME = 5;

/** A number, with what it counts where that is said: "2 years", "500 mg". */
function numbersIn(question: string): Term[] {
  const found = question.matchAll(
    /(?<![\p{L}\d.])(\d+(?:[.,]\d+)?)(?:\s?(%|mg|g|years?|weeks?|days?|months?|hours?)(?!\p{L}))?/giu,
  );
  return [...found].flatMap(([said, number, unit]) => {
    if (unit === undefined && number!.length < 2) return [];
    const counted = unit === undefined ? '' : `[ -]?${unit.toLowerCase().replace(/s$/, '')}`;
    const form = new RegExp(`(?<![\\d.])${number!.replaceAll('.', '\\.')}${counted}(?![\\d])`, 'u');
    return [
      {
        ...{ said, kind: 'number' as const, isNeeded: false },
        inside: ({ plain }: Sentence) =>
          form.test(plain) ? 1 : holdsWithin(plain, Number(number!.replace(',', '.')), unit) ? WITHIN : 0,
      },
    ];
  });
}

/** Not named, and in a range that is. */
const WITHIN = 0.8;
