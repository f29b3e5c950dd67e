/**
 * Which sentences of which sources answer a question best: those that name what it names and speak as it asks. Nothing is read
 * out of them here, so nothing can be misread: they are quoted.
 */
import { isYesOrNo } from '../changes.ts';
import { targetsOf } from '../evidence/notices.ts';
import type { EvidenceRow } from '../evidence/table.ts';
import { foldText } from '../evidence/words.ts';
import { vocabulary } from '../vocabulary.ts';
import { cuesAsked, isAskedFor, isDecision, isLeftOut, WHOM } from './cues.ts';
import { hasStrangeWord, isOwnName, type Term, type ThingKind, WIDER } from './naming.ts';
import { rankPapers } from './nearest.ts';
import { personIn } from './person.ts';
import { type Asking, sentencesFor } from './sentences.ts';
import { DECIDING, isHeard, readSource, type Source, strengthIn } from './sources.ts';
import { peopleIn, settingIn, termsIn } from './terms.ts';

export interface Chosen {
  readonly row: EvidenceRow;
  /** In the order of the text. */
  readonly sentences: readonly string[];
  /** That those who are asked about were left out of it. */
  readonly without?: string | undefined;
  /** How much of what the question names the source names, 0 to 1. */
  readonly fit: number;
  /** What the question needs and this source does not name. */
  readonly lacks: readonly string[];
  /** All that it lacks is called by words of the language, and may be called otherwise there. */
  readonly isByOtherWords: boolean;
}

export interface Choice {
  readonly chosen: readonly Chosen[];
  /** What is asked about by its name and no source names: only that is a reason to say that there is nothing. */
  readonly unnamed: readonly string[];
  readonly unknown: readonly string[];
  /** What was taken back and fits as well as what stands, the best first. */
  readonly takenBack: readonly EvidenceRow[];
  /** What it asks about that is given to people. */
  readonly given: readonly string[];
  /** How much of it each source names that was weighed, by id. */
  readonly fits: ReadonlyMap<string, number>;
  /** It names an illness, or something that is given. */
  readonly isGrounded: boolean;
  /** It names more than its subject. */
  readonly isNarrow: boolean;
}

const NOTHING: Choice = {
  chosen: [],
  unnamed: [],
  unknown: [],
  takenBack: [],
  given: [],
  fits: new Map(),
  isGrounded: false,
  isNarrow: false,
};
const MOST_SOURCES = 3;
const MOST_WEIGHED = 12;
/** A source that names much less of the question than the best one is on something else. */
const NEAR = 0.7;
const BESIDE = 0.5;
const LEAST_FIT = 0.4;

