import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tempDir } from '../../test/house.ts';
import { openSlowModel, type SlowModel } from '../../test/slow-model.ts';
import { type App, openApp } from '../app/index.ts';
import { silentLog } from '../kernel/index.ts';
import { loadDemoPatients, storeFacts } from '../record/index.ts';
import { handleOf } from '../storage/handle.ts';
import { createGateway } from './index.ts';

type Gateway = ReturnType<typeof createGateway>;
const apps: App[] = [];
function open(env: Record<string, string> = {}): { app: App; gateway: Gateway } {
  const app = openApp({ home: tempDir('sessions'), env });
  apps.push(app);
  return { app, gateway: createGateway(app, silentLog) };
}
afterAll(() => Promise.all(apps.map((app) => app.close(1000))));

const call = async (gateway: Gateway, method: string, path: string, body?: unknown) => {
  const init = { method, ...(body !== undefined && { body: JSON.stringify(body) }) };
  const response = await gateway.request(`http://localhost${path}`, init);
  return { status: response.status, body: (await response.json()) as Record<string, never> };
};

describe('sessions', () => {
  const { gateway } = open();
  const say = (session_id: string, message: string) =>
    call(gateway, 'POST', '/v1/chat', { team: 'front-desk', session_id, message });
  const find = async (query: string) =>
    ((await call(gateway, 'GET', `/v1/sessions${query}`)).body['sessions'] as unknown as { id: string }[]).map(
      ({ id }) => id,
    );

  test('are listed newest first and found by what either side said', async () => {
    await say('first', 'When are you open on Monday?');
    await say('second', 'I would like to see Dr. Lindqvist');
    expect(await find('')).toEqual(['second', 'first']);
    expect(await find('?q=monday open')).toEqual(['first']);
    expect(await find('?q=lindqvist')).toContain('second');
    expect(await find('?q=zebra')).toEqual([]);
    expect(await find('?team=nobody')).toEqual([]);
    const { body } = await call(gateway, 'GET', '/v1/sessions/first');
    expect(body).toMatchObject({
      id: 'first',
      team: 'front-desk',
      title: 'When are you open on Monday?',
      running: false,
    });
  });

  test('are deleted whole, and then are nobody’s', async () => {
    await say('gone', 'Good morning');
    expect((await call(gateway, 'DELETE', '/v1/sessions/gone')).status).toBe(200);
    for (const path of ['', '/events'])
      expect((await call(gateway, 'GET', `/v1/sessions/gone${path}`)).status).toBe(404);
    expect((await call(gateway, 'DELETE', '/v1/sessions/gone')).status).toBe(404);
    expect((await say('gone', 'Am I still here?')).status).toBe(404);
  });

  test('a session at rest is told as its log, from where one was, and then said to be idle', async () => {
    await say('rest', 'When are you open on Monday?');
    const response = await gateway.request('http://localhost/v1/sessions/rest/events', {
      headers: { accept: 'text/event-stream', 'last-event-id': '2' },
    });
    const blocks = parse(await response.text());
    expect(blocks[0]).toMatchObject({ data: { seq: 3 } });
    expect(blocks.at(-1)).toMatchObject({ event: 'idle' });
  });

  test('a message that is refused has its status, streamed or not', async () => {
    await say('other', 'hello');
    const response = await gateway.request('http://localhost/v1/chat', {
      method: 'POST',
      headers: { accept: 'text/event-stream' },
      body: JSON.stringify({ team: 'front-desk', session_id: 'other', patient_id: 'nobody', message: 'x' }),
    });
    expect(response.status).toBe(404);
  });
});

