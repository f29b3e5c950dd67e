/** What is only named: the clinic for an illness, the tests of a medicine, an illness or a beginning that dates something else. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { pattern } from '../patterns.ts';
import type { Subject } from '../types.ts';

const AROUND_MEDICINE = pattern('around_a_medicine');
const AROUND_ILLNESS = pattern('around_an_illness');
const LANDMARK = pattern('landmark');
const IS_NEWS = pattern('landmark_is_news');
const LANDMARK_START = pattern('landmark_start');

type Named = Pick<Subject, 'kind' | 'start' | 'end'>;

const SUBSTANCES = new Set(['drug', 'drug_class', 'food', 'vaccine', 'allergen']);
const EVENTS = new Set(['condition', 'procedure']);

/** Nobody has, takes or undergoes what is only named so. */
export function isOnlyNamed({ kind, start, end }: Named, text: string): boolean {
  const [before, after] = [text.slice(0, start), text.slice(end)];
  if (SUBSTANCES.has(kind)) return AROUND_MEDICINE.test(after);
  if (kind !== 'symptom' && !EVENTS.has(kind)) return false;
  return AROUND_ILLNESS.test(after) || (EVENTS.has(kind) && isDating(before, after));
}

function isDating(before: string, after: string): boolean {
  return LANDMARK.test(before) && !IS_NEWS.test(after);
}

/** "… before they put me on the bp pill": a class of medicines whose beginning dates something is no entry of a list. */
export function isStartOfKind(name: string, before: string): boolean {
  const [known] = openCatalogue().linkAll({ name, kinds: ['drug', 'drug_class'] });
  return known?.kind === 'drug_class' && LANDMARK_START.test(before);
}
