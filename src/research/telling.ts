/** What a conversation is told beside the findings: what answers first, what disagrees, what was retracted, what ended. */
import { stem } from '../text/index.ts';
import { type Degree, degreesIn, isOfDegree } from './degrees.ts';
import { type Setback, stage } from './evidence/appraisal.ts';
import { type Dispute, disputesIn } from './evidence/disputes.ts';
import { aspectsAsked } from './evidence/excerpt.ts';
import { type Advance, isEnding, LIFTED, type Maturity, type Milestone } from './evidence/maturity.ts';
import { outcomeWords } from './evidence/outcome-words.ts';
import type { EvidenceRow } from './evidence/table.ts';
import { appraisal, foldText, hasAny } from './evidence/words.ts';
import type { Missing } from './gather.ts';
import { treatmentsOf } from './harm.ts';
import { areApart, illnessesIn } from './illnesses.ts';
import { groupsIn } from './population.ts';
import { sayRetraction } from './retraction.ts';
import { sayAuthority } from './rulings.ts';
import { topicOf } from './topic.ts';
import { plural, short } from './wording.ts';

type Mark = (id: string) => string;

const ENDS: Readonly<Record<Setback, string>> = {
  failed: 'failed: endpoint not met',
  withdrawn: 'withdrawn',
};

export function sayEnd(setback: Setback | undefined): string {
  return setback === undefined ? '' : ENDS[setback];
}

/** Rows that tell of the asked aspects and name what was asked by name come first; else the stronger. */
export function answersFirst(rows: readonly EvidenceRow[], question: string): EvidenceRow[] {
  const asked = namesIn(question, rows);
  const isOnEffect = hasAny(foldText(question), outcomeWords().effect);
  const wanted = aspectsAsked(question);
  const degrees = degreesIn(question);
  const score = (row: EvidenceRow) => {
    const { title, excerpt, aspects = [], direction } = row;
    const words = stemsOf(`${title} ${excerpt}`);
    // Asked whether it works, who says so comes before who decided about it.
    const verdict = isOnEffect && direction !== 'unclear' ? 3 : 0;
    const telling = aspects.filter((id) => wanted.includes(id)).length;
    // Who tells of whom or of what was asked comes before who has more of its words.
    const degree = isOfDegree(row, degrees) || hasOwn(degrees, excerpt) ? DEGREE : 0;
    return degree + verdict + ASPECT * telling + aspects.length + 2 * asked.filter((word) => words.has(word)).length;
  };
  return rows.toSorted((a, b) => score(b) - score(a));
}

const ASPECT = 20;
const DEGREE = 15;
const hasOwn = (degrees: ReadonlySet<Degree>, text: string) =>
  degrees.size > 0 && [...degreesIn(text)].some((one) => degrees.has(one));

/** Words of the question that tell one row from another; those of results are no names. */
function namesIn(question: string, rows: readonly EvidenceRow[]): string[] {
  const { telling, directions } = appraisal();
  const results = stemsOf([...telling, ...directions.favours, ...directions.against].join(' '));
  const read = rows.map(({ title, excerpt }) => stemsOf(`${title} ${excerpt}`));
  return topicOf(question)
    .words.map(({ stem: form }) => form)
    .filter((form) => form.length > 4 && !results.has(form) && !read.every((words) => words.has(form)));
}

function stemsOf(text: string): Set<string> {
  return new Set((text.toLowerCase().match(/\p{L}{3,}/gu) ?? []).map(stem));
}

/** What was asked and is told by none of the sources. */
export function tellSilence(told: readonly EvidenceRow[], question: string, all = told): string[] {
  const asked = groupsIn(question);
  const isToldBy = (id: string, { aspects, groups, setback, harms = [], alerts = [] }: EvidenceRow) =>
    aspects?.includes(id) ||
    // Why something was taken back may well be its harm: that nothing is said of it would have to be known.
    (id === 'safety' && (setback === 'withdrawn' || harms.length + alerts.length > 0)) ||
    (BY_AGE.includes(id) && groups?.some((group) => asked.includes(group)));
  const open = aspectsAsked(question).filter((id) => ![...told, ...all].some((row) => isToldBy(id, row)));
  return told.length === 0 || open.length === 0
    ? []
    : [`None of the sources that were found says anything on ${open.join(' or ')}.`];
}

