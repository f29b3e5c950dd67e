/** Why a treatment of this record does not do what it is for: an illness that it cannot reach, a medicine that works against it. */

import { z } from 'zod';
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { readRows } from '../../text/rows.ts';
import type { Chart } from '../chart.ts';
import type { ConditionView, MedicineView } from '../patient.ts';

const pair = z.tuple([z.string(), z.string()]);
const schema = z.strictObject({
  source: z.string(),
  rows: z.array(
    z.strictObject({
      of: z.array(z.string()).min(1),
      with: z.array(z.string()).min(1),
      because: z.string(),
      /** What must be said with it. */
      also: z.string().optional(),
      example: pair,
      counter: pair,
    }),
  ),
});

export const failures = schema.parse(readRows(new URL('./failures.yml', import.meta.url)));

export interface Failure {
  medicines: readonly MedicineView[];
  /** What stands in the way. */
  by: ConditionView | MedicineView;
  because: string;
  also: string | undefined;
}

/** One for each thing that stands in the way, with all the medicines that it makes fail. */
export function failuresOf({ view }: Chart, medicines: readonly MedicineView[]): Failure[] {
  const held = [
    ...view.conditions.filter(({ status }) => status === 'active'),
    ...view.medicines.filter(({ status }) => status === 'taken'),
  ];
  return failures.rows.flatMap(({ of, with: against, because, also }) => {
    const failing = medicines.filter((item) => isAmong(item.concepts, of));
    return failing.length === 0
      ? []
      : held
          .filter((item) => isAmong(item.concepts, against) && !failing.some(({ uuid }) => uuid === item.uuid))
          .slice(0, 1)
          .map((by) => ({ medicines: failing, by, because, also }));
  });
}

function isAmong(concepts: readonly string[], ids: readonly string[]): boolean {
  return concepts.some((id) => ids.some((each) => openCatalogue().isA(id, each)));
}
