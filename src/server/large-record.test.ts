import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadDemoPatients } from '../record/demo/load.ts';
import { openDatabase } from '../record/fixtures.ts';
import { type AuditEvent, assessByRange, type Reader, readSection } from '../record/index.ts';
import { DataFile } from '../storage/handle.ts';
import { keepThreads } from '../threads/index.ts';
import { readVast } from './large-record.ts';

const db = openDatabase();
let patientId: string;
let close: () => Promise<void>;
beforeAll(async () => {
  patientId = (await loadDemoPatients(db))!.patients[0]!.id;
  close = keepThreads();
});
afterAll(() => close());

const NOTHING_IS_SMALL = 0;

function reader(): Reader & { readonly told: AuditEvent[] } {
  const told: AuditEvent[] = [];
  const audit = (event: AuditEvent) => void told.push(event);
  const now = '2026-11-15T12:00:00Z';
  return { data: new DataFile(db), patientId, actor: 'test', now, audit, assess: assessByRange, told };
}

test.each([
  'summary',
  'conditions',
  'observations',
  'timeline',
])('%s reads as in place, and the same is told', async (section) => {
  const [aside, here] = [reader(), reader()];
  const json = await readVast(aside, section, {}, NOTHING_IS_SMALL);
  expect(JSON.parse(json!)).toEqual(JSON.parse(JSON.stringify(readSection(here, section))));
  expect(aside.told).toEqual(here.told);
  expect(aside.told.length).toBeGreaterThan(0);
});

test('what is wrong with a request is said as in place', async () => {
  await expect(readVast(reader(), 'nothing', {}, NOTHING_IS_SMALL)).rejects.toMatchObject({ code: 'UNKNOWN_SECTION' });
});

test('a record of a usual size needs no thread', async () => {
  expect(await readVast(reader(), 'summary', {})).toBeUndefined();
});
