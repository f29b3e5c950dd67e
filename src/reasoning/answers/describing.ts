/** A medicine in words: its name with the dose, how it is taken, since when, what for. */
import type { MedicineView } from '../patient.ts';
import { drugName, lower, sayDate, sayUnit } from '../wording.ts';

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
