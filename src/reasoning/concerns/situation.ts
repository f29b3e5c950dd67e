/** What the tests of a rule look at: the record, what was told and what was asked about, as items that can be cited. */
import { type Catalogue, openCatalogue, sayContent } from '../../clinical/catalogue/index.ts';
import { isWholeBody } from '../local.ts';
import { mentionedIn } from '../mentions.ts';
import type { MedicineView, PatientView, Point } from '../patient.ts';
import type { Act, ConcernInput, Told } from './types.ts';

/** One thing that a test can find. */
export interface Item {
  /** What it is, first of all; its parts and further links after it. */
  concepts: readonly string[];
  name: string;
  /** Told or asked about now. */
  fresh: boolean;
  isMedicine?: boolean;
  act?: Act | 'asked';
  uuid?: string;
  label?: string;
  value?: number;
  unit?: string;
  /** A told value in the unit in which it was told. */
  said?: string;
  time?: string | null;
  start?: string | null;
  perDay?: number | null;
  daily?: boolean;
  count?: number;
  /** Of what was told: `value` is all of it; taken bit by bit; in so many days. */
  total?: boolean;
  spread?: boolean;
  over?: number;
  /** Words for the sentences of a rule: `note`, `check`, `every`, `last`, `why`, `was`, `reactions`. */
  words?: Readonly<Record<string, string>>;
  note?: string;
  /** Further entries that it rests on: the allergy, the kidney value, the last check. */
  also?: readonly Item[];
}

export interface Situation {
  view: PatientView;
  catalogue: Catalogue;
  told: readonly Item[];
  asked: readonly Item[];
  /** Medicines of the record that are taken, one for each concept, with those told to be taken now. */
  taken: readonly Item[];
}

const SUBSTANCES = new Set(['drug', 'drug_class', 'food', 'vaccine']);
const TAKING = new Set<Act>(['takes', 'took', 'double', 'missed']);
const ENDED = new Set<Act>(['stopped']);

export function situationOf({ record, told = [], asked = [] }: ConcernInput): Situation {
  const catalogue = openCatalogue();
  const toldItems = told.flatMap((one) => meantBy(one, record, catalogue)).map((one) => toldItem(one, catalogue));
  const askedItems = asked.flatMap((id) => askedItem(id, catalogue));
  const stopped = new Set(toldItems.filter(({ act }) => ENDED.has(act as Act)).map(({ concepts }) => concepts[0]));
  const fresh = new Set([...toldItems, ...askedItems].map(({ concepts }) => concepts[0]));
  const own = newestOfEach(takenOf(record))
    .map((medicine) => medicineItem(medicine, catalogue))
    .filter(({ concepts }) => !stopped.has(concepts[0]))
    .map((item) => ({ ...item, fresh: fresh.has(item.concepts[0]) }));
  const known = new Set(own.map(({ concepts }) => concepts[0]));
  const new_ = toldItems.filter(
    ({ act, concepts, isMedicine }) => isMedicine && TAKING.has(act as Act) && !known.has(concepts[0]),
  );
  return { view: record, catalogue, told: toldItems, asked: askedItems, taken: [...own, ...new_] };
}

/** On the list, or told by a paper alone. */
function takenOf(record: PatientView): MedicineView[] {
  return [...record.medicines, ...mentionedIn(record)].filter(({ status }) => status === 'taken');
}

/** "All my pills": whatever is on the list. */
export const ALL_MEDICINES = 'thing:medicines';
const OF_LIST = new Set<Act>(['missed', 'stopped', 'stopping', 'double']);

/** "My steroid tablets", "my pills": what is taken, forgotten, doubled or given up by its kind is what the record lists of it. */
function meantBy(told: Told, { medicines }: PatientView, catalogue: Catalogue): Told[] {
  const isAll = told.concept === ALL_MEDICINES;
  if (!OF_LIST.has(told.act) && !(told.act === 'takes' && !isAll)) return isAll ? [] : [told];
  if (!isAll && catalogue.get(told.concept)?.kind !== 'drug_class') return [told];
  const listed = newestOfEach(medicines.filter(({ status }) => status === 'taken'))
    .map(({ concepts }) => concepts.find((id) => isAll || catalogue.isA(id, told.concept)))
    .filter((id) => id !== undefined);
  if (listed.length === 0) return isAll ? [] : [told];
  /** "My three tablets", of somebody who has three: each once. */
  if (isAll && told.act === 'double' && told.count !== undefined && told.count <= listed.length) return [];
  return [...new Set(listed)].map((concept) => ({ ...told, concept }));
}

function toldItem(told: Told, catalogue: Catalogue): Item {
  const concept = catalogue.get(told.concept);
  return {
    concepts: withParts([told.concept], catalogue),
    name: concept?.name ?? told.name ?? told.concept,
    fresh: true,
    isMedicine: concept !== undefined && SUBSTANCES.has(concept.kind),
    act: told.act,
    ...(told.value !== undefined && { value: told.value }),
    ...(told.unit !== undefined && { unit: told.unit }),
    ...(told.said !== undefined && { said: told.said }),
    ...(told.perDay !== undefined && { perDay: told.perDay }),
    ...(told.daily && { daily: true }),
    ...(told.count !== undefined && { count: told.count }),
    ...(told.total && { total: true }),
    ...(told.spread && { spread: true }),
    ...(told.over !== undefined && { over: told.over }),
    ...(told.change !== undefined && { words: { change: String(told.change), days: String(told.days ?? 1) } }),
  };
}

