/** What threads do in tests. */
import { ConsiliumError } from '../kernel/errors.ts';
import { type Held, openHeld } from './aside.ts';

export const works = {
  double: (value: number): number => value * 2,
  refuse: (why: string): string => {
    throw new ConsiliumError('TEST_REFUSED', why);
  },
  forever: (): never => {
    for (;;);
  },
  descend: (depth: number): number => works.descend(depth + 1) + 1,
  hoard: (): number => {
    const all: number[][] = [];
    for (;;) all.push(Array.from({ length: 10_000 }, Math.random));
  },
  total: (bytes: Uint8Array): number => bytes.reduce((sum, byte) => sum + byte, 0),
  sum: (numbers: Held<readonly number[]>): number =>
    openHeld(numbers, (given: readonly number[]) => given).reduce((sum, number) => sum + number, 0),
};
