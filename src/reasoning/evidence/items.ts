/** Entries of the record by closure: everything that a word means, resolved and stopped included. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { isDisowned } from '../../clinical/catalogue/linking.ts';
import { wordsIn } from '../../text/index.ts';
import type { Chart } from '../chart.ts';
import type {
  AllergyView,
  ConditionView,
  EncounterView,
  EntryView,
  EventView,
  FindingView,
  MedicineView,
  SymptomView,
} from '../patient.ts';
import type { Subject } from '../types.ts';

export interface Held {
  conditions: ConditionView[];
  medicines: MedicineView[];
  allergies: AllergyView[];
  symptoms: SymptomView[];
  procedures: EventView[];
  immunisations: EventView[];
  findings: FindingView[];
  /** Visits whose reason names it. */
  visits: EncounterView[];
  /** Observation concepts that the record holds values of. */
  series: string[];
}

export function itemsFor(
  { id, as, text, alike = [] }: Pick<Subject, 'id' | 'as' | 'text' | 'alike'>,
  { view }: Chart,
): Held {
  const { is: own, treated_by } = openCatalogue().closure(id);
  const is =
    alike.length === 0 ? own : new Set([...own, ...alike.flatMap((each) => [...openCatalogue().closure(each).is])]);
  const words = text.toLowerCase();
  const within = (item: EntryView) => item.concepts.some((concept) => is.has(concept)) || isNamedBy(item.name, words);
  const given = (item: MedicineView) =>
    item.concepts.some((concept) => treated_by.has(concept)) || isReason(item, is, words);
  return {
    conditions: view.conditions.filter(within),
    medicines: view.medicines.filter((item) => (as === 'medicines_for' ? given(item) : within(item))),
    allergies: view.allergies.filter((item) => within(item) || isReactionTo(item, { id, alike })),
    symptoms: view.symptoms.filter(within),
    procedures: view.procedures.filter(within),
    immunisations: view.immunisations.filter(within),
    findings: view.findings.filter(within),
    visits: view.encounters.filter(
      ({ reason, scheduled }) =>
        !scheduled &&
        reason !== null &&
        openCatalogue()
          .find(reason, { kinds: ['condition', 'symptom', 'procedure'] })
          .some(({ concept }) => is.has(concept.id)),
    ),
    series: [...view.series.keys()].filter((observation) => is.has(observation)),
  };
}

/** By the words themselves; a short one must stand by itself: the MRI of "MRI of small bowel". */
function isNamedBy(name: string, words: string): boolean {
  const at = name.toLowerCase().indexOf(words);
  if (at >= 0 && isDisowned(name, at)) return false;
  if (words.length > 4) return at >= 0;
  return words.length > 1 && wordsIn(name).some(({ lower }) => lower === words);
}

/**
 * The medicines given for something: by the reason on the entry first, else by what the catalogue says they treat. Where
 * none of those is taken now, the ones that treat it beside their own reason: ramipril for the heart lowers the pressure too.
 */
export function medicinesFor({ id, text }: Pick<Subject, 'id' | 'text'>, { view }: Chart): MedicineView[] {
  const { is, treated_by } = openCatalogue().closure(id);
  const words = text.toLowerCase();
  const treats = ({ concepts }: MedicineView) => concepts.some((concept) => treated_by.has(concept));
  const given = view.medicines.filter(
    (item) => isReason(item, is, words) || (treats(item) && !hasOtherReason(item, is)),
  );
  if (given.length === 0 || given.some(({ status }) => status === 'taken')) return given;
  return [...given, ...view.medicines.filter((item) => item.status === 'taken' && treats(item))];
}

/** Taken now, listed for another reason, and yet what that condition is treated with: valproate for the mood acts on fits. */
export function actingOn({ id }: Pick<Subject, 'id'>, { view }: Chart): MedicineView[] {
  const { is, treated_by } = openCatalogue().closure(id);
  return view.medicines.filter(
    (item) =>
      item.status === 'taken' &&
      item.concepts.some((concept) => treated_by.has(concept)) &&
      hasOtherReason(item, is) &&
      !isReason(item, is, ''),
  );
}

function isReason({ reason }: MedicineView, is: ReadonlySet<string>, words: string): boolean {
  if (reason === null) return false;
  if (words.length > 4 && reason.toLowerCase().includes(words)) return true;
  return openCatalogue()
    .find(reason)
    .some(({ concept }) => is.has(concept.id));
}

function hasOtherReason({ reason }: MedicineView, is: ReadonlySet<string>): boolean {
  const found = reason === null ? [] : openCatalogue().find(reason, { kinds: ['condition', 'symptom'] });
  return found.length > 0 && !found.some(({ concept }) => is.has(concept.id));
}

export function isEmpty(held: Held): boolean {
  return Object.values(held).every((items) => items.length === 0);
}

/** By itself or by the medicine of the same name: an allergy to ciprofloxacin is one to an antibiotic. */
export function isWithin(id: string, subject: Pick<Subject, 'id' | 'alike'>): boolean {
  const catalogue = openCatalogue();
  if ([subject.id, ...(subject.alike ?? [])].some((each) => catalogue.isA(id, each))) return true;
  const twin = catalogue.link({ name: catalogue.get(id)?.name ?? id, kinds: ['drug', 'drug_class'] });
  return twin !== undefined && catalogue.isA(twin.id, subject.id);
}

/** Reactions to something, or to anything of its kind. */
export function reactionsTo(subject: Subject, { view }: Chart): AllergyView[] {
  return view.allergies.filter((item) => isReactionTo(item, subject));
}

/** By what the entry is filed under, or by the medicine that its name is: ibuprofen is filed with aspirin, and a painkiller. */
export function isReactionTo({ concepts, name }: AllergyView, subject: Pick<Subject, 'id' | 'alike'>): boolean {
  const catalogue = openCatalogue();
  const named = catalogue.find(name, { kinds: ['drug', 'drug_class'] }).map(({ concept }) => concept.id);
  return [...concepts, ...named].some((id) => isWithin(id, subject));
}
