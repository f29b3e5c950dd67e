import { expect, test } from 'vitest';
import type { Signal } from '../kernel/index.ts';
import { Turn } from '../kernel/turn.ts';
import { createRunningTurns } from './turns.ts';

const words = (text: string, offset: number): Signal => ({
  type: 'text_delta',
  invocation: 'i',
  agent: 'a',
  branch: '',
  key: 'a#s0',
  offset,
  text,
});
const retracted: Signal = { type: 'text_retracted', invocation: 'i', agent: 'a', branch: '', key: 'b#s0' };

function end(turn: Turn): void {
  const usage = { modelCalls: 0, inputTokens: 0, outputTokens: 0 };
  const { session, invocation } = turn;
  turn.finish({
    session,
    invocation,
    text: '',
    route: [],
    outcome: 'completed',
    notes: {},
    usage,
    speakers: [],
    ms: 0,
  });
}

test('whoever watches gets everything once and in order, the signals of one tick together', async () => {
  const turns = createRunningTurns();
  const turn = new Turn('s', { watched: true });
  turns.follow(turn);
  const watch = turns.watch('s')!;
  const told = [retracted, ...Array.from({ length: 40 }, (_, at) => words(`${at} `, at))];
  for (const signal of told) turn.push(signal);
  end(turn);
  const pieces: (readonly Signal[])[] = [];
  for await (const piece of watch) pieces.push(piece);
  expect(pieces.flat()).toEqual(told);
  expect(pieces.length).toBeLessThan(5);
});

test('the first words wait for no tick', async () => {
  const turns = createRunningTurns();
  const turn = new Turn('s', { watched: true });
  turns.follow(turn);
  const reader = turns.watch('s')![Symbol.asyncIterator]();
  let ticked = false;
  setImmediate(() => {
    ticked = true;
  });
  turn.push(words('Hello', 0));
  expect((await reader.next()).value).toEqual([words('Hello', 0)]);
  expect(ticked).toBe(false);
  end(turn);
  expect((await reader.next()).done).toBe(true);
});
