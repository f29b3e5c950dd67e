/** Nodes of the record graph → FHIR R4 resources: the mirror of `mapping.ts`, one small function a label. */
import type { Properties, RecordNode } from '../patient.ts';
import { SYMPTOM_CATEGORY } from './conditions.ts';

export interface Fhir {
  resourceType: string;
  id: string;
  [field: string]: unknown;
}

export interface Links {
  patient: string;
  /** The patient's own nodes that edges of a type lead to. */
  targets(from: string, type: string): RecordNode[];
}

type Fields = Record<string, unknown>;
type Writer = (properties: Properties, node: RecordNode, links: Links) => Fields & { resourceType: string };

const writers: Record<string, Writer> = {
  Patient: writePatient,
  Practitioner: writePractitioner,
  Organization: writeOrganization,
  Encounter: writeEncounter,
  ConditionCase: writeCondition,
  SymptomEpisode: writeSymptom,
  AllergyRecord: writeAllergy,
  Observation: writeObservation,
  IntakeRegimen: writeRegimen,
  Procedure: writeProcedure,
  Immunization: writeImmunization,
  DiagnosticReport: writeReport,
  DocumentReference: writeDocument,
  CarePlan: writeCarePlan,
};

/** Undefined for what is written as part of something else: Types, components. */
export function writeResource(node: RecordNode, links: Links): Fhir | undefined {
  const write = writers[node.label];
  if (!write || node.properties.component === true) return undefined;
  const { resourceType, ...fields } = write(node.properties, node, links);
  return { resourceType, id: node.uuid, ...withoutEmpty(fields) };
}

function writePatient(p: Properties): ReturnType<Writer> {
  return {
    resourceType: 'Patient',
    name: p.family || p.given ? [{ use: 'official', family: p.family, given: words(p.given) }] : nameText(p.name),
    telecom: p.phone && [{ system: 'phone', value: p.phone }],
    gender: p.gender,
    birthDate: p.birth_date,
    deceasedDateTime: p.deceased_date,
    maritalStatus: p.marital_status && { text: p.marital_status },
    address: [{ city: p.city, state: p.state, postalCode: p.postal_code, country: p.country }],
  };
}

function writePractitioner(p: Properties): ReturnType<Writer> {
  return {
    resourceType: 'Practitioner',
    identifier: p.npi && [{ system: 'http://hl7.org/fhir/sid/us-npi', value: p.npi }],
    name: nameText(p.name),
    gender: p.gender,
    address: [{ city: p.city }],
  };
}

function writeOrganization(p: Properties): ReturnType<Writer> {
  return {
    resourceType: 'Organization',
    name: p.name,
    telecom: p.phone && [{ system: 'phone', value: p.phone }],
    address: [{ city: p.city, state: p.state }],
  };
}

const ABSENT = 'http://hl7.org/fhir/StructureDefinition/data-absent-reason';

function writeEncounter(p: Properties, node: RecordNode, links: Links): ReturnType<Writer> {
  return {
    resourceType: 'Encounter',
    ...statusOf(p),
    class: p.class
      ? { system: 'http://terminology.hl7.org/CodeSystem/v3-ActCode', code: p.class }
      : { extension: [{ url: ABSENT, valueCode: 'unknown' }] },
    type: conceptList(p),
    subject: subject(links),
    participant: links
      .targets(node.uuid, 'PERFORMED_BY')
      .map((target) => ({ individual: refer('Practitioner', target) })),
    period: { start: p.start, end: p.end },
    reasonCode: textList(p.reason),
    serviceProvider: refer('Organization', links.targets(node.uuid, 'AT_ORGANIZATION')[0]),
  };
}

function writeCondition(p: Properties, node: RecordNode, links: Links): ReturnType<Writer> {
  return {
    resourceType: 'Condition',
    clinicalStatus: status('condition-clinical', p.status),
    verificationStatus: status('condition-ver-status', p.verification),
    category: p.category && [status('condition-category', p.category)],
    code: concept(p),
    subject: subject(links),
    encounter: encounterOf(node, links),
    onsetDateTime: p.onset_date,
    abatementDateTime: p.abatement_date,
    recordedDate: p.recorded_date,
    note: textList(p.text),
  };
}

