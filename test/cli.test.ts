import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, cpSync, existsSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { chat } from '../src/models/wire/chat.ts';
import { openLoopback } from '../src/models/wire/loopback.ts';
import { tempDir } from './house.ts';
import { runHere } from './seat.ts';

const ROOT = join(import.meta.dirname, '..');

const environment = (more: Record<string, string> = {}) => ({
  PATH: process.env['PATH'],
  HOME: process.env['HOME'],
  CONSILIUM_HOME: tempDir('cli'),
  NO_COLOR: '1',
  ...more,
});

interface Place {
  readonly env?: Record<string, string>;
  readonly input?: string;
}

function start(
  args: string[],
  env: Record<string, string> = {},
): ChildProcess & { out: () => string; err: () => string } {
  const child = spawn(process.execPath, [join(ROOT, 'bin/consilium.mjs'), ...args], { env: environment(env) });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  return Object.assign(child, { out: () => out, err: () => err });
}

/** As a process of its own: what is said there is its exit code, its streams and its start. */
async function runAlone(args: string[], { env, input = '' }: Place = {}) {
  const child = start(args, env);
  child.stdin!.end(input);
  const [code] = await once(child, 'close');
  return { code, out: child.out(), err: child.err() };
}

/** The same command without a process: what it says and does. */
async function run(args: string[], { env, input = '' }: Place = {}) {
  for (const [name, value] of Object.entries(environment(env))) vi.stubEnv(name, value);
  try {
    return await runHere(args, { input });
  } finally {
    vi.unstubAllEnvs();
  }
}

const until = async (what: () => boolean) => {
  while (!what()) await new Promise((done) => setTimeout(done, 25));
};

