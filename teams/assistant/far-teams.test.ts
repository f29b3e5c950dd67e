/** The bridges over processes: the health team is on another machine, and the assistant hears of it only what it says. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type App, openApp, toAnswer } from '../../src/app/index.ts';
import { machineUser } from '../../src/kernel/index.ts';
import { loadDemoPatients } from '../../src/record/index.ts';
import { handleOf } from '../../src/storage/handle.ts';
import { writeTeam } from '../../test/a2a/teams.ts';
import { tempDir } from '../../test/house.ts';

const ELENA = 'dce5aef8-407d-5852-a049-7c48e7086f1f';
const BIN = resolve(import.meta.dirname, '../../bin/consilium.mjs');
let far: ChildProcess;
let app: App;

beforeAll(async () => {
  const env = {
    ...process.env,
    AI_PROVIDER: 'offline',
    CONSILIUM_EMBEDDINGS: 'off',
    CONSILIUM_WARM_UP: 'off',
    CONSILIUM_AUTH: 'off',
  };
  const args = [BIN, 'serve', '--port', '0', '--home', tempDir('far-health')];
  far = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const port = await new Promise<string>((done, fail) => {
    let said = '';
    const hear = (chunk: Buffer) => {
      said += chunk;
      const [, found] = /http:\/\/localhost:(\d+)/.exec(said) ?? [];
      if (found !== undefined) done(found);
    };
    far.stdout!.on('data', hear);
    far.stderr!.on('data', hear);
    far.once('exit', (code) => fail(new Error(`The far server ended with ${code}: ${said}`)));
  });
  const teams = writeTeam({
    'health/team.yml': 'name: health\ndescription: The health team, elsewhere.\nroot: Far\n',
    'health/Far/config.yml': `kind: remote\ndescription: Health.\nendpoint: http://127.0.0.1:${port}/a2a\nagent: health\ncontext: { patient_id: patient_id }\nretry: { attempts: 1 }\ntimeout_ms: 300000\n`,
  });
  app = openApp({
    home: tempDir('far-assistant'),
    env: { AI_PROVIDER: 'offline', CONSILIUM_EMBEDDINGS: 'off', CONSILIUM_WEB: 'off', CONSILIUM_TEAMS: teams },
  });
  // Who is asked about is known here too; what is known of them is asked there.
  await loadDemoPatients(handleOf(app.home.data));
}, 400_000);
afterAll(async () => {
  await app?.close(1000);
  if (far !== undefined && far.exitCode === null && far.signalCode === null) {
    far.removeAllListeners('exit');
    far.kill();
    await once(far, 'exit');
  }
});

let sessions = 0;
async function ask(message: string) {
  const team = await app.team('assistant');
  const turn = team.send({ message, session: `far-${++sessions}`, principal: machineUser('local'), patient: ELENA });
  return toAnswer('assistant', await turn.result);
}

test('a question is answered there, and a medicine waits for a yes that was shown its words', async () => {
  expect((await ask('what was my last HbA1c?')).text).toMatch(/The health team:.*6\.9 %/s);
  expect(await ask('add take amoxicillin to my todos')).toMatchObject({
    outcome: 'waiting',
    pending: { why: expect.stringContaining('Penicillin allergy') },
  });
}, 400_000);

test('a health team that is gone is said to be: nothing is taken for its answer', async () => {
  far.removeAllListeners('exit');
  far.kill();
  await once(far, 'exit');
  expect((await ask('what was my last HbA1c?')).text).toContain('The health team could not answer');
  expect((await ask('add take amoxicillin to my todos')).text).toContain('I could not ask the health team about it');
}, 400_000);