function askedItem(id: string, catalogue: Catalogue): Item[] {
  const concept = catalogue.get(id);
  if (!concept) return [];
  return [
    {
      concepts: withParts([id], catalogue),
      name: concept.name,
      fresh: true,
      isMedicine: SUBSTANCES.has(concept.kind),
      act: 'asked',
    },
  ];
}

function newestOfEach(medicines: readonly MedicineView[]): MedicineView[] {
  const newest = new Map<string, MedicineView>();
  for (const medicine of medicines) {
    const key = medicine.concepts.join('+') || medicine.name.toLowerCase();
    const known = newest.get(key);
    if (!known || (known.start ?? '') < (medicine.start ?? '')) newest.set(key, medicine);
  }
  return [...newest.values()];
}

export function medicineItem(medicine: MedicineView, catalogue: Catalogue): Item {
  const names = medicine.concepts.map((id) => ownName(id, medicine.name, catalogue));
  return {
    concepts: withParts(medicine.concepts, catalogue),
    name: names.join('/') || medicine.name,
    fresh: false,
    isMedicine: true,
    uuid: medicine.uuid,
    label: medicine.label,
    start: medicine.start,
    time: medicine.start,
    perDay: medicine.perDay,
    ...(medicine.dose !== null && { value: medicine.dose }),
    ...(medicine.unit !== null && { unit: medicine.unit }),
  };
}

/** The name that the record itself uses: torasemide stays torasemide, whatever the catalogue calls it. */
function ownName(id: string, written: string, catalogue: Catalogue): string {
  const concept = catalogue.get(id);
  const said = written.toLowerCase();
  if (concept === undefined) return written;
  if (said.includes(concept.name.toLowerCase())) return concept.name;
  const own = concept.names.filter((name) => name.length > 4 && said.startsWith(name.toLowerCase()));
  return own.toSorted((a, b) => b.length - a.length)[0] ?? concept.name;
}

/** A combination is also each of its parts, a dish what is in it; on the skin or in the eye, none that is felt by the whole body as a tablet only. */
export function withParts(ids: readonly string[], catalogue: Catalogue): string[] {
  const partsOf = (id: string) => {
    const { ingredients = [], route } = catalogue.get(id)?.drug ?? {};
    return route === undefined ? ingredients : ingredients.filter((part) => !isWholeBody(part, catalogue));
  };
  const contentsOf = (id: string) => (catalogue.get(id)?.contains ?? []).map((content) => content.id);
  return [...new Set([...ids, ...ids.flatMap(partsOf), ...ids.flatMap(contentsOf)])];
}

/** Found by what is in it: its name says so, "satay (contains peanut)". */
export function namedFor(item: Item, kinds: readonly string[], { catalogue }: Pick<Situation, 'catalogue'>): Item {
  const [own = ''] = item.concepts;
  const found = kinds.map((kind) => (kind === '*' ? undefined : catalogue.holds(own, kind))).filter((each) => each);
  const [content] = found.some((each) => each!.id === own) ? [] : found;
  const inside = content && catalogue.get(content.id);
  return content && inside ? { ...item, name: `${item.name} (${sayContent(content, inside)})` } : item;
}

/** Of the record, and those told now. */
export function allergies(s: Situation): Item[] {
  const listed = s.view.allergies
    .filter(({ status }) => status === 'active')
    .map(({ uuid, label, name, concepts, reactions }) => ({
      uuid,
      label,
      name: allergyTo(name),
      concepts: withParts(concepts, s.catalogue),
      fresh: false,
      ...(reactions.length > 0 && { words: { reactions: reactions.join(', ') } }),
    }));
  const told = s.told
    .filter(({ act }) => act === 'allergic')
    .map(({ concepts, name }) => ({ concepts, name: allergyTo(name), fresh: true }));
  return [...listed, ...told];
}

function allergyTo(name: string): string {
  return `${name}${/allerg|intoleran|sensitiv/i.test(name) ? '' : ' allergy'}`;
}

/** Whether one of an item's concepts is of the set. */
export function isOf(
  { concepts }: Pick<Item, 'concepts'>,
  set: { concepts: readonly string[]; except: readonly string[] },
  { catalogue }: Pick<Situation, 'catalogue'>,
): boolean {
  const among = (ids: readonly string[]) =>
    concepts.some((concept) => ids.some((id) => id === '*' || catalogue.isA(concept, id)));
  return among(set.concepts) && !(set.except.length > 0 && among(set.except));
}

export function pointItem(concept: string, point: Point, { catalogue }: Pick<Situation, 'catalogue'>): Item {
  return {
    concepts: [concept],
    name: catalogue.get(concept)?.name ?? concept,
    fresh: false,
    uuid: point.uuid,
    label: 'Observation',
    value: point.value,
    unit: point.unit,
    time: point.time,
  };
}
