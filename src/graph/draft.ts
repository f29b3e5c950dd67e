/**
 * A patient's part of the graph, built beside the one that readers see, in pieces, and put in its place in one moment:
 * whoever reads sees what was there before or all that is there now. What a killed process had not put there yet, and what
 * was there before, is swept away.
 */
import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from '../storage/handle.ts';
import { idsOf } from './pieces.ts';
import { nextTenant, prepareGraph } from './schema.ts';
import { tellWatches, type Watch, watchesOf } from './watches.ts';

export interface Draft extends Watch {
  readonly tenant: number;
  /** What it was begun from: nothing where the patient was not known. */
  readonly from: number | undefined;
}

/** Nothing is in it yet. Whoever opens one sweeps it in the end, published or not. */
export function openDraft(db: DatabaseSync, patient: string): Draft {
  prepareGraph(db);
  const from = tenantOf(db, patient);
  const tenant = Number(
    db.prepare(`INSERT INTO graph_draft (tenant) VALUES ((${nextTenant})) RETURNING tenant`).get()!['tenant'],
  );
  const draft: Draft = { patient, tenant, from, isOld: false };
  watchesOf(db).add(draft);
  return draft;
}

/** Puts in what the patient has already. Yields between pieces. */
export function* copyInto(db: DatabaseSync, { tenant: to, from }: Draft): Generator<void, void> {
  if (from === undefined) return;
  const nodes = db.prepare(
    `INSERT INTO graph_node (tenant, label, uuid, origin, props)
     SELECT ?1, label, uuid, origin, props FROM graph_node WHERE id IN (SELECT value FROM json_each(?2)) ORDER BY id`,
  );
  for (const ids of idsOf(db, 'graph_node', from)) {
    nodes.run(to, ids);
    yield;
  }
  // The ends of an edge are the copies of what they were, but for Types, which are everybody's.
  const edges = db.prepare(
    `INSERT INTO graph_edge (tenant, type, src, dst, origin, props)
     SELECT ?1, e.type, (SELECT n.id FROM graph_node n WHERE n.tenant = ?1 AND n.uuid = s.uuid),
       CASE WHEN d.tenant = 0 THEN d.id ELSE (SELECT n.id FROM graph_node n WHERE n.tenant = ?1 AND n.uuid = d.uuid) END,
       e.origin, e.props
     FROM graph_edge e JOIN graph_node s ON s.id = e.src JOIN graph_node d ON d.id = e.dst
     WHERE e.id IN (SELECT value FROM json_each(?2)) ORDER BY e.id`,
  );
  for (const ids of idsOf(db, 'graph_edge', from)) {
    edges.run(to, ids);
    yield;
  }
}

/**
 * Puts it in the place of what readers see; `along` is done with it, or neither is. False, and nothing done, where the
 * patient was written to since it was begun.
 */
export function publishDraft(db: DatabaseSync, draft: Draft, along: () => void): boolean {
  const { patient, tenant, from } = draft;
  return inTransaction(db, () => {
    if (draft.isOld) return false;
    db.prepare('DELETE FROM graph_draft WHERE tenant = ?').run(tenant);
    if (from === undefined) db.prepare('INSERT INTO graph_tenant (id, uuid) VALUES (?, ?)').run(tenant, patient);
    else {
      db.prepare('UPDATE graph_tenant SET id = ? WHERE id = ?').run(tenant, from);
      db.prepare('INSERT INTO graph_draft (tenant) VALUES (?)').run(from);
    }
    tellWatches(db, patient);
    along();
    return true;
  });
}

/** Takes away what nobody will see: what it replaced, or it itself where it did not come to that. Yields between pieces. */
export function* sweepDraft(db: DatabaseSync, draft: Draft): Generator<void, void> {
  watchesOf(db).delete(draft);
  for (const tenant of [draft.tenant, draft.from])
    if (tenant !== undefined && isUnseen(db, tenant)) yield* sweepTenant(db, tenant);
}

/**
 * Forgets a patient: from this moment on nobody sees them, and what was theirs is swept by `sweepForgotten`, or at the next
 * start. Shared Types stay: they say nothing about anyone. Undefined for whom nobody knows.
 */
export function forgetPatient(db: DatabaseSync, patient: string): number | undefined {
  prepareGraph(db);
  return inTransaction(db, () => {
    const tenant = tenantOf(db, patient);
    if (tenant === undefined) return undefined;
    tellWatches(db, patient);
    db.prepare('DELETE FROM graph_tenant WHERE id = ?').run(tenant);
    db.prepare('INSERT INTO graph_draft (tenant) VALUES (?)').run(tenant);
    return tenant;
  });
}

/** Takes away what was a forgotten patient's. Yields between pieces. */
export function sweepForgotten(db: DatabaseSync, tenant: number): Generator<void, void> {
  return sweepTenant(db, tenant);
}

/** At the start, before anybody builds one: what a killed process has left. */
export function sweepDrafts(db: DatabaseSync): void {
  prepareGraph(db);
  for (const { tenant } of db.prepare('SELECT tenant FROM graph_draft').all())
    for (const _ of sweepTenant(db, tenant as number));
}

function* sweepTenant(db: DatabaseSync, tenant: number): Generator<void, void> {
  for (const table of ['graph_edge', 'graph_node'] as const) {
    const drop = db.prepare(`DELETE FROM ${table} WHERE id IN (SELECT value FROM json_each(?))`);
    for (const ids of idsOf(db, table, tenant)) {
      drop.run(ids);
      yield;
    }
  }
  db.prepare('DELETE FROM graph_draft WHERE tenant = ?').run(tenant);
}

function isUnseen(db: DatabaseSync, tenant: number): boolean {
  return db.prepare('SELECT 1 FROM graph_draft WHERE tenant = ?').get(tenant) !== undefined;
}

function tenantOf(db: DatabaseSync, patient: string): number | undefined {
  return db.prepare('SELECT id FROM graph_tenant WHERE uuid = ?').get(patient)?.['id'] as number | undefined;
}