function writeSymptom(p: Properties, _node: RecordNode, links: Links): ReturnType<Writer> {
  return {
    resourceType: 'Condition',
    clinicalStatus: status('condition-clinical', p.status),
    category: [{ coding: [SYMPTOM_CATEGORY] }],
    severity: p.severity && { text: p.severity },
    code: concept(p),
    subject: subject(links),
    onsetDateTime: p.onset_date,
    abatementDateTime: p.end,
    note: textList(p.text),
  };
}

function writeAllergy(p: Properties, node: RecordNode, links: Links): ReturnType<Writer> {
  return {
    resourceType: 'AllergyIntolerance',
    clinicalStatus: status('allergyintolerance-clinical', p.status),
    verificationStatus: status('allergyintolerance-verification', p.verification),
    type: p.type,
    category: p.category && [p.category],
    criticality: p.criticality,
    code: concept(p),
    patient: subject(links),
    encounter: encounterOf(node, links),
    onsetDateTime: p.onset_date,
    recordedDate: p.recorded_date,
    note: textList(p.text),
    reaction: Array.isArray(p.reactions) ? p.reactions.map((text) => ({ manifestation: [{ text }] })) : undefined,
  };
}

function writeObservation(p: Properties, node: RecordNode, links: Links): ReturnType<Writer> {
  return {
    resourceType: 'Observation',
    ...statusOf(p),
    category: p.category && [status('observation-category', p.category)],
    subject: subject(links),
    encounter: encounterOf(node, links),
    effectiveDateTime: p.time,
    ...measurement(p),
    note: noteOf(p),
    component: links.targets(node.uuid, 'HAS_COMPONENT').map(({ properties }) => withoutEmpty(measurement(properties))),
  };
}

const COMPARED = /^(<=|>=|<|>) [-\d.e+]+$/;

function measurement(p: Properties): Fields {
  const comparator = COMPARED.exec(String(p.text ?? ''))?.[1];
  return {
    code: concept(p),
    valueQuantity: typeof p.value === 'number' ? { ...quantity(p.value, p.unit), comparator } : undefined,
    valueString: typeof p.value === 'string' ? p.value : undefined,
    interpretation: p.interpretation && [status('v3-ObservationInterpretation', p.interpretation)],
    referenceRange: [
      {
        low: typeof p.ref_low === 'number' ? quantity(p.ref_low, p.unit) : undefined,
        high: typeof p.ref_high === 'number' ? quantity(p.ref_high, p.unit) : undefined,
        text: p.ref_text,
      },
    ],
  };
}

function noteOf(p: Properties): Fields[] | undefined {
  const isValue = p.text === p.value || (typeof p.value === 'number' && COMPARED.test(String(p.text ?? '')));
  return isValue ? undefined : textList(p.text);
}

function quantity(value: number, unit: unknown): Fields {
  return unit ? { value, unit, system: 'http://unitsofmeasure.org', code: unit } : { value };
}

/** Statuses that only a MedicationStatement may have. */
const STATED = new Set(['intended', 'not-taken']);

function writeRegimen(p: Properties, node: RecordNode, links: Links): ReturnType<Writer> {
  const isStatement = STATED.has(String(p.status));
  const dosage = {
    text: p.text,
    timing: {
      code: p.frequency && { text: p.frequency },
      repeat: { boundsPeriod: isStatement ? undefined : { end: p.end } },
    },
    asNeededBoolean: p.as_needed,
    route: p.route && { text: p.route },
    doseAndRate: typeof p.dose === 'number' ? [{ doseQuantity: quantity(p.dose, p.unit) }] : undefined,
  };
  const common = {
    ...statusOf(p),
    medicationCodeableConcept: concept(p) ?? { extension: [{ url: ABSENT, valueCode: 'unknown' }] },
    subject: subject(links),
    reasonCode: textList(p.reason),
    note: textList(p.note),
  };
  if (isStatement) {
    const period = { start: p.start, end: p.end };
    const context = encounterOf(node, links);
    return { resourceType: 'MedicationStatement', ...common, context, effectivePeriod: period, dosage: [dosage] };
  }
  return {
    resourceType: 'MedicationRequest',
    intent: 'order',
    ...common,
    encounter: encounterOf(node, links),
    authoredOn: p.start,
    requester: refer('Practitioner', links.targets(node.uuid, 'PERFORMED_BY')[0]),
    dosageInstruction: [dosage],
  };
}

