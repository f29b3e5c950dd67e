import { expect, test } from 'vitest';
import { inPieces } from './pieces.ts';

function counted(failures = 0) {
  const done: number[] = [];
  const pieces = inPieces(function* () {
    for (let piece = 1; piece <= 3; piece++) {
      if (failures-- > 0) throw new Error('not yet');
      done.push(piece);
      yield;
    }
    return done.length;
  });
  return { done, pieces };
}

test('it is made a piece at a time, once, and whoever needs it meanwhile makes the rest', () => {
  const { done, pieces } = counted();
  const steps = pieces.steps();
  steps.next();
  expect(done).toEqual([1]);
  expect(pieces.whole()).toBe(3);
  expect(done).toEqual([1, 2, 3]);
  expect([...steps, ...pieces.steps()]).toEqual([]);
  expect(pieces.whole()).toBe(3);
});

test('what failed is begun anew', () => {
  const { done, pieces } = counted(1);
  expect(() => pieces.whole()).toThrow('not yet');
  expect(pieces.whole()).toBe(3);
  expect(done).toEqual([1, 2, 3]);
});
