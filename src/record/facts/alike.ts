/** What of the record can bear on facts that are told, found by an index of names and codes. */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { loadNodes, type RecordNode, requireTenant, toNode } from '../patient.ts';
import { isOpen, isSameThing, LABELS, namesOf, PRESSURE, PRESSURE_CODES } from './duplicates.ts';
import type { Fact } from './fact.ts';
import type { Looked } from './looking.ts';

/**
 * The entries of these ids, and of each fact's kind those with its code or its words; all visits if one is told. A few
 * too many are no matter; whether they are the same is judged by `duplicateOf`. `looked`: what was found beforehand.
 */
export function loadAlike(
  db: DatabaseSync,
  patient: string,
  facts: readonly Fact[],
  uuids: string[],
  looked?: Looked,
): RecordNode[] {
  const tenant = requireTenant(db, patient);
  if (looked !== undefined && !looked.isOld()) return loadThese(db, tenant, looked.ids, uuids);
  const tests = facts.flatMap((fact) => [...wordsOf(fact), ...codesOf(fact)]);
  if (tests.length > MOST_TESTS) return loadNodes(db, patient);
  const byLabel = Map.groupBy(facts, ({ kind }) => LABELS[kind]);
  const ids = [...byLabel].flatMap(([label, told]) => idsAlike(db, tenant, label, told));
  return loadThese(db, tenant, ids, uuids);
}

function loadThese(db: DatabaseSync, tenant: number, ids: readonly number[], uuids: string[]): RecordNode[] {
  return db
    .prepare(
      `SELECT uuid, label, props FROM graph_node WHERE id IN (SELECT value FROM json_each(?)
         UNION SELECT id FROM graph_node WHERE tenant = ? AND uuid IN (SELECT value FROM json_each(?))) ORDER BY id`,
    )
    .all(JSON.stringify(ids), tenant, JSON.stringify(uuids))
    .map(toNode);
}

/** SQLite takes conditions up to a depth of 1000. */
const MOST_TESTS = 300;
const MANY = 1_000;

function idsAlike(db: DatabaseSync, tenant: number, label: string, facts: readonly Fact[]): number[] {
  const isVisit = label === LABELS.encounter;
  const isMeasured = label === LABELS.measurement;
  const words = [...new Set(facts.flatMap(wordsOf))];
  const isUnsearched = facts.some((fact) => namesOf(fact.name).some((name) => searchedIn(name) === undefined));
  const codes = [...new Set(facts.flatMap(codesOf))];
  const tests = [
    ...words.map(() => `${NAME} LIKE ?`),
    ...codes.map(() => `${CODE} = ?`),
    // What has no word of plain letters is looked for among all that have others.
    ...(isUnsearched ? [`${NAME} GLOB '*[^ -~]*'`] : []),
  ];
  if (tests.length === 0 && !isVisit) return [];
  const rows = db
    .prepare(
      `SELECT id, ${NAME} AS name, ${CODE} AS code, ${REST} FROM graph_node INDEXED BY graph_node_named
       WHERE tenant = ? AND label = ?${isVisit ? '' : ` AND (${tests.join(' OR ')})`}
       ORDER BY id${isMeasured && !isUnsearched ? ` LIMIT ${MANY + 1}` : ''}`,
    )
    .all(tenant, label, ...(isVisit ? [] : [...words.map((word) => `%${word}%`), ...codes]))
    .map((row) => ({ ...row, id: Number(row['id']) }) as Named);
  if (rows.length <= MANY) return rows.map(({ id }) => id);
  if (isMeasured && !isUnsearched) return fewMeasured(db, tenant, facts);
  return label === LABELS.condition ? facts.flatMap((fact) => fewCases(fact, rows)) : rows.map(({ id }) => id);
}

/** As `graph_node_named` holds them. */
const NAME = "props ->> '$.name'";
const CODE = "props ->> '$.code'";
const REST =
  "props ->> '$.system' AS system, props ->> '$.status' AS status, props ->> '$.verification' AS verification";

interface Named {
  readonly id: number;
  readonly name: string | null;
  readonly code: string | null;
  readonly system: string | null;
  readonly status: string | null;
  readonly verification: string | null;
}

/** Of a condition held thousands of times: the first that is open, and the first with its code. */
function fewCases(fact: Fact, rows: readonly Named[]): number[] {
  const isIt = (named: Named) => isSameThing(fact, { label: LABELS.condition, uuid: '', properties: { ...named } });
  const open = rows.find((named) => isOpen({ ...named }) && isIt(named));
  const coded = rows.find(({ name, code, system }) => name && code === fact.code?.code && system === fact.code?.system);
  return [open, coded].flatMap((found) => found?.id ?? []);
}

