/** A report: what changed since last time first, then what is known by its strength, what is not, what is watched. */

import { stage } from './evidence/appraisal.ts';
import { type Advance, findAdvances, type Maturity } from './evidence/maturity.ts';
import type { EvidenceRow, TableChange } from './evidence/table.ts';
import type { Requirements } from './request.ts';

export interface ReportParts {
  readonly name: string;
  readonly requirements: Requirements;
  readonly rows: readonly EvidenceRow[];
  readonly changes: readonly TableChange[];
  readonly maturity: readonly Maturity[];
  readonly advances: readonly Advance[];
  readonly met: boolean;
  readonly looked: readonly { readonly source: string; readonly found: number }[];
  readonly missing: readonly { readonly source: string; readonly reason: string }[];
  /** What looks again, in words. */
  readonly watching: readonly string[];
  readonly now: number;
  /** When the last report was written. */
  readonly last?: number | undefined;
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

const MOST_FINDINGS = 12;
const MOST_TOLD = 4;

export function writeReport(parts: ReportParts): Report {
  const shown = parts.rows.filter(({ level }) => level > 0).slice(0, MOST_FINDINGS);
  const retracted = parts.rows.filter(({ level }) => level === 0);
  const cited = [...shown, ...retracted];
  const markerOf = new Map(cited.map((row, i) => [row.id, `${i + 1}`]));
  const mark = (id: string) => (markerOf.has(id) ? `[^${markerOf.get(id)}]` : '');
  const headline = headlineOf(parts, mark);
  const findings = shown.map((row) => `- ${tellRow(row)}${mark(row.id)}`);
  const body = [
    headline,
    `# ${parts.name}: ${day(parts.now)}`,
    `Asked: ${parts.requirements.question.replace(/\s+/g, ' ')}${tellRequirements(parts.requirements)}`,
    section('Findings, the strongest first', findings, 'Nothing on this was found.'),
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
  return { markdown, headline, summary: summaryOf(parts, headline, shown, mark), citations };
}

function headlineOf({ changes, advances, rows, last, now }: ReportParts, mark: (id: string) => string): string {
  const count = rows.filter(({ level }) => level > 0).length;
  if (last === undefined) {
    const [best] = rows;
    if (count === 0) return `**First look, ${day(now)}: nothing on this was found in what could be looked at.**`;
    return `**First report: the strongest of what was found is ${article(best!.design)} ${best!.design} (${best!.grade} certainty).**${mark(best!.id)}`;
  }
  const since = `since ${day(last)}`;
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
  const fresh = changes.filter(({ kind }) => kind === 'new').toSorted((a, b) => b.row.level - a.row.level);
  told.push(...fresh.slice(0, 3).map(({ row }) => `new: "${short(row.title)}" (${row.design})${mark(row.id)}`));
  if (fresh.length > 3) told.push('and others that are new');
  return told.length === 0 ? `**Nothing new ${since}.**` : `**Changed ${since}:** ${told.slice(0, 6).join('; ')}.`;
}

function summaryOf(
  parts: ReportParts,
  headline: string,
  shown: readonly EvidenceRow[],
  mark: (id: string) => string,
): string {
  const lines = shown.slice(0, MOST_TOLD).map((row) => `- ${tellRow(row)}${mark(row.id)}`);
  const stages = parts.maturity
    .slice(0, 3)
    .map(({ therapy, stage: id, milestones }) => `${therapy}: ${say(id)}${mark(milestones.at(-1)!.row)}`);
  const missing =
    parts.missing.length > 0 ? `Not looked at: ${parts.missing.map(({ source }) => source).join(', ')}.` : '';
  const enough = parts.met || shown.length === 0 ? '' : 'The evidence you asked for is not there yet.';
  return [
    headline,
    lines.join('\n'),
    stages.length > 0 ? `How far along: ${stages.join('; ')}.` : '',
    [enough, missing].filter(Boolean).join(' '),
  ]
    .filter(Boolean)
    .join('\n\n');
}

function tellRow(row: EvidenceRow): string {
  const facts = [row.design, row.n === undefined ? '' : `n = ${row.n}`, row.date ?? '', row.preprint ? 'preprint' : ''];
  const said = row.excerpt === '' ? row.title : row.excerpt.replace(/[.\s]+$/, '');
  const grade = row.grade[0]!.toUpperCase() + row.grade.slice(1);
  return `**${grade} certainty** (${facts.filter(Boolean).join(', ')}): ${said}.`;
}

function tellRequirements({ population, threshold, cadence }: Requirements): string {
  const wishes = [
    population && `for ${population}`,
    threshold.designs && `designs: ${threshold.designs.join(', ').replaceAll('_', '-')}`,
    threshold.stage && `from ${say(threshold.stage)} on`,
    `enough is: ${plural(threshold.count, 'source')} of at least ${['', 'very low', 'low', 'moderate', 'high'][threshold.grade]} certainty`,
    cadence && `looks again: ${cadence}`,
  ];
  return `\n\n*${wishes.filter(Boolean).join('; ')}.*`;
}

function tellMaturity(maturity: readonly Maturity[], mark: (id: string) => string): string {
  if (maturity.length === 0) return '';
  const rows = maturity.slice(0, 10).map(({ therapy, milestones }) => {
    const path = milestones
      .map(({ stage: id, date, row }) => `${say(id)}${date ? ` (${date})` : ''}${mark(row)}`)
      .join(' → ');
    return `| ${therapy} | ${path} |`;
  });
  return ['## How the evidence matures', `| therapy | reached |\n| --- | --- |\n${rows.join('\n')}`].join('\n\n');
}

function unknowns({ rows, maturity, met, requirements }: ReportParts): string[] {
  const sound = rows.filter(({ level }) => level >= 3);
  const lines: string[] = [];
  if (rows.length === 0) lines.push('- Everything: no source speaks of it.');
  else if (!met)
    lines.push(
      `- Whether it holds: ${plural(sound.length, 'source')} of at least moderate certainty so far, ${requirements.threshold.count} wanted.`,
    );
  if (rows.some(({ direction }) => direction === 'favours') && rows.some(({ direction }) => direction === 'against'))
    lines.push('- Which side is right: results contradict each other.');
  const open = rows.filter(({ design_id }) => design_id === 'registered');
  if (open.length > 0)
    lines.push(
      `- Results of ${plural(open.length, 'registered trial')} without results: ${open
        .slice(0, 4)
        .map(({ id }) => id)
        .join(', ')}.`,
    );
  const early = maturity.filter(({ stage: id }) => (stage(id)?.order ?? 0) < 4);
  if (early.length > 0)
    lines.push(
      `- Whether ${early
        .slice(0, 4)
        .map(({ therapy }) => therapy)
        .join(', ')} will reach Phase 3.`,
    );
  if (
    requirements.population !== undefined &&
    !rows.some(({ excerpt, title }) => `${title} ${excerpt}`.toLowerCase().includes(requirements.population!))
  )
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

function short(title: string): string {
  return title.length > 90 ? `${title.slice(0, title.lastIndexOf(' ', 90))} …` : title;
}

function article(word: string): string {
  return /^[aeiou]/i.test(word) ? 'an' : 'a';
}

const COUNTS = [
  'no',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];

/** In words: a figure in a sentence with a source is looked for in that source. */
function plural(count: number, noun: string): string {
  return `${COUNTS[count] ?? count} ${noun}${count === 1 ? '' : 's'}`;
}

export { findAdvances };