/** Aspects that a source tells by whom it studied. */
const BY_AGE = ['children', 'age'];
const MOST_NAMED = 3;

/** Said where it concerns what is told. */
export function tellDisagreement(
  rows: readonly EvidenceRow[],
  told: readonly EvidenceRow[],
  question: string,
  mark: Mark,
): string[] {
  const treatments = treatmentsOf(told);
  const asked = illnessesIn(question);
  const concerns = disputesIn(rows.filter(({ illnesses }) => !areApart(illnesses, asked))).filter(({ therapy }) =>
    treatments.has(therapy),
  );
  return concerns.slice(0, MOST_NAMED).map((dispute) => {
    const [favour, against] = [dispute.favours, dispute.against].map((some) => ({
      count: plural(some.length, 'source'),
      marks: some
        .slice(0, MOST_NAMED)
        .map(({ id }) => mark(id))
        .join(''),
      verb: some.length === 1 ? 'speaks' : 'speak',
    }));
    if (dispute.advice)
      return `**Guidelines disagree on ${dispute.therapy}:** advised${favour!.marks}, advised against${against!.marks}.`;
    return `**Results disagree on ${sayDispute(dispute)}:** ${favour!.count} ${favour!.verb} for it${favour!.marks}, ${against!.count} against${against!.marks}.`;
  });
}

export function sayDispute({ therapy, said }: Dispute): string {
  return said === undefined ? therapy : `${therapy} and ${said}`;
}

export function tellRetracted(rows: readonly EvidenceRow[], all: readonly EvidenceRow[], mark: Mark): string {
  if (rows.length === 0) return '';
  const named = rows.slice(0, MOST_NAMED).map((row) => `"${short(row.title)}", ${sayRetraction(row, all, mark)}`);
  if (rows.length > MOST_NAMED) named.push('and others');
  return `**Retracted, not to be relied on:** ${named.join('; ')}.`;
}

/** "Guideline on gout" (2024-05-01)[^2], replaced by "Guideline on gout 2026" (2026-02-01)[^3]. */
export function sayReplaced(row: EvidenceRow, all: readonly EvidenceRow[], mark: Mark): string {
  const newer = all.find(({ id }) => id === row.superseded?.by);
  const say = ({ title, date, id }: EvidenceRow) =>
    `"${short(title)}"${date === undefined ? '' : ` (${date})`}${mark(id)}`;
  if (newer !== undefined) return `${say(row)}, replaced by ${say(newer)}`;
  return row.superseded?.withdrawn ? `${say(row)}, withdrawn` : say(row);
}

/** How far, and what stood in its way since. */
export function tellStages(maturity: readonly Maturity[], mark: Mark): string {
  const stages = maturity.slice(0, MOST_NAMED).map(({ therapy, stage: id, milestones, setback }) => {
    const from = milestones.findLast((step) => step.stage === id)!;
    const since = milestones.filter(
      (step) => (isEnding(step.stage) || step.stage === LIFTED) && step !== from && isAfter(step, from),
    );
    const ends = since.length > 0 || setback === undefined || setback.row === from.row ? since : [];
    const isOne = ends[0]?.row === from.row;
    const beside = milestones.filter((step) => step.stage === id && step !== from).map((step) => sayStep(step, mark));
    const reached = [...beside, isOne ? sayMilestone(from) : sayStep(from, mark)];
    return `${therapy}: ${[...reached, ...ends.map((step) => sayStep(step, mark))].join(', ')}`;
  });
  return stages.length > 0 ? `How far along: ${stages.join('; ')}.` : '';
}

const isAfter = (step: Milestone, from: Milestone) => (step.date ?? '9') >= (from.date ?? '');

export function tellMaturity(maturity: readonly Maturity[], mark: Mark): string {
  if (maturity.length === 0) return '';
  const rows = maturity
    .slice(0, 10)
    .map(({ therapy, milestones }) => `| ${therapy} | ${milestones.map((step) => sayStep(step, mark)).join(' → ')} |`);
  return ['## How the evidence matures', `| therapy | reached |\n| --- | --- |\n${rows.join('\n')}`].join('\n\n');
}

