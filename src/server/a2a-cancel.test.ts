/** A task that is called off while it waits for a person: nobody's yes does it any more, at whichever door. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { writeTeam } from '../../test/a2a/teams.ts';
import { tempDir } from '../../test/house.ts';
import { handleOf } from '../storage/handle.ts';
import { type Fixture, openGateway } from './fixture.ts';

let house: Fixture;
const home = tempDir('a2a-cancel');
const env = {
  CONSILIUM_TEAMS: writeTeam({
    'ward/team.yml': 'name: ward\nroot: Giver\n',
    'ward/Giver/config.yml': 'kind: code\ndescription: Gives what it is told to, after asking.\nversion: 1.0.0\n',
    'ward/Giver/agent.ts': `export default async (context) => {
      const reply = await context.ask({ what: 'Give it?', why: 'It is a medicine.', effect: 'It is given.' });
      if (reply.kind !== 'yes') return 'Not given.';
      globalThis.given?.push(context.message);
      return 'Given.';
    };\n`,
  }),
};
const given: string[] = [];
beforeAll(() => {
  vi.stubGlobal('given', given);
  house = openGateway({ home, env });
});
afterAll(async () => {
  await house.close();
  vi.unstubAllGlobals();
});

const rpc = async (method: string, params: object) => {
  const body = { jsonrpc: '2.0', id: 1, method, params: { tenant: 'Giver', ...params } };
  return (await house.post('/a2a', body, { 'a2a-version': '1.0' })).json;
};
const begin = async () => {
  const message = { messageId: crypto.randomUUID(), role: 'ROLE_USER', parts: [{ text: 'give 5 mg' }] };
  const { task } = (await rpc('SendMessage', { message })).result;
  expect(task.status.state).toBe('TASK_STATE_INPUT_REQUIRED');
  return { id: task.id as string, pending: task.status.message.metadata.pending.id as string };
};
const open = async () => ((await house.get('/v1/pending')).json.pending as { id: string }[]).map(({ id }) => id);
const answer = (pending: string) => house.post(`/v1/pending/${pending}`, { answer: 'yes' });

test.each(['at once', 'after a restart'])('its question is withdrawn with it (%s)', async (when) => {
  const { id, pending } = await begin();
  if (when === 'after a restart') {
    await house.close();
    house = openGateway({ home, env });
  }
  expect(await open()).toContain(pending);
  expect((await rpc('CancelTask', { id })).result.status.state).toBe('TASK_STATE_CANCELED');
  expect(await open()).not.toContain(pending);
  expect(await answer(pending)).toMatchObject({ status: 409, json: { error: { code: 'PENDING_CANCELLED' } } });
  expect(given).toEqual([]);
  expect((await rpc('GetTask', { id })).result.status.state).toBe('TASK_STATE_CANCELED');
  expect((await rpc('CancelTask', { id })).error).toMatchObject({ code: -32002 });
});

test('where the one cannot be written, neither is: the task waits, and so does its question', async () => {
  const { id, pending } = await begin();
  const db = handleOf(house.app.home.data);
  db.exec("CREATE TEMP TRIGGER full BEFORE UPDATE ON a2a_task BEGIN SELECT RAISE(ABORT, 'no room'); END");
  expect((await rpc('CancelTask', { id })).error).toBeDefined();
  db.exec('DROP TRIGGER full');
  expect((await rpc('GetTask', { id })).result.status.state).toBe('TASK_STATE_INPUT_REQUIRED');
  expect(await open()).toContain(pending);
  expect((await rpc('CancelTask', { id })).result.status.state).toBe('TASK_STATE_CANCELED');
  expect(await open()).not.toContain(pending);
});

test('what was answered already is done, and is not said to be called off', async () => {
  const { id, pending } = await begin();
  expect((await answer(pending)).status).toBe(200);
  expect(given).toEqual(['give 5 mg']);
  const refused = await rpc('CancelTask', { id });
  expect(refused.error).toMatchObject({ code: -32002, message: expect.stringContaining('answered') });
});
