/** Why something is taken where no entry says so: beside another medicine, for a condition, after what was done. */

import { z } from 'zod';
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { readRows } from '../../text/rows.ts';
import type { Chart } from '../chart.ts';
import type { ConditionView, EntryView, MedicineView } from '../patient.ts';

const schema = z.strictObject({
  source: z.string(),
  rows: z.array(z.strictObject({ give: z.string(), with: z.array(z.string()).min(1), because: z.string() })),
});

export const companions = schema.parse(readRows(new URL('./companions.yml', import.meta.url)));

export interface Companion {
  /** The entry that makes it needed. */
  item: EntryView;
  date: string | null;
  because: string;
}

export function companionOf({ view }: Chart, { concepts }: Pick<MedicineView, 'concepts'>): Companion | undefined {
  const catalogue = openCatalogue();
  const held = [
    ...view.medicines.filter(({ status }) => status === 'taken').map((item) => ({ item, date: item.start })),
    ...view.conditions.filter(({ status }) => status === 'active').map((item) => ({ item, date: item.onset })),
    ...view.procedures.map((item) => ({ item, date: item.time })),
  ];
  for (const { give, with: needed, because } of companions.rows) {
    if (!concepts.some((id) => catalogue.isA(id, give))) continue;
    const found = held.find(({ item }) =>
      item.concepts.some((id) => !concepts.includes(id) && needed.some((each) => catalogue.isA(id, each))),
    );
    if (found !== undefined) return { ...found, because };
  }
  return undefined;
}

/** A condition of this record that the catalogue says it treats: the nearest, apixaban for the fibrillation and not for "heart disease". */
export function treatedHere({ view }: Chart, { concepts }: Pick<MedicineView, 'concepts'>): ConditionView | undefined {
  const catalogue = openCatalogue();
  const all = concepts.flatMap((id) => catalogue.treats(id).map((each) => each.id));
  const isWide = (id: string) => all.some((other) => other !== id && catalogue.isA(other, id));
  const treated = all.toSorted((a, b) => Number(isWide(a)) - Number(isWide(b)));
  const active = view.conditions.filter(({ status }) => status === 'active');
  return treated
    .map((each) => active.find((item) => item.concepts.some((id) => catalogue.isA(id, each))))
    .find((item) => item !== undefined);
}
