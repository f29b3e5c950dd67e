/** A medicine in words: its name with the dose, how it is taken, since when, what for. */
import { cite, type Desk } from '../desk.ts';
import { mentionedIn } from '../mentions.ts';
import type { MedicineView } from '../patient.ts';
import { drugName, list, lower, sayDate, sayUnit } from '../wording.ts';

export function describe(item: MedicineView): string {
  if (item.dose === null && /\d/.test(item.name)) return lower(item.name);
  const dose =
    item.dose === null || !item.unit || item.unit.startsWith('{') ? '' : ` ${item.dose} ${sayUnit(item.unit)}`;
  const brand = /\(([^)]+)\)/.exec(item.name)?.[1];
  return `${drugName(item.name)}${brand === undefined || dose === '' ? '' : ` (${brand})`}${dose}`;
}

export function how({ note, frequency }: MedicineView): string {
  return note ?? frequency ?? '';
}

export function since({ start }: MedicineView): string {
  return start === null ? '' : ` since ${sayDate(start)}`;
}

export function reasonOf({ reason }: MedicineView): string {
  return reason === null ? '' : ` It is for ${lower(reason)}.`;
}

/** "A paper also tells of naproxen (5 Oct 2026), which is on no list." */
export function sayMentioned(desk: Desk): string | undefined {
  const items = mentionedIn(desk.chart.view).filter(({ status }) => status === 'taken');
  if (items.length === 0) return undefined;
  const names = items.map((item) => `${drugName(item.name)}${since(item)}${cite(desk, item, item.start)}`);
  return `Not on the list, but your papers tell of ${list(names)}: tell whoever keeps your list.`;
}
