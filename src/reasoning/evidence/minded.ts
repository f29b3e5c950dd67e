/** Two medicines that do not go together, where who treats knows it: one's own paper names both and what holds between them. */
import type { Chart } from '../chart.ts';
import { medicinesIn } from '../choosing.ts';
import type { Concern } from '../concern.ts';
import { holdsName, namesOf, passagesOf } from './passages.ts';

/** In one sentence, or in two that follow each other. */
export function isMinded(chart: Chart, { evidence }: Concern): boolean {
  const drugs = [...new Set(medicinesIn(evidence))].map(namesOf);
  if (drugs.length < 2) return false;
  return passagesOf(chart).some(({ remark, stems, before }) => {
    const held = before === undefined ? stems : new Set([...before.stems, ...stems]);
    return !remark && drugs.every((names) => holdsName(names, held));
  });
}
