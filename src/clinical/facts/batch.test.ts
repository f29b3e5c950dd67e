import { Readable, Writable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { runBatch } from './batch.ts';

async function run(input: string): Promise<unknown[]> {
  const lines: string[] = [];
  const output = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  await runBatch(Readable.from([input]), output, ({ text, now }) => ({ length: text.length, ...(now ? { now } : {}) }));
  return lines.map((line) => JSON.parse(line));
}

describe('batch', () => {
  test('one reply a line, in order, with its id and its own now', async () => {
    expect(await run('{"id":"a","text":"xy"}\n\n{"id":2,"text":"z","now":"2026-01-01"}\n')).toEqual([
      { id: 'a', length: 2 },
      { id: 2, length: 1, now: '2026-01-01' },
    ]);
  });

  test('a line that is no JSON or has no text gets an error and does not end the run', async () => {
    expect(await run('nonsense\n{"id":1}\n{"id":2,"text":""}')).toMatchObject([
      { error: { code: 'BAD_LINE' } },
      { id: 1, error: { code: 'BAD_LINE' } },
      { id: 2, length: 0 },
    ]);
  });
});
