/** A report: what changed since last time first, then what is known by its strength, what is not, what is watched. */

import { tellAbsence } from './absence.ts';
import { cautionsOn, isAside, isBarred, listCautions, tellCautions } from './cautions.ts';
import { degreesIn, isOfDegree, isOfOtherDegree } from './degrees.ts';
import { CERTAINTY, isSure, isWanted, sayEnough } from './enough.ts';
import { stage } from './evidence/appraisal.ts';
import { disputesIn } from './evidence/disputes.ts';
import { isEvidence, plannedOf } from './evidence/grading.ts';
import type { Advance, Maturity } from './evidence/maturity.ts';
import { targetsOf } from './evidence/notices.ts';
import type { EvidenceRow, TableChange } from './evidence/table.ts';
import { factAsked } from './facts.ts';
import { tellPlanned, tellRow, tellSource } from './finding.ts';
import type { Missing } from './gather.ts';
import { listHarms } from './harm.ts';
import { headlineOf } from './headline.ts';
import { isFor } from './population.ts';
import { withWords } from './quoting/index.ts';
import type { Requirements } from './request.ts';
import { noticesOf, sayRetraction } from './retraction.ts';
import { trialNamesIn, withTrialNames } from './short-forms.ts';
import { settleStanding } from './standing.ts';
import { summaryOf } from './summary.ts';
import { sayDispute, sayReplaced, sayStage, tellMaturity, tellTrials } from './telling.ts';
import type { Topic } from './topic.ts';
import { isOnOtherDisease, isOnTherapy, medicinesIn } from './treating.ts';
import { settleQuestion } from './treatments.ts';
import type { Unseen } from './unseen.ts';
import { plainOf, vocabulary } from './vocabulary.ts';
import { day, plural, short } from './wording.ts';

export interface ReportParts {
  readonly name: string;
  readonly requirements: Requirements;
  readonly rows: readonly EvidenceRow[];
  /** Papers beside the table that may answer the question. */
  readonly near?: readonly EvidenceRow[] | undefined;
  readonly changes: readonly TableChange[];
  readonly maturity: readonly Maturity[];
  readonly advances: readonly Advance[];
  readonly met: boolean;
  readonly looked: readonly { readonly source: string; readonly found: number }[];
  readonly missing: readonly Missing[];
  /** What should have been seen and was not. */
  readonly unseen?: readonly Unseen[] | undefined;
  /** What looks again, in words. */
  readonly watching: readonly string[];
  readonly now: number;
  /** When the last report was written. */
  readonly last?: number | undefined;
  /** What was asked beyond the subject: it is told first. */
  readonly focus?: Topic | undefined;
  /** What was asked just now: its aspects and names come first in the conversation. */
  readonly question?: string | undefined;
  /** It is asked beside the agent's own question: what changed is told with that, not with this. */
  readonly isBeside?: boolean | undefined;
  /** Nothing was looked up for it: it says what is known. */
  readonly recalled?: boolean | undefined;
}

export interface ReportCitation {
  readonly marker: string;
  readonly row: EvidenceRow;
}

export interface Report {
  readonly markdown: string;
  readonly headline: string;
  /** The findings in short, for a conversation. */
  readonly summary: string;
  readonly citations: readonly ReportCitation[];
  /** The marker of a row in all of the above. */
  markerOf(id: string): string;
}

const MOST_FINDINGS = 30;

