/** "When was my last big one?": a bout without a name is one of the illness that the record lists. */
import { z } from 'zod';
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { readRows } from '../../text/rows.ts';
import type { Chart } from '../chart.ts';
import { nameOf } from '../desk.ts';
import { pattern } from '../patterns.ts';
import type { Subject } from '../types.ts';

const id = z.string().regex(/^(?:condition|symptom):\w+$/);
const { bouts } = z
  .strictObject({ bouts: z.array(z.strictObject({ of: id, bout: id })).min(1) })
  .parse(readRows(new URL('./bouts.yml', import.meta.url)));
const BOUT = pattern('unnamed_bout');

/** Only where nothing is named; of several illnesses the one whose last bout is the newest. */
export function withBout(subjects: Subject[], text: string, { view }: Chart): Subject[] {
  if (subjects.length > 0 || !BOUT.test(text)) return subjects;
  const catalogue = openCatalogue();
  const held = view.conditions.filter(({ status }) => status === 'active').flatMap(({ concepts }) => concepts);
  const meant = bouts.filter(({ of }) => held.some((each) => catalogue.isA(each, of)));
  const lastOf = (bout: string) =>
    view.conditions
      .filter(({ concepts }) => concepts.some((each) => catalogue.isA(each, bout)))
      .map(({ onset }) => onset ?? '')
      .toSorted()
      .at(-1) ?? '';
  const [first] = meant.toSorted((a, b) => lastOf(b.bout).localeCompare(lastOf(a.bout)));
  const concept = first === undefined ? undefined : catalogue.get(first.bout);
  if (first === undefined || concept === undefined) return subjects;
  const place = { start: text.length, end: text.length };
  return [{ id: first.bout, kind: concept.kind, as: 'itself', text: nameOf(first.bout), ...place }];
}
