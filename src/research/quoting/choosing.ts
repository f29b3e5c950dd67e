/**
 * Which sentences of which sources answer a question best: those that name what it names and speak as it asks. Nothing is read
 * out of them here, so nothing can be misread: they are quoted.
 */
import { hasFigures, type Role } from '../evidence/abstract.ts';
import { isDiscredited, isEvidence } from '../evidence/grading.ts';
import type { EvidenceRow } from '../evidence/table.ts';
import { type Cue, cuesAsked, isLeftOut, VERDICT } from './cues.ts';
import { peopleIn, readSentence, type Sentence, type Term, termsIn } from './terms.ts';

export interface Chosen {
  readonly row: EvidenceRow;
  /** In the order of the text. */
  readonly sentences: readonly string[];
  /** That those who are asked about were left out of it. */
  readonly without?: string | undefined;
  /** How much of what the question names the source names, 0 to 1. */
  readonly fit: number;
}

export interface Choice {
  readonly chosen: readonly Chosen[];
  /** What the question is about and no source names. */
  readonly unnamed: readonly string[];
  /** It names more than its subject. */
  readonly isNarrow: boolean;
}

const MOST_SOURCES = 3;
const MOST_SENTENCES = 2;
const MOST_WEIGHED = 12;
/** A source that names much less of the question than the best one is on something else. */
const NEAR = 0.8;

/** `settled`: what is said already, with its marks. */
export function chooseQuotes(
  question: string,
  rows: readonly EvidenceRow[],
  settled: string,
  mark: (id: string) => string,
): Choice {
  const isCited = (id: string) => mark(id) !== '' && settled.includes(mark(id));
  const people = peopleIn(question);
  const terms = termsIn(question);
  const cues = cuesAsked(question);
  const heard = rows.filter((row) => isHeard(row) && (!DECIDING.includes(row.design_id) || isCited(row.id)));
  if (terms.length === 0 || heard.length === 0) return { chosen: [], unnamed: [], isNarrow: false };
  const sources = heard.map((row) => readSource(row, terms));
  const weights = terms.map((term, at) =>
    weightOf(term, sources.filter(({ named }) => named[at]).length, heard.length),
  );
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  const unnamed = terms.filter(({ isNeeded }, at) => isNeeded && !sources.some(({ named }) => named[at]));
  const fitting = sources
    .map((source) => ({
      ...source,
      fit: weights.reduce((sum, weight, at) => sum + (source.named[at] ? weight : 0), 0) / whole,
    }))
    .toSorted((a, b) => rank(b, cues, isCited) - rank(a, cues, isCited))
    .slice(0, MOST_WEIGHED);
  const best = Math.max(0, ...fitting.map(({ fit }) => fit));
  const chosen = fitting
    .filter(({ fit }) => fit >= best * NEAR && fit >= LEAST_FIT)
    .slice(0, MOST_SOURCES)
    .map((source, at) => ({
      ...{ row: source.row, fit: source.fit, without: leavingOut(source, people) },
      sentences: sentencesFor(source, { terms, weights, cues, isFirst: at === 0 }, settled),
    }))
    .filter(({ sentences, without }) => sentences.length > 0 || without !== undefined);
  const isNarrow = terms.length > 1 || cues.some(({ slot }) => slot !== VERDICT);
  return { chosen, unnamed: unnamed.map(({ said }) => said), isNarrow };
}

const LEAST_FIT = 0.4;
/** What somebody decided says nothing of what it does. */
const DECIDING = ['regulatory', 'coverage', 'told_decision', 'communication'];

function isHeard(row: EvidenceRow): boolean {
  const isTakenBack = row.notices.some(({ kind }) => kind === 'retraction');
  return isEvidence(row) && row.design_id !== 'knowledge' && !isTakenBack && (row.said?.length ?? 0) > 0;
}

interface Source {
  readonly row: EvidenceRow;
  readonly title: Sentence;
  readonly sentences: readonly { readonly text: string; readonly role: Role; readonly read: Sentence }[];
  /** Of each term: somewhere in it. */
  readonly named: readonly boolean[];
}

function readSource(row: EvidenceRow, terms: readonly Term[]): Source {
  const title = readSentence(row.title_read ?? row.title);
  const sentences = row.said!.map(({ text, role }) => ({ text, role, read: readSentence(text) }));
  const named = terms.map((term) => term.isIn(title) || sentences.some(({ read }) => term.isIn(read)));
  return { row, title, sentences, named };
}

/** What few sources name tells them apart. */
function weightOf({ isSubject }: Term, naming: number, all: number): number {
  // A word of asking, or of other people than those who write papers.
  if (naming === 0 && !isSubject) return UNKNOWN;
  const rare = Math.log(1 + all / Math.max(naming, 1)) + 0.5;
  return isSubject ? rare * 1.5 : rare;
}

const UNKNOWN = 0.3;

