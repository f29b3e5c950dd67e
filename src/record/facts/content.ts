/** A fact → the nodes and edges that say it in the graph, one small function a kind. */
import { observationByCode, observationCatalogue } from '../../clinical/index.ts';
import type { EdgeInput, NodeInput, PatientContent, PropertyValue } from '../../graph/index.ts';
import { time } from '../fhir/values.ts';
import { componentUuid, typeUuid } from '../identity.ts';
import type { RecordNode } from '../patient.ts';
import type { Fact } from './fact.ts';

export interface FactContent extends PatientContent {
  /** The node that stands for the fact. */
  uuid: string;
  label: string;
}

export interface Telling {
  patient: string;
  uuid: string;
  /** ISO instant of the message. */
  now: string;
  /** Where it was said. */
  provenance: Record<string, PropertyValue>;
  /** What the record already holds, to join its Types and to say what is superseded. */
  known: RecordNode[];
  /** The regimen that this one changes or ends. */
  supersedes: string | undefined;
}

type Teller = (fact: Fact, telling: Telling) => FactContent;

const tellers: Record<Fact['kind'], Teller> = {
  measurement: tellMeasurement,
  medication: tellMedication,
  condition: tellCondition,
  symptom: tellSymptom,
  allergy: tellAllergy,
  procedure: tellProcedure,
  encounter: tellEncounter,
  practitioner: (fact, telling) => content('Practitioner', { name: withoutTitle(fact.name) }, telling),
  organization: (fact, telling) => content('Organization', { name: fact.name }, telling),
};

export function contentOf(fact: Fact, telling: Telling): FactContent {
  return tellers[fact.kind](fact, telling);
}

const LOINC = 'http://loinc.org';
const PRESSURE = /^(\d{2,3})\s*\/\s*(\d{2,3})$/;

function tellMeasurement(fact: Fact, telling: Telling): FactContent {
  const entry = fact.code?.system === LOINC ? observationByCode(fact.code.code) : undefined;
  const frame = {
    status: 'preliminary',
    category: entry?.vital ? 'vital-signs' : 'laboratory',
    time: time(fact.time) ?? telling.now,
    component: false,
  };
  const pressure = typeof fact.value === 'string' ? PRESSURE.exec(fact.value) : null;
  if (pressure) return tellPressure(Number(pressure[1]), Number(pressure[2]), frame, telling);
  const value = typeof fact.value === 'string' && Number.isFinite(Number(fact.value)) ? Number(fact.value) : fact.value;
  const told = content(
    'Observation',
    { ...codedOf(fact), ...frame, value, unit: fact.unit, text: typeof value === 'string' ? value : null },
    telling,
  );
  told.edges.push({ type: 'HAS_OBSERVATION', from: telling.patient, to: telling.uuid });
  return withType(told, 'ObservationType', fact, telling);
}

interface Frame {
  [property: string]: PropertyValue;
}

/** The panel and its two components, as an import would make them. */
function tellPressure(systolic: number, diastolic: number, frame: Frame, telling: Telling): FactContent {
  const part = (name: string, code: string): Fact => ({ ...BLANK, name, code: { system: LOINC, code } });
  const panel = part('Blood pressure', '85354-9');
  const told = content('Observation', { ...codedOf(panel), ...frame, category: 'vital-signs' }, telling);
  told.edges.push({ type: 'HAS_OBSERVATION', from: telling.patient, to: telling.uuid });
  withType(told, 'ObservationType', panel, telling);
  const values = {
    '8480-6': ['Systolic blood pressure', systolic],
    '8462-4': ['Diastolic blood pressure', diastolic],
  } as const;
  for (const [code, [name, value]] of Object.entries(values)) {
    const uuid = componentUuid(telling.uuid, LOINC, code);
    const component = part(name, code);
    const more = { ...frame, category: 'vital-signs', component: true, value, unit: 'mm[Hg]' };
    const own = content('Observation', { ...codedOf(component), ...more }, { ...telling, uuid });
    withType(own, 'ObservationType', component, { ...telling, uuid });
    told.nodes.push(...own.nodes);
    told.edges.push(
      ...own.edges,
      { type: 'HAS_OBSERVATION', from: telling.patient, to: uuid },
      { type: 'HAS_COMPONENT', from: telling.uuid, to: uuid },
    );
  }
  return told;
}

const BLANK: Fact = {
  kind: 'measurement',
  text: '',
  start: 0,
  end: 0,
  name: '',
  negated: false,
  certainty: 'affirmed',
  experiencer: 'patient',
};

const DOSE = /^\s*(\d+(?:[.,]\d+)?)\s*([^\d\s].*)?$/;

function tellMedication(fact: Fact, telling: Telling): FactContent {
  const stopped = isStop(fact);
  const day = time(fact.time) ?? telling.now.slice(0, 10);
  const dose = DOSE.exec(fact.dose ?? '');
  const told = content(
    'IntakeRegimen',
    {
      ...codedOf(fact),
      status: fact.once ? 'completed' : stopped ? 'stopped' : 'active',
      start: fact.once ? day : stopped || fact.change === undefined ? null : day,
      end: fact.once || stopped ? day : null,
      dose: dose ? Number(dose[1]!.replace(',', '.')) : null,
      unit: dose?.[2]?.trim() ?? null,
      frequency: fact.frequency,
      route: fact.route,
      as_needed: fact.frequency ? /\b(as needed|prn|when needed)\b/i.test(fact.frequency) : null,
      text: fact.text,
      recorded_date: telling.now,
      supersedes: telling.supersedes,
    },
    telling,
  );
  told.edges.push({ type: 'HAS_REGIMEN', from: telling.patient, to: telling.uuid });
  return withType(told, 'Medication', fact, telling, 'OF_MEDICATION');
}

