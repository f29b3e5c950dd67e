/** Whether the record already says what a fact says. */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { loadNodes, type RecordNode, requireTenant, toNode } from '../patient.ts';
import { isStop } from './content.ts';
import type { Fact } from './fact.ts';

/**
 * What of the record can bear on these facts: the entries of these ids, with a code of theirs or with their words, and
 * all visits if one is told. A few too many are no matter; whether they are the same is judged below.
 */
export function loadAlike(db: DatabaseSync, patient: string, facts: readonly Fact[], uuids: string[]): RecordNode[] {
  const tokens = [...new Set(facts.flatMap(tokensOf))];
  if (tokens.includes(undefined) || tokens.length + uuids.length > MOST_TESTS) return loadNodes(db, patient);
  const others = [
    ...uuids.map(() => 'uuid = ?'),
    ...(facts.some(({ kind }) => kind === 'encounter') ? ["label = 'Encounter'"] : []),
  ];
  const likes = tokens.map(() => 'props LIKE ?');
  if (likes.length + others.length === 0) return [];
  const tenant = requireTenant(db, patient);
  const wanted = tokens.map((token) => `%${token}%`);
  const all = db
    .prepare(`SELECT uuid, label, props FROM graph_node WHERE tenant = ? AND (${[...likes, ...others].join(' OR ')})
              ORDER BY id LIMIT ?`)
    .all(tenant, ...wanted, ...uuids, MANY + 1);
  if (all.length <= MANY) return all.map(toNode);
  const ids = idsOfFew(db, tenant, facts, { likes, wanted: wanted as string[], others, uuids });
  return db
    .prepare('SELECT uuid, label, props FROM graph_node WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id')
    .all(JSON.stringify(ids))
    .map(toNode);
}

const MANY = 1_000;

interface Wanted {
  readonly likes: readonly string[];
  readonly wanted: readonly string[];
  readonly others: readonly string[];
  readonly uuids: readonly string[];
}

/**
 * Of what was measured thousands of times: the first, the newest where that matters, panels, and what has the same value;
 * found by the index of codes, so that only what has another code, or none, is looked at one by one.
 */
function idsOfFew(db: DatabaseSync, tenant: number, facts: readonly Fact[], given: Wanted): number[] {
  const { likes, wanted, others, uuids } = given;
  const isAlike = likes.join(' OR ') || '0';
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
    ...ids(`(${others.join(' OR ') || '0'})`, ...uuids),
    ...["label < 'Observation'", "label > 'Observation'"].flatMap((where) =>
      ids(`${where} AND (${isAlike})`, ...wanted),
    ),
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
    ...undated.flatMap((fact) => find("props ->> '$.time' DESC", `%${tokensOf(fact).at(-1)}%`)),
  ];
}

/** As they stand in the JSON of an entry. */
function valuesOf({ kind, value }: Fact): string[] {
  if (kind !== 'measurement' || value === undefined) return [];
  const pressure = PRESSURE.exec(String(value));
  return pressure ? pressure.slice(1).map((part) => String(Number(part))) : [JSON.stringify(value)];
}

/** SQLite takes conditions up to a depth of 1000. */
const MOST_TESTS = 300;

function codesOf({ code, value }: Fact): string[] {
  return [...(PRESSURE.test(String(value)) ? PRESSURE_CODES : []), ...(code ? [code.code] : [])];
}

/** What stands in every entry that a fact may be the same as; undefined where that cannot be said. */
function tokensOf(fact: Fact): (string | undefined)[] {
  return [
    ...namesOf(fact.name).map((words) => words.split(' ').filter(isSearched).toSorted(byLength)[0]),
    ...codesOf(fact).map((token) => (isSearched(token) ? token : undefined)),
  ];
}

/** SQLite's LIKE sees past capitals in ASCII only, and has wildcards. */
function isSearched(token: string): boolean {
  return /^[a-z0-9.-]+$/i.test(token);
}

function byLength(a: string, b: string): number {
  return b.length - a.length;
}

/** The entry that already says it; undefined when the fact is news. */
export function duplicateOf(fact: Fact, known: RecordNode[], now: string): RecordNode | undefined {
  const label = LABELS[fact.kind];
  const pressure = fact.kind === 'measurement' ? PRESSURE.exec(String(fact.value)) : null;
  if (pressure) return pressureOf(Number(pressure[1]), Number(pressure[2]), fact.time ?? now, known);
  return known.find(
    (node) => node.label === label && isSameThing(fact, node) && sameness[fact.kind](fact, node, now, known),
  );
}

const PRESSURE = /^(\d{2,3})\s*\/\s*(\d{2,3})$/;

