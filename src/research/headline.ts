/** What changed since the last look, in one line; at the first look what there is. */

import { alertsOfChange } from './cautions.ts';
import { isWanted } from './enough.ts';
import { isEvidence, plannedOf } from './evidence/grading.ts';
import { LIFTED } from './evidence/maturity.ts';
import type { ReportParts } from './report.ts';
import { sayRetraction } from './retraction.ts';
import { surveyOf } from './survey.ts';
import { sayAdvance, sayEnd } from './telling.ts';
import { tellUnseen } from './unseen.ts';
import { day, plural, short } from './wording.ts';

const BARS: readonly string[] = ['withdrawn from the market', 'suspended', 'halted', LIFTED];
const MOST_NEWS = 8;

export function headlineOf(parts: ReportParts, mark: (id: string) => string): string {
  const { last, unseen = [], recalled } = parts;
  const hidden = recalled ? [] : tellUnseen(unseen, last === undefined).filter((line) => !isOnTrial(parts, line));
  const told = changesOf(parts, mark);
  // Nobody knows that nothing is new where the very thing could not be seen.
  const isSilent = told.startsWith(NOTHING_NEW) && unseen.some(({ watched }) => watched);
  return [...hidden, isSilent && hidden.length > 0 ? '' : told].filter(Boolean).join(' ');
}

/** At the first look what is said of the trials themselves says it. */
function isOnTrial({ last, requirements }: ReportParts, line: string): boolean {
  return last === undefined && requirements.watches.some((id) => line.includes(id));
}

const NOTHING_NEW = '**Nothing new';

function changesOf(parts: ReportParts, mark: (id: string) => string): string {
  const { changes, advances, rows, last, now, recalled, requirements, unseen = [] } = parts;
  if (last === undefined) {
    const sound = rows.filter(isEvidence);
    const planned = plannedOf(rows);
    const [best] = sound.filter((row) => isWanted(row, requirements));
    const when = recalled ? 'So far' : `First look, ${day(now)}`;
    if (sound.length === 0 && planned.length > 0)
      return `**No results yet:** ${plural(planned.length, 'registered trial')} without any${planned
        .slice(0, 3)
        .map(({ id }) => mark(id))
        .join('')}.`;
    if (sound.length === 0) return `**${when}: nothing on this was found in what could be looked at.**`;
    if (best === undefined) return `**${when}: nothing of the kind that you asked for was found.**`;
    return surveyOf(
      sound.filter((row) => isWanted(row, requirements)),
      recalled ? 'So far' : 'Found',
    );
  }
  const since = day(last) === day(now) ? 'since the last look' : `since ${day(last)}`;
  const alerted = new Set(changes.flatMap(({ row }) => ((row.alerts ?? []).length > 0 ? [row.id] : [])));
  const told = [
    ...changes.filter(({ kind }) => kind !== 'retracted').flatMap((change) => alertsOfChange(change, mark)),
    ...changes
      .filter(({ kind }) => kind === 'retracted')
      .map(({ row }) => `"${short(row.title)}" was ${sayRetraction(row, rows, mark)}`),
    ...advances
      // What bars it is said above.
      .filter(({ from, to, row }) => from !== undefined && !(BARS.includes(to) && alerted.has(row)))
      .map((advance) => sayAdvance(advance, mark)),
    ...changes
      .filter(({ kind }) => kind === 'changed')
      .map(({ row, what }) => `${short(row.title)}: ${what.join(', ')}${mark(row.id)}`),
  ];
  // An entry of reference is background, and was there before.
  const fresh = changes
    .filter(({ kind, row }) => kind === 'new' && row.design_id !== 'knowledge' && mark(row.id) !== '')
    .filter(({ row, what }) => !alerted.has(row.id) || what.length > 0)
    .toSorted((a, b) => b.row.level - a.row.level);
  told.push(
    ...fresh
      .slice(0, 3)
      .map(
        ({ row, what }) =>
          `new: "${short(row.title)}" (${[row.design, sayEnd(row.setback), ...what].filter(Boolean).join('; ')})${mark(row.id)}`,
      ),
  );
  if (fresh.length > 3) told.push('and others that are new');
  const where = unseen.length > 0 ? ' in what could be looked at' : '';
  return told.length === 0
    ? `${NOTHING_NEW} ${since}${where}.**`
    : `**Changed ${since}:** ${told.slice(0, MOST_NEWS).join('; ')}.`;
}
