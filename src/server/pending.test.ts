import { randomBytes } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { toAnswer } from '../app/index.ts';
import { handleOf } from '../storage/handle.ts';
import { openTokenFile } from '../storage/index.ts';
import { writeTeam } from '../teams/fixture.ts';
import { answer as answerShape } from './answers.ts';
import { openGateway } from './fixture.ts';
import { createGateway } from './index.ts';

const house = openGateway();
afterAll(() => house.close());

const ASKING = {
  'team.yml': 'name: asking\ndescription: Asks before it acts.\nroot: Doer\n',
  'Doer/config.yml': 'name: Doer\ndescription: Does things.\ninstruction: Do it.\ntools: [do_it]\n',
  'Doer/tools.ts': `import { tool } from 'consilium/kernel';
import { z } from 'zod';
export const do_it = tool({
  name: 'do_it', description: 'Does it.', input: z.strictObject({}),
  execute: async (_, { ask }) => (await ask({ what: 'Shall I?', why: 'You said so.', effect: 'It is done.', undo: 'Say no.', until: 4102444800000 })).kind,
});`,
  'Doer/offline.ts': `export default ({ results }) => {
  const last = results.at(-1);
  return last === undefined ? { call: 'do_it', input: {} } : { say: 'The answer was ' + last.output + '.' };
};`,
};

test('a turn that waits is shown to its user, answered once, by nobody else, and goes on', async () => {
  const { send } = await house.app.teamOrFolder(writeTeam(ASKING));
  const waiting = await send({ message: 'Do it.', session: 's' }).result;
  expect(waiting.outcome).toBe('waiting');
  const tokens = openTokenFile(house.dir);
  const locked = createGateway(
    house.app,
    { debug() {}, info() {}, warn() {} },
    { door: { host: '127.0.0.1', tokens } },
  );
  const stranger = async (method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${tokens.issue('stranger').token}` };
    const response = await locked.request(`http://localhost${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, json: (await response.json()) as Record<string, never> };
  };
  const { json } = await house.get('/v1/pending');
  expect(json.pending).toMatchObject([
    { session_id: 's', team: 'asking', agent: 'Doer', what: 'Shall I?', effect: 'It is done.' },
  ]);
  const { id } = json.pending[0];
  expect((await stranger('GET', '/v1/pending')).json).toEqual({ pending: [] });
  expect((await stranger('POST', `/v1/pending/${id}`, { answer: 'yes' })).status).toBeGreaterThanOrEqual(403);
  expect((await house.post(`/v1/pending/${id}`, { answer: '' })).status).toBe(400);
  expect(await house.post(`/v1/pending/${id}`, { answer: 'perhaps' })).toMatchObject({
    status: 400,
    json: { error: { code: 'ANSWER_UNREAD', message: expect.stringContaining('Shall I?') } },
  });
  expect((await house.get('/v1/pending')).json.pending).toMatchObject([{ id }]);
  const answered = await house.post(`/v1/pending/${id}`, { answer: 'yes' });
  expect(answerShape.parse(answered.json)).toMatchObject({
    session_id: 's',
    outcome: 'answered',
    text: 'The answer was yes.',
  });
  expect(await house.post(`/v1/pending/${id}`, { answer: 'no' })).toMatchObject({
    status: 409,
    json: { error: { code: 'ANSWERED_ALREADY' } },
  });
  expect((await house.post('/v1/pending/nothing', { answer: 'no' })).status).toBe(404);
  expect((await house.get('/v1/pending')).json).toEqual({ pending: [] });
  tokens.close();
});

test('stopping a session calls off what waits in it; its time is told in one form', async () => {
  const { send } = await house.app.teamOrFolder(writeTeam(ASKING));
  const waiting = toAnswer('asking', await send({ message: 'Do it.', session: 'stopped' }).result);
  const { pending } = (await house.get('/v1/pending')).json;
  expect(pending).toMatchObject([{ id: waiting.pending!.id, until: '2100-01-01T00:00:00.000Z' }]);
  expect(answerShape.parse(waiting).pending!.until).toBe(pending[0].until);
  expect((await house.post('/v1/sessions/stopped/stop', {})).json).toEqual({ stopped: 1 });
  expect((await house.get('/v1/pending')).json).toEqual({ pending: [] });
  expect((await house.post(`/v1/pending/${pending[0].id}`, { answer: 'yes' })).json.error.code).toBe(
    'PENDING_CANCELLED',
  );
  const { events } = (await house.get('/v1/sessions/stopped/events')).json;
  expect(events.at(-1)).toMatchObject({ type: 'invocation_finished', outcome: 'cancelled' });
  expect((await house.post('/v1/sessions/stopped/stop', {})).json).toEqual({ stopped: 0 });
});

