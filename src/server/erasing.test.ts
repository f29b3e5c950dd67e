import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { GrantWish } from '../storage/index.ts';
import { type Fixture, openGateway } from './fixture.ts';
import { createGateway } from './index.ts';

const KEPT = 'vermilax';
const GONE = 'zorbulin';

/** Everything that a stranger with the disk could read. */
const onDisk = ({ dir }: Fixture) =>
  readdirSync(dir)
    .filter((name) => name.endsWith('.db') || name.endsWith('-wal'))
    .map((name) => readFileSync(join(dir, name), 'latin1'))
    .join('\n');

const begin = async (house: Fixture, name: string) => (await house.post('/v1/patients', { name })).json.id as string;
const tell = async (house: Fixture, patient: string, word: string) => {
  const message = `I am allergic to ${word} and my weight is 82 kg.`;
  return (await house.post('/v1/chat', { message, patient_id: patient })).json.session_id as string;
};

test('an erased patient is gone with the talk and the tokens, from the disk too; others and the trail stay', async () => {
  const house = openGateway();
  const ada = await begin(house, `Ada ${GONE}`);
  const ben = await begin(house, `Ben ${KEPT}`);
  const talk = await tell(house, ada, GONE);
  const other = await tell(house, ben, KEPT);
  const tokens = house.app.home.tokens();
  const hers = tokens.issue('hers', { patients: [ada] });
  const both = tokens.issue('both', { patients: [ada, ben] });
  expect(onDisk(house)).toContain(GONE);

  const erased = await house.delete(`/v1/patients/${ada}`);
  expect([erased.status, erased.json]).toEqual([200, { deleted: ada, sessions: 1, tokens: 2 }]);
  expect((await house.get(`/v1/patients/${ada}/summary`)).status).toBe(404);
  expect((await house.get(`/v1/sessions/${talk}`)).status).toBe(404);
  expect((await house.delete(`/v1/patients/${ada}`)).json.error.code).toBe('PATIENT_NOT_FOUND');
  expect((await house.get(`/v1/sessions/${other}`)).status).toBe(200);
  expect((await house.get(`/v1/patients/${ben}/allergies`)).text).toContain(KEPT);
  expect([tokens.isValid(hers.id), tokens.isValid(both.id)]).toEqual([false, true]);
  // Somebody else who comes under that id is not theirs.
  expect(tokens.list().find(({ id }) => id === both.id)?.patients).toEqual([ben]);
  const disk = onDisk(house);
  expect([disk.includes(GONE), disk.includes(KEPT)]).toEqual([false, true]);

  const trail = house.app.home.audit.list({ patientId: ada });
  expect(trail.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['create', 'delete:patient', 'delete:sessions', 'token:forget-patient']),
  );
  expect(house.app.home.audit.verify()).toMatchObject({ ok: true });
  tokens.close();
  await house.close();
});

test('it is for who runs the house: a token of the patient, or one that may chat, erases nobody', async () => {
  const house = openGateway();
  const id = await begin(house, 'Ada Byron');
  const tokens = house.app.home.tokens();
  const silent = { debug() {}, info() {}, warn() {} };
  const gateway = createGateway(house.app, silent, { door: { host: '127.0.0.1', tokens } });
  const erase = async (wish: GrantWish) => {
    const headers = { authorization: `Bearer ${tokens.issue('a', wish).token}` };
    return (await gateway.request(`http://localhost/v1/patients/${id}`, { method: 'DELETE', headers })).status;
  };
  expect(await erase({ patients: [id] })).toBe(403);
  expect(await erase({ scopes: ['read', 'chat', 'work', 'a2a', 'audit'] })).toBe(403);
  expect((await house.get(`/v1/patients/${id}/summary`)).status).toBe(200);
  expect(await erase({ scopes: ['admin'] })).toBe(200);
  tokens.close();
  await house.close();
});

test('who comes after the last one went is known by their own name', async () => {
  const house = openGateway();
  await begin(house, 'Ada Byron');
  const last = await begin(house, 'Ben Hall');
  expect(house.app.records.naming(['hall'])).toEqual([['hall']]);
  await house.delete(`/v1/patients/${last}`);
  await begin(house, 'Cleo Marsh');
  expect([house.app.records.naming(['hall']), house.app.records.naming(['marsh'])]).toEqual([[], [['marsh']]]);
  await house.close();
});