export function writeReport(given: ReportParts): Report {
  const titles = [...given.rows, ...(given.near ?? [])].map(({ title }) => title);
  const parts = given.question === undefined ? given : { ...given, question: withTrialNames(given.question, titles) };
  const sound = parts.rows.filter(isEvidence);
  const shown = sound.filter((row) => isWanted(row, parts.requirements)).slice(0, MOST_FINDINGS);
  const degrees = degreesIn(parts.question ?? '');
  const fitting = shown.filter((row) => !isOfOtherDegree(row, degrees));
  const asked = ofTrial(fitting.length > 0 ? fitting : shown, parts.question);
  const below = sound.filter((row) => !isWanted(row, parts.requirements)).slice(0, MOST_FINDINGS);
  const planned = plannedOf(parts.rows);
  const retracted = retractedOf(parts.rows);
  const doubts = parts.rows.filter((row) => row.about?.kind === 'concern' && targetsOf(row, parts.rows).length === 0);
  const corrections = parts.rows.filter(({ about }) => about?.kind === 'correction');
  const notices = [...retracted.flatMap((row) => noticesOf(row, parts.rows)), ...doubts, ...corrections];
  const replaced = parts.rows.filter(({ superseded, level }) => superseded !== undefined && level > 0);
  const alerted = parts.rows.filter(({ alerts = [], level }) => alerts.length > 0 && level > 0);
  const steps = new Set(parts.maturity.flatMap(({ milestones }) => milestones.map(({ row }) => row)));
  const reached = parts.rows.filter(({ id }) => steps.has(id));
  const cited = [
    ...new Set([
      ...[...shown, ...below, ...planned.slice(0, MOST_FINDINGS)],
      ...[...retracted, ...notices, ...reached, ...alerted, ...replaced],
      ...(parts.near ?? []),
    ]),
  ];
  const markers = new Map(cited.map((row, i) => [row.id, `${i + 1}`]));
  const mark = (id: string) => (markers.has(id) ? `[^${markers.get(id)}]` : '');
  const changed = headlineOf(parts.isBeside ? { ...parts, last: undefined, recalled: true } : parts, mark);
  const { question } = parts;
  // Which dose is recommended is no question of whether it is.
  const isOnStanding = question !== undefined && factAsked(question) === undefined;
  const settled = isOnStanding ? settleStanding(question, sound, mark, replaced) : undefined;
  const standing = settled?.open ? undefined : settled;
  const medicines = question === undefined ? [] : medicinesIn(question, parts.rows);
  // Asked of the mild, what warns of a medicine that was found in the severe only leads nothing.
  const named = new Set(asked.filter((row) => isOfDegree(row, degrees)).flatMap(({ therapies }) => therapies));
  const isMeant = (therapy: string) =>
    isOnTherapy(therapy, medicines) && (medicines.length > 0 || named.size === 0 || named.has(therapy));
  const cautions = cautionsOn(parts.rows).filter(({ therapy }) => isMeant(therapy));
  // A trial that was stopped in one disease bars nothing in another; what is off the market is so for all.
  const titleOf = (id: string) => parts.rows.find((row) => row.id === id)?.title ?? '';
  const barring = cautions.filter(
    ({ kind, row }) => kind !== 'halted' || question === undefined || !isOnOtherDisease(titleOf(row), question),
  );
  const barred = medicines.length > 0 && isBarred(barring);
  const found =
    (standing &&
      withWords(question!, standing.text, { rows: asked, near: parts.near, all: parts.rows, isDecided: true }, mark)) ??
    (question === undefined
      ? tellAbsence(medicines, parts.rows, mark)
      : settleQuestion({ question, medicines, rows: parts.rows, shown: asked, near: parts.near, barred }, mark));
  // What bars it stands above whatever speaks for it.
  const sayCautions = (some: typeof cautions) =>
    tellCautions(some, mark, (alert) => (barring.includes(alert) ? '' : titleOf(alert.row)));
  const caution = sayCautions(cautions.filter((alert) => !isAside(alert, question)));
  const aside = sayCautions(cautions.filter((alert) => isAside(alert, question)));
  const settledBy = [settled?.open ? settled.text : '', found ?? ''].filter(Boolean).join(' ');
  const answer = settledBy === '' ? undefined : [caution, settledBy].filter(Boolean).join(' ');
  const trials = tellTrials(parts.requirements.watches, parts);
  const isFirst = (parts.last === undefined || parts.isBeside) && answer !== undefined;
  const headline = [...trials, trials.length > 0 && cited.length === 0 ? '' : isFirst ? answer : changed]
    .filter(Boolean)
    .join(' ');
  const beside = answer === undefined ? caution : isFirst ? '' : answer;
  const news = !isFirst && answer !== undefined && isSilent(parts) ? '' : headline;
  // Who follows a subject reads what changed first; who asks a question, the answer.
  const isFollowed = answer !== undefined && question !== undefined && isToLook(question);
  const opening = (isFollowed ? [news, beside] : [beside, news]).filter(Boolean).join(' ');
  const findings = shown.map((row) => `- ${tellRow(row)}${mark(row.id)}`);
  const more = sound.filter((row) => isWanted(row, parts.requirements)).length - shown.length;
  if (more > 0) findings.push(`- And ${plural(more, 'source')} more, in the evidence table.`);
  const body = [
    headline,
    `# ${parts.name}: ${day(parts.now)}`,
    `Asked: ${parts.requirements.question.replace(/\s+/g, ' ')}${tellRequirements(parts.requirements)}`,
    section('Findings, the strongest first', findings, nothingFound(below)),
    below.length > 0
      ? section(
          'Also found, not of the kind that was asked for',
          below.map((row) => `- ${tellRow(row)}${mark(row.id)}`),
        )
      : '',
    section('Warnings and decisions on safety', listCautions(parts.rows, mark)),
    section('Harm', listHarms([...shown, ...below], mark)),
    section(
      'Registered, without results yet',
      planned.slice(0, MOST_FINDINGS).map((row) => `- ${tellPlanned(row)}${mark(row.id)}`),
    ),
    retracted.length > 0
      ? section(
          'Retracted: not to be relied on',
          retracted.map((row) => `- ${row.title}, ${sayRetraction(row, parts.rows, mark)}`),
        )
      : '',
    section(
      'Replaced: no longer in force',
      replaced.map((row) => `- ${sayReplaced(row, parts.rows, mark)}`),
    ),
    tellMaturity(parts.maturity, mark),
    section('Still unknown', unknowns(parts)),
    section(
      'Being watched',
      parts.watching.map((line) => `- ${line}`),
      'Nothing is scheduled.',
    ),
    section(
      'Looked at',
      parts.looked.map(({ source, found }) => `- ${source}: ${found} on the subject`),
    ),
    parts.missing.length > 0
      ? section(
          'Not looked at',
          parts.missing.map(({ source, reason }) => `- ${source}: ${reason}`),
        )
      : '',
    cited.map((row) => `[^${markers.get(row.id)}]: ${tellSource(row)}`).join('\n'),
  ];
  const citations = cited.map((row) => ({ marker: markers.get(row.id)!, row }));
  const markdown = `${body.filter(Boolean).join('\n\n')}\n`;
  const summary = summaryOf(
    parts,
    opening,
    { shown: asked, below, planned, retracted, replaced, standing, medicines, caution, aside, barred },
    mark,
  );
  return { markdown, headline, summary, citations, markerOf: mark };
}

