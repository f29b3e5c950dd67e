/** How each kind of thing is found in a sentence: what the catalogue knows, a trial, a word, a number. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { isOrdinaryWord } from '../../clinical/lexicon/ordinary.ts';
import { stem } from '../../text/index.ts';
import { kinOf } from '../../text/lexicon.ts';
import { baseOf, outcomesIn } from '../evidence/outcome-names.ts';
import { foldText } from '../evidence/words.ts';
import { isDisease, type Reading, readText } from '../topic-reading.ts';
import { isQualifier, vocabulary } from '../vocabulary.ts';
import { holdsWithin } from './bounds.ts';
import { clippedIn, isClipOf, isSlipOf } from './clips.ts';

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
  const reading = readText(text.replace(LESSENED, 'lessened'));
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

/** What fell by something fell down from nowhere. */
const LESSENED = /\bfell\b(?= (?:by|with|from|to|more|less|further|\d))/g;

export interface Known {
  readonly said: string;
  readonly start: number;
  readonly end: number;
  readonly kind: 'medicine' | 'problem' | 'other';
  readonly concepts: readonly string[];
  /** Every match is a thing of disease or a medicine, not a word that means one too. */
  readonly isSure: boolean;
}

/** A trial by its name is that trial. */
export function trialTerm(said: string): Term {
  const form = foldText(said);
  return { said, kind: 'name', isNeeded: true, inside: ({ plain }) => Number(plain.includes(form)) };
}

export const stemsIn = (text: string) => (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map(stem);

export function conceptTerm({ said, kind, concepts, isSure }: Known, isGiven = false): Term {
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

export function wordTerm(text: string, isGiven = false): Term {
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
    inside: ({ plain, stems, reading, outcomes: told }) => {
      const isNamed =
        stems.has(form) ||
        isJoined(text, stems) ||
        (parts.length > 1 && parts.every((part) => stems.has(part))) ||
        outcomes.some((outcome) => tells(told, outcome)) ||
        (isInitials(text) && (reading.initials.has(text.toLowerCase()) || isSpelled(text, plain)));
      if (isNamed) return 1;
      const isCut = [...stems].some((other) => isClipOf(form, other) || (isName && isSlipOf(form, other)));
      if (!isCut && clippedIn(text, reading)) return CUT;
      return isCut ? CUT : kin.some((other) => stems.has(other)) ? KIN : 0;
    },
  };
}

/** "ACS" where "acute coronary syndrome" is written: words in a row with these letters. */
function isSpelled(initials: string, plain: string): boolean {
  if (initials.length < FEWEST_INITIALS) return false;
  const words = [...initials.toLowerCase()].map((letter) => `${letter}[\\p{L}]{3,}`);
  return new RegExp(`(?<![\\p{L}-])${words.join('[\\s-]+')}(?![\\p{L}])`, 'u').test(plain);
}

const FEWEST_INITIALS = 3;

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

/** It stands for one thing only: what is called by words of the language may be called by others. */
export function isOwnName({ kind, said }: Term): boolean {
  const isName = (word: string) => (word.length >= SHORTEST_OWN || /^\p{Lu}{2}/u.test(word)) && !isOrdinaryWord(word);
  return (kind === 'medicine' || kind === 'name') && said.split(/[\s-]+/).every(isName);
}

/** "Ketogenic diet": of several words one names it, and stands in none of the texts. `stems`: of all of them. */
export function hasStrangeWord({ kind, said }: Term, stems: ReadonlySet<string>): boolean {
  const words = said.split(/[\s-]+/);
  const isOwn = (word: string) => word.length >= LONG_OWN && !isOrdinaryWord(word) && !isQualifier(word);
  return (
    kind === 'name' && words.length > 1 && words.some((word) => isOwn(word) && !stems.has(stem(word.toLowerCase())))
  );
}

const LONG_OWN = 7;
const SHORTEST_OWN = 4;

/** A number, with what it counts where that is said: "2 years", "500 mg". */
export function numbersIn(question: string): Term[] {
  const found = question.matchAll(
    /(?<![\p{L}\d.])(\d+(?:[.,]\d+)?)(?:[\s-]?(%|mg|mcg|g|kg|mm|cm|ml|mmol|years?|yrs?|weeks?|days?|months?|hours?)(?!\p{L}))?/giu,
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