/** "Refused by the FDA (2026-06-02)[^2]". */
function sayStep(step: Milestone, mark: Mark): string {
  return `${sayMilestone(step)}${step.date ? ` (${step.date})` : ''}${mark(step.row)}`;
}

export function sayMilestone({ stage: id, by, whom }: Pick<Milestone, 'stage' | 'by' | 'whom'>): string {
  if (id === LIFTED) return by === undefined ? 'bar lifted' : `bar lifted by ${sayAuthority(by)}`;
  if (!isEnding(id))
    return `${sayStage(id)}${whom === undefined ? '' : `${id.startsWith('phase') ? ' in' : ' for'} ${whom}`}`;
  if (id === 'halted') return `trial or dosing stopped for safety${by === undefined ? '' : ` by ${sayAuthority(by)}`}`;
  if (by === undefined)
    return id === 'not recommended' ? `advised against by a guideline${whom === undefined ? '' : ` for ${whom}`}` : id;
  if (id === 'refused' && by in appraisal().decisions.payers) return `not paid for, as decided by ${sayAuthority(by)}`;
  return `${id} ${id === 'negative opinion' ? 'of' : 'by'} ${sayAuthority(by)}`;
}

/** "Went from Phase 3 to approval for adults"; "now approval for children too". */
export function sayAdvance({ therapy, from, to, row, by, whom }: Advance, mark: Mark): string {
  if (isEnding(to)) return `${therapy}: ${sayMilestone({ stage: to, by, whom })}${mark(row)}`;
  const reached = sayMilestone({ stage: to, whom });
  if (from === to) return `${therapy}: now ${reached} too${mark(row)}`;
  return `${therapy} went from ${sayMilestone({ stage: from! })} to ${reached}${mark(row)}`;
}

export function sayStage(id: string): string {
  return stage(id)?.say ?? id;
}

/** Why a source did not answer, in short: the report has the exact words. */
const SHORTLY: Readonly<Record<string, string>> = {
  REMOTE_TIMEOUT: 'no answer in time',
  REMOTE_UNAVAILABLE: 'out of reach',
  REMOTE_RATE_LIMITED: 'takes no more requests now',
  REMOTE_TOO_LARGE: 'too large an answer',
  REMOTE_REFUSED: 'refused the request',
  REMOTE_INVALID: 'its answer could not be read',
};

/** "PubMed and Europe PMC (the web is off)": sources with the same reason together, each reason once. */
export function tellMissing(missing: readonly Missing[]): string {
  const reasons = new Map<string, string[]>();
  for (const { source, reason, code = '' } of missing) {
    const why = SHORTLY[code] ?? reason;
    reasons.set(why, [...(reasons.get(why) ?? []), source]);
  }
  return [...reasons].map(([reason, sources]) => `${sources.join(', ')} (${bare(reason)})`).join('; ');
}

export const sayMissing = ({ reason, code = '' }: Missing) => bare(SHORTLY[code] ?? reason);

/** Without a bracket of its own, to stand in one. */
function bare(reason: string): string {
  return reason.replace(/[.\s]+$/, '').replace(/ ?\(([^()]*)\)$/, ': $1');
}

interface Looked {
  readonly rows: readonly EvidenceRow[];
  readonly missing: readonly Missing[];
}

/** Of each trial that is watched by its number: in the register, or named by a source, or nowhere. */
export function tellTrials(watches: readonly string[], { rows, missing }: Looked): string[] {
  return watches.slice(0, MOST_WATCHED).flatMap((id) => {
    const entry = rows.find((row) => row.id === id);
    if (entry !== undefined) return [];
    const naming = rows.filter(({ trials }) => trials?.includes(id));
    const asked = missing.find(({ source }) => source === id)?.reason;
    const register = asked ?? missing.find(({ source }) => source === REGISTER)?.reason;
    const said = register?.replace(/[.\s]+$/, '');
    const why = said === undefined ? '' : said.startsWith(REGISTER) ? ` ${said}.` : ` ${REGISTER}: ${said}.`;
    if (naming.length === 0) return [`**${id} was not found in anything that could be looked at.**${why}`];
    return [`**${id} is named by ${plural(naming.length, 'source')}; its entry in the register was not read.**${why}`];
  });
}

const REGISTER = 'ClinicalTrials.gov';
const MOST_WATCHED = 5;
