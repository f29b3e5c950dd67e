import { afterAll, beforeAll, expect, test } from 'vitest';
import { tempDir } from '../../test/house.ts';
import { openApp } from '../app/index.ts';
import { type Place, silentLog } from '../kernel/index.ts';
import { listPatients, loadDemoPatients } from '../record/index.ts';
import { handleOf } from '../storage/handle.ts';
import { createGateway } from './index.ts';

const app = openApp({ home: tempDir('place'), env: {} });
const gateway = createGateway(app, silentLog);
afterAll(() => app.close(1000));
let elena = '';
beforeAll(async () => {
  await loadDemoPatients(handleOf(app.home.data));
  elena = listPatients(handleOf(app.home.data)).find(({ name }) => name?.includes('Elena'))!.id;
});

async function ask(place: Place | undefined, about = {}, message = 'I have crushing chest pain and cannot breathe') {
  const body = JSON.stringify({ team: 'health', message, place, ...about });
  const response = await gateway.request('http://localhost/v1/chat', { method: 'POST', body });
  return ((await response.json()) as { text: string }).text;
}

test.each<[Place | undefined, string]>([
  [undefined, '999'],
  [{ timezone: 'UTC' }, '999'],
  [{ timezone: 'America/New_York' }, '911'],
  [{ timezone: 'Australia/Sydney' }, '000'],
  [{ city: 'Paris' }, '112 or 15'],
  [{ timezone: 'America/New_York', country: 'Japan' }, '119'],
  [{ city: 'Nowhere' }, '112 (911 in the US)'],
])('a patient of the United Kingdom who is at %o calls %s', async (place, number) => {
  expect(await ask(place, { patient_id: elena })).toContain(`**Call ${number} now.**`);
});

test('without a patient the number follows the place too', async () => {
  expect(await ask({ timezone: 'Asia/Tokyo' })).toContain('**Call 119 now.**');
  expect(await ask({ timezone: 'UTC' })).toContain('**Call 112 (911 in the US) now.**');
});

test.each(['kitchen', 'mentor', 'research'])('%s, which cannot help, names the number of the place', async (team) => {
  expect(await ask({ timezone: 'Asia/Tokyo' }, { team })).toMatch(/call 119 ?(?:now|first)?\./);
});

test('the line that listens is the one of the place', async () => {
  const message = 'I want to kill myself';
  expect(await ask({ timezone: 'America/Chicago' }, { patient_id: elena }, message)).toMatch(/988.*call 911/);
  expect(await ask({ city: 'Sydney' }, { patient_id: elena }, message)).toMatch(/13 11 14.*call 000/);
});

test('a session goes on where it was, until another place is told', async () => {
  const session = { session_id: 'trip' };
  expect(await ask({ country: 'FR', city: 'Paris' }, session)).toContain('**Call 112 or 15 now.**');
  expect(await ask(undefined, session)).toContain('**Call 112 or 15 now.**');
  expect(await ask({ city: 'Tokyo' }, session)).toContain('**Call 119 now.**');
});