export function isStop(fact: Fact): boolean {
  return fact.negated || fact.certainty === 'negated' || fact.change === 'stopped';
}

function tellCondition(fact: Fact, telling: Telling): FactContent {
  const told = content(
    'ConditionCase',
    {
      ...codedOf(fact),
      status: fact.historical ? 'inactive' : 'active',
      verification: 'unconfirmed',
      category: 'problem-list-item',
      onset_date: time(fact.time),
      recorded_date: telling.now,
      text: fact.text,
    },
    telling,
  );
  told.edges.push({ type: 'HAS_CONDITION', from: telling.patient, to: telling.uuid });
  return withType(told, 'ConditionType', fact, telling);
}

function tellSymptom(fact: Fact, telling: Telling): FactContent {
  const told = content(
    'SymptomEpisode',
    {
      ...codedOf(fact),
      status: 'active',
      severity: fact.severity,
      onset_date: time(fact.time) ?? telling.now.slice(0, 10),
      recorded_date: telling.now,
      text: fact.text,
    },
    telling,
  );
  told.edges.push({ type: 'HAS_SYMPTOM', from: telling.patient, to: telling.uuid });
  return withType(told, 'SymptomType', fact, telling);
}

function tellAllergy(fact: Fact, telling: Telling): FactContent {
  const told = content(
    'AllergyRecord',
    {
      ...codedOf(fact),
      status: 'active',
      verification: 'unconfirmed',
      type: 'allergy',
      onset_date: time(fact.time),
      recorded_date: telling.now,
      reactions: fact.reaction ? [fact.reaction] : null,
      text: fact.text,
    },
    telling,
  );
  told.edges.push({ type: 'HAS_ALLERGY', from: telling.patient, to: telling.uuid });
  return told;
}

function tellProcedure(fact: Fact, telling: Telling): FactContent {
  const at = time(fact.time);
  const status = at !== null && at > telling.now ? 'preparation' : 'completed';
  const told = content(
    'Procedure',
    { ...codedOf(fact), status, start: at, end: at, recorded_date: telling.now },
    telling,
  );
  told.edges.push({ type: 'HAS_PROCEDURE', from: telling.patient, to: telling.uuid });
  return told;
}

function tellEncounter(fact: Fact, telling: Telling): FactContent {
  const start = time(fact.time);
  const status = start !== null && start > telling.now.slice(0, start.length) ? 'planned' : 'finished';
  const told = content(
    'Encounter',
    {
      ...codedOf(fact),
      status,
      start: start ?? telling.now.slice(0, 10),
      reason: fact.text,
      recorded_date: telling.now,
    },
    telling,
  );
  told.edges.push({ type: 'HAS_ENCOUNTER', from: telling.patient, to: telling.uuid });
  return told;
}

function codedOf({ name, code }: Fact): Record<string, PropertyValue> {
  return { name, code: code?.code ?? null, system: code?.system ?? null };
}

function content(label: string, properties: Record<string, PropertyValue>, { uuid, provenance }: Telling): FactContent {
  const nodes: NodeInput[] = [{ label, uuid, properties: { ...properties, ...provenance } }];
  return { uuid, label, nodes, edges: [] as EdgeInput[] };
}

/**
 * Joins the Type that the record already uses for this code, else the catalogue's. Any other wording may be the
 * person's own, so its Type is theirs alone.
 */
function withType(told: FactContent, label: string, fact: Fact, telling: Telling, edge = 'IS_A'): FactContent {
  const { code } = fact;
  const used =
    code &&
    telling.known.find(
      ({ label: held, properties: p }) =>
        held === told.label && p.code === code.code && p.system === code.system && p.name,
    );
  const catalogued = code?.system === LOINC ? observationCatalogue(code.code) : undefined;
  const name = used ? String(used.properties.name) : (catalogued?.name ?? fact.name);
  const shared = code !== undefined && (used ? isImported(used) : catalogued !== undefined);
  const system = shared ? code.system : null;
  const plain = { name, code: shared ? code.code : null, system };
  const { unit = null, ref_low = null, ref_high = null, ref_text = null } = catalogued ?? {};
  const uuid = typeUuid(label, plain.system, plain.code, name);
  const range = label === 'ObservationType' ? { unit, ref_low, ref_high, ref_text } : {};
  told.nodes.push({ label, uuid, properties: { ...plain, ...range }, shared });
  told.edges.push({ type: edge, from: told.uuid, to: uuid });
  return told;
}

function isImported({ properties }: RecordNode): boolean {
  return properties.source_message === undefined;
}

function withoutTitle(name: string): string {
  return name.replace(/^(Dr|Prof|Doctor)\.?\s+/i, '');
}