/** Where they fit alike, those that the verdict rests on, then the surest. */
function rank(
  { fit, row, sentences }: Source & { fit: number },
  cues: readonly Cue[],
  isCited: (id: string) => boolean,
): number {
  const slots = cues.filter(({ slot }) => slot !== VERDICT);
  const telling = slots.filter((cue) => sentences.some(({ read }) => cue.tells(read.plain))).length;
  const told = slots.length === 0 ? 0 : telling / slots.length;
  const isOfKind = cues.some(({ designs }) => designs.includes(row.design_id));
  return (
    fit +
    told * 0.2 +
    row.level * 0.03 +
    (isCited(row.id) ? 0.08 : 0) +
    (isOfKind ? 0.3 : 0) -
    (isDiscredited(row) ? 0.15 : 0)
  );
}

/** The sentence that says that such people were left out, or that nobody of them took part. */
function leavingOut({ sentences }: Source, people: readonly Term[]): string | undefined {
  return sentences.find(({ read }) => isLeftOut(read.plain) && people.some((term) => term.isIn(read)))?.text;
}

interface Asking {
  readonly terms: readonly Term[];
  readonly weights: readonly number[];
  readonly cues: readonly Cue[];
  /** The source that fits best. */
  readonly isFirst: boolean;
}

/** The best one, then what says most of what is still unsaid, by these and by what was said already. */
function sentencesFor(source: Source, { terms, weights, cues, isFirst }: Asking, settled: string): string[] {
  const slots = cues.filter(({ slot }) => slot !== VERDICT);
  const isVerdict = slots.length < cues.length || slots.length === 0;
  const inTitle = terms.map((term) => term.isIn(source.title));
  const weighed = source.sentences.map(({ text, role, read }) => ({
    text,
    role,
    terms: terms.map((term) => term.isIn(read)),
    slots: slots.map((cue) => cue.tells(read.plain)),
  }));
  type Weighed = (typeof weighed)[number];
  // How it was done is no answer to what came of it.
  const isOnWay = slots.some(({ way }) => way);
  const before = weighed.filter(({ text }) => settled.includes(bare(text)));
  const taken: Weighed[] = [];
  while (taken.length + before.length < MOST_SENTENCES) {
    const said = [...before, ...taken];
    const gain = (each: Weighed) => {
      const named = weights.reduce((sum, weight, at) => {
        if (!each.terms[at] || said.some((other) => other.terms[at])) return sum;
        return sum + (inTitle[at] ? weight * IN_TITLE : weight);
      }, 0);
      const told = each.slots.filter((tells, at) => tells && !said.some((other) => other.slots[at])).length * CUE;
      return { each, told, new: named + told, score: named + told + (isVerdict ? ROLES : SLOT_ROLES)[each.role] };
    };
    const [best] = weighed
      .filter((each) => !said.includes(each) && (isOnWay || each.role !== 'method'))
      .map(gain)
      .toSorted((a, b) => b.score - a.score);
    if (best === undefined || (said.length > 0 && best.new < LEAST_GAIN)) break;
    // A further source is heard where it tells just what is asked for.
    if (!isFirst && slots.length > 0 && !isVerdict && best.told === 0) break;
    taken.push(best.each);
  }
  return inOrder(isVerdict && !ADVISING.includes(source.row.design_id) ? withVerdict(taken, before) : taken);

  function inOrder(some: readonly Weighed[]): string[] {
    return weighed.filter((each) => some.includes(each)).map(({ text }) => text);
  }

  /** To a question of whether belong what the authors conclude, and the figures that come nearest. */
  function withVerdict(some: readonly Weighed[], told: readonly Weighed[]): Weighed[] {
    const all = [...some, ...told];
    const concluded = weighed.find(({ role }) => role === 'conclusion');
    const weightOfTerms = (each: Weighed) =>
      weights.reduce((sum, weight, at) => sum + (each.terms[at] ? (inTitle[at] ? weight * IN_TITLE : weight) : 0), 0);
    const [figures] = weighed
      .filter(({ role, text }) => role === 'result' && hasFigures(text))
      .toSorted((x, y) => weightOfTerms(y) - weightOfTerms(x));
    const isFigured = all.some(({ text }) => hasFigures(text));
    return [
      ...some,
      ...(concluded !== undefined && !all.includes(concluded) ? [concluded] : []),
      ...(figures !== undefined && !isFigured ? [figures] : []),
    ];
  }
}

/** They conclude nothing: each of their sentences is on something else. */
const ADVISING = ['guideline', ...DECIDING];

export const bare = (text: string) => text.replace(/[.\s]+$/, '');

const ROLES: Readonly<Record<Role, number>> = { result: 0.9, conclusion: 1.5, method: -1.5, background: -1 };
const SLOT_ROLES: Readonly<Record<Role, number>> = { result: 0.5, conclusion: 0.5, method: 0, background: -1 };
const CUE = 1.6;
/** What the title says every sentence is on. */
const IN_TITLE = 0.4;
const LEAST_GAIN = 1.5;
