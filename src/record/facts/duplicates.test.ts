import { beforeAll, expect, test } from 'vitest';
import { loadDemoPatients } from '../demo/load.ts';
import { openDatabase } from '../fixtures.ts';
import { loadNodes } from '../patient.ts';
import { loadAlike } from './alike.ts';
import { duplicateOf, LABELS, regimenOf } from './duplicates.ts';
import { type Fact, factSchema } from './fact.ts';
import { lookAlike } from './looking.ts';

const now = '2026-11-15T09:12:00Z';
const db = openDatabase();
let patients: readonly { id: string }[] = [];

beforeAll(async () => {
  patients = (await loadDemoPatients(db))!.patients;
});

const KINDS = Object.keys(LABELS) as Fact['kind'][];

test('what was looked up judges every entry, told again or told in other letters, as the whole record would', async () => {
  const { id } = patients[0]!;
  const known = loadNodes(db, id);
  const told = new Map<string, Fact>();
  for (const { label, properties: p } of known) {
    const kind = KINDS.find((each) => LABELS[each] === label);
    if (kind === undefined || typeof p.name !== 'string') continue;
    const code = typeof p.code === 'string' && { code: { code: p.code, system: String(p.system) } };
    const value = typeof p.value === 'number' && { value: p.value, unit: p.unit };
    for (const name of [p.name, p.name.toUpperCase(), `${p.name.split(' ')[0]} (something)`, `é${p.name}`])
      for (const more of [{}, { ...code }, { ...value, time: p.time }, { ...code, ...value }])
        told.set(`${kind} ${name} ${Object.keys(more)}`, factSchema.parse({ kind, name, ...more }));
  }
  expect(told.size).toBeGreaterThan(100);
  for (const fact of told.values()) {
    const alike = loadAlike(db, id, [fact], []);
    expect(duplicateOf(fact, alike, now)).toEqual(duplicateOf(fact, known, now));
    if (fact.kind === 'medication') expect(regimenOf(fact, alike)).toEqual(regimenOf(fact, known));
  }
  // Beforehand, as in a vast record: all at once.
  const facts = [...told.values()];
  const looked = await lookAlike(db, id, facts, now, 0);
  const alike = loadAlike(db, id, facts, [], looked);
  for (const fact of facts) {
    expect(duplicateOf(fact, alike, now)?.uuid).toBe(duplicateOf(fact, known, now)?.uuid);
    if (fact.kind === 'medication') expect(regimenOf(fact, alike)?.uuid).toBe(regimenOf(fact, known)?.uuid);
  }
  looked?.close();
});

test('few are looked up where few can be meant', () => {
  const fact = factSchema.parse({ kind: 'measurement', name: 'body weight', value: 81.5, unit: 'kg' });
  const alike = loadAlike(db, patients[0]!.id, [fact], []);
  expect(alike.length).toBeGreaterThan(0);
  expect(alike.length).toBeLessThan(loadNodes(db, patients[0]!.id).length / 5);
});
