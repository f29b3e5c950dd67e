import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { readLines } from './mcp-lines.ts';

async function read(chunks: readonly (string | Buffer)[]): Promise<{ passed: string; answered: object[] }> {
  const answers = new PassThrough();
  const lines = readLines(answers);
  const passed = text(lines);
  for (const chunk of chunks) lines.write(chunk);
  lines.end();
  const heard = await passed;
  answers.end();
  const told = (await text(answers)).split('\n').filter(Boolean);
  return { passed: heard, answered: told.map((line) => JSON.parse(line)) };
}

test('a line that is no JSON is answered, and those around it are heard', async () => {
  const { passed, answered } = await read(['{"id":1}\nhello\n\n', '"text"\n{"id', '":2}\n{"half']);
  expect(passed).toBe('{"id":1}\n{"id":2}\n');
  expect(answered).toMatchObject([{ id: null, error: { code: -32_700 } }, { error: { code: -32_700 } }]);
});

test('letters that come in pieces are whole', async () => {
  const line = Buffer.from('{"a":"ü€👩‍⚕️"}\n');
  const { passed } = await read([...line].map((byte) => Buffer.from([byte])));
  expect(passed).toBe(line.toString());
});

test('a line without end is told once and not kept; the next one is heard', async () => {
  const piece = Buffer.alloc(1024 * 1024, 0x61);
  const { passed, answered } = await read([...Array.from({ length: 20 }, () => piece), '\n{"id":3}\n']);
  expect(passed).toBe('{"id":3}\n');
  expect(answered).toHaveLength(1);
});