describe('consilium', () => {
  test('teaches with --help, and says what is wrong with a wrong call', async () => {
    const help = await runAlone(['--help']);
    expect(help).toMatchObject({ code: 0, err: '' });
    expect(help.out).toMatch(/chat.*ask.*team.*serve.*Examples:/s);
    expect(await run(['ask'])).toMatchObject({
      code: 2,
      err: expect.stringContaining("missing required argument 'message'"),
    });
    expect(await runAlone(['dance'])).toMatchObject({ code: 2, err: expect.stringContaining('unknown command') });
    expect(await run(['serve', '--port', 'x'])).toMatchObject({ code: 2, err: expect.stringContaining('0 to 65535') });
  });

  test('ask --json prints one document with the fields of the contract', async () => {
    const { code, out, err } = await runAlone([
      'ask',
      'When are you open on Monday?',
      '--team',
      'front-desk',
      '--json',
    ]);
    expect([code, err]).toEqual([0, '']);
    const answer = JSON.parse(out);
    expect(Object.keys(answer)).toEqual(
      expect.arrayContaining([
        'session_id',
        'invocation_id',
        'team',
        'text',
        'route',
        'outcome',
        'facts',
        'citations',
        'usage',
        'ms',
      ]),
    );
    expect(answer).toMatchObject({ team: 'front-desk', route: ['Reception', 'Hours'], outcome: 'answered' });
  });

  test('ask streams for people: the agent, the words, and where to go on', async () => {
    const { code, out, err } = await runAlone(['ask', '-', '--team', 'front-desk'], {
      input: 'When are you open on Monday?',
    });
    expect(code).toBe(0);
    expect(out).toMatch(/^Hours\n.*open/);
    expect(err).toMatch(/Reception → Hours · offline engine · \d+ ms · session/);
  });

  test('a failed request is exit code 1 with its error, as text and as JSON', async () => {
    expect(await runAlone(['ask', 'hi', '--team', 'nope'])).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('There is no team "nope"'),
    });
    const failed = await run(['ask', 'hi', '--team', 'nope', '--json']);
    expect([failed.code, JSON.parse(failed.out).error.code]).toEqual([1, 'TEAM_UNKNOWN']);
    const provider = await run(['ask', 'hi', '--team', 'front-desk', '--json'], { env: { AI_PROVIDER: 'openai' } });
    expect(provider.code).toBe(1);
    expect(JSON.parse(provider.out).error).toMatchObject({
      message: expect.stringContaining('openai'),
      hint: expect.stringContaining('OPENAI_API_KEY'),
    });
  });

  test('a chat goes on where it was left', async () => {
    const env = { CONSILIUM_HOME: tempDir('cli') };
    const first = await run(['chat', '--team', 'front-desk', '--session', 'mine'], {
      env,
      input: 'When are you open on Monday?\n/help\n/quit\n',
    });
    expect(first.code).toBe(0);
    expect(first.out).toMatch(/front-desk · offline engine · session mine.*Hours\n.*open.*\/agents.*--session mine/s);
    const again = await run(['chat', '--team', 'front-desk', '--session', 'mine'], { env, input: 'thanks\n' });
    expect(again.out).toMatch(/You {2}When are you open on Monday\?.*Hours\n.*open/s);
    const list = await run(['sessions', '--json'], { env });
    expect(JSON.parse(list.out).sessions).toEqual([
      expect.objectContaining({ id: 'mine', team: 'front-desk', title: 'When are you open on Monday?', open: false }),
    ]);
  });

  test('team check names every mistake with file and line', async () => {
    const dir = join(tempDir('cli'), 'desk');
    cpSync(join(ROOT, 'examples/front-desk'), dir, { recursive: true });
    expect(await run(['team', 'check', dir])).toMatchObject({
      code: 0,
      out: expect.stringContaining('fine, 5 agents'),
    });
    const file = join(dir, 'Hours/config.yml');
    writeFileSync(file, `${readFileSync(file, 'utf8')}\ninstrution: x\n`);
    const line = readFileSync(file, 'utf8').split('\n').indexOf('instrution: x') + 1;
    const { code, out } = await run(['team', 'check', dir]);
    expect(code).toBe(1);
    expect(out).toContain(`Hours/config.yml:${line}:1`);
    expect(out).toContain('instruction');
    const json = JSON.parse((await run(['team', 'check', dir, '--json'])).out);
    expect(json).toMatchObject({ error: { code: 'TEAM_INVALID' }, teams: [{ problems: [{ line }] }] });
  });

  test('a person without a file begins a record, and what is wrong is named by its option', async () => {
    const env = { CONSILIUM_HOME: tempDir('cli') };
    const person = ['patients', '--add', 'Ada Byron', '--born', '1968-03-02', '--sex', 'female', '--json'];
    const { id } = JSON.parse((await run(person, { env })).out);
    expect(JSON.parse((await run(['patients', '--json'], { env })).out).patients).toMatchObject([
      { id, name: 'Ada Byron', birth_date: '1968-03-02' },
    ]);
    const wrong = await run(['patients', '--add', 'Ada', '--born', '68', '--json'], { env });
    expect([wrong.code, JSON.parse(wrong.out).error]).toMatchObject([
      1,
      { code: 'PATIENT_INVALID', message: expect.stringMatching(/^--born/) },
    ]);
  });

  test('the record from import to export, for one patient at a time', async () => {
    const env = { CONSILIUM_HOME: tempDir('cli') };
    const imported = JSON.parse((await run(['import', join(ROOT, 'demo/elena-marsh.json'), '--json'], { env })).out);
    expect(imported).toMatchObject({ patients: [{ name: 'Elena Marsh' }], dangling: 0, resources: { Patient: 1 } });
    const { id } = imported.patients[0];
    expect(JSON.parse((await run(['patients', '--json'], { env })).out).patients).toMatchObject([
      { id, name: 'Elena Marsh' },
    ]);
    const question =
      'MATCH (p:Patient)-[:HAS_CONDITION]->(c:ConditionCase)-[:IS_A]->(t:ConditionType) WHERE toLower(t.name) CONTAINS toLower($term) RETURN t.name, c.onset_date';
    const asked = await run(['cypher', question, '--patient', id, '--params', '{"term": "DIABETES"}', '--json'], {
      env,
    });
    expect(JSON.parse(asked.out)).toMatchObject({
      columns: ['t.name', 'c.onset_date'],
      rows: [['Type 2 diabetes mellitus', expect.any(String)]],
    });
    const refused = await run(['cypher', 'MATCH (n) DETACH DELETE n', '--patient', id, '--json'], { env });
    expect([refused.code, JSON.parse(refused.out).error]).toMatchObject([
      1,
      { code: 'CYPHER_REJECTED', rule: 'read_only' },
    ]);
    expect(await run(['cypher', question, '--patient', id, '--params', '[1]', '--json'], { env })).toMatchObject({
      code: 1,
      out: expect.stringContaining('PARAMS_INVALID'),
    });
    const bundle = JSON.parse((await run(['export', '--patient', id], { env })).out);
    expect(bundle.entry.length).toBeGreaterThan(100);
    const again = JSON.parse((await run(['import', join(ROOT, 'demo/elena-marsh.json'), '--json'], { env })).out);
    expect(again.added).toEqual({ nodes: 0, edges: 0 });
    const broken = join(tempDir('cli'), 'broken.json');
    writeFileSync(broken, '{"resourceType": "Bundle", "entry": [');
    expect((await run(['import', broken, '--json'], { env })).code).toBe(1);
  });

  test("triage --model puts the health team's triage to a model; emergencies never come to it", async () => {
    const server = await openLoopback(chat);
    try {
      const env = { AI_PROVIDER: 'openai-compatible', CONSILIUM_MODEL_BASE_URL: server.url, CONSILIUM_MODEL: 'm' };
      const ask = async (text: string) =>
        JSON.parse((await run(['triage', '--model', 'fast', '--json'], { env, input: text })).out);
      expect(await ask('I have crushing chest pain')).toMatchObject({ rule: 'emergency' });
      expect(server.heard).toHaveLength(0);
      server.play({ call: 'transfer_to_agent', input: { agent_name: 'HealthConsultantLiteAgent' } });
      expect(await ask('what is gout')).toEqual({ rule: 'general', agent: 'HealthConsultantLiteAgent' });
      const none = await run(['triage', '--model', 'fast', '--json'], { input: 'what is gout' });
      expect(JSON.parse(none.out)).toMatchObject({ error: { code: 'MODEL_REQUIRED' } });
    } finally {
      await server.close();
    }
  });

  test('extract and triage read stdin, one text or lines', async () => {
    const one = JSON.parse(
      (
        await run(['extract', '--json', '--now', '2026-03-10T09:00:00Z'], {
          input: 'My BP was 152/94 yesterday. No fever.',
        })
      ).out,
    );
    expect(one.facts).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'measurement', time: '2026-03-09' }),
        expect.objectContaining({ kind: 'symptom', negated: true }),
      ]),
    );
    const lines = await run(['triage', '--batch', '--json'], {
      input: '{"id": 1, "text": "I have crushing chest pain"}\nnot json\n{"id": 2, "text": "book me a flight"}\n',
    });
    expect(
      lines.out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toMatchObject([
      { id: 1, rule: 'emergency' },
      { id: null, error: { code: 'BAD_LINE' } },
      { id: 2, rule: 'non_health' },
    ]);
  });

  test('serve answers, lets commands run in it and no second one on its data, and stops when told', async () => {
    const env = { CONSILIUM_HOME: tempDir('cli') };
    const server = start(['serve', '--port', '0'], env);
    await until(() => /http:\/\/localhost:\d+/.test(server.out()));
    expect(server.out()).toContain('Elena Marsh');
    const [url] = server.out().match(/http:\/\/localhost:\d+/)!;
    expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ status: 'ok' });
    const beside = await runAlone(['ask', 'What does eGFR mean?', '--json'], { env });
    expect(JSON.parse(beside.out)).toMatchObject({ outcome: 'answered', team: 'health' });
    const second = await runAlone(['serve', '--port', '0'], { env });
    expect(second).toMatchObject({ code: 1, err: expect.stringContaining(url) });
    const taken = await runAlone(['serve', '--port', new URL(url).port]);
    expect(taken).toMatchObject({ code: 1, err: expect.stringContaining('is taken') });
    server.kill('SIGTERM');
    const [code] = await once(server, 'close');
    expect(code).toBe(0);
  }, 180_000);

  test('serve stops with a word where its folder is gone', async () => {
    const home = tempDir('cli');
    const server = start(['serve', '--port', '0'], { CONSILIUM_HOME: home, CONSILIUM_WARM_UP: 'off' });
    await until(() => /http:\/\/localhost:\d+/.test(server.out()));
    renameSync(home, `${home}-elsewhere`);
    expect(await once(server, 'close')).toEqual([1, null]);
    expect(server.err()).toContain('put the folder back, or restore a backup');
  }, 180_000);

  test.runIf(existsSync('/dev/full'))(
    'serve goes on where no word of its log can be written',
    async () => {
      const full = openSync('/dev/full', 'w');
      const env = environment({ CONSILIUM_LOG: 'info', CONSILIUM_WARM_UP: 'off' });
      const server = spawn(process.execPath, [join(ROOT, 'bin/consilium.mjs'), 'serve', '--port', '0'], {
        env,
        stdio: ['ignore', 'pipe', full],
      });
      let said = '';
      server.stdout!.on('data', (chunk) => (said += String(chunk)));
      await until(() => /http:\/\/localhost:\d+/.test(said) || server.exitCode !== null);
      const [url] = said.match(/http:\/\/localhost:\d+/)!;
      for (let asked = 0; asked < 20; asked++) expect((await fetch(`${url}/healthz`)).status).toBe(200);
      server.kill('SIGTERM');
      expect(await once(server, 'close')).toEqual([0, null]);
      closeSync(full);
    },
    180_000,
  );
});
