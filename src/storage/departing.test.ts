import { expect, test } from 'vitest';
import { tempDir } from '../../test/house.ts';
import { handleOf, inTransaction } from './handle.ts';
import { openHome } from './home.ts';
import { batch, row, said } from './store.contract.ts';

const fill = async (home: ReturnType<typeof openHome>, ids: readonly string[]) => {
  for (const id of ids)
    await home.store.append({
      ...batch(id, [said(1, `zorbulin ${id}`)]),
      session: row(id, { app: 'health', user: 'ada', title: id, lastSeq: 1 }),
      changes: [{ scope: 'session', owner: id, key: 'patient_id', entry: { value: 'p1' } }],
    });
};
const left = (home: ReturnType<typeof openHome>) =>
  ['session', 'event', 'state', 'departing'].map(
    (table) => handleOf(home.data).prepare(`SELECT count(*) AS n FROM ${table}`).get()!['n'],
  );

test('from one moment on nobody finds them, and all that was theirs is swept; others stay', async () => {
  const home = openHome(tempDir('departing'));
  const ids = Array.from({ length: 50 }, (_, at) => `s${at}`);
  await fill(home, [...ids, 'other']);
  expect(home.sessionsWhere('patient_id', 'p1').length).toBe(51);
  inTransaction(handleOf(home.data), () => home.departures.hide(ids));
  expect(await home.store.sessions()).toMatchObject([{ id: 'other' }]);
  expect(home.sessionsWhere('patient_id', 'p1')).toEqual(['other']);
  await home.departures.sweep();
  expect(left(home)).toEqual([1, 1, 1, 0]);
  // A new one is given a number of its own.
  await fill(home, ['s1']);
  expect((await home.store.events('s1')).length).toBe(1);
  home.close();
});

test('what a killed process had hidden only is swept when the folder is opened', async () => {
  const dir = tempDir('departing');
  const home = openHome(dir);
  await fill(home, ['s1', 's2']);
  inTransaction(handleOf(home.data), () => home.departures.hide(['s1']));
  home.close();
  const again = openHome(dir);
  expect(left(again)).toEqual([1, 1, 1, 0]);
  again.close();
});

test('what was hidden in a transaction that failed is there as before', async () => {
  const home = openHome(tempDir('departing'));
  await fill(home, ['s1']);
  expect(() =>
    inTransaction(handleOf(home.data), () => {
      home.departures.hide(['s1']);
      throw new Error('no');
    }),
  ).toThrow('no');
  expect((await home.store.events('s1')).length).toBe(1);
  home.close();
});
