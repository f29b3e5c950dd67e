import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { handleOf } from '../storage/handle.ts';
import * as answers from './answers.ts';
import { type Fixture, openGateway, openSilentModel, type SilentModel } from './fixture.ts';

const DIGEST = `
id: digest
title: Digest
description: Keywords and an outline of a text.
input:
  type: object
  properties: { content: { type: string, minLength: 1 } }
  required: [content]
  additionalProperties: false
stages:
  - id: keywords
    function: extract_structure
    inputs: { content: '\${input.content}', extraction_type: keywords }
  - id: outline
    function: extract_structure
    after: [keywords]
    inputs: { content: '\${input.content}', extraction_type: outline }
output:
  keywords: '\${stages.keywords}'
  outline: '\${stages.outline}'
artifact: { name: digest }
`;
const RUN = '/v1/pipelines/digest/run';
const input = { content: 'Gout is a kind of arthritis. Uric acid forms crystals in the joint.' };

function open(env: Record<string, string> = {}): Fixture {
  const house = openGateway({ env });
  mkdirSync(join(house.dir, 'pipelines'), { recursive: true });
  writeFileSync(join(house.dir, 'pipelines', 'digest.yml'), DIGEST);
  return house;
}

function readEvents(text: string): { event: string; id?: string; data: Record<string, unknown> }[] {
  return text
    .trim()
    .split('\n\n')
    .map((block) => {
      const fields = Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2)));
      return { ...fields, data: JSON.parse(fields.data) };
    });
}

describe('pipelines over HTTP', () => {
  let house: Fixture;
  beforeAll(() => {
    house = open();
  });
  afterAll(() => house.close());

  test('are listed with their stages and what they take', async () => {
    const { json } = await house.get('/v1/pipelines');
    const digest = answers.pipelines.parse(json).pipelines.find(({ id }) => id === 'digest');
    expect(digest).toMatchObject({
      title: 'Digest',
      problems: [],
      input_schema: { required: ['content'] },
      stages: [
        { id: 'keywords', depends_on: [] },
        { id: 'outline', depends_on: ['keywords'] },
      ],
    });
    expect(JSON.stringify(json)).not.toContain(house.dir);
  });

  test('begin at once and are found under their address', async () => {
    const { status, headers, json } = await house.post(RUN, input);
    expect(status).toBe(202);
    const { run_id, location } = answers.started.parse(json);
    expect(headers.get('location')).toBe(location);
    const stream = await house.get(location, { accept: 'text/event-stream' });
    expect(readEvents(stream.text).at(-1)).toMatchObject({ event: 'report', data: { run_id, state: 'completed' } });
    const report = answers.run.parse((await house.get(location)).json);
    expect(report).toMatchObject({ state: 'completed', input, output: { keywords: {}, outline: {} } });
    const stage = await house.get(`${location}/stages/outline`);
    expect(answers.stage.parse(stage.json)).toMatchObject({ run_id, stage: 'outline' });
    expect((await house.get(`${location}/stages/nothing`)).status).toBe(404);
  });

  test.each<[string, string, Record<string, string>]>([
    ['?wait=true', `${RUN}?wait=true`, {}],
    ['Prefer: wait=N', RUN, { prefer: 'respond-async, wait=60' }],
  ])('answer with the report if asked to wait: %s', async (_how, path, headers) => {
    const { status, json } = await house.post(path, { input }, headers);
    expect(status).toBe(200);
    expect(answers.run.parse(json)).toMatchObject({ pipeline: 'digest', state: 'completed' });
  });

  test('can be followed from any event on', async () => {
    const { run_id } = (await house.post(`${RUN}?wait=true`, input)).json;
    const follow = async (headers: Record<string, string>) =>
      readEvents((await house.get(`/v1/pipelines/runs/${run_id}`, { accept: 'text/event-stream', ...headers })).text);
    const all = await follow({});
    expect(all.map(({ event }) => event)).toEqual([...Array(all.length - 1).fill('progress'), 'report']);
    const seen = all[1]!.id!;
    const rest = await follow({ 'last-event-id': seen });
    expect(rest.map(({ id }) => id)).toEqual(all.slice(2).map(({ id }) => id));
    expect(
      (await house.get(`/v1/pipelines/runs/${run_id}`, { accept: 'text/event-stream', 'last-event-id': 'x' })).status,
    ).toBe(400);
  });

  test('are listed as runs, and stopping one that is over changes nothing', async () => {
    const { run_id } = (await house.post(`${RUN}?wait=true`, input)).json;
    const { runs } = answers.runs.parse((await house.get('/v1/pipelines/runs?pipeline=digest&state=completed')).json);
    expect(runs.map((run) => run.run_id)).toContain(run_id);
    expect((await house.get('/v1/pipelines/runs?state=failed')).json.runs).toEqual([]);
    const { json } = await house.post(`/v1/pipelines/runs/${run_id}/cancel`, {});
    expect(answers.cancelled.parse(json)).toEqual({ run_id, cancelled: false });
  });

  test('leave their output as an artifact', async () => {
    await house.post(`${RUN}?wait=true`, input);
    const { artifacts } = answers.artifacts.parse((await house.get('/v1/artifacts')).json);
    expect(artifacts).toContainEqual(expect.objectContaining({ name: 'digest', mimeType: 'application/json' }));
  });

  test.each<[string, string, unknown, number, string]>([
    ['an unknown pipeline', '/v1/pipelines/nothing/run', input, 404, 'PIPELINE_UNKNOWN'],
    ['an input that does not fit', RUN, { content: 7 }, 400, 'INPUT_INVALID'],
    ['a body that is no object', RUN, [input], 400, 'REQUEST_INVALID'],
  ])('refuse %s', async (_what, path, body, status, code) => {
    const answer = await house.post(path, body);
    expect([answer.status, answer.json.error.code]).toEqual([status, code]);
  });

  test('nobody else is found under an address that is none', async () => {
    expect((await house.get('/v1/pipelines/runs/nothing')).json.error.code).toBe('RUN_UNKNOWN');
    expect((await house.post('/v1/pipelines/runs/nothing/cancel', {})).status).toBe(404);
  });

  test('the same key is the same run', async () => {
    const key = { 'idempotency-key': 'digest-1' };
    const [first, second] = [await house.post(RUN, input, key), await house.post(RUN, input, key)];
    expect([first.status, second.status, second.text]).toEqual([202, 202, first.text]);
    expect(second.headers.get('location')).toBe(first.json.location);
    expect((await house.post(RUN, { content: 'Other.' }, key)).status).toBe(409);
    // As a process that died between the start and the answer leaves it.
    handleOf(house.app.home.data).exec("UPDATE idempotency SET status = 0, body = ''");
    const again = await house.post(`${RUN}`, input, key);
    expect([again.status, again.json]).toEqual([202, first.json]);
  });
});

