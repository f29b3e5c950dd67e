/**
 * Bundles do not say which FHIR they speak; their resources do. Each hint is a shape that R4 does not have.
 * A wrong version is refused as a whole: half understood, a record would be silently incomplete.
 */
import { ConsiliumError } from '../../kernel/errors.ts';
import type { Resource } from './schemas.ts';

type Version = 'DSTU2' | 'STU3' | 'R5';
interface Hint {
  version: Version;
  what: string;
  holds: (resource: Resource) => boolean;
}

const isText = (value: unknown) => typeof value === 'string';
const isRecord = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);
const first = (value: unknown) => (Array.isArray(value) ? value[0] : undefined);

const HINTS: Record<string, Hint[]> = {
  MedicationOrder: [{ version: 'DSTU2', what: 'it has MedicationOrder resources', holds: () => true }],
  DiagnosticOrder: [{ version: 'DSTU2', what: 'it has DiagnosticOrder resources', holds: () => true }],
  ProcedureRequest: [{ version: 'STU3', what: 'it has ProcedureRequest resources', holds: () => true }],
  ReferralRequest: [{ version: 'STU3', what: 'it has ReferralRequest resources', holds: () => true }],
  MedicationUsage: [{ version: 'R5', what: 'it has MedicationUsage resources', holds: () => true }],
  Condition: [
    { version: 'DSTU2', what: 'Condition.patient is used', holds: (r) => 'patient' in r && !('subject' in r) },
    { version: 'STU3', what: 'Condition.clinicalStatus is a plain code', holds: (r) => isText(r.clinicalStatus) },
  ],
  AllergyIntolerance: [
    { version: 'DSTU2', what: 'AllergyIntolerance.substance is used', holds: (r) => 'substance' in r },
    {
      version: 'STU3',
      what: 'AllergyIntolerance.clinicalStatus is a plain code',
      holds: (r) => isText(r.clinicalStatus),
    },
    { version: 'R5', what: 'AllergyIntolerance.type is a concept', holds: (r) => isRecord(r.type) },
  ],
  Encounter: [
    { version: 'DSTU2', what: 'Encounter.class is a plain code', holds: (r) => isText(r.class) },
    { version: 'R5', what: 'Encounter.class is a list', holds: (r) => Array.isArray(r.class) },
    { version: 'R5', what: 'Encounter.actualPeriod is used', holds: (r) => 'actualPeriod' in r },
  ],
  Observation: [
    { version: 'STU3', what: 'Observation.context is used', holds: (r) => 'context' in r && !('encounter' in r) },
  ],
  Procedure: [
    { version: 'STU3', what: 'Procedure.context is used', holds: (r) => 'context' in r },
    {
      version: 'R5',
      what: 'Procedure.occurrence[x] is used',
      holds: (r) => 'occurrenceDateTime' in r || 'occurrencePeriod' in r,
    },
  ],
  Immunization: [
    { version: 'DSTU2', what: 'Immunization.wasNotGiven is used', holds: (r) => 'wasNotGiven' in r },
    { version: 'STU3', what: 'Immunization.date is used', holds: (r) => 'date' in r },
  ],
  MedicationRequest: [
    { version: 'STU3', what: 'MedicationRequest.context is used', holds: (r) => 'context' in r },
    {
      version: 'STU3',
      what: 'MedicationRequest.requester.agent is used',
      holds: (r) => isRecord(r.requester) && 'agent' in r.requester,
    },
    {
      version: 'R5',
      what: 'MedicationRequest.medication is a reference to a concept',
      holds: (r) => 'medication' in r,
    },
  ],
  MedicationStatement: [
    { version: 'STU3', what: 'MedicationStatement.taken is used', holds: (r) => 'taken' in r },
    {
      version: 'R5',
      what: 'MedicationStatement.medication is a reference to a concept',
      holds: (r) => 'medication' in r,
    },
  ],
  DiagnosticReport: [{ version: 'STU3', what: 'DiagnosticReport.context is used', holds: (r) => 'context' in r }],
  DocumentReference: [
    { version: 'STU3', what: 'DocumentReference.class is used', holds: (r) => 'class' in r && !('category' in r) },
    { version: 'R5', what: 'DocumentReference.context is a list', holds: (r) => Array.isArray(r.context) },
  ],
  CarePlan: [
    { version: 'STU3', what: 'CarePlan.context is used', holds: (r) => 'context' in r && !('encounter' in r) },
    {
      version: 'R5',
      what: 'CarePlan.addresses holds concepts',
      holds: (r) => isRecord(first(r.addresses)) && 'concept' in first(r.addresses),
    },
  ],
  CapabilityStatement: ['1.0', '3.0', '5.0'].map((number, index) => ({
    version: (['DSTU2', 'STU3', 'R5'] as const)[index]!,
    what: `its CapabilityStatement names FHIR ${number}`,
    holds: (r: Resource) => isText(r.fhirVersion) && String(r.fhirVersion).startsWith(number),
  })),
};

/** Throws FHIR_VERSION when a resource can only be of another FHIR version. */
export function requireR4(resource: Resource, file: string, place: string): void {
  const hint = HINTS[resource.resourceType]?.find(({ holds }) => holds(resource)) ?? profileHint(resource);
  if (!hint) return;
  throw new ConsiliumError('FHIR_VERSION', `${file} is FHIR ${hint.version}, not R4: ${hint.what} (${place}).`, {
    hint: 'Ask the source for an R4 export, or convert the file first.',
    details: { file, place, version: hint.version },
  });
}

const PROFILE = /^https?:\/\/(?:www\.)?hl7\.org\/fhir\/(DSTU2|STU3|R5|1\.0|3\.0|5\.0)\/|fhir\.org\/guides\/argonaut/;

const PROFILE_VERSION: Record<string, Version> = {
  DSTU2: 'DSTU2',
  '1.0': 'DSTU2',
  STU3: 'STU3',
  '3.0': 'STU3',
  R5: 'R5',
  '5.0': 'R5',
};

function profileHint(resource: Resource): { version: Version; what: string } | undefined {
  const profiles = isRecord(resource.meta) && Array.isArray(resource.meta.profile) ? resource.meta.profile : [];
  for (const profile of profiles) {
    const named = isText(profile) ? PROFILE.exec(profile) : null;
    if (!named) continue;
    return { version: PROFILE_VERSION[named[1] ?? 'DSTU2']!, what: `a resource claims the profile ${profile}` };
  }
  return undefined;
}
