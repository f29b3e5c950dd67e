/** What in this record makes a measurement mislead. */

import { z } from 'zod';
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { readRows } from '../../text/rows.ts';
import type { Chart } from '../chart.ts';
import { daysBetween, type EntryView } from '../patient.ts';

export const distortions = z
  .strictObject({
    source: z.string(),
    rows: z.array(
      z.strictObject({
        of: z.string(),
        by: z.array(z.string()).min(1),
        /** With one of these in the record it is no comfort. */
        unless: z.array(z.string()).default([]),
        says: z.string().min(15),
      }),
    ),
  })
  .parse(readRows(new URL('./distortions.yml', import.meta.url)));

/** Blood that was given, or an operation, bears on a value for so long. */
const PROCEDURE_DAYS = 120;

/** The entries that distort it, by what they do. */
export function distortedBy(
  { view }: Chart,
  id: string,
): { says: string; items: readonly (EntryView & { date: string | null })[] }[] {
  const catalogue = openCatalogue();
  const present = [
    ...view.medicines.filter(({ status }) => status === 'taken').map((item) => ({ ...item, date: item.start })),
    ...view.conditions.filter(({ status }) => status === 'active').map((item) => ({ ...item, date: item.onset })),
    ...view.procedures
      .filter(({ time }) => time !== null && daysBetween(time, view.now) <= PROCEDURE_DAYS)
      .map((item) => ({ ...item, date: item.time })),
  ];
  const isOf = (concepts: readonly string[], ids: readonly string[]) =>
    concepts.some((each) => ids.some((one) => catalogue.isA(each, one)));
  return distortions.rows
    .filter(({ of, unless }) => of === id && !view.conditions.some(({ concepts }) => isOf(concepts, unless)))
    .map(({ by, says }) => ({
      says,
      items: present.filter(({ concepts }) => isOf(concepts, by)),
    }))
    .filter(({ items }) => items.length > 0);
}
