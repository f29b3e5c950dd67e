/**
 * Facts from conversation into the record: validated, compared with what is there, stored with where they were said,
 * and undone whole. The imported part is never changed: a regimen that someone stopped is superseded, not edited.
 */
import type { DatabaseSync } from 'node:sqlite';
import { observationByCode } from '../../clinical/index.ts';
import { addToPatient, removeNode } from '../../graph/index.ts';
import { systemClock } from '../../kernel/clock.ts';
import { ConsiliumError } from '../../kernel/errors.ts';
import { inTransaction } from '../../storage/handle.ts';
import { uuidV5 } from '../identity.ts';
import { type RecordNode, requireTenant } from '../patient.ts';
import { loadAlike } from './alike.ts';
import { inTheRecordsCode, LOINC } from './codes.ts';
import { contentOf, type FactContent } from './content.ts';
import { duplicateOf, LABELS, regimenOf } from './duplicates.ts';
import { type Fact, factSchema, type Provenance, refusalOf, type SkipReason } from './fact.ts';
import type { Looked } from './looking.ts';

export type StoredFact =
  | { status: 'stored'; uuid: string; label: string; fact: Fact; supersedes?: string }
  /** `own`: this very message told it before. */
  | { status: 'duplicate'; uuid: string; label: string; fact: Fact; own?: true }
  | { status: 'skipped'; reason: SkipReason; fact: unknown };

export interface StoreOptions {
  /** ISO instant of the message; the clock's unless given. */
  now?: string;
  /** What was found beforehand, in a vast record. */
  looked?: Looked | undefined;
}

/** Stores what is news, in order, all or nothing; says of each fact what became of it. The same message twice is once. */
export function storeFacts(
  db: DatabaseSync,
  patientId: string,
  facts: readonly unknown[],
  provenance: Provenance,
  options: StoreOptions = {},
): StoredFact[] {
  requireTenant(db, patientId);
  const now = `${(options.now ?? new Date(systemClock.now()).toISOString()).slice(0, 19).replace('Z', '')}Z`;
  const read = facts.map((given) => inTheRecordsCode(db, patientId, factSchema.safeParse(given).data));
  const sound = read.filter((fact) => fact !== undefined);
  const uuids = sound.map((fact) => uuidOf(fact, patientId, provenance));
  const known = loadAlike(db, patientId, sound, uuids, options.looked);
  const contents: FactContent[] = [];
  const results = facts.map((given, at): StoredFact => {
    const fact = read[at];
    if (fact === undefined) return { status: 'skipped', reason: 'invalid', fact: given };
    const reason = refusalOf(fact, needsUnit);
    if (reason) return { status: 'skipped', reason, fact };
    const { result, content } = tell(fact, patientId, known, provenance, now);
    if (content) {
      contents.push(content);
      known.push(
        ...content.nodes.map(({ label, uuid, properties }) => ({ label, uuid, properties: definedOf(properties) })),
      );
    }
    return result;
  });
  linkVisit(contents);
  if (contents.length > 0) {
    addToPatient(db, patientId, {
      nodes: contents.flatMap(({ nodes }) => nodes),
      edges: contents.flatMap(({ edges }) => edges),
    });
  }
  return results;
}

function tell(
  fact: Fact,
  patient: string,
  known: RecordNode[],
  provenance: Provenance,
  now: string,
): { result: StoredFact; content?: FactContent } {
  const label = LABELS[fact.kind];
  const { session, message, agent } = provenance;
  const uuid = uuidOf(fact, patient, provenance);
  const held = known.find((node) => node.uuid === uuid) ?? duplicateOf(fact, known, now);
  if (held) {
    const own = held.properties['source_message'] === message;
    return { result: { status: 'duplicate', uuid: held.uuid, label, fact, ...(own && { own }) } };
  }
  const supersedes = fact.kind === 'medication' && !fact.once ? regimenOf(fact, known)?.uuid : undefined;
  const content = contentOf(fact, {
    patient,
    uuid,
    now,
    known,
    supersedes,
    provenance: {
      source_session: session,
      source_message: message,
      source_start: fact.start,
      source_end: fact.end,
      source_agent: agent,
    },
  });
  return { result: { status: 'stored', uuid, label, fact, ...(supersedes ? { supersedes } : {}) }, content };
}

