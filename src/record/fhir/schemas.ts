/**
 * FHIR R4 as the record reads it: only the fields the graph holds, and tolerant. A field of the wrong shape is as
 * good as absent; it never costs the resource. What a resource is worth (an id, a patient) is decided by the import.
 */
import { z } from 'zod';
import { withoutControls } from './values.ts';

/** Not `z.string().transform`: this runs for every text of every resource. */
const text = z
  .unknown()
  .default(null)
  .transform((value) => (typeof value === 'string' ? withoutControls(value).trim() || undefined : undefined));
const raw = z.string().optional().catch(undefined);
const number = z.number().optional().catch(undefined);
const boolean = z.boolean().optional().catch(undefined);

function one<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.object(shape).optional().catch(undefined);
}

/** A list; one thing where a list belongs is a list of one, and what cannot be read drops out of it. */
function many<Item extends z.ZodType>(item: Item) {
  return z
    .unknown()
    .default(null)
    .transform((value): z.output<Item>[] => {
      if (value === null) return [];
      const items: z.output<Item>[] = [];
      for (const element of Array.isArray(value) ? value : [value]) {
        const parsed = item.safeParse(element);
        if (parsed.success && parsed.data !== undefined) items.push(parsed.data as z.output<Item>);
      }
      return items;
    });
}

const coding = z.object({ system: text, code: text, display: text });
const conceptShape = { text, coding: many(coding) };
const concept = one(conceptShape);
const concepts = many(z.object(conceptShape));
const referenceShape = { reference: raw, display: text };
const reference = one(referenceShape);
const references = many(z.object(referenceShape));
const period = one({ start: raw, end: raw });
const quantityShape = { value: number, unit: text, code: text, comparator: text };
const quantity = one(quantityShape);
const range = one({ low: quantity, high: quantity });
const attachment = one({ contentType: text, data: raw, title: text });
const nameShape = { use: text, text, family: text, given: many(text) };
const names = many(z.object(nameShape));
const telecoms = many(z.object({ system: text, value: text }));
const addresses = many(z.object({ city: text, state: text, postalCode: text, country: text }));
const identifiers = many(z.object({ system: text, value: text }));
const notes = many(z.object({ text }));

const dosageShape = {
  text,
  asNeededBoolean: boolean,
  asNeededCodeableConcept: concept,
  route: concept,
  timing: one({
    code: concept,
    repeat: one({ frequency: number, period: number, periodUnit: text, boundsPeriod: period }),
  }),
  doseAndRate: many(z.object({ doseQuantity: quantity, doseRange: range })),
};

const valueShape = {
  valueQuantity: quantity,
  valueInteger: number,
  valueCodeableConcept: concept,
  valueString: text,
  valueBoolean: boolean,
  valueRange: range,
  valueRatio: one({ numerator: quantity, denominator: quantity }),
  valueTime: text,
  valueDateTime: raw,
  valuePeriod: period,
};

const referenceRanges = many(z.object({ low: quantity, high: quantity, text }));

const measuredShape = {
  code: concept,
  ...valueShape,
  interpretation: concepts,
  referenceRange: referenceRanges,
};

