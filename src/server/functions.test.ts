import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FUNCTION_NAMES } from '../functions/function.ts';
import * as answers from './answers.ts';
import { type Fixture, listen, openGateway, openSilentModel } from './fixture.ts';

const EXTRACT = '/v1/functions/extract-structure/run';
const TEXT = 'Gout is a kind of arthritis. Uric acid forms crystals in the joint, and the crystals cause pain.';
const input = { content: TEXT, extraction_type: 'keywords' };

let house: Fixture;
beforeAll(() => {
  house = openGateway();
});
afterAll(() => house.close());

describe('agent functions over HTTP', () => {
  test('are listed with their schemas', async () => {
    const { status, json } = await house.get('/v1/functions');
    expect(status).toBe(200);
    const { functions } = answers.functions.parse(json);
    expect(functions.map(({ name }) => name)).toEqual([...FUNCTION_NAMES]);
    expect(functions).toContainEqual(
      expect.objectContaining({
        name: 'extract_structure',
        path: 'extract-structure',
        offline: true,
        input_schema: expect.objectContaining({ required: ['content', 'extraction_type'] }),
      }),
    );
  });

  test('answer with the fields of the output and how they came about', async () => {
    const { status, json } = await house.post(EXTRACT, input);
    expect(status).toBe(200);
    const { meta, ...output } = json;
    expect(answers.runMeta.parse(meta)).toMatchObject({ function: 'extract_structure', speakers: ['offline'] });
    expect(Object.keys(output).length).toBeGreaterThan(0);
    const wrapped = await house.post(EXTRACT, { input, engine: 'offline', quality: 'light' });
    expect({ ...wrapped.json, meta: undefined }).toEqual({ ...output, meta: undefined });
    expect((await house.post('/v1/functions/extract_structure/run', input)).status).toBe(200);
  });

  test.each<[string, string, unknown, number, string, string?]>([
    ['a missing field', EXTRACT, { content: TEXT }, 400, 'INPUT_INVALID', 'extraction_type'],
    ['a wrong value', EXTRACT, { ...input, extraction_type: 'rumours' }, 400, 'INPUT_INVALID', 'extraction_type'],
    ['a field too many', EXTRACT, { ...input, color: 'red' }, 400, 'INPUT_INVALID', 'color'],
    ['no object at all', EXTRACT, 7, 400, 'INPUT_INVALID'],
    ['binary content', EXTRACT, { ...input, content: 'PK\u0003\u0004\u0000\u0000' }, 400, 'CONTENT_BINARY', 'content'],
    ['an unknown preset', EXTRACT, { input, preset: 'X9' }, 400, 'PRESET_UNKNOWN'],
    ['code without a model', '/v1/functions/generate-code/run', { specification: 'A stack.' }, 503, 'MODEL_REQUIRED'],
    ['an unknown function', '/v1/functions/write-poem/run', input, 404, 'FUNCTION_UNKNOWN'],
    ['more than its budget', EXTRACT, { ...input, content: 'word '.repeat(400_000) }, 413, 'BUDGET_EXCEEDED'],
    ['a 50 MB document', EXTRACT, { ...input, content: 'x'.repeat(50_000_000) }, 413, 'BODY_TOO_LARGE'],
  ])('refuse %s with its code and place', async (_what, path, body, status, code, place) => {
    const answer = await house.post(path, body);
    expect([answer.status, answer.json.error.code]).toEqual([status, code]);
    if (place !== undefined) expect(answer.json.error.details.path).toBe(place);
    expect(answer.text).not.toMatch(/ at .*\.ts:/);
  });

  test('run in batches, each with its own result or error, in order', async () => {
    const items = [
      { function: 'extract_structure', input },
      { function: 'write_poem', input: {} },
      { function: 'extract-structure', input: { content: TEXT }, options: { engine: 'offline' } },
      { function: 'extract_structure', input: { ...input, extraction_type: 'outline' } },
    ];
    const { status, json } = await house.post('/v1/functions/batch', items);
    expect(status).toBe(200);
    const { results, succeeded, failed } = answers.batch.parse(json);
    expect(results.map((each) => ('error' in each ? each.error.code : 'done'))).toEqual([
      'done',
      'FUNCTION_UNKNOWN',
      'INPUT_INVALID',
      'done',
    ]);
    expect([succeeded, failed]).toEqual([2, 2]);
    expect((await house.post('/v1/functions/batch', { items, concurrency: 1 })).json.succeeded).toBe(2);
    expect((await house.post('/v1/functions/batch', [])).status).toBe(400);
    expect((await house.post('/v1/functions/batch', Array(101).fill(items[0]))).status).toBe(400);
  });

  test('a hundred at once are all answered', async () => {
    const all = await Promise.all(Array.from({ length: 100 }, () => house.post(EXTRACT, input)));
    expect(all.every(({ status }) => status === 200)).toBe(true);
    expect(new Set(all.map(({ json }) => json.meta.run)).size).toBe(100);
  });

  test('leave nothing of what they read in the log', async () => {
    await house.post(EXTRACT, { ...input, content: 'The patient has a secret rash on the left elbow.' });
    expect(house.logged).toContainEqual(expect.objectContaining({ method: 'POST', route: EXTRACT, status: 200 }));
    expect(JSON.stringify(house.logged)).not.toMatch(/rash|elbow|arthritis/);
  });
});

test('whoever hangs up stops the run, and the model hears of it', async () => {
  const model = await openSilentModel();
  const other = openGateway({ env: model.env });
  const door = await listen(other);
  const caller = new AbortController();
  const asking = fetch(`${door.url}${EXTRACT}`, { method: 'POST', body: JSON.stringify(input), signal: caller.signal });
  asking.catch(() => {});
  await model.asked();
  caller.abort();
  await expect(asking).rejects.toThrow();
  await model.left();
  await door.close();
  await other.close();
  await model.close();
});

test('runs are not listed among the conversations', async () => {
  await house.post('/v1/chat', { team: 'front-desk', session_id: 'talk', message: 'hello' });
  await house.post(EXTRACT, input);
  const ids = async (query: string) =>
    (await house.get(`/v1/sessions${query}`)).json.sessions.map(({ id }: { id: string }) => id);
  expect(await ids('')).toEqual(['talk']);
  expect((await ids('?team=functions')).length).toBeGreaterThan(0);
});