/** `settled`: what is said already, with its marks. `all`: whatever was found, heard or not: what it names is named. */
export function chooseQuotes(
  question: string,
  rows: readonly EvidenceRow[],
  settled: string,
  mark: (id: string) => string,
  all: readonly EvidenceRow[] = rows,
): Choice {
  const isCited = (id: string) => mark(id) !== '' && settled.includes(mark(id));
  const terms = termsIn(question);
  const cues = cuesAsked(question);
  const heard = rows.filter((row) => isHeard(row) && (!DECIDING.includes(row.design_id) || isCited(row.id)));
  if (terms.length === 0) return NOTHING;
  const sources = heard.map((row) => readSource(row, terms));
  const weights = terms.map((term, at) =>
    weightOf(term, sources.filter(({ named }) => named[at]! > 0).length, heard.length),
  );
  const asking = askingOf(question, terms);
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  const chances = new Map(
    rankPapers(question, [...new Map([...rows, ...all].map((row) => [row.id, row])).values()]).papers.map(
      ({ source, chance }) => [source.row.id, chance],
    ),
  );
  const chanceOf = ({ row }: Source) => chances.get(row.id) ?? 0;
  const fitting = sources
    .map((source) => ({ ...source, fit: strengthIn(source.named, weights) / whole, lacks: lackingIn(source, terms) }))
    .toSorted((a, b) => rank(b, chanceOf(b), isCited) - rank(a, chanceOf(a), isCited))
    .slice(0, MOST_WEIGHED);
  const [best] = fitting;
  // Both sides of what does not agree are heard, the one that is called otherwise too.
  const isDispute = cues.some(({ slot }) => slot === 'dispute');
  const people = [...peopleIn(question), ...settingIn(question)];
  const chosen = fitting
    .filter(
      ({ fit, lacks }) =>
        fit >= Math.min(1, best!.fit) * (isDispute ? BESIDE : NEAR) &&
        fit >= LEAST_FIT &&
        lacks.length <= best!.lacks.length + Number(isDispute),
    )
    .slice(0, MOST_SOURCES)
    .map((source, at) => ({
      ...{ row: source.row, fit: source.fit, lacks: source.lacks, without: leavingOut(source, people) },
      isByOtherWords:
        !COMPARED.test(question) &&
        source.lacks.every((said) => terms.some((term) => term.said === said && !isOwnName(term))),
      sentences: sentencesFor(source, { ...asking, isFirst: at === 0 }, settled),
    }))
    .filter(({ sentences, without }) => sentences.length > 0 || without !== undefined);
  const unheard = [...new Map([...rows, ...all].map((row) => [row.id, row])).values()]
    .filter((row) => !heard.some(({ id }) => id === row.id) && (row.said?.length ?? 0) > 0)
    .map((row) => readSource(row, terms));
  // Asked whether something can be relied on, what was taken back or is doubted is what is asked about.
  const isStatus = cues.some(({ slot }) => slot === 'doubt');
  const least = isStatus ? LEAST_FIT * NEAR : Math.max(LEAST_FIT, (best?.fit ?? 0) * NEAR);
  const takenBack = unheard
    .filter(({ row }) => isTakenBack(row, all))
    .map((source) => ({ ...source, fit: strengthIn(source.named, weights) / whole, lacks: lackingIn(source, terms) }))
    .filter(({ fit, lacks }) => fit >= least && lacks.length <= Math.max(best?.lacks.length ?? 0, isStatus ? 1 : 0))
    .toSorted((a, b) => b.fit - a.fit)
    .map(({ row }) => row);
  const unnamed = terms.filter(
    (term, at) =>
      term.isNeeded &&
      (isOwnName(term) || term.kind === 'outcome') &&
      [...sources, ...unheard].every(({ named }) => named[at]! <= WIDER),
  );
  const stems = new Set(
    [...sources, ...unheard]
      .flatMap(({ title, sentences }) => [title, ...sentences.map(({ read }) => read)])
      .flatMap((one) => [...one.stems]),
  );
  const isStrange = (term: Term, at: number) =>
    term.isNeeded && [...sources, ...unheard].every(({ named }) => named[at] === 0) && hasStrangeWord(term, stems);
  const unknown = terms.filter(
    (term, at) =>
      term.kind === 'name' && isOwnName(term) && [...sources, ...unheard].every(({ named }) => named[at] === 0),
  );
  const fits = new Map(fitting.map(({ row, fit }) => [row.id, fit]));
  const isNarrow = terms.length > 1 || cues.some(isAskedFor);
  const given = terms
    .filter(({ isNeeded, kind }) => isNeeded && kind !== 'problem' && kind !== 'outcome')
    .map(({ said }) => said);
  const saidOf = (some: readonly Term[]) => some.map(({ said }) => said);
  return {
    chosen,
    unnamed: saidOf([...unnamed, ...terms.filter(isStrange)].filter((term, at, all) => all.indexOf(term) === at)),
    unknown: saidOf(unknown),
    takenBack,
    given,
    fits,
    isGrounded: terms.some(({ isNeeded, kind }) => isNeeded || (kind === 'name' && unknown.length === 0)),
    isNarrow,
  };
}

