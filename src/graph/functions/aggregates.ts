import { calculate } from '../arithmetic.ts';
import { failRun } from '../cypher/reject.ts';
import { keyOf, order } from '../order.ts';
import { approximateDuration, divideDuration } from '../temporal/duration.ts';
import { isNumber, isTemporal, typeOf, type Value } from '../values.ts';

/** Takes in the values of one group one by one and gives their summary. Nulls never reach it. */
export interface Aggregator {
  add(value: Value, second: Value): void;
  result(): Value;
}

export interface Aggregation {
  arguments: 1 | 2;
  start(): Aggregator;
}

export const aggregations: Record<string, Aggregation> = {
  count: { arguments: 1, start: count },
  sum: { arguments: 1, start: sum },
  avg: { arguments: 1, start: average },
  min: { arguments: 1, start: () => extreme(-1) },
  max: { arguments: 1, start: () => extreme(1) },
  collect: { arguments: 1, start: collect },
  stdev: { arguments: 1, start: () => deviation(1) },
  stdevp: { arguments: 1, start: () => deviation(0) },
  percentiledisc: { arguments: 2, start: () => percentile(nearestRank) },
  percentilecont: { arguments: 2, start: () => percentile(interpolate) },
};

/** The aggregator of DISTINCT values only. */
export function distinctly(aggregator: Aggregator): Aggregator {
  const seen = new Set<string>();
  return {
    add(value, second) {
      const key = keyOf(value);
      if (seen.has(key)) return;
      seen.add(key);
      aggregator.add(value, second);
    },
    result: () => aggregator.result(),
  };
}

function count(): Aggregator {
  let n = 0;
  return { add: () => n++, result: () => BigInt(n) };
}

function collect(): Aggregator {
  const items: Value[] = [];
  return { add: (value) => items.push(value), result: () => items };
}

function sum(): Aggregator {
  let total: Value = 0n;
  let first = true;
  return {
    add(value) {
      if (!isNumber(value) && !(isTemporal(value) && value.kind === 'duration')) throw wrong('sum', value);
      total = first ? value : calculate('+', total, value);
      first = false;
    },
    result: () => total,
  };
}

function average(): Aggregator {
  let total = 0;
  let lengths: Value = approximateDuration(0, 0, 0, 0);
  let n = 0;
  let durations = false;
  return {
    add(value) {
      if (isNumber(value)) total += Number(value);
      else if (isTemporal(value) && value.kind === 'duration') {
        durations = true;
        lengths = calculate('+', lengths, value);
      } else throw wrong('avg', value);
      n++;
    },
    result: () =>
      n === 0
        ? null
        : durations && isTemporal(lengths) && lengths.kind === 'duration'
          ? divideDuration(lengths, n)
          : total / n,
  };
}

function extreme(sign: 1 | -1): Aggregator {
  let best: Value = null;
  return {
    add(value) {
      if (best === null || order(value, best) * sign > 0) best = value;
    },
    result: () => best,
  };
}

function deviation(correction: 0 | 1): Aggregator {
  const values: number[] = [];
  return {
    add(value) {
      if (!isNumber(value)) throw wrong('stDev', value);
      values.push(Number(value));
    },
    result() {
      if (values.length <= correction) return 0;
      const mean = values.reduce((a, b) => a + b, 0) / values.length;
      const squares = values.reduce((a, b) => a + (b - mean) ** 2, 0);
      return Math.sqrt(squares / (values.length - correction));
    },
  };
}

function percentile(pick: (sorted: (bigint | number)[], at: number) => Value): Aggregator {
  const values: (bigint | number)[] = [];
  let at = 0;
  return {
    add(value, second) {
      if (!isNumber(value)) throw wrong('percentile', value);
      if (!isNumber(second) || Number(second) < 0 || Number(second) > 1)
        throw failRun('NumberOutOfRange', 'A percentile lies between 0.0 and 1.0.');
      at = Number(second);
      values.push(value);
    },
    result() {
      if (values.length === 0) return null;
      return pick(values.sort(order), at);
    },
  };
}

function nearestRank(sorted: (bigint | number)[], at: number): Value {
  return sorted[Math.max(0, Math.ceil(at * sorted.length) - 1)]!;
}

function interpolate(sorted: (bigint | number)[], at: number): Value {
  const place = at * (sorted.length - 1);
  const below = Number(sorted[Math.floor(place)]!);
  const above = Number(sorted[Math.ceil(place)]!);
  return below + (above - below) * (place - Math.floor(place));
}

function wrong(name: string, value: Value): Error {
  return failRun('InvalidArgumentType', `${name}() does not take a ${typeOf(value)}.`);
}