describe('a pipeline that waits for a model', () => {
  let model: SilentModel;
  let house: Fixture;
  beforeAll(async () => {
    model = await openSilentModel();
    house = open(model.env);
  });
  afterAll(async () => {
    await house.close();
    await model.close();
  });

  test('can be stopped, and the model hears of it', async () => {
    const { run_id, location } = (await house.post(RUN, input)).json;
    await model.asked();
    expect((await house.get(location)).json.state).toBe('running');
    const following = house.get(location, { accept: 'text/event-stream' });
    expect((await house.post(`${location}/cancel`, {})).json).toEqual({ run_id, cancelled: true });
    await model.left();
    expect(readEvents((await following).text).at(-1)).toMatchObject({ event: 'report', data: { state: 'cancelled' } });
    const told = { action: 'cancel:pipeline', object: run_id, why: 'POST /v1/pipelines/runs/:id/cancel' };
    expect(house.app.home.audit.list({ action: 'cancel:pipeline', limit: 9 })).toMatchObject([told]);
    expect((await house.post(`${location}/cancel`, {})).json).toEqual({ run_id, cancelled: false });
    expect(house.app.home.audit.list({ action: 'cancel:pipeline', limit: 9 })).toHaveLength(1);
  });
});

test('on a full disk a run that cannot be stored has not begun, waited for or not; with room it runs', async () => {
  const house = open();
  const db = handleOf(house.app.home.data);
  db.exec('CREATE TABLE filler (bytes BLOB)');
  await house.get('/v1/pipelines');
  const { page_count } = db.prepare('PRAGMA page_count').get() as { page_count: number };
  db.exec(`PRAGMA max_page_count = ${page_count}`);
  const fill = db.prepare('INSERT INTO filler VALUES (randomblob(4000))');
  expect(() => {
    for (;;) fill.run();
  }).toThrow('full');
  const long = { content: `${input.content} ${randomBytes(40_000).toString('base64')}` };
  for (const path of [RUN, `${RUN}?wait=true`])
    expect(await house.post(path, long)).toMatchObject({ status: 507, json: { error: { code: 'STORAGE_FULL' } } });
  db.exec('PRAGMA max_page_count = 1000000; DROP TABLE filler');
  expect((await house.get('/v1/pipelines/runs')).json).toEqual({ runs: [] });
  expect(await house.post(`${RUN}?wait=true`, input)).toMatchObject({ status: 200, json: { state: 'completed' } });
  await house.close();
});
