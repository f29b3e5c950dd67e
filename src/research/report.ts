/** A report: what changed since last time first, then what is known by its strength, what is not, what is watched. */

import { answerOf, surveyOf } from './answer.ts';
import { isAsked, isWanted } from './enough.ts';
import { stage } from './evidence/appraisal.ts';
import { disputesIn } from './evidence/disputes.ts';
import { type Advance, findAdvances, type Maturity } from './evidence/maturity.ts';
import { targetsOf } from './evidence/notices.ts';
import type { EvidenceRow, TableChange } from './evidence/table.ts';
import type { Missing } from './gather.ts';
import { isFor } from './population.ts';
import type { Requirements } from './request.ts';
import {
  answersFirst,
  sayDispute,
  sayEnd,
  tellDisagreement,
  tellMaturity,
  tellMissing,
  tellRetracted,
  tellSilence,
  tellStages,
  tellTrials,
} from './telling.ts';
import { isOn, readText, type Topic } from './topic.ts';
import { plural, short } from './wording.ts';

export interface ReportParts {
  readonly name: string;
  readonly requirements: Requirements;
  readonly rows: readonly EvidenceRow[];
  readonly changes: readonly TableChange[];
  readonly maturity: readonly Maturity[];
  readonly advances: readonly Advance[];
  readonly met: boolean;
  readonly looked: readonly { readonly source: string; readonly found: number }[];
  readonly missing: readonly Missing[];
  /** What looks again, in words. */
  readonly watching: readonly string[];
  readonly now: number;
  /** When the last report was written. */
  readonly last?: number | undefined;
  /** What was asked beyond the subject: it is told first. */
  readonly focus?: Topic | undefined;
  /** What was asked just now: its aspects and names come first in the conversation. */
  readonly question?: string | undefined;
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
}

const CERTAINTY = ['', 'very low', 'low', 'moderate', 'high'];
const MOST_FINDINGS = 12;
const MOST_TOLD = 4;

export function writeReport(parts: ReportParts): Report {
  const sound = parts.rows.filter(({ level }) => level > 0);
  const shown = sound.filter((row) => isWanted(row, parts.requirements)).slice(0, MOST_FINDINGS);
  const below = sound.filter((row) => !isWanted(row, parts.requirements)).slice(0, MOST_FINDINGS);
  const retracted = retractedOf(parts.rows);
  const cited = [...shown, ...below, ...retracted];
  const markerOf = new Map(cited.map((row, i) => [row.id, `${i + 1}`]));
  const mark = (id: string) => (markerOf.has(id) ? `[^${markerOf.get(id)}]` : '');
  const changed = headlineOf(parts, mark);
  const answer = parts.question === undefined || shown.length === 0 ? undefined : answerOf(parts.question, shown, mark);
  const trials = tellTrials(parts.requirements.watches, parts);
  const isFirst = parts.last === undefined && answer !== undefined;
  const headline = [...trials, trials.length > 0 && cited.length === 0 ? '' : isFirst ? answer : changed]
    .filter(Boolean)
    .join(' ');
  const opening = isFirst || answer === undefined ? headline : `${answer} ${headline}`;
  const findings = shown.map((row) => `- ${tellRow(row)}${mark(row.id)}`);
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
    retracted.length > 0
      ? section(
          'Retracted: not to be relied on',
          retracted.map((row) => `- ${row.title}${mark(row.id)}`),
        )
      : '',
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
    cited.map((row) => `[^${markerOf.get(row.id)}]: ${tellSource(row)}`).join('\n'),
  ];
  const citations = cited.map((row) => ({ marker: markerOf.get(row.id)!, row }));
  const markdown = `${body.filter(Boolean).join('\n\n')}\n`;
  return { markdown, headline, summary: summaryOf(parts, opening, { shown, below, retracted }, mark), citations };
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

function headlineOf(parts: ReportParts, mark: (id: string) => string): string {
  const { changes, advances, rows, last, now, recalled, requirements } = parts;
  if (last === undefined) {
    const sound = rows.filter(({ level }) => level > 0);
    const [best] = sound.filter((row) => isWanted(row, requirements));
    const when = recalled ? 'So far' : `First look, ${day(now)}`;
    if (sound.length === 0) return `**${when}: nothing on this was found in what could be looked at.**`;
    if (best === undefined) return `**${when}: nothing of the kind that you asked for was found.**`;
    return surveyOf(
      sound.filter((row) => mark(row.id) !== ''),
      mark,
      recalled ? 'So far' : 'Found',
    );
  }
  const since = day(last) === day(now) ? 'since the last look' : `since ${day(last)}`;
  const told = [
    ...changes
      .filter(({ kind }) => kind === 'retracted')
      .map(({ row }) => `"${short(row.title)}" was retracted${mark(row.id)}`),
    ...advances
      .filter(({ from }) => from !== undefined)
      .map((a) => `${a.therapy} went from ${say(a.from!)} to ${say(a.to)}${mark(a.row)}`),
    ...changes
      .filter(({ kind }) => kind === 'changed')
      .map(({ row, what }) => `${short(row.title)}: ${what.join(', ')}${mark(row.id)}`),
  ];
  // An entry of reference is background, and was there before.
  const fresh = changes
    .filter(({ kind, row }) => kind === 'new' && row.design_id !== 'knowledge' && mark(row.id) !== '')
    .toSorted((a, b) => b.row.level - a.row.level);
  told.push(
    ...fresh
      .slice(0, 3)
      .map(
        ({ row }) =>
          `new: "${short(row.title)}" (${[row.design, sayEnd(row.setback)].filter(Boolean).join(', ')})${mark(row.id)}`,
      ),
  );
  if (fresh.length > 3) told.push('and others that are new');
  return told.length === 0 ? `**Nothing new ${since}.**` : `**Changed ${since}:** ${told.slice(0, 6).join('; ')}.`;
}

