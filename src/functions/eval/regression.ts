/** A regression over signs: for each class a row of weights. Every sign is held back alike; some are held to one side. */

export interface Example<Sign extends string, Class extends string> {
  readonly gold: Class;
  readonly values: Readonly<Record<Sign, number>>;
  /** How often it counts. */
  readonly times?: number | undefined;
}

export interface Row<Sign extends string> {
  readonly bias: number;
  readonly signs: Readonly<Record<Sign, number>>;
}

export interface Manner<Sign extends string, Class extends string> {
  readonly shrink: number;
  /** 1: the sign can only speak for the class, -1: only against it, 0: either. */
  readonly side?: (name: Class, sign: Sign) => -1 | 0 | 1;
}

const ROUNDS = 700;
const RATE = 0.3;
const KEEP = 0.9;

export function regress<Sign extends string, Class extends string>(
  examples: readonly Example<Sign, Class>[],
  signs: readonly Sign[],
  classes: readonly Class[],
  { shrink, side = () => 0 }: Manner<Sign, Class>,
): Record<Class, Row<Sign>> {
  const times = examples.map((one) => one.times ?? 1);
  const middle = signs.map((sign) => mean(examples, times, ({ values }) => values[sign]));
  // Each sign by how much it varies, so that each is held back alike.
  const spread = signs.map((sign, at) =>
    Math.max(0.05, Math.sqrt(mean(examples, times, ({ values }) => (values[sign] - middle[at]!) ** 2))),
  );
  const inputs = examples.map(({ values }) => [
    1,
    ...signs.map((sign, at) => (values[sign] - middle[at]!) / spread[at]!),
  ]);
  const rows = classes.map(() => new Float64Array(signs.length + 1));
  const paces = classes.map(() => new Float64Array(signs.length + 1));
  const size = times.reduce((sum, one) => sum + one, 0);
  for (let round = 0; round < ROUNDS; round++) {
    const slopes = classes.map(() => new Float64Array(signs.length + 1));
    for (const [index, { gold }] of examples.entries()) {
      const input = inputs[index]!;
      const shares = rows.map((row) => Math.exp(input.reduce((all, value, at) => all + value * row[at]!, 0)));
      const whole = shares.reduce((all, one) => all + one, 0);
      for (const [at, name] of classes.entries()) {
        const miss = (shares[at]! / whole - (gold === name ? 1 : 0)) * times[index]!;
        for (const [place, value] of input.entries()) slopes[at]![place]! += miss * value;
      }
    }
    for (const [at, name] of classes.entries()) {
      const [row, pace, slope] = [rows[at]!, paces[at]!, slopes[at]!];
      for (const place of row.keys()) {
        pace[place] = KEEP * pace[place]! - RATE * (slope[place]! / size + (place === 0 ? 0 : shrink * row[place]!));
        row[place]! += pace[place]!;
        const to = place === 0 ? 0 : side(name, signs[place - 1]!);
        if (to !== 0) row[place] = to * Math.max(0, to * row[place]!);
      }
    }
  }
  return Object.fromEntries(classes.map((name, at) => [name, toRow(rows[at]!, signs, middle, spread)])) as Record<
    Class,
    Row<Sign>
  >;
}

function mean<T>(examples: readonly T[], times: readonly number[], of: (one: T) => number): number {
  const sum = examples.reduce((all, one, at) => all + times[at]! * of(one), 0);
  return sum / times.reduce((all, one) => all + one, 0);
}

/** In the sign's own size again. */
function toRow<Sign extends string>(
  row: Float64Array,
  signs: readonly Sign[],
  middle: readonly number[],
  spread: readonly number[],
): Row<Sign> {
  const round = (value: number) => Math.round(value * 1000) / 1000;
  const own = signs.map((_, at) => row[at + 1]! / spread[at]!);
  return {
    bias: round(own.reduce((bias, weight, at) => bias - weight * middle[at]!, row[0]!)),
    signs: Object.fromEntries(signs.map((sign, at) => [sign, round(own[at]!)])) as Record<Sign, number>,
  };
}
