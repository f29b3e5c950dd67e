/** "And the other ones?", "the old one": after one of a kind, the rest of that kind in the record, or what it replaced. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import type { Chart } from '../chart.ts';
import { itemsFor } from '../evidence/items.ts';
import type { MedicineView } from '../patient.ts';
import { pattern } from '../patterns.ts';
import type { Focus, Subject } from '../types.ts';
import { drugName } from '../wording.ts';

const OTHERS = pattern('the_others');

const LISTS = new Set(['thing:allergies', 'thing:medicines', 'thing:vaccines', 'thing:conditions']);

export function withOthers(
  subjects: Subject[],
  text: string,
  chart: Chart | null,
  { subjects: spoken }: Focus,
): Subject[] {
  if (chart === null || spoken.length === 0 || subjects.some(({ kind }) => kind !== 'thing')) return subjects;
  const before = FORMER.exec(text);
  const replaced = before === null ? undefined : formerOf(spoken, chart);
  if (before !== null && replaced !== undefined) {
    const end = before.index + before[0].length;
    const id = replaced.concepts[0] ?? `entry:${replaced.uuid}`;
    return [{ id, kind: 'drug', as: 'itself', text: drugName(replaced.name), start: before.index, end }];
  }
  if (subjects.length > 0 || !OTHERS.test(text)) return subjects;
  const listed = spoken.find(({ id }) => LISTS.has(id))?.id;
  const id = listed ?? spoken.map((each) => wholeOf(each, chart)).find((each) => each !== undefined);
  const place = { start: text.length, end: text.length };
  return id === undefined ? subjects : [{ id, kind: 'thing', as: 'itself', text: id.slice('thing:'.length), ...place }];
}

const FORMER = pattern('the_former');

/** "The old one": what was given before for the same, and given up last. */
function formerOf(spoken: readonly Subject[], { view }: Chart): MedicineView | undefined {
  const catalogue = openCatalogue();
  const treats = (ids: readonly string[]) => ids.flatMap((id) => catalogue.treats(id).map((each) => each.id));
  const ills = new Set(treats(spoken.filter(({ kind }) => kind === 'drug').map(({ id }) => id)));
  return view.medicines
    .filter(
      ({ status, concepts }) =>
        status !== 'taken' &&
        !concepts.some((id) => spoken.some((each) => each.id === id)) &&
        treats(concepts).some((id) => ills.has(id)),
    )
    .toSorted((a, b) => (b.end ?? '').localeCompare(a.end ?? ''))[0];
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
