/**
 * How much of a medicine was taken in a day, held against what this person may have: the dose that is prescribed to them, or
 * what the leaflet allows of a medicine that needs no prescription. Only what is known to lie within it is no overdose.
 */
import { convert } from '../../clinical/measures/units.ts';
import { latest } from '../patient.ts';
import { sharedNames } from './rules.ts';
import { type Item, isOf, type Situation } from './situation.ts';

export interface Amount {
  value: number;
  unit: string;
}

const ADULT = 16;
/** Whoever weighs less may have less, by weight. */
const LIGHT_KG = 50;
const WEIGHT = 'observation:body_weight';

/** All of it in a day; undefined where nobody knows how strong one is. */
export function takenADay(item: Item, s: Situation): Amount | undefined {
  const one = strengthOf(item, s);
  if (one === undefined) return undefined;
  if (item.total) return { ...one, value: one.value / (item.over ?? 1) };
  return { ...one, value: (one.value * (item.count ?? 1) * (item.perDay ?? 1)) / (item.over ?? 1) };
}

/** Where nobody says how much it was, nothing is known. */
export function isWithin(item: Item, s: Situation): boolean {
  return (item.count !== undefined || item.total === true) && weighIntake(item, s).fit === 'within';
}

/** All of it in a day, and the most that this person may have, as far as they are known. */
export interface Intake {
  readonly fit: 'within' | 'over' | 'unknown';
  readonly taken?: Amount;
  readonly limit?: Amount;
}

/** `isMeant`: not taken yet, so that the leaflet holds where there is one, not what somebody could be prescribed. */
export function weighIntake(item: Item, s: Situation, isMeant = false): Intake {
  const taken = takenADay(item, s);
  const limit = taken && limitFor(item, s, taken.unit, isMeant);
  if (taken === undefined || limit === undefined) return { fit: 'unknown' };
  return { fit: taken.value <= limit ? 'within' : 'over', taken, limit: { ...taken, value: limit } };
}

function strengthOf(item: Item, s: Situation): Amount | undefined {
  const own = ownDose(item, s);
  const leaflet = leafletOf(item, s);
  const unit = item.unit ?? own?.unit ?? leaflet?.unit ?? doseOf(item, s)?.unit;
  if (item.value !== undefined) return unit === undefined ? undefined : { value: item.value, unit };
  if (own !== undefined) return own;
  return leaflet && s.view.age !== null && s.view.age < ADULT
    ? undefined
    : leaflet && { value: leaflet.tablet, unit: leaflet.unit };
}

/** The most that this person may have in a day. */
function limitFor(item: Item, s: Situation, unit: string, isMeant: boolean): number | undefined {
  const isOpen = item.value !== undefined && !(isMeant && leafletOf(item, s) !== undefined);
  const limits = [prescribed(item, s), allowed(item, s), isOpen ? usual(item, s) : undefined];
  const known = limits.flatMap((limit) => (limit === undefined ? [] : (convert(limit.value, limit.unit, unit) ?? [])));
  return known.length === 0 ? undefined : Math.max(...known);
}

/** One dose of it at once, a day's over the day. */
function prescribed(item: Item, s: Situation): Amount | undefined {
  const own = ownDose(item, s);
  return own && { ...own, value: own.value * (item.spread ? (medicineOf(item, s)?.perDay ?? 1) : 1) };
}

/** By the leaflet, at once or in a day; for a child and a light person by weight. */
function allowed(item: Item, s: Situation): Amount | undefined {
  const leaflet = leafletOf(item, s);
  if (leaflet === undefined) return undefined;
  const told = s.told.find(({ act, concepts }) => act === 'measured' && concepts[0] === WEIGHT)?.value;
  const kg = told ?? latest(s.view, WEIGHT)?.value;
  const isChild = s.view.age !== null && s.view.age < ADULT;
  const most = item.spread ? leaflet.most : leaflet.once;
  if (!isChild && (kg === undefined || kg >= LIGHT_KG)) return { value: most, unit: leaflet.unit };
  if (kg === undefined || leaflet.childKg === undefined) return undefined;
  const byWeight = leaflet.childKg * kg * (item.spread ? 1 : leaflet.once / leaflet.most);
  return { value: Math.min(most, byWeight), unit: leaflet.unit };
}

/** Of what is not grave in excess: what is usual at the most, where its strength is told. */
function usual(item: Item, s: Situation): Amount | undefined {
  const dose = doseOf(item, s);
  const isGrave = item.concepts.some((id) => s.catalogue.get(id)?.drug?.high_risk) && !isOf(item, STEROIDS, s);
  if (dose === undefined || isGrave || isOf(item, harmsInExcess(), s) || (s.view.age ?? ADULT) < ADULT)
    return undefined;
  return { value: dose.max, unit: dose.unit };
}

/** High-risk for who stops them, not for one large dose. */
const STEROIDS = { concepts: ['class:systemic_corticosteroid'], except: [] };
const harmsInExcess = () => sharedNames().sets.get('harms_in_excess')!;

const medicineOf = ({ concepts: [first] }: Item, { view }: Situation) =>
  view.medicines.find(({ status, concepts, dose }) => status === 'taken' && dose !== null && concepts[0] === first);

function ownDose(item: Item, s: Situation): Amount | undefined {
  const own = medicineOf(item, s);
  return own?.dose == null || own.unit === null ? undefined : { value: own.dose, unit: own.unit };
}

const leafletOf = ({ concepts }: Item, { catalogue }: Situation) =>
  concepts.map((id) => catalogue.get(id)?.drug?.leaflet).find((found) => found !== undefined);

const doseOf = ({ concepts }: Item, { catalogue }: Situation) =>
  concepts.map((id) => catalogue.get(id)?.drug?.dose).find((found) => found !== undefined);