/** Who asks of a trial by its name is told of that trial, where it is there. */
function ofTrial(rows: readonly EvidenceRow[], question = ''): readonly EvidenceRow[] {
  const names = trialNamesIn(question);
  const own = rows.filter(({ title }) => trialNamesIn(title).some((name) => names.includes(name)));
  return own.length > 0 ? own : rows;
}

/** "Follow X in Y": an order to look, and no question. */
function isToLook(request: string): boolean {
  const [opening = ''] = plainOf(request).split(' ', 1);
  return vocabulary().order_verbs.includes(opening) && !request.includes('?');
}

/** Asked again within the day, with nothing new: the answer says enough. */
function isSilent({ changes, advances, last, now }: ReportParts): boolean {
  return changes.length + advances.length === 0 && last !== undefined && day(last) === day(now);
}

/** What was retracted; and notices of it whose publication is not in the table. */
function retractedOf(rows: readonly EvidenceRow[]): EvidenceRow[] {
  return rows.filter(
    (row) => row.grade === 'retracted' || (row.about?.kind === 'retraction' && targetsOf(row, rows).length === 0),
  );
}

function nothingFound(below: readonly EvidenceRow[]): string {
  return below.length > 0 ? 'Nothing of the kind that was asked for was found.' : 'Nothing on this was found.';
}

function tellRequirements(requirements: Requirements): string {
  const { population, threshold, cadence } = requirements;
  const wishes = [
    population && `for ${population}`,
    threshold.designs && `designs: ${threshold.designs.join(', ').replaceAll('_', '-')}`,
    threshold.size && `at least ${threshold.size} people`,
    threshold.stage && `from ${sayStage(threshold.stage)} on`,
    `enough is: ${sayEnough(requirements)}`,
    cadence && `looks again: ${cadence}`,
  ];
  return `\n\n*${wishes.filter(Boolean).join('; ')}.*`;
}

function unknowns({ rows, maturity, met, requirements }: ReportParts): string[] {
  const { grade, count } = requirements.threshold;
  const wanted = rows.filter((row) => isSure(row, grade, requirements) && isWanted(row, requirements)).length;
  const lines: string[] = [];
  if (rows.length === 0) lines.push('- Everything: no source speaks of it.');
  else if (!met)
    lines.push(
      `- Whether it holds: ${plural(wanted, 'source')} of the kind asked for, of at least ${CERTAINTY[grade]} certainty, so far; ${plural(count, 'source')} wanted.`,
    );
  const disputes = disputesIn(rows);
  const disputed = disputes.filter(({ advice }) => !advice).map(sayDispute);
  if (disputed.length > 0)
    lines.push(`- Which side is right on ${disputed.slice(0, 4).join(', ')}: results contradict each other.`);
  const advised = disputes.filter(({ advice }) => advice).map(({ therapy }) => therapy);
  if (advised.length > 0) lines.push(`- Whether to give ${advised.slice(0, 4).join(', ')}: guidelines disagree.`);
  const open = plannedOf(rows);
  if (open.length > 0)
    lines.push(
      `- Results of ${plural(open.length, 'registered trial')} without results: ${open
        .slice(0, 4)
        .map(({ id, title }) => (id.startsWith('NCT') ? id : `"${short(title)}"`))
        .join(', ')}.`,
    );
  const early = maturity.filter(({ stage: id, setback }) => (stage(id)?.order ?? 0) < 4 && !setback);
  if (early.length > 0)
    lines.push(
      `- Whether ${early
        .slice(0, 4)
        .map(({ therapy }) => therapy)
        .join(', ')} will reach Phase 3.`,
    );
  if (requirements.population !== undefined && !rows.some((row) => isFor(row, requirements.population!)))
    lines.push(`- Whether it holds for ${requirements.population}: no source says so.`);
  return lines.length > 0 ? lines : ['- Nothing that was asked for is open.'];
}

function section(title: string, lines: readonly string[], otherwise = ''): string {
  const text = lines.length > 0 ? lines.join('\n') : otherwise;
  return text === '' ? '' : `## ${title}\n\n${text}`;
}
