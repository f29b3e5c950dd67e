import type { DatabaseSync } from 'node:sqlite';
import { migrate, type Tables } from '../storage/handle.ts';

/**
 * The physical graph: four tables on the house's SQLite file.
 *
 * - `graph_tenant` maps a patient's uuid to a small integer.
 * - `graph_node` holds instances (`tenant` > 0) and shared Types (`tenant` = 0). A Type's `id` is negative and made from
 *   its uuid, so that no order a query can see depends on who was imported first.
 * - `graph_edge` rows always belong to a tenant; a shared Type is reached through them and in no other way.
 * - `graph_draft` names tenants that nobody sees: what is being built (`draft.ts`), and what was replaced by it.
 *
 * Properties are one JSON object in `props` (with `uuid`, without nulls). Both edge indexes cover a hop, so a hop costs
 * one index range within the tenant, whatever the number of patients.
 */
export function prepareGraph(db: DatabaseSync): void {
  if (prepared.has(db)) return;
  migrate(db, graphTables);
  prepared.add(db);
}

const prepared = new WeakSet<DatabaseSync>();

export const graphTables: Tables = {
  room: 'graph',
  steps: [
    `
CREATE TABLE IF NOT EXISTS graph_tenant (
  id INTEGER PRIMARY KEY,
  uuid TEXT NOT NULL UNIQUE
) STRICT;
CREATE TABLE IF NOT EXISTS graph_node (
  id INTEGER PRIMARY KEY,
  tenant INTEGER NOT NULL,
  label TEXT NOT NULL,
  uuid TEXT NOT NULL,
  origin TEXT NOT NULL DEFAULT 'import',
  props TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX IF NOT EXISTS graph_node_uuid ON graph_node (tenant, uuid);
CREATE INDEX IF NOT EXISTS graph_node_label ON graph_node (tenant, label);
CREATE TABLE IF NOT EXISTS graph_edge (
  id INTEGER PRIMARY KEY,
  tenant INTEGER NOT NULL,
  type TEXT NOT NULL,
  src INTEGER NOT NULL,
  dst INTEGER NOT NULL,
  origin TEXT NOT NULL DEFAULT 'import',
  props TEXT NOT NULL DEFAULT '{}'
) STRICT;
CREATE INDEX IF NOT EXISTS graph_edge_out ON graph_edge (tenant, src, type, dst);
CREATE INDEX IF NOT EXISTS graph_edge_in ON graph_edge (tenant, dst, type, src);
`,
    'CREATE TABLE graph_draft (tenant INTEGER PRIMARY KEY) STRICT',
    // What was measured thousands of times is found by what it is, when, and how much, without a look at each.
    `CREATE INDEX graph_node_measured ON graph_node
       (tenant, props ->> '$.code', props ->> '$.time', props ->> '$.value') WHERE label = 'Observation'`,
    // Whether something is held by its name or code already, without a look at the rest of it.
    `CREATE INDEX graph_node_named ON graph_node (tenant, label, props ->> '$.name', props ->> '$.code',
       props ->> '$.system', props ->> '$.status', props ->> '$.verification')`,
    // What was told is taken back without a look at what was not.
    "CREATE INDEX graph_node_told ON graph_node (tenant, label) WHERE origin = 'conversation'",
  ],
};

/** A number over all that are or were somebody's: none is given twice while rows bear it. */
export const nextTenant = `SELECT 1 + max(coalesce((SELECT max(id) FROM graph_tenant), 0),
  coalesce((SELECT max(tenant) FROM graph_draft), 0))`;

/** Labels whose nodes may be shared by all patients. They hold terminology only. */
export const typeLabels: readonly string[] = ['ConditionType', 'SymptomType', 'ObservationType', 'Medication'];

/** What a shared Type may say: nothing that a person could have written. */
export const sharedProperties: ReadonlySet<string> = new Set([
  'uuid',
  'name',
  'code',
  'system',
  'unit',
  'ref_low',
  'ref_high',
  'ref_text',
]);

/** Numbers that are measured, not counted: always floats in Cypher, so that `o.value / 2` never truncates. */
export const decimalProperties: ReadonlySet<string> = new Set(['value', 'dose', 'ref_low', 'ref_high']);

export type Scalar = string | number | boolean;
export type PropertyValue = Scalar | Scalar[] | null | undefined;

export interface NodeInput {
  label: string;
  uuid: string;
  /** `uuid` need not be repeated here; null and undefined are left out. */
  properties: Record<string, PropertyValue>;
  /** True for a Type with a code of a terminology. Free text without a code is never shared. */
  shared?: boolean;
}

export interface EdgeInput {
  type: string;
  from: string;
  to: string;
  properties?: Record<string, PropertyValue>;
}

export interface PatientContent {
  nodes: NodeInput[];
  edges: EdgeInput[];
}

/** The labels and relationship types of GRAPH.md, to tell a name that was mistyped. */
export const recordLabels: readonly string[] = [
  'Patient',
  'ConditionCase',
  'SymptomEpisode',
  'AllergyRecord',
  'Observation',
  'Encounter',
  'IntakeRegimen',
  'Procedure',
  'Practitioner',
  'Organization',
  'DocumentReference',
  'Immunization',
  'DiagnosticReport',
  'CarePlan',
  ...typeLabels,
];

/** Relationships that start at the Patient. */
export const patientTypes: readonly string[] = [
  'HAS_CONDITION',
  'HAS_SYMPTOM',
  'HAS_ALLERGY',
  'HAS_OBSERVATION',
  'HAS_ENCOUNTER',
  'HAS_REGIMEN',
  'HAS_PROCEDURE',
  'HAS_DOCUMENT',
  'HAS_IMMUNIZATION',
  'HAS_REPORT',
  'HAS_CARE_PLAN',
];

export const relationshipTypes: readonly string[] = [
  ...patientTypes,
  'IS_A',
  'OF_MEDICATION',
  'RECORDED_IN',
  'PERFORMED_BY',
  'AT_ORGANIZATION',
  'HAS_COMPONENT',
  'HAS_RESULT',
];
