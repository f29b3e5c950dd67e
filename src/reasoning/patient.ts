/**
 * The patient as reasoning sees one: a plain value, every entry with the uuid to cite and the concepts it is linked to.
 * Made from the record (`readPatient`) or from FHIR resources that were only handed over (`viewResources`); what reads it
 * knows nothing of where it came from.
 */

export interface PatientView {
  id: string;
  name: string | null;
  /** Full years at `now`; months for an infant. */
  age: number | null;
  months: number | null;
  sex: 'female' | 'male' | null;
  birthDate: string | null;
  /** As the record writes it; null where it names none. */
  country: string | null;
  city: string | null;
  /** The instant that counts as now, ISO 8601 in UTC. */
  now: string;
  pregnancy: Pregnancy;
  conditions: readonly ConditionView[];
  medicines: readonly MedicineView[];
  allergies: readonly AllergyView[];
  symptoms: readonly SymptomView[];
  /** Numbers by observation concept, oldest first, all in the concept's own unit. */
  series: ReadonlyMap<string, readonly Point[]>;
  /** Observations that are words or codes (smoking status, a culture), newest first. */
  findings: readonly FindingView[];
  procedures: readonly EventView[];
  immunisations: readonly EventView[];
  encounters: readonly EncounterView[];
  documents: readonly DocumentView[];
  /** Papers of somebody else that lie here: nothing of them is the patient's. */
  misfiled: readonly MisfiledView[];
  lifestyle: { smoking: Habit | null; alcohol: Habit | null };
}

/** `who`: whom its heading names. */
export interface MisfiledView extends DocumentView {
  who: string;
}

/** An entry of the record. `concepts` is empty where nobody knows what it is; a combination has one for each part. */
export interface EntryView {
  uuid: string;
  label: string;
  name: string;
  concepts: readonly string[];
}

export interface ConditionView extends EntryView {
  status: 'active' | 'resolved' | 'doubtful';
  onset: string | null;
  end: string | null;
  note: string | null;
}

export interface MedicineView extends EntryView {
  /** `changed`: the same medicine went on in another entry, with another dose; it was not given up. */
  status: 'taken' | 'stopped' | 'planned' | 'changed';
  start: string | null;
  end: string | null;
  dose: number | null;
  unit: string | null;
  frequency: string | null;
  /** How often a day, where the frequency or the words say so. */
  perDay: number | null;
  route: string | null;
  asNeeded: boolean;
  reason: string | null;
  note: string | null;
}

export interface AllergyView extends EntryView {
  status: 'active' | 'resolved';
  /** A reaction that may kill: high criticality, or anaphylaxis among the reactions. */
  severe: boolean;
  /** An intolerance is no allergy: it does not cross. */
  intolerance: boolean;
  reactions: readonly string[];
}

export interface SymptomView extends EntryView {
  onset: string | null;
  end: string | null;
  severity: string | null;
}

export interface Point {
  uuid: string;
  time: string;
  value: number;
  unit: string;
  /** As the source wrote it. */
  original: { value: number; unit: string | null };
  /** Written as a limit of what the laboratory can measure: "<10", ">90". */
  bound?: Bound;
}

export type Bound = 'below' | 'above';

export interface FindingView extends EntryView {
  text: string;
  time: string | null;
}

export interface EventView extends EntryView {
  time: string | null;
  status: string | null;
}

export interface EncounterView extends EventView {
  kind: string | null;
  end: string | null;
  reason: string | null;
  scheduled: boolean;
  /** Day and hour on the clock of the place ("2027-01-19T14:20"), where the source gave them; with a Z they are UTC. */
  clock: string | null;
}

export interface DocumentView {
  uuid: string;
  label: string;
  name: string;
  time: string | null;
  text: string;
}

export interface Habit {
  uuid: string;
  text: string;
  time: string | null;
  /** Now, as far as the entry says. */
  current: boolean;
}

export interface Pregnancy {
  state: 'pregnant' | 'planning' | 'breastfeeding' | 'postpartum' | null;
  /** The entries that say so. */
  evidence: readonly string[];
  since: string | null;
}

const CHANGE_DAYS = 14;

/** An entry that ended because the same medicine went on in another: a change of dose, not a stop. */
export function withChanges(medicines: readonly MedicineView[]): MedicineView[] {
  return medicines.map((item) =>
    item.status === 'stopped' && isDoseChange(medicines, item) ? { ...item, status: 'changed' } : item,
  );
}

function isDoseChange(medicines: readonly MedicineView[], item: MedicineView): boolean {
  return medicines.some(
    (each) =>
      each !== item &&
      each.concepts.some((id) => item.concepts.includes(id)) &&
      each.start !== null &&
      each.start > (item.start ?? '') &&
      item.end !== null &&
      Math.abs(daysBetween(item.end, each.start)) <= CHANGE_DAYS,
  );
}

/** The newest point of a series at or before `now`. */
export function latest(view: PatientView, observation: string): Point | undefined {
  return view.series.get(observation)?.findLast(({ time }) => time <= view.now);
}

export function daysBetween(earlier: string, later: string): number {
  return (Date.parse(later) - Date.parse(earlier)) / 86_400_000;
}
