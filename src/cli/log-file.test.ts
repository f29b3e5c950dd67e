import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { tempDir } from '../../test/house.ts';
import { openLogFile } from './log-file.ts';

test('lines are written in their order, those that wait at the end too', async () => {
  const path = join(tempDir('log'), 'log');
  const fd = openSync(path, 'w');
  const log = openLogFile(fd);
  for (let line = 0; line < 2_000; line++) log.write(`${line}\n`);
  await vi.waitFor(() => expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(2_001));
  for (let line = 2_000; line < 2_010; line++) log.write(`${line}\n`);
  log.end();
  const written = () => readFileSync(path, 'utf8').trim().split('\n').map(Number);
  await vi.waitFor(() => expect(written()).toHaveLength(2_010));
  expect(written().slice(0, 2_000)).toEqual(Array.from({ length: 2_000 }, (_, line) => line));
  closeSync(fd);
});

test.runIf(existsSync('/dev/full'))(
  'a disk that is full costs lines: nothing is kept, and the end does not wait',
  async () => {
    const fd = openSync('/dev/full', 'w');
    const log = openLogFile(fd);
    const line = `${'x'.repeat(1_000)}\n`;
    const before = process.memoryUsage().heapUsed;
    for (let round = 0; round < 50; round++) {
      for (let at = 0; at < 1_000; at++) log.write(line);
      await new Promise((done) => setImmediate(done));
    }
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(30e6);
    const began = performance.now();
    log.end();
    expect(performance.now() - began).toBeLessThan(1_000);
    await new Promise((done) => setTimeout(done, 50));
    closeSync(fd);
  },
);
