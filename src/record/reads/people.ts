import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { prepareGraph } from '../../graph/index.ts';
import { systemClock } from '../../kernel/clock.ts';
import { handleOf } from '../../storage/handle.ts';
import { fold } from '../../text/index.ts';
import type { Properties } from '../patient.ts';
import { nowOf, type Reader, text } from './reader.ts';

export interface PatientEntry {
  id: string;
  name: string | null;
  gender: string | null;
  birth_date: string | null;
  age: number | null;
  deceased_date: string | null;
}

export interface Identity extends PatientEntry {
  marital_status: string | null;
  city: string | null;
  state: string | null;
  postal_code: string | null;
  country: string | null;
  phone: string | null;
}

/** Everyone in the record, by name. Unaudited: `Records.list` is the one for people. */
export function listPatients(
  db: DatabaseSync,
  now: string = new Date(systemClock.now()).toISOString(),
): PatientEntry[] {
  prepareGraph(db);
  let list = listing.get(db);
  if (list === undefined) {
    list = db.prepare(
      `SELECT n.uuid, n.props FROM graph_tenant t CROSS JOIN graph_node n ON n.tenant = t.id AND n.uuid = t.uuid
       ORDER BY n.props ->> '$.name', n.uuid`,
    );
    listing.set(db, list);
  }
  return list.all().map((row) => patientEntry(row.uuid as string, JSON.parse(row.props as string), now));
}

/**
 * Of each patient whose name has one of these words (folded), those words: enough to know a name in a text again, and
 * nothing of anybody who is not in it. Read anew when somebody came or went: every import is a tenant of its own,
 * and who came after the last one went may have its number, but not its name.
 */
export function createNaming(db: DatabaseSync): (words: readonly string[]) => string[][] {
  const version = db.prepare('SELECT count(*) AS many, max(id) AS last, uuid FROM graph_tenant');
  let read: { readonly key: string; readonly byWord: ReadonlyMap<string, readonly (readonly string[])[]> } | undefined;
  return (words) => {
    const { many, last, uuid } = version.get()!;
    const key = `${many} ${last} ${uuid}`;
    if (read?.key !== key) read = { key, byWord: indexNames(listPatients(db)) };
    const { byWord } = read;
    const asked = new Set(words);
    const found = new Set(words.flatMap((word) => byWord.get(word) ?? []));
    return [...found].map((name) => name.filter((part) => asked.has(part)));
  };
}

function indexNames(people: readonly PatientEntry[]): Map<string, string[][]> {
  const byWord = new Map<string, string[][]>();
  for (const { name } of people) {
    const parts = [...new Set((name ?? '').split(/[^\p{L}\p{M}'’-]+/u).map(fold))].filter((part) => part.length > 1);
    for (const part of parts) byWord.set(part, [...(byWord.get(part) ?? []), parts]);
  }
  return byWord;
}

/** Every page begins with this list. */
const listing = new WeakMap<DatabaseSync, StatementSync>();

export function selectIdentity(reader: Reader, tenant: number): Identity {
  const row = handleOf(reader.data)
    .prepare('SELECT props FROM graph_node WHERE tenant = ? AND uuid = ?')
    .get(tenant, reader.patientId);
  const p: Properties = row ? JSON.parse(row.props as string) : {};
  return {
    ...patientEntry(reader.patientId, p, nowOf(reader)),
    marital_status: text(p.marital_status),
    city: text(p.city),
    state: text(p.state),
    postal_code: text(p.postal_code),
    country: text(p.country),
    phone: text(p.phone),
  };
}

function patientEntry(id: string, p: Properties, now: string): PatientEntry {
  const birth_date = text(p.birth_date);
  const deceased_date = text(p.deceased_date);
  return {
    id,
    name: text(p.name),
    gender: text(p.gender),
    birth_date,
    age: ageAt(birth_date, deceased_date ?? now),
    deceased_date,
  };
}

/** Full years; a year of birth alone gives the age they reach in that year. */
export function ageAt(birth: string | null, at: string): number | null {
  const years = birth ? Number(at.slice(0, 4)) - Number(birth.slice(0, 4)) : Number.NaN;
  if (Number.isNaN(years) || birth === null) return null;
  const before = birth.length >= 10 && at.slice(5, 10) < birth.slice(5, 10);
  return Math.max(0, before ? years - 1 : years);
}