/** The same fact of the same message is the same entry, however often it is told. */
function uuidOf({ kind, start, end, name }: Fact, patient: string, { session, message }: Provenance): string {
  return uuidV5(`fact|${patient}|${session}|${message}|${kind}|${start}|${end}|${name}`);
}

function needsUnit(fact: Fact): boolean {
  const entry = fact.code?.system === LOINC ? observationByCode(fact.code.code) : undefined;
  return typeof fact.value === 'number' && entry !== undefined && entry.unit !== '' && entry.unit !== '1';
}

/** One visit, one doctor, one place in a message belong together. */
function linkVisit(contents: FactContent[]): void {
  const only = (label: string) => {
    const found = contents.filter((content) => content.label === label);
    return found.length === 1 ? found[0] : undefined;
  };
  const visit = only('Encounter');
  if (!visit) return;
  const doctor = only('Practitioner');
  const place = only('Organization');
  if (doctor) visit.edges.push({ type: 'PERFORMED_BY', from: visit.uuid, to: doctor.uuid });
  if (place) visit.edges.push({ type: 'AT_ORGANIZATION', from: visit.uuid, to: place.uuid });
  contents.splice(contents.indexOf(visit), 1);
  contents.push(visit);
}

function definedOf(properties: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== null && value !== undefined));
}

/** Takes a fact back, components and a Type of its own included; what was imported cannot be undone here. */
export function undoFact(db: DatabaseSync, patientId: string, uuid: string): void {
  const tenant = requireTenant(db, patientId);
  const row = db
    .prepare("SELECT id FROM graph_node WHERE tenant = ? AND uuid = ? AND origin = 'conversation'")
    .get(tenant, uuid);
  if (!row) {
    throw new ConsiliumError('FACT_NOT_FOUND', 'There is no fact from conversation with this id in the record.', {
      hint: 'Only what was told in conversation can be undone; imported entries are corrected at their source.',
    });
  }
  const parts = db
    .prepare(
      `SELECT n.uuid FROM graph_edge e JOIN graph_node n ON n.id = e.dst
       WHERE e.tenant = ?1 AND e.src = ?2 AND e.type = 'HAS_COMPONENT' AND n.origin = 'conversation'`,
    )
    .all(tenant, row.id as number);
  inTransaction(db, () => {
    for (const part of [...parts.map((found) => found.uuid as string), uuid]) removeNode(db, patientId, part);
    for (const type of lonelyTypes(db, tenant)) removeNode(db, patientId, type);
  });
}

/** Takes back all that these messages told, and says how many facts that were. */
export function undoMessages(db: DatabaseSync, patientId: string, messages: readonly string[]): number {
  const tenant = requireTenant(db, patientId);
  const told = db.prepare(`SELECT uuid ${TOLD} LIMIT 1`);
  const find = () => told.get(tenant, JSON.stringify(messages))?.['uuid'] as string | undefined;
  let undone = 0;
  // One by one: what goes with a fact goes with it.
  for (let uuid = find(); uuid !== undefined; uuid = find()) {
    undoFact(db, patientId, uuid);
    undone++;
  }
  return undone;
}

/** How many facts of the record these messages told. */
export function countTold(db: DatabaseSync, patientId: string, messages: readonly string[]): number {
  const tenant = requireTenant(db, patientId);
  return Number(db.prepare(`SELECT count(*) AS many ${TOLD}`).get(tenant, JSON.stringify(messages))?.['many']);
}

/** A panel is one fact with its components. */
const TOLD = `FROM graph_node AS n INDEXED BY graph_node_told WHERE tenant = ? AND origin = 'conversation'
  AND props ->> '$.source_message' IN (SELECT value FROM json_each(?))
  AND NOT EXISTS (SELECT 1 FROM graph_edge e WHERE e.tenant = n.tenant AND e.dst = n.id AND e.type = 'HAS_COMPONENT')`;

/** Types of the patient's own that nothing points at any more. */
function lonelyTypes(db: DatabaseSync, tenant: number): string[] {
  return db
    .prepare(
      `SELECT uuid FROM graph_node n INDEXED BY graph_node_told WHERE tenant = ?1 AND origin = 'conversation'
         AND label IN ('ConditionType', 'SymptomType', 'ObservationType', 'Medication')
         AND NOT EXISTS (SELECT 1 FROM graph_edge e WHERE e.tenant = ?1 AND e.dst = n.id)`,
    )
    .all(tenant)
    .map((row) => row.uuid as string);
}
