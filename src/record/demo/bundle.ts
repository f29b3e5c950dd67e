/** A demo person as a FHIR R4 bundle. Ids come from what a thing is, so that writing it again changes nothing. */
import type { Bundle } from '../export.ts';
import { SYMPTOM_CATEGORY } from '../fhir/conditions.ts';
import { type Fhir, withoutEmpty } from '../fhir/writing.ts';
import { uuidV5 } from '../identity.ts';
import type { Codes, Medication, Person, Visit } from './source.ts';

type Fields = Record<string, unknown>;

const SNOMED = 'http://snomed.info/sct';
const LOINC = 'http://loinc.org';
const RXNORM = 'http://www.nlm.nih.gov/research/umls/rxnorm';
const UCUM = 'http://unitsofmeasure.org';
const HL7 = 'http://terminology.hl7.org/CodeSystem';

export function buildBundle(person: Person, codes: Codes): Bundle {
  const make = makerFor(person, codes);
  const resources: Fhir[] = [
    writePatient(person, make),
    ...Object.entries(person.practitioners).map(([key, [given, family, gender, city]]) =>
      make.resource('Practitioner', key, { name: [{ family, given: [given] }], gender, address: [{ city }] }),
    ),
    ...Object.entries(person.organizations).map(([key, [name, city, state, phone]]) =>
      make.resource('Organization', key, {
        name,
        telecom: [{ system: 'phone', value: phone }],
        address: [{ city, state }],
      }),
    ),
    ...person.visits.flatMap((visit) => writeVisit(visit, person, make)),
    ...writeConditions(person, make),
    ...writeSymptoms(person, make),
    ...writeAllergies(person, make),
    ...person.medications.map((medication) => writeMedication(medication, make)),
    ...writeProcedures(person, make),
    ...writeImmunizations(person, make),
    ...writePlans(person, make),
    ...writeDocuments(person, make),
  ];
  const entry = resources.map((resource) => ({ fullUrl: `urn:uuid:${resource.id}`, resource }));
  return { resourceType: 'Bundle', type: 'collection', entry };
}

interface Maker {
  codes: Codes;
  resource(type: string, key: string, fields: Fields): Fhir;
  refer(type: string, key: string): Fields;
  subject: Fields;
  /** The visit that was on a day, where there was one. */
  visitOn(day: string): Fields | undefined;
}

function makerFor(person: Person, codes: Codes): Maker {
  const id = (type: string, key: string) => uuidV5(`demo|${person.key}|${type}|${key}`);
  const refer = (type: string, key: string) => ({ reference: `urn:uuid:${id(type, key)}` });
  return {
    codes,
    resource: (type, key, fields) => ({ resourceType: type, id: id(type, key), ...withoutEmpty(fields) }),
    refer,
    subject: refer('Patient', person.key),
    visitOn(day) {
      const visit = person.visits.find(({ at, planned }) => at.startsWith(day) && !planned);
      return visit && refer('Encounter', visit.at);
    },
  };
}

function writePatient({ key, patient }: Person, make: Maker): Fhir {
  const { given, family, gender, birth_date, marital_status, city, state, postal_code, country, phone } = patient;
  return make.resource('Patient', key, {
    name: [{ use: 'official', family, given: [given] }],
    telecom: [{ system: 'phone', value: phone }],
    gender,
    birthDate: birth_date,
    address: [{ city, state, postalCode: postal_code, country }],
    maritalStatus: { text: marital_status },
  });
}

function writeVisit(visit: Visit, person: Person, make: Maker): Fhir[] {
  const [code, name, kind] = known(make.codes.visits, visit.kind);
  const encounter = make.resource('Encounter', visit.at, {
    status: visit.planned ? 'planned' : 'finished',
    class: { system: `${HL7}/v3-ActCode`, code: kind },
    type: [concept(SNOMED, code, name)],
    subject: make.subject,
    participant: [{ individual: make.refer('Practitioner', visit.with) }],
    period: { start: instant(visit.at), end: instant(visit.at, visit.minutes) },
    reasonCode: [{ text: visit.reason }],
    serviceProvider: make.refer('Organization', visit.where),
  });
  return [encounter, ...writeVitals(visit, person, make), ...writeLabs(visit, make)];
}

function writeVitals(visit: Visit, { height }: Person, make: Maker): Fhir[] {
  const { bp, weight, hr, temp, spo2, rr, pef, smoking } = visit;
  const body =
    weight === undefined ? {} : { weight, height, bmi: Math.round((weight / (height / 100) ** 2) * 10) / 10 };
  const measured = Object.entries({ ...body, hr, temp, spo2, rr, pef, smoking });
  return [
    ...(bp === undefined ? [] : [writeBloodPressure(bp, visit, make)]),
    ...measured.flatMap(([key, value]) => (value === undefined ? [] : [writeObservation(key, value, visit, make)])),
  ];
}

