import { expect, test } from 'vitest';
import { createLine } from './fairness.ts';

/** Each request takes so many milliseconds of its round. */
function open(takes: number) {
  let now = 0;
  let rounds: (() => void)[] = [];
  let later: (() => void)[] = [];
  const begun: string[] = [];
  const line = createLine({ next: (step) => rounds.push(step), after: (step) => later.push(step), now: () => now });
  const begin = (request: string) => {
    begun.push(request);
    now += takes;
  };
  const ask = (caller: string, request: string) => {
    const turn = line.turnOf(caller);
    if (turn === undefined) begin(request);
    else void turn.then(() => begin(request));
  };
  const round = async () => {
    const steps = rounds;
    rounds = [];
    for (const step of steps) step();
    while (later.length > 0) {
      await Promise.resolve();
      const [step] = later;
      later = later.slice(1);
      step!();
    }
  };
  return { ask, begun, round };
}

test('whoever sends many at once waits behind their own, others behind one of them', async () => {
  const { ask, begun, round } = open(10);
  for (let i = 1; i <= 200; i++) ask('eve', `eve ${i}`);
  expect(begun).toEqual(['eve 1']);
  await round();
  ask('ada', 'ada 1');
  ask('ada', 'ada 2');
  ask('bob', 'bob 1');
  for (let i = 0; i < 6; i++) await round();
  expect(begun).toEqual(['eve 1', 'eve 2', 'eve 3', 'ada 1', 'bob 1', 'eve 4', 'ada 2', 'eve 5']);
});

test('short requests share a round: what takes its piece of every round does not slow them to one each', async () => {
  const { ask, begun, round } = open(0.5);
  for (let i = 1; i <= 30; i++) ask('eve', `eve ${i}`);
  await round();
  expect(begun).toHaveLength(9);
  ask('ada', 'ada 1');
  await round();
  expect(begun.slice(9, 12)).toEqual(['eve 10', 'ada 1', 'eve 11']);
});

test('each is begun, and whoever comes alone is begun at once', async () => {
  const { ask, begun, round } = open(10);
  for (let i = 1; i <= 5; i++) ask('ada', `${i}`);
  for (let i = 0; i < 5; i++) await round();
  expect(begun).toEqual(['1', '2', '3', '4', '5']);
  await round();
  ask('bob', 'at once');
  expect(begun.at(-1)).toBe('at once');
});
