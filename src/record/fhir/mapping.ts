/**
 * FHIR resources → nodes and edges of the record graph, one small function a type. GRAPH.md is the contract.
 * A mapper sees one parsed resource and a `Scope`: where its nodes go and how its references resolve.
 */
import type { PropertyValue } from '../../graph/schema.ts';
import { mapGoal, mapRelative } from './asides.ts';
import { mapAllergy, mapCondition } from './conditions.ts';
import {
  mapAppointment,
  mapCarePlan,
  mapDocument,
  mapEncounter,
  mapImmunization,
  mapProcedure,
  mapReport,
} from './events.ts';
import { mapMedicationRequest, mapMedicationStatement } from './medications.ts';
import { mapObservation } from './observations.ts';
import { mapOrganization, mapPatient, mapPractitioner } from './people.ts';
import type { MappedType, Parsed, Reference } from './schemas.ts';
import { schemas } from './schemas.ts';
import type { Coded } from './values.ts';

export interface Scope {
  /** uuid of the patient all of this belongs to. */
  patient: string;
  /** uuid of the resource being mapped. */
  uuid: string;
  node(label: string, uuid: string, properties: Record<string, PropertyValue>): void;
  edge(type: string, from: string, to: string | undefined): void;
  /** Puts the Type of a coded thing and returns its uuid; undefined when there is neither code nor words. */
  type(label: TypeLabel, coded: Coded): string | undefined;
  /** Puts a sentence beside the patient where the graph has no node for it: a goal, what a relative had. */
  aside(property: 'goals' | 'family_history', sentence: string | null): void;
  /** uuid of what a reference means, where that is a resource of one of `types` in this patient's reach. */
  find(reference: Reference | undefined, ...types: MappedType[]): string | undefined;
  /** The resource itself, for what lives in another resource (a Medication's code, a reason's name). */
  read<Type extends MappedType>(reference: Reference | undefined, type: Type): Parsed<Type> | undefined;
}

export type TypeLabel = 'ConditionType' | 'SymptomType' | 'ObservationType' | 'Medication';
type Mapper<Type extends MappedType> = (resource: Parsed<Type>, scope: Scope) => void;

/** Absent here but in `schemas`: read only through references (Medication, PractitionerRole). */
const mappers: { [Type in MappedType]?: Mapper<Type> } = {
  Patient: mapPatient,
  Practitioner: mapPractitioner,
  Organization: mapOrganization,
  Encounter: mapEncounter,
  Appointment: mapAppointment,
  Condition: mapCondition,
  AllergyIntolerance: mapAllergy,
  Observation: mapObservation,
  MedicationRequest: mapMedicationRequest,
  MedicationStatement: mapMedicationStatement,
  Procedure: mapProcedure,
  Immunization: mapImmunization,
  DiagnosticReport: mapReport,
  DocumentReference: mapDocument,
  CarePlan: mapCarePlan,
  Goal: mapGoal,
  FamilyMemberHistory: mapRelative,
};

/** Types that belong to no patient in FHIR; the graph gives each patient who needs one a node of their own. */
export const POOLED: ReadonlySet<string> = new Set(['Practitioner', 'Organization', 'Medication', 'PractitionerRole']);

/** Read, but no node of their own (GRAPH.md): counted with what was left out. */
export const NODELESS: ReadonlySet<string> = new Set(['PractitionerRole', 'Goal']);

export function isMapped(type: string): type is MappedType {
  return Object.hasOwn(schemas, type);
}

export function mapResource(type: MappedType, resource: unknown, scope: Scope): void {
  const map = mappers[type] as Mapper<MappedType> | undefined;
  map?.(parseResource(type, resource), scope);
}

export function parseResource<Type extends MappedType>(type: Type, resource: unknown): Parsed<Type> {
  return schemas[type].parse(resource) as Parsed<Type>;
}
