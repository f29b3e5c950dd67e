import { expect, test } from 'vitest';
import { createLine } from './fairness.ts';

function open() {
  const rounds: (() => void)[] = [];
  const begun: string[] = [];
  const line = createLine((step) => rounds.push(step));
  const ask = (caller: string, request: string) => {
    const turn = line.turnOf(caller);
    if (turn === undefined) begun.push(request);
    else void turn.then(() => begun.push(request));
  };
  const round = async () => {
    rounds.shift()?.();
    await Promise.resolve();
  };
  return { ask, begun, round };
}

test('whoever sends many at once waits behind their own, others behind one of them', async () => {
  const { ask, begun, round } = open();
  for (let i = 1; i <= 200; i++) ask('eve', `eve ${i}`);
  expect(begun).toEqual(['eve 1']);
  await round();
  ask('ada', 'ada 1');
  ask('ada', 'ada 2');
  ask('bob', 'bob 1');
  for (let i = 0; i < 6; i++) await round();
  expect(begun).toEqual(['eve 1', 'eve 2', 'eve 3', 'ada 1', 'bob 1', 'eve 4', 'ada 2', 'eve 5']);
});

test('each is begun, and whoever comes alone is begun at once', async () => {
  const { ask, begun, round } = open();
  for (let i = 1; i <= 5; i++) ask('ada', `${i}`);
  for (let i = 0; i < 5; i++) await round();
  expect(begun).toEqual(['1', '2', '3', '4', '5']);
  await round();
  ask('bob', 'at once');
  expect(begun.at(-1)).toBe('at once');
});