function writeBloodPressure(bp: string, visit: Visit, make: Maker): Fhir {
  const [systolic, diastolic] = bp.split('/').map(Number);
  const part = (code: string, name: string, value: number, low: number, high: number) => ({
    code: concept(LOINC, code, name),
    valueQuantity: quantity(value, 'mm[Hg]'),
    ...range(low, high, 'mm[Hg]', value),
  });
  return make.resource('Observation', `${visit.at} bp`, {
    ...observed('vital-signs', visit, make),
    code: concept(LOINC, '85354-9', 'Blood pressure'),
    component: [
      part('8480-6', 'Systolic blood pressure', systolic!, 90, 139),
      part('8462-4', 'Diastolic blood pressure', diastolic!, 60, 89),
    ],
  });
}

function writeObservation(key: string, value: number | string, visit: Visit, make: Maker): Fhir {
  const [code, name, unit, low, high, category] = known(make.codes.measurements, key);
  const worded = typeof value === 'string' ? { valueString: value } : { valueQuantity: quantity(value, unit) };
  return make.resource('Observation', `${visit.at} ${key}`, {
    ...observed(category, visit, make),
    code: concept(LOINC, code, name),
    ...worded,
    ...(typeof value === 'number' ? range(low, high, unit, value) : {}),
  });
}

function observed(category: string, visit: Visit, make: Maker): Fields {
  return {
    status: 'final',
    category: [{ coding: [{ system: `${HL7}/observation-category`, code: category }] }],
    subject: make.subject,
    encounter: make.refer('Encounter', visit.at),
    effectiveDateTime: instant(visit.at, 5),
  };
}

/** Each result, and a report for each panel that has any. */
function writeLabs(visit: Visit, make: Maker): Fhir[] {
  const results = Object.entries(visit.labs).map(([key, value]) => ({
    panel: known(make.codes.measurements, key)[6],
    observation: writeObservation(key, value, visit, make),
  }));
  const panels = Map.groupBy(
    results.filter(({ panel }) => panel),
    ({ panel }) => panel!,
  );
  const reports = [...panels].map(([panel, members]) =>
    make.resource('DiagnosticReport', `${visit.at} ${panel}`, {
      status: 'final',
      category: [{ coding: [{ system: `${HL7}/v2-0074`, code: 'LAB', display: 'Laboratory' }] }],
      code: { text: panel },
      subject: make.subject,
      encounter: make.refer('Encounter', visit.at),
      effectiveDateTime: instant(visit.at, 5),
      result: members.map(({ observation }) => ({ reference: `urn:uuid:${observation.id}` })),
    }),
  );
  return [...results.map(({ observation }) => observation), ...reports];
}

function writeConditions(person: Person, make: Maker): Fhir[] {
  return person.conditions.map(({ what, since, until, note }) =>
    make.resource('Condition', `${what} ${since}`, {
      clinicalStatus: status('condition-clinical', until ? 'resolved' : 'active'),
      verificationStatus: status('condition-ver-status', 'confirmed'),
      category: [status('condition-category', 'problem-list-item')],
      code: concept(SNOMED, ...known(make.codes.conditions, what)),
      subject: make.subject,
      encounter: make.visitOn(since),
      onsetDateTime: since,
      abatementDateTime: until,
      recordedDate: since,
      note: note && [{ text: note }],
    }),
  );
}

/** Conditions by FHIR, marked as the symptoms that they are. */
function writeSymptoms(person: Person, make: Maker): Fhir[] {
  return person.symptoms.map(({ what, since, until, severity, note }) =>
    make.resource('Condition', `symptom ${what} ${since}`, {
      clinicalStatus: status('condition-clinical', until ? 'resolved' : 'active'),
      category: [{ coding: [SYMPTOM_CATEGORY] }],
      severity: { text: severity },
      code: concept(SNOMED, ...known(make.codes.symptoms, what)),
      subject: make.subject,
      onsetDateTime: since,
      abatementDateTime: until,
      note: note && [{ text: note }],
    }),
  );
}

function writeAllergies(person: Person, make: Maker): Fhir[] {
  return person.allergies.map(({ what, since, recorded, criticality, reactions, note }) => {
    const [code, name, category] = known(make.codes.allergens, what);
    return make.resource('AllergyIntolerance', what, {
      clinicalStatus: status('allergyintolerance-clinical', 'active'),
      verificationStatus: status('allergyintolerance-verification', 'confirmed'),
      type: 'allergy',
      category: [category],
      criticality,
      code: concept(SNOMED, code, name),
      patient: make.subject,
      encounter: make.visitOn(recorded),
      onsetDateTime: since,
      recordedDate: recorded,
      note: note && [{ text: note }],
      reaction: [{ manifestation: reactions.map((text) => ({ text })) }],
    });
  });
}

