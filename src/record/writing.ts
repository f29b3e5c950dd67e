/**
 * Puts a gathered patient into the graph beside what is already known of them: in one transaction, or, where it is
 * much, as a draft that takes its place in one.
 */
import type { DatabaseSync } from 'node:sqlite';
import {
  copyInto,
  type Draft,
  openDraft,
  type PatientContent,
  prepareGraph,
  publishDraft,
  sweepDraft,
  weightOf,
} from '../graph/index.ts';
import { takeTurn } from '../kernel/breath.ts';
import { inTransaction } from '../storage/handle.ts';
import { type Added, writePieces } from './writing-slices.ts';

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

/** Hardly anybody brings more at once: so many nodes and edges are one transaction, on the thread that everybody shares. */
const WHOLE = 500;
/** And so much text, whatever it is of. */
const WHOLE_TEXT = 200_000;
/** A patient who is written to all the time is written at one go in the end. */
const MOST_TRIES = 3;

/**
 * Returns what was new. `onWritten` is called in the transaction that makes it so. All of it is there for whoever reads or
 * nothing, whenever the process is killed; others have their turn in between.
 */
export async function writeGathered(
  db: DatabaseSync,
  { patient, content }: Gathered,
  onWritten?: (patient: string) => void,
): Promise<Added> {
  if (isLittle(content))
    return inTransaction(db, () => {
      const added = atOnce(writePieces(db, patient, content));
      onWritten?.(patient);
      return added;
    });
  for (let tries = 1; ; tries++) {
    const added = await replaceByDraft(db, patient, content, {
      onWritten,
      run: tries > MOST_TRIES ? async (steps) => atOnce(steps) : gently,
    });
    if (added !== undefined) return added;
  }
}

function isLittle({ nodes, edges }: PatientContent): boolean {
  if (nodes.length + edges.length > WHOLE) return false;
  return nodes.reduce((weight, { properties }) => weight + weightOf(properties), 0) <= WHOLE_TEXT;
}

interface Course {
  readonly onWritten: ((patient: string) => void) | undefined;
  run<T>(steps: Generator<void, T>): Promise<T>;
}

/** Undefined where the patient was written to meanwhile. */
async function replaceByDraft(
  db: DatabaseSync,
  patient: string,
  content: PatientContent,
  { onWritten, run }: Course,
): Promise<Added | undefined> {
  const draft = openDraft(db, patient);
  try {
    const added = await run(fillDraft(db, draft, content));
    return publishDraft(db, draft, () => onWritten?.(patient)) ? added : undefined;
  } finally {
    await gently(sweepDraft(db, draft));
  }
}

function* fillDraft(db: DatabaseSync, draft: Draft, content: PatientContent): Generator<void, Added> {
  yield* copyInto(db, draft);
  return yield* writePieces(db, draft, content);
}

async function gently<T>(steps: Generator<void, T>): Promise<T> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await takeTurn();
  }
}

function atOnce<T>(steps: Generator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
