/** The figures beside a figure, as people give them (ladders.yml). */
import { z } from 'zod';
import { readRows } from '../../text/rows.ts';

const file = z.strictObject({
  round: z.array(z.number()),
  fine: z.array(z.number()),
  units: z.array(z.strictObject({ like: z.string(), steps: z.array(z.number()) })),
});

let read: { round: number[]; fine: number[]; units: { like: RegExp; steps: number[] }[] } | undefined;

function ladders(): NonNullable<typeof read> {
  if (read === undefined) {
    const { units, ...rest } = file.parse(readRows(new URL('./ladders.yml', import.meta.url)));
    read = { ...rest, units: units.map(({ like, steps }) => ({ like: new RegExp(like), steps })) };
  }
  return read;
}

const MOST_STEPS = 14;

/** The next ones on one side, the nearest first; undefined where the figure itself is on no ladder. */
export function stepsFrom(value: number, unit: string, side: 1 | -1): number[] | undefined {
  const { round, fine, units } = ladders();
  const own = units.find(({ like }) => like.test(unit))?.steps;
  const ladder = [...(own === undefined ? [] : [own]), byTens(round, value), byTens(fine, value)].find((steps) =>
    steps.some((step) => isSame(step, value)),
  );
  if (ladder === undefined) return undefined;
  const at = ladder.findIndex((step) => isSame(step, value));
  return side === 1 ? ladder.slice(at + 1, at + 1 + MOST_STEPS) : ladder.slice(0, at).toReversed().slice(0, MOST_STEPS);
}

function byTens(steps: readonly number[], value: number): number[] {
  const size = 10 ** Math.floor(Math.log10(value));
  return [-1, 0, 1].flatMap((power) => steps.map((step) => Number((step * size * 10 ** power).toPrecision(4))));
}

const isSame = (a: number, b: number) => Math.abs(a - b) < b * 0.001;
