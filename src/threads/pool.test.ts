import { afterAll, describe, expect, test } from 'vitest';
import { Awaiting, untilReady } from '../kernel/index.ts';
import { aside, Held, keepThreads, openHeld } from './aside.ts';
import { works } from './fixture.ts';
import { createPool } from './pool.ts';

const module = new URL('./fixture.ts', import.meta.url).href;
const pool = createPool({ most: 2, heapMb: 64, limitMs: 10_000 });
afterAll(() => pool.close());
const run = (name: string, args: unknown[], more = {}) => pool.run({ module, name, args, ...more });

describe('a pool', () => {
  test('does what a module can, and throws what it throws', async () => {
    expect(await run('double', [21])).toBe(42);
    await expect(run('refuse', ['no'])).rejects.toMatchObject({ code: 'TEST_REFUSED', message: 'no' });
  });

  test('ends what does not end, and what takes too much, and goes on', async () => {
    await expect(run('forever', [], { limitMs: 50 })).rejects.toMatchObject({ code: 'WORK_TIMEOUT' });
    await expect(run('hoard', [])).rejects.toMatchObject({ code: 'WORK_TOO_LARGE' });
    await expect(run('descend', [0])).rejects.toMatchObject({ code: 'WORK_TOO_DEEP' });
    expect(await run('double', [1])).toBe(2);
  });

  test('what a module has to load first is no part of the time that its work may take', async () => {
    const slow = new URL('./slow-fixture.ts', import.meta.url).href;
    expect(await run('double', [3], { module: slow, limitMs: 1_000 })).toBe(6);
  });

  test('long work never has the last thread, and one caller never two', async () => {
    const long = [1, 2, 3].map(() => run('forever', [], { limitMs: 400, long: true, owner: 'eve' }));
    const ends = Promise.allSettled(long);
    expect(await run('double', [4])).toBe(8);
    expect(await Promise.race([ends.then(() => 'over'), run('double', [5])])).toBe(10);
    for (const end of await ends) expect(end).toMatchObject({ status: 'rejected', reason: { code: 'WORK_TIMEOUT' } });
  });

  test('long work leaves a thread that is ready: nobody waits until another has loaded what it needs', async () => {
    const slow = new URL('./slow-fixture.ts', import.meta.url).href;
    const own = createPool({ most: 2, heapMb: 64, limitMs: 10_000 });
    const order: string[] = [];
    await own.warm(slow);
    const long = own
      .run({ module, name: 'forever', args: [], long: true, limitMs: 300 })
      .catch(() => order.push('the long work is over'));
    // Whoever comes now is served by the thread that is warm; the other is still loading.
    await own.run({ module: slow, name: 'double', args: [2] });
    order.push('the short one is served');
    await long;
    expect(order).toEqual(['the short one is served', 'the long work is over']);
    await own.close();
  });

  test('gives a thread what it holds only once', async () => {
    let loads = 0;
    const held = { key: 'list', load: () => [++loads, 2, 3] };
    const of = () => run('sum', [{ held: 'list' }], { held });
    await of();
    await of();
    expect(await of()).toBe(loads + 5);
    expect(loads).toBeLessThanOrEqual(2); // one for each thread
  });
});

describe('a function called aside', () => {
  const { double, refuse, sum } = aside(module, works);

  test('is done at once where no threads are kept', () => {
    expect(double(2)).toBe(4);
    expect(
      sum(
        new Held(
          'numbers',
          () => [1],
          () => [1, 2],
        ),
      ),
    ).toBe(3);
    expect(() => refuse('no')).toThrow('no');
  });

  test('is awaited where they are, and said once it is there; failures are met in their place', async () => {
    const close = keepThreads({ most: 1 });
    try {
      expect(() => double(3)).toThrow(Awaiting);
      expect(await untilReady(() => double(3) + double(4))).toBe(14);
      expect(double(4)).toBe(8);
      const met = () => {
        try {
          return refuse('never');
        } catch (thrown) {
          if (thrown instanceof Awaiting) throw thrown;
          return `met: ${(thrown as Error).message}`;
        }
      };
      expect(await untilReady(met)).toBe('met: never');
      expect(
        await untilReady(() =>
          sum(
            new Held(
              'ones',
              () => [1, 1],
              () => [],
            ),
          ),
        ),
      ).toBe(2);
    } finally {
      await close();
    }
  });

  test('is not waited for once its turn is called off', async () => {
    const stop = new AbortController();
    const never = untilReady(() => {
      throw new Awaiting(new Promise(() => {}));
    }, stop.signal);
    stop.abort(new Error('called off'));
    await expect(never).rejects.toThrow('called off');
  });
});

test('what a thread was given is opened once', () => {
  expect(
    openHeld(
      new Held(
        'a',
        () => [],
        () => 7,
      ),
      () => 8,
    ),
  ).toBe(7);
});

test('memory that goes over to a thread is not copied', async () => {
  const bytes = new Uint8Array(64).fill(3);
  const own = createPool({ most: 1 });
  try {
    expect(await own.run({ module, name: 'total', args: [bytes], transfer: [bytes.buffer] })).toBe(192);
    expect(bytes.byteLength).toBe(0);
  } finally {
    await own.close();
  }
});
