/** Doses of a vaccine that are still to come, by the schedule: the first of two was given, the second is due since or from a day. */
import type { Desk } from '../desk.ts';
import { isWithin } from '../evidence/items.ts';
import { scheduleFor } from '../schedule/index.ts';
import type { Subject } from '../types.ts';
import { sayDate } from '../wording.ts';

const ORDINAL = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];

export function openDoses(desk: Desk, subject: Subject): string[] {
  const [due] = scheduleFor(desk.chart.view, desk.told).filter(
    ({ row, given, next, isDue }) =>
      row.kind === 'vaccine' &&
      given !== undefined &&
      given > 0 &&
      (isDue || next !== undefined) &&
      row.look.some((id) => isWithin(id, subject)),
  );
  if (due === undefined) return [];
  const which = ORDINAL[due.given!] ?? 'next';
  const day = due.next === undefined ? '' : due.isDue ? ` since ${sayDate(due.next)}` : ` from ${sayDate(due.next)} on`;
  return [
    `The ${which} dose is due${due.isDue || due.next === undefined ? '' : ' later'}${day} (${due.row.note}): ask the practice or whoever vaccinates for it.${desk.notes.source(due.row.source)}`,
  ];
}
