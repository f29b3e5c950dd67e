/**
 * What of a vast record can bear on facts that are told, looked for before the transaction that tells them, in pieces: every
 * entry of the kinds that are told is read once, whatever the number of facts. A smaller record is looked at when they are told (`alike.ts`).
 */
import type { DatabaseSync } from 'node:sqlite';
import { type Watch, watchesOf } from '../../graph/watches.ts';
import { takeTurn } from '../../kernel/breath.ts';
import { requireTenant } from '../patient.ts';
import { inTheRecordsCode } from './codes.ts';
import { isOpen, isSameThing, LABELS, namesOf, PRESSURE, PRESSURE_CODES, plain, sameDay } from './duplicates.ts';
import { type Fact, factSchema } from './fact.ts';

export interface Looked {
  /** Of entries that are, or may be, what is told. */
  readonly ids: readonly number[];
  /** The record was written to since: what was found may not be all. */
  isOld(): boolean;
  /** Nobody asks any more. */
  close(): void;
}

/** A record of more entries is looked at beforehand. */
const VAST = 3_000;
/** Entries at one go. */
const PIECE = 600;
/** Of what is held a thousand times, so many of the first and of the last. */
const ENDS = 200;

/** Undefined for a record that is looked at fast enough. */
export async function lookAlike(
  db: DatabaseSync,
  patient: string,
  given: readonly unknown[],
  now: string,
  vast = VAST,
): Promise<Looked | undefined> {
  const tenant = requireTenant(db, patient);
  const isVast = db.prepare('SELECT 1 FROM graph_node WHERE tenant = ? LIMIT 1 OFFSET ?').get(tenant, vast);
  if (isVast === undefined) return undefined;
  const watch: Watch = { patient, isOld: false };
  watchesOf(db).add(watch);
  const facts = given.flatMap((fact) => inTheRecordsCode(db, patient, factSchema.safeParse(fact).data) ?? []);
  const ids: number[] = [];
  try {
    for (const [label, told] of Map.groupBy(facts, ({ kind }) => LABELS[kind])) {
      const found = openFound(told, label, now);
      for (const piece of piecesOf(db, tenant, label)) {
        await takeTurn();
        for (const row of readPiece(db, piece)) found.judge(row);
      }
      ids.push(...found.ids());
    }
  } catch (thrown) {
    watchesOf(db).delete(watch);
    throw thrown;
  }
  return { ids, isOld: () => watch.isOld, close: () => void watchesOf(db).delete(watch) };
}

interface Row {
  readonly id: number;
  readonly name: string | null;
  readonly code: string | null;
  readonly system: string | null;
  readonly status: string | null;
  readonly verification: string | null;
  readonly time: string | null;
  readonly value: string | number | null;
}

function piecesOf(db: DatabaseSync, tenant: number, label: string): string[] {
  const row = db
    .prepare('SELECT json_group_array(id) AS list FROM graph_node WHERE tenant = ? AND label = ?')
    .get(tenant, label);
  const all = (JSON.parse(String(row?.['list'])) as number[]).sort((one, other) => one - other);
  return Array.from({ length: Math.ceil(all.length / PIECE) }, (_, at) =>
    JSON.stringify(all.slice(at * PIECE, (at + 1) * PIECE)),
  );
}

function readPiece(db: DatabaseSync, ids: string): Row[] {
  return db
    .prepare(
      `SELECT id, props ->> '$.name' AS name, props ->> '$.code' AS code, props ->> '$.system' AS system,
         props ->> '$.status' AS status, props ->> '$.verification' AS verification,
         coalesce(props ->> '$.time', props ->> '$.start') AS time, props ->> '$.value' AS value
       FROM graph_node WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id`,
    )
    .all(ids) as unknown as Row[];
}

interface Sought {
  readonly fact: Fact;
  readonly found: Found;
}

function longestOf(name: string): string {
  return name.split(' ').reduce((one, other) => (other.length > one.length ? other : one));
}

/** What is told of one kind, beside the entries of that kind in their order. */
function openFound(facts: readonly Fact[], label: string, now: string) {
  const all: Sought[] = facts.map((fact) => ({ fact, found: new Found() }));
  const byWord = new Map<string, Sought[]>();
  const byCode = new Map<string, Sought[]>();
  for (const sought of all) {
    // Every word of a name stands in what goes by it: one of them is enough to come across it.
    for (const name of namesOf(sought.fact.name)) put(byWord, longestOf(name), sought);
    if (sought.fact.code !== undefined) put(byCode, sought.fact.code.code, sought);
    if (PRESSURE.test(String(sought.fact.value))) for (const code of PRESSURE_CODES) put(byCode, code, sought);
  }
  const comesAcross = (row: Row): Iterable<Sought> => {
    if (label === LABELS.encounter) return all;
    const words = row.name === null ? [] : plain(row.name).split(' ');
    return new Set([...words.flatMap((word) => byWord.get(word) ?? []), ...(byCode.get(row.code ?? '') ?? [])]);
  };
  return {
    judge: (row: Row) => {
      for (const { fact, found } of comesAcross(row)) judge(fact, row, label, now, found);
    },
    ids: () => all.flatMap(({ found }) => found.ids()),
  };
}

function judge(fact: Fact, row: Row, label: string, now: string, found: Found): void {
  const day = fact.time ?? now;
  if (fact.kind === 'encounter') {
    if (sameDay(day, row.time)) found.once('held', row);
    return;
  }
  if (PRESSURE.test(String(fact.value)) && PRESSURE_CODES.includes(row.code ?? '')) {
    if (sameDay(day, row.time)) found.add(row);
    found.once(`code ${row.code}`, row);
    return;
  }
  if (!isSameThing(fact, { label, uuid: '', properties: { ...row } })) return;
  if (fact.code !== undefined && row.name !== null && row.code === fact.code.code && row.system === fact.code.system)
    found.once('coded', row);
  if (fact.kind === 'condition') {
    if (isOpen({ ...row })) found.once('open', row);
  } else if (fact.kind === 'measurement') {
    found.once('first', row);
    found.newest(row);
    if (row.value === fact.value) found.add(row);
  } else found.add(row);
}

/** Entries for one fact: a few that are certain to matter, and of the others no more than the first and the last. */
class Found {
  readonly #named = new Map<string, number>();
  readonly #first: number[] = [];
  readonly #last: number[] = [];
  #newest: Row | undefined;

  once(name: string, { id }: Row): void {
    if (!this.#named.has(name)) this.#named.set(name, id);
  }

  newest(row: Row): void {
    if (this.#newest === undefined || String(row.time) > String(this.#newest.time)) this.#newest = row;
  }

  add({ id }: Row): void {
    if (this.#first.length < ENDS) this.#first.push(id);
    else {
      this.#last.push(id);
      if (this.#last.length > 2 * ENDS) this.#last.splice(0, ENDS);
    }
  }

  ids(): number[] {
    return [...this.#named.values(), ...this.#first, ...this.#last, ...(this.#newest ? [this.#newest.id] : [])];
  }
}

function put<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const held = map.get(key);
  if (held === undefined) map.set(key, [value]);
  else held.push(value);
}
