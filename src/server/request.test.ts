import { afterAll, expect, test } from 'vitest';
import { openGateway } from './fixture.ts';

const house = openGateway();
afterAll(() => house.close());

test('a text full of quotes is one value, and what comes after it is looked at all the same', async () => {
  const quotes = '"a\\" '.repeat(60_000);
  const read = await house.post('/v1/chat', { message: quotes, beside: 1 });
  expect([read.status, read.json.error.message]).toEqual([400, expect.stringContaining('beside')]);
  const deep = JSON.parse(`${'['.repeat(80)}${']'.repeat(80)}`) as unknown;
  const refused = await house.post('/v1/chat', { message: quotes, deep });
  expect([refused.status, refused.json.error.message]).toEqual([400, expect.stringContaining('levels deep')]);
});

test('an object of more names than any has is refused, whatever stands in its texts', async () => {
  const names = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, ':::']));
  for (const path of ['/v1/chat', '/a2a', '/mcp', '/v1/functions/extract-structure/run']) {
    const refused = await house.post(path, { a: [names(1_001)] });
    expect([refused.status, refused.json.error.message]).toEqual([400, expect.stringContaining('1000 fields')]);
  }
  const read = await house.post('/v1/chat', { message: 'Hello', beside: [names(900), names(900)] });
  expect(read.json.error.message).not.toContain('1000 fields');
});

test('so are more different names than any body has, however few each object has; the same ones again are no more', async () => {
  const rows = (different: boolean) =>
    Array.from({ length: 12 }, (_, row) =>
      Object.fromEntries(Array.from({ length: 900 }, (__, at) => [`k${different ? row : ''} \\" ${at}`, at])),
    );
  for (const path of ['/a2a', '/mcp', '/v1/study/plan']) {
    const refused = await house.post(path, { a: rows(true) });
    expect([refused.status, refused.json.error.message]).toEqual([400, expect.stringContaining('10000 names')]);
  }
  expect((await house.post('/v1/study/plan', { a: rows(false) })).json.error.message).not.toContain('10000');
});

test('fields of large objects count as several values: so few of them may come at once', async () => {
  const rows = (count: number, fields: number) =>
    Array.from({ length: count }, () => Object.fromEntries(Array.from({ length: fields }, (_, at) => [`k${at}`, at])));
  const refused = await house.post('/mcp', { a: rows(45, 990) });
  expect([refused.status, refused.json.error.message]).toEqual([400, expect.stringContaining('150000 values')]);
  for (const few of [rows(30, 990), rows(450, 99)])
    expect((await house.post('/v1/study/plan', { a: few })).json.error.message).not.toContain('values');
});

test('a body without a single text is looked at in pieces too', async () => {
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns++;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  const { raw } = { raw: ' '.repeat(8_000_000) };
  const headers = { 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: raw };
  const refused = await house.gateway.request('http://localhost/v1/functions/extract-structure/run', init);
  isDone = true;
  expect([refused.status, turns > 3]).toEqual([400, true]);
});