function writeMedication(medication: Medication, make: Maker): Fhir {
  const [code, ingredient] = known(make.codes.drugs, medication.drug);
  const { per_day, to } = medication;
  return make.resource('MedicationRequest', `${medication.name} ${medication.from}`, {
    status: to ? 'stopped' : 'active',
    intent: 'order',
    medicationCodeableConcept: { coding: [{ system: RXNORM, code, display: ingredient }], text: medication.name },
    subject: make.subject,
    encounter: make.visitOn(medication.from),
    authoredOn: medication.from,
    requester: make.refer('Practitioner', medication.by),
    reasonCode: [{ text: medication.reason }],
    dosageInstruction: [
      {
        text: medication.text,
        timing: {
          repeat: {
            boundsPeriod: to && { start: medication.from, end: to },
            ...(per_day && { frequency: per_day, period: 1, periodUnit: 'd' }),
          },
        },
        asNeededBoolean: medication.as_needed,
        route: { text: medication.route },
        doseAndRate: [{ doseQuantity: quantity(medication.dose, medication.unit) }],
      },
    ],
  });
}

function writeProcedures(person: Person, make: Maker): Fhir[] {
  return person.procedures.map(({ what, at, with: by, reason }) =>
    make.resource('Procedure', `${what} ${at}`, {
      status: 'completed',
      code: concept(SNOMED, ...known(make.codes.procedures, what)),
      subject: make.subject,
      encounter: make.visitOn(at.slice(0, 10)),
      performedPeriod: { start: instant(at), end: instant(at, 20) },
      performer: by && [{ actor: make.refer('Practitioner', by) }],
      reasonCode: reason && [{ text: reason }],
    }),
  );
}

function writeImmunizations(person: Person, make: Maker): Fhir[] {
  return Object.entries(person.immunizations).flatMap(([vaccine, days]) =>
    days.map((day) =>
      make.resource('Immunization', `${vaccine} ${day}`, {
        status: 'completed',
        vaccineCode: concept('http://hl7.org/fhir/sid/cvx', ...known(make.codes.vaccines, vaccine)),
        patient: make.subject,
        encounter: make.visitOn(day),
        occurrenceDateTime: day,
      }),
    ),
  );
}

function writePlans(person: Person, make: Maker): Fhir[] {
  return person.plans.map(({ what, from }) =>
    make.resource('CarePlan', what, {
      status: 'active',
      intent: 'plan',
      category: [concept(SNOMED, ...known(make.codes.plans, what))],
      subject: make.subject,
      encounter: make.visitOn(from),
      period: { start: from },
    }),
  );
}

function writeDocuments(person: Person, make: Maker): Fhir[] {
  return person.documents.map(({ what, at, visit, text }) =>
    make.resource('DocumentReference', `${what} ${at}`, {
      status: 'current',
      type: concept(LOINC, ...known(make.codes.documents, what)),
      subject: make.subject,
      date: instant(at),
      content: [{ attachment: { contentType: 'text/plain', data: Buffer.from(text).toString('base64') } }],
      context: { encounter: [make.refer('Encounter', visit)] },
    }),
  );
}

function known<Entry>(table: Record<string, Entry>, key: string): Entry {
  const entry = table[key];
  if (entry === undefined) throw new Error(`demo/source/codes.yml has no "${key}"`);
  return entry;
}

function concept(system: string, code: string, display: string): Fields {
  return { coding: [{ system, code, display }], text: display };
}

function status(codeSystem: string, code: string): Fields {
  return { coding: [{ system: `${HL7}/${codeSystem}`, code }] };
}

function quantity(value: number, unit: string | null): Fields {
  return { value, unit: unit ?? undefined, system: unit ? UCUM : undefined, code: unit ?? undefined };
}

function range(low: number | null, high: number | null, unit: string | null, value: number): Fields {
  if (low === null && high === null) return {};
  const mark = low !== null && value < low ? 'L' : high !== null && value > high ? 'H' : 'N';
  return {
    interpretation: [status('v3-ObservationInterpretation', mark)],
    referenceRange: [
      { low: low === null ? undefined : quantity(low, unit), high: high === null ? undefined : quantity(high, unit) },
    ],
  };
}

function instant(at: string, minutesLater = 0): string {
  return new Date(Date.parse(`${at}:00Z`) + minutesLater * 60_000).toISOString().replace('.000', '');
}
