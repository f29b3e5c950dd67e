/** What changed since the last look, in one line; at the first look what there is. */
import { sayRetraction } from './absence.ts';
import { alertsOfChange } from './cautions.ts';
import { isWanted } from './enough.ts';
import { isEvidence, plannedOf } from './evidence/grading.ts';
import { LIFTED } from './evidence/maturity.ts';
import type { ReportParts } from './report.ts';
import { surveyOf } from './survey.ts';
import { sayAdvance, sayEnd } from './telling.ts';
import { day, plural, short } from './wording.ts';

const BARS: readonly string[] = ['withdrawn from the market', 'suspended', 'halted', LIFTED];
const MOST_NEWS = 8;

export function headlineOf(parts: ReportParts, mark: (id: string) => string): string {
  const { changes, advances, rows, last, now, recalled, requirements } = parts;
  if (last === undefined) {
    const sound = rows.filter(isEvidence);
    const planned = plannedOf(rows);
    const [best] = sound.filter((row) => isWanted(row, requirements));
    const when = recalled ? 'So far' : `First look, ${day(now)}`;
    if (sound.length === 0 && planned.length > 0)
      return `**${when}: no results yet;** ${plural(planned.length, 'registered trial')} without any${planned
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
  return told.length === 0
    ? `**Nothing new ${since}.**`
    : `**Changed ${since}:** ${told.slice(0, MOST_NEWS).join('; ')}.`;
}
