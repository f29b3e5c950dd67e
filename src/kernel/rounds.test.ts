import { expect, test } from 'vitest';
import { createPieces } from './breath.ts';
import { Lanes } from './lanes.ts';
import { createStrides, type Rounds } from './rounds.ts';

/** A loop of which the rounds are told one by one; an empty one takes a hundredth of a millisecond. */
function openLoop() {
  let now = 0;
  let rounds: (() => void)[] = [];
  let later: (() => void)[] = [];
  let count = 0;
  const loop: Rounds = { next: (step) => rounds.push(step), after: (step) => later.push(step), now: () => now };
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  const drain = async () => {
    await settle();
    for (; later.length > 0; await settle()) {
      const steps = later;
      later = [];
      for (const step of steps) step();
    }
  };
  return {
    loop,
    spend: (ms: number) => {
      now += ms;
    },
    get round() {
      return count;
    },
    get now() {
      return now;
    },
    async turn(times = 1) {
      for (let at = 0; at < times; at++) {
        count++;
        now += 0.01;
        const steps = rounds;
        rounds = [];
        for (const step of steps) {
          step();
          await drain();
        }
      }
    },
  };
}

type Loop = ReturnType<typeof openLoop>;

/** Work of many pieces; says how many are done. */
function work(loop: Loop, takeTurn: (caller: string) => Promise<void>, caller: string, ms: number) {
  const done = { pieces: 0 };
  void (async () => {
    for (;;) {
      await takeTurn(caller);
      done.pieces++;
      loop.spend(ms);
    }
  })();
  return done;
}

/** Requests that take so many rounds each, of a millisecond; of each, how many pieces it waited through. */
function ask(loop: Loop, requests: number, rounds: number, pieces: () => number): number[] {
  const waited: number[] = [];
  for (let at = 0; at < requests; at++) {
    const before = pieces();
    const go = (left: number): void =>
      loop.loop.next(() => {
        loop.spend(1);
        if (left > 1) go(left - 1);
        else waited.push(pieces() - before);
      });
    go(rounds);
  }
  return waited;
}

test('whoever asks during a piece is answered before the next, however many rounds that takes', async () => {
  const loop = openLoop();
  const long = work(loop, createPieces(createStrides(loop.loop)), 'eve', 40);
  while (long.pieces < 3) await loop.turn();
  const waited = ask(loop, 5, 6, () => long.pieces);
  await loop.turn(8);
  expect(waited).toEqual([0, 0, 0, 0, 0]);
});

test('long work has half of the time, however many ask', async () => {
  const loop = openLoop();
  const long = work(loop, createPieces(createStrides(loop.loop)), 'eve', 20);
  const begun = loop.now;
  const flood = (): void =>
    loop.loop.next(() => {
      loop.spend(3);
      flood();
    });
  flood();
  await loop.turn(100);
  const share = (long.pieces * 20) / (loop.now - begun);
  expect(share).toBeGreaterThan(0.4);
  expect(share).toBeLessThan(0.6);
});

test('where nobody else has anything to do, the next piece comes after a few rounds', async () => {
  const loop = openLoop();
  const long = work(loop, createPieces(createStrides(loop.loop)), 'eve', 20);
  await loop.turn(60);
  expect(long.pieces).toBeGreaterThanOrEqual(10);
});

test('one piece of each caller comes before a second of anybody', async () => {
  const loop = openLoop();
  const takeTurn = createPieces(createStrides(loop.loop));
  const hundred = Array.from({ length: 100 }, () => work(loop, takeTurn, 'eve', 10));
  const pieces = () => hundred.reduce((sum, one) => sum + one.pieces, 0);
  await loop.turn(50);
  const before = pieces();
  const own = work(loop, takeTurn, 'ada', 10);
  while (own.pieces < 4) await loop.turn();
  expect(pieces() - before).toBeLessThanOrEqual(5);
});

test('steps of turns and pieces of other work rest after each other', async () => {
  const loop = openLoop();
  const strides = createStrides(loop.loop);
  const long = work(loop, createPieces(strides), 'eve', 40);
  const lanes = new Lanes({ strides, now: () => loop.now });
  const steps = { pieces: 0 };
  for (let at = 0; at < 50; at++)
    void lanes.begin().then(() => {
      steps.pieces++;
      loop.spend(40);
    });
  const all = () => long.pieces + steps.pieces;
  while (steps.pieces < 3) await loop.turn();
  const waited = ask(loop, 5, 6, all);
  await loop.turn(8);
  expect(waited).toEqual([0, 0, 0, 0, 0]);
  expect(Math.abs(long.pieces - steps.pieces)).toBeLessThanOrEqual(1);
});
