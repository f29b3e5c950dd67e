/** The findings in short, for a conversation: what was asked first, and what else must be known of it. */
import { choose, isAsked, type Mark, MOST_TOLD, newFirst, type Shown } from './choosing.ts';
import { isWanted, isAsked as isWished, sayEnough } from './enough.ts';
import { isEvidence } from './evidence/grading.ts';
import { trackMaturity } from './evidence/maturity.ts';
import { targetsOf } from './evidence/notices.ts';
import type { EvidenceRow } from './evidence/table.ts';
import { foldText, hasAny } from './evidence/words.ts';
import { type Exclusions, isLeftOut, sayExclusions } from './exclusions.ts';
import { tellFact } from './facts.ts';
import { tellPlanned, tellRow } from './finding.ts';
import { tellHarms, treatmentsOf } from './harm.ts';
import { areApart, illnessesIn } from './illnesses.ts';
import { limitsOf } from './looks.ts';
import { isQuestion } from './questions.ts';
import { type Gaps, gapsIn, lookLast, sayGaps, tellCorrections, withWords } from './quoting/index.ts';
import type { ReportParts } from './report.ts';
import { listOf } from './survey.ts';
import { sayReplaced, tellDisagreement, tellMissing, tellRetracted, tellSilence, tellStages } from './telling.ts';
import type { Subject } from './topic.ts';
import { isOnTherapy } from './treating.ts';
import { sayUntold } from './untold.ts';
import { vocabulary } from './vocabulary.ts';

export function summaryOf(parts: ReportParts, given: string, rows: Shown, mark: Mark): string {
  const [headline = '', ...rest] = paragraphsOf(parts, given, rows, mark).filter(Boolean);
  const [opening = '', ...more] = withLastLook(parts, headline, rest, rows, mark);
  // What an answer rests on may have been set right since.
  const all = [...parts.rows, ...(parts.near ?? [])];
  const corrected = tellCorrections(opening, all, mark);
  const untold = isFirstAsked(parts) ? sayUntold(parts.question ?? '', all) : '';
  const gaps = gapsOf(parts, all, [untold, opening, ...more].join('\n'), mark);
  const bound = isVerdict(opening) && gaps.unnamed.length > 0 ? `${sayBound(gaps.unnamed)} ${opening}` : opening;
  const first = [untold, bound].filter(Boolean).join(' ');
  return [[first, corrected].filter(Boolean).join(' '), ...more, sayGaps(gaps)].filter(Boolean).join('\n\n');
}

/** A yes to a question that names what no source of it names is no yes to that question. */
const isVerdict = (opening: string) => /^\**(?:Yes|No)\b/.test(opening);

const sayBound = (unnamed: readonly string[]) =>
  `**Whether that holds for ${listOf(unnamed.map((name) => `“${name}”`))} is not said.**`;

/** A question, and no further look at what is followed. */
function isFirstAsked({ question, last, isBeside }: ReportParts): boolean {
  const isFollowed = last !== undefined && !isBeside;
  return question !== undefined && !isFollowed && isQuestion(question);
}

/** What was asked and the sources that are told leave empty. */
function gapsOf(parts: ReportParts, all: readonly EvidenceRow[], text: string, mark: Mark): Gaps {
  if (!isFirstAsked(parts)) return { unnamed: [], untold: [] };
  const told = all.filter(
    ({ id, design_id }) => design_id !== 'knowledge' && mark(id) !== '' && text.includes(mark(id)),
  );
  const { unnamed, untold } = gapsIn(parts.question ?? '', told);
  // What is denied by its name already is denied once.
  return { untold, unnamed: unnamed.filter((name) => !text.toLowerCase().includes(name.toLowerCase())) };
}

/** With what the nearest papers say and the answer does not; what rests on no source yields to it. */
function withLastLook(
  { question, rows: found, near = [], requirements, last, isBeside }: ReportParts,
  headline: string,
  rest: readonly string[],
  rows: Shown,
  mark: Mark,
): string[] {
  if (question === undefined || hasAny(foldText(question), vocabulary().changing_in)) return [headline, ...rest];
  const isMeant = (row: EvidenceRow) =>
    !isLeftOut(row, requirements.without) && (!isEvidence(row) || isWanted(row, requirements));
  const candidates = [...found.filter((row) => !isEvidence(row) || rows.shown.includes(row)), ...near]
    .filter(isMeant)
    // What was set right is told with what it is about.
    .filter((row) => row.about?.kind !== 'correction' || targetsOf(row, [...found, ...near]).length === 0);
  // An entry of reference is no source of the evidence.
  const isSilent = ![...found, ...near].some(
    ({ id, design_id }) => design_id !== 'knowledge' && mark(id) !== '' && headline.includes(mark(id)),
  );
  const isFollowed = last !== undefined && !isBeside;
  // Who follows it was told the answer; what changed is told now.
  if (isFollowed && !isSilent) return [headline, ...rest];
  const said = { text: [headline, ...rest].join('\n\n'), isSilent };
  const { text, isInstead, silent = [] } = lookLast(question, candidates, said, mark);
  if (text === '')
    return silent.length === 0
      ? [headline, ...rest]
      : [headline, `Read for it, and silent on it: ${silent.join('; ')}.`, ...rest];
  if (isInstead && !isFollowed) return [`**In the words of the sources:** ${text}`, ...rest];
  return [headline, `Nearest to what was asked: ${text}`, ...rest];
}