describe('a turn that is under way', () => {
  let model: SlowModel;
  let app: App;
  let gateway: Gateway;
  beforeAll(async () => {
    model = await openSlowModel();
    ({ app, gateway } = open(model.env));
  });
  afterAll(() => model.close());
  const chat = (session_id: string) =>
    gateway.request('http://localhost/v1/chat', {
      method: 'POST',
      headers: { accept: 'text/event-stream' },
      body: JSON.stringify({ team: 'front-desk', session_id, message: 'hello' }),
    });
  const attach = (session: string, after: number) =>
    gateway.request(`http://localhost/v1/sessions/${session}/events`, {
      headers: { accept: 'text/event-stream', 'last-event-id': String(after) },
    });

  test('a reader who comes late hears every word once, those before it came too', async () => {
    const first = reader(await chat('late'));
    await model.asked();
    model.say('Good ');
    await first.until((block) => block.data['text'] === 'Good ');
    await first.leave();
    model.say('morning, ');
    const second = reader(await attach('late', 2));
    await second.until((block) => block.event === 'text_delta');
    model.say('Elena.');
    model.finish();
    await second.until((block) => block.event === 'idle');
    let words = '';
    for (const { event, data } of second.heard) {
      if (event !== 'text_delta') continue;
      expect(data['offset']).toBeLessThanOrEqual(words.length);
      words = words.slice(0, data['offset'] as number) + data['text'];
    }
    expect(words).toBe('Good morning, Elena.');
    const seqs = second.heard.map(({ data }) => data['seq']).filter((seq) => seq !== undefined);
    expect(seqs).toEqual(seqs.map((_, index) => index + 3));
  });

  test('is stopped: the model is left, the log says so, and what was said stays', async () => {
    const first = reader(await chat('stopped'));
    await model.asked();
    model.say('I was about to ');
    await first.until((block) => block.event === 'text_delta');
    expect((await call(gateway, 'POST', '/v1/sessions/stopped/stop')).body).toEqual({ stopped: 1 });
    await first.until((block) => block.event === 'answer');
    expect(first.heard.at(-1)!.data).toMatchObject({ outcome: 'cancelled' });
    expect((await call(gateway, 'POST', '/v1/sessions/stopped/stop')).body).toEqual({ stopped: 0 });
    expect(app.home.audit.list({ action: 'stop', limit: 9 })).toMatchObject([{ object: 'stopped', actor: 'app' }]);
  });

  test('is not stopped where that cannot be told: the log has no end, and the turn is gone on with', async () => {
    const first = reader(await chat('untold'));
    await model.asked();
    model.say('I was about to ');
    await first.until((block) => block.event === 'text_delta');
    const db = handleOf(app.home.data);
    db.exec(`CREATE TEMP TRIGGER full BEFORE INSERT ON audit WHEN NEW.action = 'stop'
             BEGIN SELECT RAISE(ABORT, 'no room'); END`);
    const refused = await call(gateway, 'POST', '/v1/sessions/untold/stop');
    db.exec('DROP TRIGGER full');
    expect([refused.status, refused.body['error']]).toMatchObject([500, { code: 'STORAGE_FAILED' }]);
    const events = (await call(gateway, 'GET', '/v1/sessions/untold/events')).body['events'] as unknown as object[];
    expect(events).not.toContainEqual(expect.objectContaining({ type: 'invocation_finished' }));
    expect((await app.home.store.session('untold'))?.open).toMatchObject({ invocation: expect.any(String) });
  });
});

describe('facts told in conversation', () => {
  test('are known until they are taken back', async () => {
    const { app, gateway } = open();
    const loaded = await loadDemoPatients(handleOf(app.home.data));
    const patient = loaded!.patients[0]!.id;
    const told = { kind: 'symptom', name: 'headache', text: 'headache', start: 0, end: 8, time: '2026-11-13' };
    const [stored] = storeFacts(handleOf(app.home.data), patient, [told], { session: 's', message: 'm', agent: 'a' });
    const { uuid } = stored as { uuid: string };
    const known = async () =>
      (await call(gateway, 'GET', `/v1/patients/${patient}/facts?uuids=${uuid},x`)).body['uuids'];
    expect(await known()).toEqual([uuid]);
    const undo = () => call(gateway, 'POST', `/v1/patients/${patient}/facts/undo`, { uuid });
    expect((await undo()).body).toEqual({ undone: uuid });
    expect(await known()).toEqual([]);
    expect((await undo()).status).toBe(404);
  });
});

describe('the house', () => {
  test('names its teams with what to try, and who speaks', async () => {
    const { gateway } = open();
    const teams = (await call(gateway, 'GET', '/v1/teams')).body['teams'] as unknown as { name: string }[];
    expect(teams.find(({ name }) => name === 'front-desk')).toMatchObject({
      welcome: expect.stringContaining('Elm Street'),
      examples: expect.arrayContaining([expect.stringContaining('Saturday')]),
    });
    expect((await call(gateway, 'GET', '/v1/status')).body).toMatchObject({ models: { chosen: 'offline' } });
  });
});

interface Block {
  event: string;
  data: Record<string, unknown>;
}

function parse(text: string): Block[] {
  return text
    .split('\n\n')
    .filter(Boolean)
    .map((block) => ({
      event: /^event: (.*)$/m.exec(block)?.[1] ?? '',
      data: JSON.parse(/^data: (.*)$/m.exec(block)?.[1] ?? '{}') as Record<string, unknown>,
    }));
}

function reader(response: Response) {
  const body = response.body!.getReader();
  const decoder = new TextDecoder();
  const heard: Block[] = [];
  let rest = '';
  return {
    heard,
    leave: () => body.cancel(),
    until: async (isIt: (block: Block) => boolean): Promise<void> => {
      while (!heard.some(isIt)) {
        const { done, value } = await body.read();
        if (done) throw new Error('The stream ended first.');
        rest += decoder.decode(value, { stream: true });
        const end = rest.lastIndexOf('\n\n') + 2;
        if (end < 2) continue;
        heard.push(...parse(rest.slice(0, end)));
        rest = rest.slice(end);
      }
    },
  };
}
