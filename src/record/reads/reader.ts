/** Who reads whose record, and the rows they read. Nothing in this folder looks at a record without a `Reader`. */

import { copyPatient, type PatientRows } from '../../graph/index.ts';
import { takeTurn } from '../../kernel/breath.ts';
import { systemClock } from '../../kernel/clock.ts';
import { type DataFile, handleOf } from '../../storage/handle.ts';
import { loadNodes, type Properties, type RecordNode, requireTenant, toNode } from '../patient.ts';

export interface AuditEvent {
  patientId: string;
  /** `read:conditions`, `read:timeline`, … */
  action: string;
  actor: string;
}

export interface Reader {
  data: DataFile;
  patientId: string;
  actor: string;
  /** Called once for each read, before it looks. Must not throw for a read to happen. */
  audit(event: AuditEvent): void;
  /** ISO instant that counts as now; the clock's unless given. */
  now?: string;
  /** Judges a value that the source left unjudged. Knows ranges by sex and age; see `observations.ts`. */
  assess?: Assess;
}

export type Flag = 'low' | 'high' | 'critical' | 'normal';
export interface Assessment {
  flag: Flag | null;
  ref_low?: number | null;
  ref_high?: number | null;
  ref_text?: string | null;
  /** A goal of this person that the value meets: it stands before the range, also before that of the source. */
  meets?: { low: number | null; high: number; text: string };
}
/** What somebody has or takes, as far as a goal asks for it. */
export interface Borne {
  name: string | null;
  code: string | null;
  system: string | null;
  since: string | null;
}
export interface Bearer {
  sex: string | null;
  age: number | null;
  /** Where they live: high up other values are normal. */
  city?: string | null | undefined;
  /** Looked up only when asked for. */
  conditions(): readonly Borne[];
  medicines(): readonly Borne[];
}
export type Assess = (
  measured: { loinc: string; value: number; unit: string | null; time: string | null },
  person: Bearer,
) => Assessment | undefined;

/** Every entry says what it is and where it is, so that an answer can cite it. */
export interface Entry {
  uuid: string;
  label: string;
  name: string | null;
  code: string | null;
  system: string | null;
}

/** Opens the record for one read: known patient, audited. Returns the tenant for the statements. */
export function open(reader: Reader, what: string): number {
  const tenant = requireTenant(handleOf(reader.data), reader.patientId);
  reader.audit({ patientId: reader.patientId, action: `read:${what}`, actor: reader.actor });
  return tenant;
}

export function nowOf(reader: Reader): string {
  return reader.now ?? instantOf(systemClock.now());
}

export function instantOf(time: number): string {
  return `${new Date(time).toISOString().slice(0, 19)}Z`;
}

/** The patient's nodes of a label, without what was entered in error. */
export function nodesOf(reader: Reader, tenant: number, label: string): RecordNode[] {
  const known = atHand.get(reader)?.get(label);
  if (known !== undefined) return [...known];
  return handleOf(reader.data)
    .prepare('SELECT uuid, label, props FROM graph_node WHERE tenant = ? AND label = ? ORDER BY id')
    .all(tenant, label)
    .map(toNode)
    .filter(({ properties }) => !isError(properties));
}

/** Labels that are at hand already, with their nodes, again without what was entered in error. */
export function nodesAtHand(reader: Reader): ReadonlyMap<string, readonly RecordNode[]> {
  return atHand.get(reader) ?? new Map();
}

const atHand = new WeakMap<Reader, Map<string, readonly RecordNode[]>>();
/** Read at one go, without a turn for others in between. */
const MANY = 1_000;

/** Whether it holds so much that to read and to write out all of it takes longer than others may wait. */
export function isVast({ data, patientId }: Reader, most = VAST): boolean {
  const db = handleOf(data);
  const rows = db.prepare('SELECT 1 FROM graph_node WHERE tenant = ? LIMIT 1 OFFSET ?');
  return rows.get(requireTenant(db, patientId), most) !== undefined;
}

const VAST = 25_000;