function writeProcedure(p: Properties, node: RecordNode, links: Links): ReturnType<Writer> {
  const isMoment = p.start !== undefined && p.start === p.end;
  return {
    resourceType: 'Procedure',
    ...statusOf(p),
    code: concept(p),
    subject: subject(links),
    encounter: encounterOf(node, links),
    performedDateTime: isMoment ? p.start : undefined,
    performedPeriod: isMoment ? undefined : { start: p.start, end: p.end },
    performer: links.targets(node.uuid, 'PERFORMED_BY').map((target) => ({ actor: refer('Practitioner', target) })),
    reasonCode: textList(p.reason),
    note: textList(p.text),
  };
}

function writeImmunization(p: Properties, node: RecordNode, links: Links): ReturnType<Writer> {
  return {
    resourceType: 'Immunization',
    ...statusOf(p),
    vaccineCode: concept(p),
    patient: subject(links),
    encounter: encounterOf(node, links),
    occurrenceDateTime: p.time,
  };
}

function writeReport(p: Properties, node: RecordNode, links: Links): ReturnType<Writer> {
  return {
    resourceType: 'DiagnosticReport',
    ...statusOf(p),
    code: concept(p),
    subject: subject(links),
    encounter: encounterOf(node, links),
    effectiveDateTime: p.time,
    conclusion: p.text,
    result: links.targets(node.uuid, 'HAS_RESULT').map((target) => refer('Observation', target)),
  };
}

function writeDocument(p: Properties, node: RecordNode, links: Links): ReturnType<Writer> {
  const text = typeof p.text === 'string' ? p.text : undefined;
  const markup = typeof p.mime === 'string' && p.mime.startsWith('text/html');
  const data = text && Buffer.from(markup ? escapeMarkup(text) : text, 'utf8').toString('base64');
  return {
    resourceType: 'DocumentReference',
    ...statusOf(p),
    type: concept(p),
    subject: subject(links),
    date: p.time,
    author: links.targets(node.uuid, 'PERFORMED_BY').map((target) => refer('Practitioner', target)),
    content: [{ attachment: { contentType: p.mime, data } }],
    context: { encounter: links.targets(node.uuid, 'RECORDED_IN').map((target) => refer('Encounter', target)) },
  };
}

function writeCarePlan(p: Properties, node: RecordNode, links: Links): ReturnType<Writer> {
  return {
    resourceType: 'CarePlan',
    ...statusOf(p),
    intent: 'plan',
    category: conceptList(p),
    subject: subject(links),
    encounter: encounterOf(node, links),
    period: { start: p.start, end: p.end },
  };
}

/** FHIR demands a status; where the source gave none, none is made up. */
function statusOf(p: Properties): Fields {
  return p.status ? { status: p.status } : { _status: { extension: [{ url: ABSENT, valueCode: 'unknown' }] } };
}

function concept(p: Properties): Fields | undefined {
  const coding = p.code === undefined ? undefined : [{ system: p.system, code: p.code }];
  return p.name === undefined && !coding ? undefined : { coding, text: p.name };
}

function conceptList(p: Properties): Fields[] | undefined {
  const what = concept(p);
  return what && [what];
}

function status(codeSystem: string, code: unknown): Fields | undefined {
  if (code === undefined) return undefined;
  return { coding: [{ system: `http://terminology.hl7.org/CodeSystem/${codeSystem}`, code }] };
}

function subject(links: Links): Fields {
  return { reference: `Patient/${links.patient}` };
}

function encounterOf(node: RecordNode, links: Links): Fields | undefined {
  return refer('Encounter', links.targets(node.uuid, 'RECORDED_IN')[0]);
}

function refer(type: string, target: RecordNode | undefined): Fields | undefined {
  return target && { reference: `${type}/${target.uuid}` };
}

function nameText(name: unknown): Fields[] | undefined {
  return name === undefined ? undefined : [{ text: name }];
}

function words(text: unknown): string[] | undefined {
  return typeof text === 'string' ? text.split(' ') : undefined;
}

function textList(text: unknown): Fields[] | undefined {
  return text === undefined ? undefined : [{ text }];
}

function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** FHIR has no empty objects, lists or nulls. */
export function withoutEmpty<Value>(value: Value): Value {
  if (Array.isArray(value)) {
    const items = value.map(withoutEmpty).filter((item) => !isEmpty(item));
    return items as Value;
  }
  if (value === null || typeof value !== 'object') return value;
  const kept = Object.entries(value).map(([key, field]) => [key, withoutEmpty(field)] as const);
  return Object.fromEntries(kept.filter(([, field]) => !isEmpty(field))) as Value;
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
