/** A medicine that is told to be taken or given although this record says that it was ended: since when, and what papers say of it. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import type { Chart } from '../chart.ts';
import type { Told } from '../concern.ts';
import type { MedicineView } from '../patient.ts';
import { pattern } from '../patterns.ts';
import { type Passage, passagesOf } from './passages.ts';

export interface Ended {
  item: MedicineView;
  /** The paper that says that it is not to be taken again. */
  passage: Passage;
}

const TAKEN = new Set<Told['act']>(['takes', 'took', 'double', 'offered']);
const NO_MORE = pattern('never_restarted');

/** Only where a paper bars it: a medicine that was stopped may have been begun again by who prescribes it. */
export function endedIn(chart: Chart, told: readonly Told[]): Ended[] {
  const catalogue = openCatalogue();
  const taken = told.filter(({ act, concept }) => TAKEN.has(act) && concept.startsWith('drug:'));
  return taken.flatMap(({ concept }) => {
    const own = chart.view.medicines.filter(({ concepts }) => concepts.some((id) => catalogue.isA(id, concept)));
    const item = own.filter(({ status }) => status === 'stopped').at(-1);
    if (item === undefined || own.some(({ status }) => status === 'taken' || status === 'planned')) return [];
    const passage = passagesOf(chart)
      .filter(({ text }) => NO_MORE.test(text))
      .toSorted((a, b) => (b.time ?? '').localeCompare(a.time ?? ''))
      .find(({ text, before }) => names(text, concept) || (before !== undefined && namesItself(before.text, concept)));
    return passage === undefined ? [] : [{ item, passage }];
  });
}

/** By its name, or by the class that a letter calls it after naming it: "the anticoagulant is not to be restarted". */
function names(text: string, concept: string): boolean {
  const catalogue = openCatalogue();
  return catalogue
    .find(text, { kinds: ['drug', 'drug_class'] })
    .some(({ concept: named }) => catalogue.isA(concept, named.id));
}

function namesItself(text: string, concept: string): boolean {
  return openCatalogue()
    .find(text, { kinds: ['drug'] })
    .some(({ concept: named }) => named.id === concept);
}
