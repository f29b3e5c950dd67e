/** "And the other ones?": after one of a kind, the rest of that kind in the record. */
import type { Chart } from '../chart.ts';
import { itemsFor } from '../evidence/items.ts';
import { pattern } from '../patterns.ts';
import type { Focus, Subject } from '../types.ts';

const OTHERS = pattern('the_others');

const LISTS = new Set(['thing:allergies', 'thing:medicines', 'thing:vaccines', 'thing:conditions']);

export function withOthers(
  subjects: Subject[],
  text: string,
  chart: Chart | null,
  { subjects: spoken }: Focus,
): Subject[] {
  if (chart === null || spoken.length === 0 || subjects.length > 0 || !OTHERS.test(text)) return subjects;
  const listed = spoken.find(({ id }) => LISTS.has(id))?.id;
  const id = listed ?? spoken.map((each) => wholeOf(each, chart)).find((each) => each !== undefined);
  const place = { start: text.length, end: text.length };
  return id === undefined ? subjects : [{ id, kind: 'thing', as: 'itself', text: id.slice('thing:'.length), ...place }];
}

/** The part of the record that holds things of this kind: what is listed as an allergy and not taken is one of those. */
function wholeOf(subject: Subject, chart: Chart): string | undefined {
  const { allergies, medicines } = itemsFor(subject, chart);
  if (allergies.length > 0 && !medicines.some(({ status }) => status === 'taken')) return 'thing:allergies';
  switch (subject.kind) {
    case 'allergen':
      return 'thing:allergies';
    case 'drug':
    case 'drug_class':
      return 'thing:medicines';
    case 'vaccine':
      return 'thing:vaccines';
    case 'condition':
      return 'thing:conditions';
    default:
      return undefined;
  }
}