/** A pressure is held as two measurements of one moment under a panel. */
function pressureOf(systolic: number, diastolic: number, day: string, known: RecordNode[]): RecordNode | undefined {
  const measured = (code: string, value: number, at: (time: unknown) => boolean) =>
    known.find(({ properties: p }) => p.code === code && p.value === value && at(p.time));
  const upper = measured('8480-6', systolic, (time) => sameDay(day, time));
  const when = upper?.properties.time;
  if (!upper || !measured('8462-4', diastolic, (time) => time === when)) return undefined;
  const panel = known.find(({ properties: p }) => PANELS.has(String(p.code)) && p.time === when);
  return panel ?? upper;
}

const PANELS = new Set(['85354-9', '55284-4']);
const PRESSURE_CODES = ['8480-6', '8462-4', ...PANELS];

/** The regimen in force that a medication fact is about, whether it confirms, changes or ends it. */
export function regimenOf(fact: Fact, known: RecordNode[]): RecordNode | undefined {
  return known.find((node) => node.label === 'IntakeRegimen' && isSameThing(fact, node) && isRunning(node));
}

export const LABELS: Record<Fact['kind'], string> = {
  measurement: 'Observation',
  medication: 'IntakeRegimen',
  condition: 'ConditionCase',
  symptom: 'SymptomEpisode',
  allergy: 'AllergyRecord',
  procedure: 'Procedure',
  encounter: 'Encounter',
  practitioner: 'Practitioner',
  organization: 'Organization',
};

type Sameness = (fact: Fact, node: RecordNode, now: string, known: RecordNode[]) => boolean;

const sameness: Record<Fact['kind'], Sameness> = {
  measurement: isSameMeasurement,
  medication: isSameRegimen,
  condition: (_fact, { properties: p }) => p.verification !== 'refuted' && p.status !== 'resolved',
  symptom: (fact, { properties: p }, now) =>
    p.end === undefined && daysBetween(String(p.onset_date ?? now), fact.time ?? now) <= 7,
  allergy: (_fact, { properties: p }) => (p.status ?? 'active') === 'active',
  procedure: (fact, { properties: p }) => sameDay(fact.time, p.start),
  encounter: (fact, { properties: p }, now) => sameDay(fact.time ?? now, p.start),
  practitioner: () => true,
  organization: () => true,
};

function isSameThing(fact: Fact, { label, properties: p }: RecordNode): boolean {
  if (fact.kind === 'encounter') return true;
  if (fact.code && p.code === fact.code.code && p.system === fact.code.system) return true;
  const held = plain(String(p.name ?? ''));
  if (held === '') return false;
  const loose = label === 'IntakeRegimen' || label === 'AllergyRecord' || label === 'ConditionCase';
  return namesOf(fact.name).some((said) => said === held || (loose && hasWords(held, said)));
}

/** "hypertension (high blood pressure)" goes by either name. */
function namesOf(name: string): string[] {
  const inside = /\(([^()]*)\)/.exec(name)?.[1] ?? '';
  return [name.replace(/\([^()]*\)/g, ' '), inside].map(plain).filter((words) => words !== '');
}

/** The same value on the same day; one told without a date is the newest one held, if that says the same. */
function isSameMeasurement(fact: Fact, { properties: p }: RecordNode, now: string, known: RecordNode[]): boolean {
  const sameUnit = typeof fact.value !== 'number' || (p.unit ?? undefined) === fact.unit;
  if (p.value !== fact.value || !sameUnit) return false;
  if (fact.time !== undefined) return sameDay(fact.time, p.time);
  return (
    sameDay(now, p.time) ||
    !known.some((other) => isSameThing(fact, other) && String(other.properties.time) > String(p.time))
  );
}

function isSameRegimen(fact: Fact, node: RecordNode, now: string): boolean {
  if (fact.once) return node.properties.status === 'completed' && sameDay(fact.time ?? now, node.properties.start);
  if (isStop(fact)) return node.properties.status === 'stopped' && node.properties.source_message !== undefined;
  if (!isRunning(node)) return false;
  const dose = Number.parseFloat(fact.dose ?? '');
  return (
    fact.change === undefined &&
    (Number.isNaN(dose) || node.properties.dose === undefined || node.properties.dose === dose)
  );
}

function isRunning({ properties: p }: RecordNode): boolean {
  return (p.status ?? 'active') === 'active' && p.end === undefined;
}

function plain(name: string): string {
  return name
    .toLowerCase()
    .replace(/^(dr|prof|doctor)\.?\s+/, '')
    .replace(/\ballergy( to)?\b/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function hasWords(held: string, said: string): boolean {
  const words = new Set(held.split(' '));
  return said.split(' ').every((word) => words.has(word));
}

function sameDay(said: string | undefined, held: unknown): boolean {
  if (typeof held !== 'string' || said === undefined) return false;
  const length = Math.min(said.length, held.length, 10);
  return said.slice(0, length) === held.slice(0, length);
}

function daysBetween(a: string, b: string): number {
  return Math.abs(Date.parse(a.slice(0, 10)) - Date.parse(b.slice(0, 10))) / 86_400_000;
}