interface Shown {
  readonly shown: readonly EvidenceRow[];
  readonly below: readonly EvidenceRow[];
  readonly retracted: readonly EvidenceRow[];
}

function summaryOf(parts: ReportParts, given: string, rows: Shown, mark: (id: string) => string): string {
  const { shown, below, retracted } = rows;
  const { focus } = parts;
  const onFocus = [...shown, ...below].filter(
    ({ title, excerpt }) => focus === undefined || isOn(readText(`${title}. ${excerpt}`), focus),
  );
  const headline =
    focus === undefined
      ? given
      : onFocus.length > 0
        ? (answerOf(parts.question ?? '', onFocus, mark) ?? `**On ${focus.label}:**`)
        : `**On ${focus.label} nothing was found in what could be looked at.** ${given}`;
  const all = focus !== undefined && onFocus.length > 0 ? onFocus : shown.length > 0 ? shown : below;
  const told = answersFirst(all, parts.question ?? '').slice(0, MOST_TOLD);
  const lines = told.map((row) => `- ${tellRow(row)}${mark(row.id)}`);
  if (shown.length === 0 && lines.length > 0) lines.unshift('What there is instead:\n');
  const unseen = parts.missing.filter(({ source }) => !parts.requirements.watches.includes(source));
  const missing = unseen.length > 0 ? `Not looked at: ${tellMissing(unseen)}.` : '';
  const isShort = !parts.met && shown.length > 0 && isAsked(parts.requirements);
  const enough = isShort ? 'The evidence you asked for is not there yet.' : '';
  return [
    headline,
    lines.join('\n'),
    [...tellSilence(told, parts.question ?? ''), ...tellDisagreement(parts.rows, told, mark)].join(' '),
    tellRetracted(retracted, mark),
    tellStages(parts.maturity, mark),
    [enough, missing].filter(Boolean).join(' '),
  ]
    .filter(Boolean)
    .join('\n\n');
}

function tellRow(row: EvidenceRow): string {
  const facts = [
    row.design,
    row.n === undefined ? '' : `n = ${row.n}`,
    row.date ?? '',
    row.preprint ? 'preprint' : '',
    sayEnd(row.setback),
    row.orders ? 'it gives orders to software, left out' : '',
  ];
  const said = row.excerpt === '' ? row.title : `${leadIn(row)}${row.excerpt.replace(/[.\s]+$/, '')}`;
  const grade = row.grade[0]!.toUpperCase() + row.grade.slice(1);
  return `**${grade} certainty** (${facts.filter(Boolean).join(', ')}): ${said}.`;
}

/** A sentence that does not say of what it speaks is told with its title. */
function leadIn({ title, excerpt, design_id }: EvidenceRow): string {
  const wordsOf = (text: string) => text.toLowerCase().match(/\p{L}{5,}/gu) ?? [];
  const said = new Set(wordsOf(excerpt));
  const isSaid = design_id !== 'knowledge' && wordsOf(title).some((word) => said.has(word));
  return isSaid ? '' : `${short(title)}: `;
}

function tellRequirements({ population, threshold, cadence }: Requirements): string {
  const wishes = [
    population && `for ${population}`,
    threshold.designs && `designs: ${threshold.designs.join(', ').replaceAll('_', '-')}`,
    threshold.size && `at least ${threshold.size} people`,
    threshold.stage && `from ${say(threshold.stage)} on`,
    `enough is: ${plural(threshold.count, 'source')} of at least ${CERTAINTY[threshold.grade]} certainty${threshold.agree ? ' that agree' : ''}`,
    cadence && `looks again: ${cadence}`,
  ];
  return `\n\n*${wishes.filter(Boolean).join('; ')}.*`;
}

function unknowns({ rows, maturity, met, requirements }: ReportParts): string[] {
  const { grade, count } = requirements.threshold;
  const wanted = rows.filter((row) => row.level >= grade && isWanted(row, requirements)).length;
  const lines: string[] = [];
  if (rows.length === 0) lines.push('- Everything: no source speaks of it.');
  else if (!met)
    lines.push(
      `- Whether it holds: ${plural(wanted, 'source')} of the kind asked for, of at least ${CERTAINTY[grade]} certainty, so far; ${plural(count, 'source')} wanted.`,
    );
  const disputed = disputesIn(rows).map(sayDispute);
  if (disputed.length > 0)
    lines.push(`- Which side is right on ${disputed.slice(0, 4).join(', ')}: results contradict each other.`);
  const open = rows.filter(({ design_id }) => design_id === 'registered');
  if (open.length > 0)
    lines.push(
      `- Results of ${plural(open.length, 'registered trial')} without results: ${open
        .slice(0, 4)
        .map(({ id }) => id)
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

function tellSource(row: EvidenceRow): string {
  const link = row.url.startsWith('http') ? ` ${row.url}` : ` (${row.id})`;
  const notes = row.notices.map(({ kind, date }) => `${kind}${date ? ` ${date}` : ''}`).join(', ');
  const facts = [row.who, `*${row.title}*`, row.where, row.date].filter(Boolean).join('. ');
  const care = row.orders ? ' It holds text that gives orders to software; that was treated as data.' : '';
  return `${facts}.${link}${notes ? ` [${notes}]` : ''}${care}`;
}

function section(title: string, lines: readonly string[], otherwise = ''): string {
  const text = lines.length > 0 ? lines.join('\n') : otherwise;
  return text === '' ? '' : `## ${title}\n\n${text}`;
}

function say(id: string): string {
  return stage(id)?.say ?? id;
}

export function day(at: number): string {
  return new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }).format(
    at,
  );
}

export { findAdvances };
