/**
 * Whatever way an answer went: what the papers nearest to the question say, where the answer has not come to say it. That there is
 * nothing is said only where no paper is near.
 */
import { targetsOf } from '../evidence/notices.ts';
import type { EvidenceRow } from '../evidence/table.ts';
import type { Mark } from '../retraction.ts';
import { trialNamesIn } from '../short-forms.ts';
import { asked, isAsking } from './asked.ts';
import { askingOf, isTakenBack } from './choosing.ts';
import { type Term, WIDER } from './naming.ts';
import { type Nearest, rankPapers } from './nearest.ts';
import { quote, tellConcern, tellTakenBack } from './saying.ts';
import { sentencesFor } from './sentences.ts';
import { termsIn } from './terms.ts';

/** It is likelier that none of the papers is meant. */
const NONE = 0.5;
/** A paper that is meant so likely is quoted: among several on one thing each is meant a little. */
const LIKELY = 0.1;
/** Where it is likelier that none is: beside the word that there is nothing. */
const LIKELY_BESIDE = 0.3;
/** One that stands out so far from all others is meant, however little of the question it names. */
const APART = 2;
const LEAST_APART = 0.12;
const MOST_PAPERS = 2;
const SHORTEST_SAID = 25;
const LEAST_SILENT = 0.01;
const MOST_SILENT = 3;
const LONGEST_TITLE = 160;

/** An answer so far. */
export interface Said {
  readonly text: string;
  /** What it opens with rests on no source. */
  readonly isSilent: boolean;
}

export interface LastLook {
  /** In the words of the papers; empty where none is near, or all is said. */
  readonly text: string;
  /** What is near is surely meant, and the answer rests on no source: that nothing was found is not so. */
  readonly isInstead: boolean;
  /** Where there is nothing: the papers that come nearest, with their marks. They were read, and are silent. */
  readonly silent?: readonly string[] | undefined;
}

const NOTHING: LastLook = { text: '', isInstead: false };

/** `rows`: whatever was found that may be told, relied on or not. */
export function lookLast(question: string, rows: readonly EvidenceRow[], said: Said, mark: Mark): LastLook {
  if (!isAsking(question)) return NOTHING;
  const plain = asked(question);
  const { papers, none } = rankPapers(
    plain,
    rows.filter(({ id }) => mark(id) !== ''),
  );
  const [first, second] = papers.filter(({ source }) => !isAbout(source.row, papers[0]?.source.row));
  const isApart =
    first?.isWhole === true && first.chance >= LEAST_APART && first.chance >= APART * (second?.chance ?? 0);
  // A trial that is here and asked of by its name is meant.
  const names = trialNamesIn(plain);
  const isNamed = ({ source }: Nearest) => trialNamesIn(source.row.title).some((name) => names.includes(name));
  const ofTrial = papers.filter(isNamed);
  const isNone = none >= NONE && !isApart && ofTrial.length === 0;
  if (isNone && !said.isSilent) return NOTHING;
  const silent = papers
    .filter(
      ({ chance, source }) =>
        chance >= LEAST_SILENT && source.row.about === undefined && !said.text.includes(mark(source.row.id)),
    )
    .slice(0, MOST_SILENT)
    .map(({ source: { row } }) => `“${row.title.slice(0, LONGEST_TITLE)}”${mark(row.id)}`);
  const [least, most] = isNone ? [LIKELY_BESIDE, 1] : [LIKELY, MOST_PAPERS];
  const whole = (
    ofTrial.length > 0 ? ofTrial : papers.filter(({ chance, isWhole }) => isWhole && chance >= least)
  ).slice(0, most);
  // What is not in it may be the only thing that is asked; then it is said that there is nothing, and this beside it.
  const isBeside = whole.length === 0 && said.isSilent && first !== undefined && !first.isWhole;
  const stands = isBeside && first.chance >= LIKELY && first.chance >= APART * (second?.chance ?? 0);
  const kin =
    isNone && said.isSilent && whole.length === 0
      ? papers.filter(isOnItsKind(termsIn(plain))).slice(0, MOST_PAPERS)
      : [];
  const near = stands ? [first] : whole.length > 0 ? whole : kin;
  // Where what is meant was taken back, nothing else answers in its place.
  const meant = near[0] !== undefined && isGone(near[0].source.row, rows) ? near.slice(0, 1) : near;
  const told = meant.map((each) => tell(plain, each, rows, said.text, mark)).filter((text) => text !== '');
  const ofKind = near === kin && told.length > 0 ? 'Of the kind of medicine that it is: ' : '';
  return {
    text: `${ofKind}${told.join(' ')}`,
    silent: said.isSilent ? silent : [],
    isInstead: said.isSilent && told.length > 0 && !isNone && !stands,
  };
}

/** It speaks of the illness, and of the medicine by the class that this belongs to only: what holds of JAK inhibitors is said of upadacitinib. */
function isOnItsKind(terms: readonly Term[]): (paper: Nearest) => boolean {
  const needed = terms.map((term, at) => ({ ...term, at })).filter(({ isNeeded }) => isNeeded);
  const isBoth = ['medicine', 'problem'].every((kind) => needed.some((term) => term.kind === kind));
  return ({ source: { named } }) =>
    isBoth && needed.every(({ kind, at }) => (kind === 'medicine' ? named[at]! >= WIDER * IN_TEXT : named[at]! > 0));
}

/** As weakly as a method names it. */
const IN_TEXT = 0.75;

/** The one is a notice of the other. */
const isAbout = (row: EvidenceRow, other: EvidenceRow | undefined) =>
  row !== other && row.about !== undefined && other !== undefined && targetsOf(row, [other]).length > 0;

function isGone(row: EvidenceRow, all: readonly EvidenceRow[]): boolean {
  return isTakenBack(row, all) || row.about?.kind === 'retraction';
}

function tell(question: string, { source }: Nearest, all: readonly EvidenceRow[], said: string, mark: Mark): string {
  const { row } = source;
  // What is said of it says already that it was taken back.
  if (isTakenBack(row, all))
    return mark(row.id) === '' || said.includes(mark(row.id)) ? '' : tellTakenBack(question, row, all, mark, true);
  const terms = termsIn(question);
  const isQuoted = said.includes(mark(row.id));
  // Of what is quoted already only that is told which it does not say yet.
  const { parts, ...asked } = askingOf(question, terms);
  const asking = { ...asked, parts: parts + 1, isOfSomebody: asked.isOfSomebody && !isQuoted };
  const sentences = sentencesFor(source, asking, said).filter(
    (text) => (text.length >= SHORTEST_SAID || text.includes(': ')) && !said.includes(text),
  );
  return sentences.length === 0 ? '' : [...quote(row, sentences, mark), ...tellConcern(row, all, mark)].join(' ');
}
