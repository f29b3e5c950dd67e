/** Nodes of the record graph → FHIR R4 resources: the mirror of `mapping.ts`, one small function a label (`written/`). */
import type { RecordNode } from '../patient.ts';
import { writeAllergy, writeCondition, writeSymptom } from './written/conditions.ts';
import { writeDocument } from './written/documents.ts';
import { writeCarePlan, writeEncounter, writeImmunization, writeProcedure } from './written/events.ts';
import { type Fhir, type Links, type Writer, withoutEmpty } from './written/fields.ts';
import { writeRegimen } from './written/medications.ts';
import { writeObservation, writeReport } from './written/observations.ts';
import { writeOrganization, writePatient, writePractitioner } from './written/people.ts';

export { type Fhir, type Links, withoutEmpty } from './written/fields.ts';

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