/** Of one source: within it, how many others name a thing does not matter. */
export function askingOf(question: string, terms: readonly Term[]): Asking {
  const cues = cuesAsked(question);
  return {
    ...{ terms, weights: terms.map(worthIn), cues, isFirst: true, parts: partsIn(question), runs: runsIn(question) },
    isYesOrNo: cues.some(({ slot }) => slot === 'dispute') || isYesOrNo(question),
    isDecision: isDecision(question),
    isOfSomebody:
      cues.some(({ slot }) => slot === WHOM) || personIn(question).length > 0 || peopleIn(question).length > 0,
  };
}

/** "Does it work, and how long does it last?": by what separates them. */
function partsIn(question: string): number {
  const pieces = question.split(/[?;:,&]+|\s[–-]\s|\s(?:and|or|but)\s/i);
  return pieces.filter((piece) => /\p{L}{2}/u.test(piece)).length;
}

/** Three words in a row with at most one small one: a thing in the words of the one who asks. */
function runsIn(question: string): string[] {
  const { small } = vocabulary();
  return foldText(question)
    .split(/[^\p{L}\p{N} -]+/u)
    .map((piece) => piece.split(' ').filter(Boolean))
    .flatMap((words) =>
      words
        .slice(0, Math.max(0, words.length - RUN + 1))
        .map((_, at) => words.slice(at, at + RUN))
        .filter((run) => run.filter((word) => small.has(word) || word.length < 3).length <= 1),
    )
    .map((run) => run.join(' '));
}

const RUN = 3;

/** Or the notice of it, where it is not here itself. */
export function isTakenBack(row: EvidenceRow, all: readonly EvidenceRow[]): boolean {
  return row.about === undefined
    ? row.notices.some(({ kind }) => kind === 'retraction')
    : (row.about.kind === 'retraction' || row.about.kind === 'concern') && targetsOf(row, all).length === 0;
}

/** Each thing that is given; of illnesses one, for there are many words for one. */
function lackingIn({ named }: Source, terms: readonly Term[]): string[] {
  const needed = terms
    .map((term, at) => ({ term, isNamed: named[at]! > 0 }))
    .filter(({ term }) => term.isNeeded && term.kind !== 'outcome');
  const [ills, given] = [true, false].map((isIll) => needed.filter(({ term }) => (term.kind === 'problem') === isIll));
  const lacking = given!.filter(({ isNamed }) => !isNamed);
  return [...lacking, ...(ills!.some(({ isNamed }) => isNamed) ? [] : ills!)].map(({ term }) => term.said);
}

/** What few sources name tells them apart; a word that none has is a word of asking. */
function weightOf({ kind, isNeeded }: Term, naming: number, all: number): number {
  if (naming === 0 && !isNeeded && kind !== 'name') return UNKNOWN;
  return (Math.log(1 + all / Math.max(naming, 1)) + 0.5) * WORTH[kind];
}

/** Two are held against each other: who speaks of one only answers nothing. */
const COMPARED = /\b(?:compar\w+|versus|vs\.?|head[- ]to[- ]head)(?![\p{L}])/iu;

/** What a term is worth within one source. */
function worthIn({ kind }: Term): number {
  return WORTH[kind] * IN_ONE;
}

const UNKNOWN = 0.2;
const IN_ONE = 2.6;
const WORTH: Readonly<Record<ThingKind, number>> = {
  ...{ medicine: 1.7, name: 1.7, problem: 1.5, outcome: 1.1, other: 1.1 },
  ...{ people: 0.8, word: 0.8, number: 0.8 },
};

/** As likely as it is meant; where two are alike, the one that the verdict rests on, then the surest. */
function rank(
  { row, lacks }: Source & { lacks: readonly string[] },
  chance: number,
  isCited: (id: string) => boolean,
): number {
  return chance - lacks.length * LACKING + row.level * 0.005 + (isCited(row.id) ? 0.05 : 0);
}

const LACKING = 0.1;

/** The sentence that says that such people were left out, or that nobody of them took part. */
function leavingOut({ sentences }: Source, people: readonly Term[]): string | undefined {
  return sentences.find(({ read }) => isLeftOut(read.plain) && people.some((term) => term.inside(read) === 1))?.text;
}

export { bare } from './sentences.ts';