test('the same Idempotency-Key is one turn and one answer; with another message it is refused', async () => {
  const say = (message: string) =>
    house.post('/v1/chat', { team: 'front-desk', message }, { 'idempotency-key': 'once' });
  const first = await say('When are you open?');
  const second = await say('When are you open?');
  expect(second.json).toMatchObject({
    session_id: first.json.session_id,
    invocation_id: first.json.invocation_id,
    text: first.json.text,
  });
  expect(
    (await house.app.home.store.events(first.json.session_id)).filter(({ type }) => type === 'invocation_started'),
  ).toHaveLength(1);
  expect(await say('And on Sunday?')).toMatchObject({ status: 409, json: { error: { code: 'KEY_REUSED' } } });
});

test('an edit that is refused takes nothing back', async () => {
  const { id } = await house.app.records.create(
    { name: 'Ada' },
    { principal: { user: 'local', how: 'machine', scopes: null, patients: null }, actor: 'test' },
  );
  const told = await house.post('/v1/chat', { patient_id: id, session_id: 'told', message: 'My weight is 82 kg.' });
  const { uuid } = told.json.facts[0] as { uuid: string };
  const there = async () => (await house.get(`/v1/patients/${id}/facts?uuids=${uuid}`)).json.uuids;
  const edit = { session_id: 'told', message: 'My weight is 81 kg.' };
  expect((await house.post('/v1/chat', { ...edit, replaces: 'no-such-turn' })).status).toBe(400);
  expect(await there()).toEqual([uuid]);
  expect((await house.post('/v1/chat', { ...edit, replaces: told.json.invocation_id })).json.facts).toHaveLength(1);
  expect(await there()).toEqual([]);
});

test('of two answers at the same moment one counts, and the thing is done once', async () => {
  const { send } = await house.app.teamOrFolder(writeTeam(ASKING));
  await send({ message: 'Do it.', session: 'twice' }).result;
  const [asked] = await house.app.home.store.pending({ session: 'twice' });
  const answers = await Promise.all(
    ['yes', 'no', 'yes'].map((answer) => house.post(`/v1/pending/${asked!.id}`, { answer })),
  );
  const taken = answers.filter(({ status }) => status === 200);
  expect([taken.length, answers.map(({ status }) => status).sort()]).toEqual([1, [200, 409, 409]]);
  expect(taken[0]!.json.text).toBe(`The answer was ${answers[1]!.status === 200 ? 'no' : 'yes'}.`);
});

test('an answer that cannot be stored is refused with its status, and the question waits still', async () => {
  const tools = ASKING['Doer/tools.ts'].replace("what: 'Shall I?'", "free: true, what: 'Shall I?'");
  const { send } = await house.app.teamOrFolder(writeTeam({ ...ASKING, 'Doer/tools.ts': tools }));
  await send({ message: 'Do it.', session: 'full' }).result;
  const [asked] = await house.app.home.store.pending({ session: 'full' });
  const db = handleOf(house.app.home.data);
  db.exec('CREATE TABLE filler (bytes BLOB)');
  const { page_count } = db.prepare('PRAGMA page_count').get() as { page_count: number };
  db.exec(`PRAGMA max_page_count = ${page_count}`);
  const fill = db.prepare('INSERT INTO filler VALUES (randomblob(4000))');
  expect(() => {
    for (;;) fill.run();
  }).toThrow('full');
  const answer = randomBytes(6_000).toString('base64');
  expect(await house.post(`/v1/pending/${asked!.id}`, { answer })).toMatchObject({
    status: 507,
    json: { error: { code: 'STORAGE_FULL', hint: expect.any(String) } },
  });
  db.exec('PRAGMA max_page_count = 1000000; DROP TABLE filler');
  expect((await house.post(`/v1/pending/${asked!.id}`, { answer: 'yes' })).json).toMatchObject({
    text: 'The answer was yes.',
  });
});