export const schemas = {
  Patient: z.object({
    name: names,
    gender: text,
    birthDate: raw,
    deceasedDateTime: raw,
    deceasedBoolean: boolean,
    maritalStatus: concept,
    address: addresses,
    telecom: telecoms,
    identifier: identifiers,
    contact: many(z.object({ relationship: concepts, name: one(nameShape), telecom: telecoms })),
  }),
  Practitioner: z.object({ name: names, gender: text, identifier: identifiers, address: addresses }),
  PractitionerRole: z.object({ practitioner: reference }),
  Organization: z.object({ name: text, telecom: telecoms, address: addresses, identifier: identifiers }),
  Encounter: z.object({
    status: text,
    class: one({ code: text }),
    type: concepts,
    period,
    reasonCode: concepts,
    reasonReference: references,
    participant: many(z.object({ individual: reference })),
    serviceProvider: reference,
  }),
  Appointment: z.object({
    status: text,
    description: text,
    comment: text,
    patientInstruction: text,
    serviceType: concepts,
    reasonCode: concepts,
    reasonReference: references,
    start: raw,
    end: raw,
    participant: many(z.object({ actor: reference })),
  }),
  Condition: z.object({
    code: concept,
    clinicalStatus: concept,
    verificationStatus: concept,
    severity: concept,
    category: concepts,
    onsetDateTime: raw,
    onsetPeriod: period,
    abatementDateTime: raw,
    abatementPeriod: period,
    recordedDate: raw,
    note: notes,
    encounter: reference,
  }),
  AllergyIntolerance: z.object({
    code: concept,
    clinicalStatus: concept,
    verificationStatus: concept,
    type: text,
    category: many(text),
    criticality: text,
    onsetDateTime: raw,
    onsetPeriod: period,
    recordedDate: raw,
    reaction: many(z.object({ substance: concept, manifestation: concepts, description: text })),
    note: notes,
    encounter: reference,
  }),
  Observation: z.object({
    ...measuredShape,
    status: text,
    category: concepts,
    effectiveDateTime: raw,
    effectiveInstant: raw,
    effectivePeriod: period,
    issued: raw,
    note: notes,
    encounter: reference,
    component: many(z.object(measuredShape)),
  }),
  MedicationRequest: z.object({
    status: text,
    medicationCodeableConcept: concept,
    medicationReference: reference,
    authoredOn: raw,
    dosageInstruction: many(z.object(dosageShape)),
    reasonCode: concepts,
    reasonReference: references,
    note: notes,
    statusReason: concept,
    dispenseRequest: one({ validityPeriod: period }),
    requester: reference,
    encounter: reference,
  }),
  MedicationStatement: z.object({
    status: text,
    medicationCodeableConcept: concept,
    medicationReference: reference,
    effectiveDateTime: raw,
    effectivePeriod: period,
    dateAsserted: raw,
    dosage: many(z.object(dosageShape)),
    reasonCode: concepts,
    reasonReference: references,
    note: notes,
    statusReason: concepts,
    context: reference,
  }),
  Medication: z.object({ code: concept }),
  Procedure: z.object({
    status: text,
    code: concept,
    performedDateTime: raw,
    performedPeriod: period,
    reasonCode: concepts,
    reasonReference: references,
    performer: many(z.object({ actor: reference })),
    outcome: concept,
    note: notes,
    encounter: reference,
  }),
  Immunization: z.object({
    status: text,
    statusReason: concept,
    vaccineCode: concept,
    occurrenceDateTime: raw,
    note: notes,
    encounter: reference,
  }),
  DiagnosticReport: z.object({
    status: text,
    code: concept,
    effectiveDateTime: raw,
    effectivePeriod: period,
    issued: raw,
    conclusion: text,
    result: references,
    encounter: reference,
  }),
  DocumentReference: z.object({
    status: text,
    type: concept,
    description: text,
    date: raw,
    author: references,
    content: many(z.object({ attachment })),
    context: one({ encounter: references, period }),
  }),
  CarePlan: z.object({
    status: text,
    category: concepts,
    title: text,
    description: text,
    period,
    encounter: reference,
    activity: many(z.object({ detail: one({ description: text, code: concept }) })),
    note: notes,
  }),
  Goal: z.object({
    lifecycleStatus: text,
    description: concept,
    startDate: raw,
    target: many(z.object({ measure: concept, detailQuantity: quantity, detailRange: range, dueDate: raw })),
    note: notes,
  }),
  FamilyMemberHistory: z.object({
    status: text,
    name: text,
    relationship: concept,
    bornDate: raw,
    deceasedAge: quantity,
    deceasedBoolean: boolean,
    deceasedDate: raw,
    condition: many(z.object({ code: concept, onsetAge: quantity, onsetString: text, outcome: concept, note: notes })),
    note: notes,
  }),
};

type Defined<Schema extends z.ZodType> = NonNullable<z.output<Schema>>;
export type Concept = Defined<typeof concept>;
export type Reference = Defined<typeof reference>;
export type Quantity = Defined<typeof quantity>;
export type Range = Defined<typeof range>;
export type Period = Defined<typeof period>;
export type Attachment = Defined<typeof attachment>;
export type HumanName = Defined<typeof names>[number];
export type Identifier = Defined<typeof identifiers>[number];
export type Note = Defined<typeof notes>[number];
const dosageSchema = z.object(dosageShape);
export type Dosage = z.output<typeof dosageSchema>;
const valueSchema = z.object(valueShape);
export type ObservationValue = z.output<typeof valueSchema>;
const measuredSchema = z.object(measuredShape);
export type MeasuredPart = z.output<typeof measuredSchema>;

export type MappedType = keyof typeof schemas;
export type Parsed<Type extends MappedType> = z.output<(typeof schemas)[Type]>;

/** The one thing known of every resource before its type's schema has read it. */
export interface Resource {
  resourceType: string;
  id?: string;
  contained?: unknown;
  [field: string]: unknown;
}
