/**
 * Puts a gathered patient into the graph beside what is already known of them: in one transaction, or, where there is far
 * more than people have, through the journal.
 */
import type { DatabaseSync } from 'node:sqlite';
import { type PatientContent, prepareGraph } from '../graph/index.ts';
import { takeTurn } from '../kernel/breath.ts';
import { inTransaction } from '../storage/handle.ts';
import { applyImport, settleImport, stageImport } from './journal.ts';
import { type Added, dropOutdated, slicesOf, writeSlice } from './writing-slices.ts';

/** What a terminology knows of a laboratory code, whoever is measured. */
export interface CatalogueEntry {
  unit?: string | null;
  ref_low?: number | null;
  ref_high?: number | null;
  ref_text?: string | null;
}
export type Catalogue = (loinc: string) => CatalogueEntry | undefined;

/** uuid → label of what the record already holds of a patient; undefined for a patient it does not know. */
export function storedPatient(db: DatabaseSync, patient: string): Map<string, string> | undefined {
  prepareGraph(db);
  const tenant = db.prepare('SELECT id FROM graph_tenant WHERE uuid = ?').get(patient);
  if (!tenant) return undefined;
  const nodes = new Map<string, string>();
  for (const row of db.prepare('SELECT uuid, label FROM graph_node WHERE tenant = ?').iterate(tenant.id as number))
    nodes.set(row.uuid as string, row.label as string);
  return nodes.get(patient) === 'Patient' ? nodes : undefined;
}

/** Whether the record knows this patient. */
export function isStored(db: DatabaseSync, patient: string): boolean {
  const find = `SELECT 1 FROM graph_tenant t JOIN graph_node n ON n.tenant = t.id AND n.uuid = t.uuid
    WHERE t.uuid = ? AND n.label = 'Patient'`;
  return db.prepare(find).get(patient) !== undefined;
}

export function storedName(db: DatabaseSync, patient: string): string | null {
  const row = db
    .prepare(
      `SELECT n.props ->> '$.name' AS name FROM graph_tenant t JOIN graph_node n ON n.tenant = t.id AND n.uuid = t.uuid
       WHERE t.uuid = ?`,
    )
    .get(patient);
  return (row?.name ?? null) as string | null;
}

export interface Gathered {
  patient: string;
  name: string | null;
  content: PatientContent;
  dangling: number;
  duplicates: number;
}

/**
 * Returns what was new. `onWritten` is called in the transaction that makes it so. All of it is there in the end or
 * nothing, whenever the process is killed; others have their turn in between.
 */
export async function writeGathered(
  db: DatabaseSync,
  { patient, content }: Gathered,
  onWritten?: (patient: string) => void,
): Promise<Added> {
  const slices = slicesOf(patient, content);
  const [whole] = slices;
  if (whole !== undefined && slices.length === 1)
    return inTransaction(db, () => {
      dropOutdated(db, patient, whole);
      const added = writeSlice(db, patient, whole);
      onWritten?.(patient);
      return added;
    });
  const id = await gently(stageImport(db, patient, slices));
  settleImport(db, id, () => onWritten?.(patient));
  return gently(applyImport(db, id));
}

async function gently<T>(steps: Generator<void, T>): Promise<T> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await takeTurn();
  }
}