/** Reads what there is far more of than people have before a read asks for it, so that others have their turn meanwhile. */
export async function bringToHand(reader: Reader): Promise<void> {
  const db = handleOf(reader.data);
  const tenant = requireTenant(db, reader.patientId);
  const counts = db.prepare('SELECT label, count(*) AS n FROM graph_node WHERE tenant = ? GROUP BY label').all(tenant);
  const large = counts.filter(({ n }) => (n as number) > MANY).map(({ label }) => label as string);
  if (large.length === 0) return;
  const brought = new Map<string, readonly RecordNode[]>();
  const next = db.prepare(
    'SELECT id, uuid, label, props FROM graph_node WHERE tenant = ? AND label = ? AND id > ? ORDER BY id LIMIT ?',
  );
  for (const label of large) {
    const nodes: RecordNode[] = [];
    for (let after = Number.MIN_SAFE_INTEGER; ; ) {
      const rows = next.all(tenant, label, after, MANY);
      for (const node of rows.map(toNode)) if (!isError(node.properties)) nodes.push(node);
      if (rows.length < MANY) break;
      after = rows.at(-1)!['id'] as number;
      await takeTurn();
    }
    brought.set(label, nodes);
  }
  // An import took the place of what was read: so be it read again.
  if (requireTenant(db, reader.patientId) !== tenant) return bringToHand(reader);
  atHand.set(reader, brought);
}

export function isError({ status, verification }: Properties): boolean {
  return status === 'entered-in-error' || verification === 'entered-in-error';
}

/** For nodes of a label, what their edges of a type lead to within the record. */
export function linksOf(reader: Reader, tenant: number, label: string, type: string): Map<string, RecordNode[]> {
  const rows = handleOf(reader.data)
    .prepare(
      `SELECT s.uuid AS "from", d.uuid, d.label, d.props FROM graph_node s
       CROSS JOIN graph_edge e ON e.tenant = s.tenant AND e.src = s.id AND e.type = ? JOIN graph_node d ON d.id = e.dst
       WHERE s.tenant = ? AND s.label = ? ORDER BY e.id`,
    )
    .all(type, tenant, label);
  const links = new Map<string, RecordNode[]>();
  for (const row of rows) {
    const from = row.from as string;
    links.set(from, [...(links.get(from) ?? []), toNode(row)]);
  }
  return links;
}

/** All of the patient's nodes; see `open` for who may. */
export function allNodes(reader: Reader): RecordNode[] {
  return loadNodes(handleOf(reader.data), reader.patientId);
}

/** The encounter in which each entry was recorded. Read at once: whoever keeps it keeps no database open. */
export function visitsOf(reader: Reader, tenant: number): (uuid: string) => string | undefined {
  const rows = handleOf(reader.data)
    .prepare(
      `SELECT s.uuid AS entry, d.uuid AS visit FROM graph_edge e
       JOIN graph_node s ON s.id = e.src JOIN graph_node d ON d.id = e.dst
       WHERE e.tenant = ? AND e.type = 'RECORDED_IN' AND s.tenant = e.tenant ORDER BY e.id DESC`,
    )
    .all(tenant);
  const visits = new Map(rows.map(({ entry, visit }) => [entry as string, visit as string]));
  return (uuid) => visits.get(uuid);
}

/** The patient's rows, for another thread. */
export function copyRecord(reader: Reader): Promise<PatientRows> {
  return copyPatient(handleOf(reader.data), reader.patientId);
}

export function entryOf({ uuid, label, properties: p }: RecordNode): Entry {
  return { uuid, label, name: text(p.name), code: text(p.code), system: text(p.system) };
}

export function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

export function number(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

/** Newest first; what has no time comes last. */
export function byTimeDescending<Item>(timeOf: (item: Item) => string | null): (a: Item, b: Item) => number {
  return (a, b) => {
    const [first, second] = [timeOf(a) ?? '', timeOf(b) ?? ''];
    return first < second ? 1 : first > second ? -1 : 0;
  };
}