/**
 * Of what was measured thousands of times: the first, the newest where that matters, panels, and what has the same value;
 * found by the index of codes, so that only what has another code, or none, is looked at one by one.
 */
function fewMeasured(db: DatabaseSync, tenant: number, facts: readonly Fact[]): number[] {
  const wanted = [...new Set(facts.flatMap((fact) => [...wordsOf(fact), ...codesOf(fact)]))].map((text) => `%${text}%`);
  const isAlike = wanted.map(() => 'props LIKE ?').join(' OR ');
  const ids = (where: string, ...values: SQLInputValue[]) =>
    db
      .prepare(`SELECT id FROM graph_node WHERE tenant = ? AND ${where}`)
      .all(tenant, ...values)
      .map(({ id }) => Number(id));
  const codes = [...new Set(facts.flatMap(codesOf))].toSorted();
  const values = [...new Set(facts.flatMap(valuesOf))];
  const measured = "label = 'Observation' AND props ->> '$.code'";
  const hasValue = [...values.map(() => 'instr(props, ?)'), `NOT instr(props, '"value"')`].join(' OR ');
  const texts = values.map((value) => `"value":${value}`);
  return [
    ...codes.flatMap((code) => [
      ...ids(`${measured} = ? ORDER BY id LIMIT 1`, code),
      ...ids(`${measured} = ? ORDER BY props ->> '$.time' DESC LIMIT 1`, code),
      ...ids(`${measured} = ? AND props ->> '$.value' IS NULL`, code),
      ...values.flatMap((value) => ids(`${measured} = ? AND props ->> '$.value' = ?`, code, JSON.parse(value))),
    ]),
    ...gapsBetween(codes).flatMap(({ where, bounds }) =>
      ids(`label = 'Observation' AND ${where} AND (${hasValue}) AND (${isAlike})`, ...bounds, ...texts, ...wanted),
    ),
    ...firstAndNewest(db, tenant, facts, wanted),
  ];
}

/** What has none of these codes, as ranges of the index. */
function gapsBetween(codes: readonly string[]): { where: string; bounds: string[] }[] {
  const code = "props ->> '$.code'";
  const ranges = codes.map((low, at) => {
    const high = codes[at + 1];
    return high === undefined
      ? { where: `${code} > ?`, bounds: [low] }
      : { where: `${code} > ? AND ${code} < ?`, bounds: [low, high] };
  });
  const [first] = codes;
  const below = first === undefined ? `${code} IS NOT NULL` : `${code} < ?`;
  return [
    { where: `${code} IS NULL`, bounds: [] },
    { where: below, bounds: first === undefined ? [] : [first] },
    ...ranges,
  ];
}

/** By words, where what is told has no code. */
function firstAndNewest(db: DatabaseSync, tenant: number, facts: readonly Fact[], wanted: readonly string[]): number[] {
  const uncoded = facts.filter((fact) => fact.kind === 'measurement' && codesOf(fact).length === 0);
  if (uncoded.length === 0) return [];
  const find = (order: string, like: string) =>
    db
      .prepare(
        `SELECT id FROM graph_node WHERE tenant = ? AND label = 'Observation' AND props LIKE ? ORDER BY ${order} LIMIT 1`,
      )
      .all(tenant, like)
      .map(({ id }) => Number(id));
  const undated = uncoded.filter(({ time }) => time === undefined);
  return [
    ...wanted.flatMap((like) => find('id', like)),
    ...undated.flatMap((fact) => find("props ->> '$.time' DESC", `%${wordsOf(fact).at(-1)}%`)),
  ];
}

/** As they stand in the JSON of an entry. */
function valuesOf({ kind, value }: Fact): string[] {
  if (kind !== 'measurement' || value === undefined) return [];
  const pressure = PRESSURE.exec(String(value));
  return pressure ? pressure.slice(1).map((part) => String(Number(part))) : [JSON.stringify(value)];
}

function codesOf({ code, value }: Fact): string[] {
  return [...(PRESSURE.test(String(value)) ? PRESSURE_CODES : []), ...(code ? [code.code] : [])];
}

/** Of each of its names the longest word, which stands in every name that may be the same. */
function wordsOf(fact: Fact): string[] {
  return namesOf(fact.name).flatMap((name) => searchedIn(name) ?? []);
}

/** SQLite's LIKE sees past capitals in ASCII only. */
function searchedIn(name: string): string | undefined {
  return name
    .split(' ')
    .filter((word) => /^[a-z0-9]+$/.test(word))
    .toSorted((a, b) => b.length - a.length)[0];
}
