import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ConsiliumError } from '../kernel/index.ts';
import { openScrubbing } from './scrubbing.ts';

test('on a full disk it is tried again until there is room, and nobody hears of it', async () => {
  const tries: string[] = [];
  const done = Promise.withResolvers<void>();
  const scrubbing = openScrubbing(() => {
    tries.push('try');
    if (tries.length < 3) throw new ConsiliumError('STORAGE_FULL', 'The disk is full.');
    done.resolve();
  }, 5);
  scrubbing.begin();
  await done.promise;
  await sleep(30);
  expect(tries.length).toBe(3);
});

test('what is no fault of the disk is told, and nothing is tried once it is ended', async () => {
  const broken = openScrubbing(() => {
    throw new Error('a mistake of ours');
  }, 1);
  expect(() => broken.begin()).toThrow('a mistake of ours');
  let tries = 0;
  const full = openScrubbing(() => {
    tries++;
    throw new ConsiliumError('STORAGE_FULL', 'The disk is full.');
  }, 5);
  full.begin();
  full.end();
  await sleep(30);
  expect(tries).toBe(1);
});
