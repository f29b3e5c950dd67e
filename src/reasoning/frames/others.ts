/** "And the other ones?", "the old one": after one of a kind, the rest of that kind in the record, or what it replaced. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import type { Chart } from '../chart.ts';
import { itemsFor } from '../evidence/items.ts';
import { findPassages } from '../evidence/passages.ts';
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
  const another = subjects.length > 0 ? undefined : otherOf(spoken, text, chart);
  if (another !== undefined) {
    const place = { start: text.length, end: text.length };
    return [{ id: another.concepts[0]!, kind: 'drug', as: 'itself', text: drugName(another.name), ...place }];
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

const THE_OTHER = pattern('the_other_one');
const HARMED = pattern('harmed_so_much');
const LETTER = /\b(?:begin|start)(?:s|ning|ing)? with (?:an? )?["'“]?(\p{L})\b/iu;
/** A larger kind makes no two of it alike. */
const MOST_OF_KIND = 60;

/** "The other one, begins with s", "the one that landed me in A&E": another of the kind that was spoken of, where one alone fits. */
function otherOf(spoken: readonly Subject[], text: string, chart: Chart): MedicineView | undefined {
  if (!THE_OTHER.test(text)) return undefined;
  const catalogue = openCatalogue();
  const named = spoken.filter(({ kind }) => kind === 'drug' || kind === 'drug_class').map(({ id }) => id);
  const kindsOf = (id: string) =>
    [id, ...catalogue.ancestors(id)].filter(
      (each) => each.startsWith('class:') && catalogue.descendants(each).size < MOST_OF_KIND,
    );
  const kinds = new Set(named.flatMap(kindsOf));
  const treated = new Set(named.flatMap((id) => catalogue.treats(id).map((each) => each.id)));
  const letter = LETTER.exec(text)?.[1]?.toLowerCase();
  const left = chart.view.medicines.filter(({ concepts, name }) => {
    const [id] = concepts;
    if (id === undefined || named.includes(id)) return false;
    if (letter !== undefined && !name.toLowerCase().startsWith(letter)) return false;
    return kindsOf(id).some((each) => kinds.has(each)) || catalogue.treats(id).some((each) => treated.has(each.id));
  });
  const harmful = HARMED.test(text) ? left.filter((item) => didHarm(item, chart)) : left;
  const [first] = harmful;
  return first !== undefined && harmful.every(({ concepts }) => concepts[0] === first.concepts[0]) ? first : undefined;
}

function didHarm({ uuid, concepts }: MedicineView, chart: Chart): boolean {
  const remarks = ['status_reason', 'note', 'text'].map((key) => String(chart.property(uuid, key) ?? ''));
  const papers = findPassages(chart, { concepts: [concepts[0]!], words: new Map(), named: true });
  return [...remarks, ...papers.map(({ passage }) => passage.text)].some((said) => HARMED.test(said));
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
