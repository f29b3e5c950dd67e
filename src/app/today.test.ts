import { expect, onTestFinished, test } from 'vitest';
import { tempDir } from '../../test/house.ts';
import { machineUser, shiftedClock } from '../kernel/index.ts';
import { keepThreads } from '../threads/index.ts';
import { openApp } from './index.ts';

test('a line of the record says the value, and what a visit is about and with whom', async () => {
  const clock = shiftedClock(Date.parse('2026-11-15T09:00:00Z'));
  const app = openApp({ home: tempDir('today'), env: { CONSILIUM_EMBEDDINGS: 'off' }, clock });
  onTestFinished(() => app.close());
  const { patients } = (await app.records.loadDemo())!;
  const elena = patients.find(({ name }) => name?.startsWith('Elena'))!.id;
  const today = await app.service('today');
  const groups = await today.gather({ principal: machineUser(), now: clock.now(), patient: elena });
  const lines = groups.flatMap(({ items }) => items.map(({ title, detail }) => ({ title, detail })));
  expect(lines).toContainEqual({
    title: 'Blood pressure check',
    detail: 'Your next visit · Priya Shaw · Harbourside Surgery',
  });
  expect(lines.map(({ title }) => title)).toContain('Blood pressure 148/90 mmHg');
});

test('how much a record holds keeps nobody waiting: it is read for today where threads are', async () => {
  const clock = shiftedClock(Date.parse('2026-11-15T09:00:00Z'));
  const app = openApp({ home: tempDir('today-aside'), env: { CONSILIUM_EMBEDDINGS: 'off' }, clock });
  onTestFinished(() => app.close());
  const { patients } = (await app.records.loadDemo())!;
  const query = { principal: machineUser(), now: clock.now(), patient: patients[0]!.id };
  const today = await app.service('today');
  const here = await today.gather(query);
  expect(here.find(({ room }) => room === 'health')?.items.length).toBeGreaterThan(0);
  onTestFinished(keepThreads());
  expect(await today.gather(query)).toEqual(here);
  // Each time it is taken up once, as a whole.
  const reads = app.home.audit.list({ limit: 50 }).filter(({ action }) => action.startsWith('read:'));
  expect(reads.map(({ action }) => action)).toEqual(['read:today', 'read:today']);
});