function paragraphsOf(parts: ReportParts, given: string, rows: Shown, mark: Mark): string[] {
  const { shown, standing } = rows;
  const fact = standing === undefined ? tellFact(parts.question ?? '', rows.medicines, parts.rows, mark) : undefined;
  if (fact !== undefined)
    return [
      [
        rows.caution,
        withWords(parts.question ?? '', fact, { rows: rows.shown, near: parts.near, all: parts.rows }, mark),
      ]
        .filter(Boolean)
        .join(' '),
      sayUnlooked(parts),
    ];
  const concerns = (row: EvidenceRow) => isAsked(row, rows.medicines, parts.focus);
  const [planned, retracted] = [rows.planned.filter(concerns), rows.retracted.filter(concerns)];
  const replaced = rows.replaced.filter(concerns);
  const chosen =
    standing === undefined ? choose(parts, given, rows, mark) : { headline: given, told: standing.rows, lower: [] };
  const { lower } = chosen;
  const told = standing === undefined ? newFirst(chosen.told, parts, shown) : chosen.told;
  const headline =
    rows.caution === '' || chosen.headline.includes(rows.caution)
      ? chosen.headline
      : `${rows.caution} ${chosen.headline}`;
  // What the headline quotes is not said again below it.
  const quoted = told.slice(0, MOST_TOLD).filter(({ excerpt }) => excerpt === '' || !headline.includes(bare(excerpt)));
  const lines = quoted.map((row) => `- ${tellRow(row)}${mark(row.id)}`);
  const limits = limitsOf(parts.requirements);
  if (shown.length === 0 && lines.length > 0)
    lines.unshift(
      `What there is instead${limits === '' ? '' : `, below what you asked for (${limits}) and no part of the answer`}:\n`,
    );
  const missing = sayUnlooked(parts);
  const isShort = !parts.met && shown.length > 0 && isWished(parts.requirements);
  const leftOut = tellLeftOut(parts.requirements.without);
  const enough = isShort ? `The evidence you asked for is not there yet: ${sayEnough(parts.requirements)}.` : '';
  const beside =
    standing === undefined
      ? [
          ...tellSilence(told, parts.question ?? '', parts.rows.filter(isEvidence)),
          ...tellDisagreement(parts.rows, told, parts.question ?? '', mark),
        ]
      : [];
  return [
    headline,
    lines.join('\n'),
    rows.aside,
    tellLower(lower, parts, mark),
    tellHarms([...told, ...lower], askedOf(parts, rows.medicines), parts.rows.filter(isEvidence), mark),
    beside.join(' '),
    standing === undefined ? tellAwaited(planned, mark) : '',
    tellRetracted(
      retracted.filter(({ id }) => !headline.includes(mark(id))),
      parts.rows,
      mark,
    ),
    replaced.length === 0
      ? ''
      : `No longer in force: ${replaced
          .slice(0, 2)
          .map((row) => sayReplaced(row, parts.rows, mark))
          .join('; ')}.`,
    standing === undefined ? tellStages(stagesTold(parts, told, rows.medicines), mark) : '',
    [enough, leftOut, missing].filter(Boolean).join(' '),
  ];
}

function sayUnlooked({ missing, requirements }: ReportParts): string {
  const unseen = missing.filter(({ source }) => !requirements.watches.includes(source));
  return unseen.length > 0 ? `Not looked at: ${tellMissing(unseen)}.` : '';
}

const bare = (text: string) => text.replace(/[.\s]+$/, '');

/** What was left out is said, and what was to be and nobody understood. */
function tellLeftOut(without: Exclusions | undefined): string {
  const unread =
    without?.unread === undefined ? '' : `**I could not tell what to leave out ("${without.unread}"), so nothing is.**`;
  const said = sayExclusions(without);
  return [said === '' ? '' : `Left out, as you asked: ${said}.`, unread].filter(Boolean).join(' ');
}

/** What is less than was asked for is told apart, as that: it answers nothing. */
function tellLower(lower: readonly EvidenceRow[], { requirements }: ReportParts, mark: Mark): string {
  if (lower.length === 0) return '';
  const lines = lower.map((row) => `- ${tellRow(row)}${mark(row.id)}`);
  return `Below what you asked for (${limitsOf(requirements)}), and no part of the answer:\n\n${lines.join('\n')}`;
}

/** The medicines of the table that were asked about; undefined where none was. */
function askedOf({ rows }: ReportParts, medicines: readonly Subject[]): ReadonlySet<string> | undefined {
  if (medicines.length === 0) return undefined;
  return new Set(rows.flatMap(({ therapies }) => therapies).filter((name) => isOnTherapy(name, medicines)));
}

/** How far along is what is told of; of all of it where nothing is named. */
function stagesTold(
  parts: ReportParts,
  told: readonly EvidenceRow[],
  medicines: readonly Subject[],
): ReportParts['maturity'] {
  // Asked for one illness, how far it came in another is no answer.
  const asked = illnessesIn(parts.question ?? '');
  const maturity =
    asked.length === 0
      ? parts.maturity
      : trackMaturity(parts.rows.filter(({ illnesses }) => !areApart(illnesses, asked)));
  if (told.length === 0 && medicines.length > 0) return [];
  const names = treatmentsOf(told);
  return maturity.filter(({ therapy }) => names.size === 0 || names.has(therapy));
}

const MOST_AWAITED = 2;

function tellAwaited(planned: readonly EvidenceRow[], mark: Mark): string {
  if (planned.length === 0) return '';
  const named = planned.slice(0, MOST_AWAITED).map((row) => `${tellPlanned(row)}${mark(row.id)}`);
  if (planned.length > MOST_AWAITED) named.push('and others');
  return `Registered, without results yet: ${named.join('; ')}.`;
}
