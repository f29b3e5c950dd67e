/** A question that waits, on real servers: killed and begun again; answered by the wrong person, in time, twice, and too late. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openTokenFile } from '../src/storage/index.ts';
import { writeTeam } from '../src/teams/fixture.ts';
import { tempDir } from './house.ts';

const BIN = join(import.meta.dirname, '../bin/consilium.mjs');

const ASKING = {
  'team.yml': 'name: asking\ndescription: Asks before it acts.\nroot: Doer\n',
  'Doer/config.yml': 'name: Doer\ndescription: Does things.\ninstruction: Do it.\ntools: [do_it]\n',
  'Doer/tools.ts': `import { tool } from 'consilium/kernel';
import { z } from 'zod';
export const do_it = tool({
  name: 'do_it', description: 'Does it.', input: z.strictObject({}),
  execute: async (_, { ask, clock }) => (await ask({
    what: 'Shall I?', why: 'You said so.', effect: 'It is done.', undo: 'Say no.', until: clock.now() + 3_600_000,
  })).kind,
});`,
  'Doer/offline.ts': `export default ({ results }) => {
  const last = results.at(-1);
  return last === undefined ? { call: 'do_it', input: {} } : { say: 'The answer was ' + last.output + '.' };
};`,
};

const running: ChildProcess[] = [];
afterEach(async () => {
  for (const child of running.splice(0)) if (child.exitCode === null && child.signalCode === null) await kill(child);
});

async function kill(child: ChildProcess): Promise<void> {
  const closed = once(child, 'close');
  child.kill('SIGKILL');
  await closed;
}

async function serve(home: string, teams: string, clock: string) {
  const env = {
    ...process.env,
    CONSILIUM_HOME: home,
    CONSILIUM_TEAMS: teams,
    CONSILIUM_AUTH: 'token',
    AI_PROVIDER: 'offline',
    CONSILIUM_WARM_UP: 'off',
  };
  const args = [BIN, 'serve', '--port', '0', '--clock', clock];
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  running.push(child);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (more) => (said += String(more)));
  const address = () => /http:\/\/(?:localhost|127\.0\.0\.1):\d+/.exec(said)?.[0];
  while (address() === undefined) {
    if (child.exitCode !== null) throw new Error(`The server ended: ${said.slice(-500)}`);
    await new Promise((done) => setTimeout(done, 50));
  }
  const call = async (token: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const asked = body === undefined ? { headers } : { headers, method: 'POST', body: JSON.stringify(body) };
    const response = await fetch(`${address()}${path}`, asked);
    return { status: response.status, json: (await response.json()) as Record<string, never> };
  };
  return { child, call };
}

test('a question outlives kill -9; a stranger, a second answer and a late one are each refused', async () => {
  const began = Date.now();
  const after = (minutes: number) => new Date(began + minutes * 60_000).toISOString();
  const home = tempDir('pause');
  const teams = tempDir('pause-teams');
  renameSync(writeTeam(ASKING), join(teams, 'asking'));
  const tokens = openTokenFile(home);
  const [ada, bob] = ['ada', 'bob'].map((user) => tokens.issue(user, { user }).token) as [string, string];
  tokens.close();

  const first = await serve(home, teams, after(0));
  const ask = async (session_id: string) => {
    const { json } = await first.call(ada, '/v1/chat', { team: 'asking', message: 'Do it.', session_id });
    expect(json).toMatchObject({ pending: { id: expect.any(String) } });
    return (json as unknown as { pending: { id: string } }).pending.id;
  };
  const [early, late] = [await ask('early'), await ask('late')];
  expect((await first.call(bob, `/v1/pending/${early}`, { answer: 'yes' })).status).toBeGreaterThanOrEqual(403);
  await kill(first.child);

  const second = await serve(home, teams, after(30));
  expect((await second.call(ada, '/v1/pending')).json).toMatchObject({ pending: [{ id: early }, { id: late }] });
  expect((await second.call(bob, '/v1/pending')).json).toEqual({ pending: [] });
  expect(await second.call(ada, `/v1/pending/${early}`, { answer: 'yes' })).toMatchObject({
    status: 200,
    json: { text: 'The answer was yes.' },
  });
  expect(await second.call(ada, `/v1/pending/${early}`, { answer: 'no' })).toMatchObject({
    status: 409,
    json: { error: { code: 'ANSWERED_ALREADY' } },
  });
  await kill(second.child);

  const third = await serve(home, teams, after(120));
  expect(await third.call(ada, `/v1/pending/${late}`, { answer: 'yes' })).toMatchObject({
    status: 409,
    json: {
      error: { code: 'ANSWER_TOO_LATE' },
    },
  });
  const told = async () => (await third.call(ada, '/v1/sessions/late/events')).json;
  await expect.poll(async () => JSON.stringify(await told()), { timeout: 60_000 }).toContain('The answer was expired.');
});
