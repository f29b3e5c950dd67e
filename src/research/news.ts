/** "Anything new?": what came since somebody was told last, and nothing of what they know. */

import { alertsOfChange, isSafetyNews } from './cautions.ts';
import { isEvidence } from './evidence/grading.ts';
import type { Advance } from './evidence/maturity.ts';
import { LIFTED } from './evidence/maturity.ts';
import type { EvidenceRow, TableChange } from './evidence/table.ts';
import { tellPlanned, tellRow } from './finding.ts';
import { tellHarms } from './harm.ts';
import { sayRetraction } from './retraction.ts';
import { sayAdvance } from './telling.ts';
import { tellUnseen, type Unseen } from './unseen.ts';
import { day, short } from './wording.ts';

export interface NewsParts {
  readonly changes: readonly TableChange[];
  /** What is new and not on what was asked for by name, and what that was. */
  readonly beside?: readonly TableChange[] | undefined;
  readonly label?: string | undefined;
  readonly advances: readonly Advance[];
  readonly rows: readonly EvidenceRow[];
  readonly unseen?: readonly Unseen[] | undefined;
  /** When somebody was told last. */
  readonly since: number;
  readonly now: number;
}

type Mark = (id: string) => string;

const MOST_NEWS = 8;

export function tellNews(parts: NewsParts, mark: Mark): string {
  const { changes, advances, rows, since, now, label = '' } = parts;
  const when = day(since) === day(now) ? 'since earlier today' : `since ${day(since)}`;
  const known = changes
    .filter(({ row }) => row.design_id !== 'knowledge')
    .toSorted((a, b) => Number(isSafetyNews(b)) - Number(isSafetyNews(a)))
    .slice(0, MOST_NEWS);
  const beside = tellBeside(parts, mark);
  const on = label === '' ? '' : ` on ${label.replace(/^in /, '')}`;
  const { unseen = [] } = parts;
  const hidden = tellUnseen(unseen, false);
  const where = unseen.length > 0 ? ' in what could be looked at' : '';
  if (known.length === 0)
    return [[...hidden, `**Nothing new${on} ${when}${where}.**`].join(' '), beside].filter(Boolean).join('\n\n');
  const lines = known.map((change) => {
    const alerts = change.kind === 'retracted' ? [] : alertsOfChange(change, mark);
    return `- ${alerts.length === 0 ? '' : `**${alerts.join('; ')}.** `}${lineOf(change, rows, mark)}`;
  });
  const ids = new Set(known.map(({ row }) => row.id));
  const steps = advances
    .filter(({ row, from, to }) => ids.has(row) && from !== undefined && to !== LIFTED)
    .map((step) => sayAdvance(step, mark));
  const fresh = known.map(({ row }) => row).filter(isEvidence);
  return [
    [...hidden, `**New ${when}:**`].join(' '),
    lines.join('\n'),
    tellHarms(fresh, undefined, [], mark),
    steps.length === 0 ? '' : `How far along: ${steps.join('; ')}.`,
    beside,
  ]
    .filter(Boolean)
    .join('\n\n');
}

/** In short: it was not asked for, and is not to be lost either. */
function tellBeside({ beside = [] }: NewsParts, mark: Mark): string {
  const told = beside.filter(({ row }) => row.design_id !== 'knowledge' && mark(row.id) !== '');
  const named = told.slice(0, 4).map(({ row }) => `"${short(row.title)}"${mark(row.id)}`);
  return named.length === 0 ? '' : `Beside what you asked for, also new: ${named.join('; ')}.`;
}

function lineOf({ kind, row, what }: TableChange, rows: readonly EvidenceRow[], mark: Mark): string {
  if (kind === 'retracted') return `"${short(row.title)}" was ${sayRetraction(row, rows, mark)}.`;
  if (kind === 'changed') return `${short(row.title)}: ${what.join(', ')}${mark(row.id)}.`;
  const more = what.length === 0 ? '' : ` It ${what.join('; ')}.`;
  return `${row.design_id === 'registered' ? `Registered: ${tellPlanned(row)}` : tellRow(row)}${mark(row.id)}${more}`;
}
