/** The text format of Prometheus (0.0.4): counters and histograms that can be added to, and how they are written. */

/** From what a person does not notice to what nobody waits for. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

export interface Counter {
  add(labels: readonly string[], amount?: number): void;
  lines(): string[];
}

export interface Histogram {
  observe(labels: readonly string[], value: number): void;
  lines(): string[];
}

export function counter(name: string, help: string, labels: readonly string[]): Counter {
  const values = new Map<string, number>();
  const keyOf = remembered(labels);
  return {
    add: (given, amount = 1) => {
      const key = keyOf(given);
      values.set(key, (values.get(key) ?? 0) + amount);
    },
    lines: () => [...heading(name, help, 'counter'), ...[...values].map(([key, value]) => `${name}{${key}} ${value}`)],
  };
}

export function histogram(name: string, help: string, labels: readonly string[]): Histogram {
  const series = new Map<string, { counts: number[]; sum: number; count: number }>();
  const keyOf = remembered(labels);
  return {
    observe: (given, value) => {
      const key = keyOf(given);
      let one = series.get(key);
      if (one === undefined) {
        one = { counts: BOUNDS.map(() => 0), sum: 0, count: 0 };
        series.set(key, one);
      }
      const at = BOUNDS.findIndex((bound) => value <= bound);
      if (at >= 0) one.counts[at]!++;
      one.sum += value;
      one.count++;
    },
    lines: () => [
      ...heading(name, help, 'histogram'),
      ...[...series].flatMap(([key, { counts, sum, count }]) => {
        let below = 0;
        const buckets = BOUNDS.map((bound, at) => {
          below += counts[at]!;
          return `${name}_bucket{${key},le="${bound}"} ${below}`;
        });
        return [
          ...buckets,
          `${name}_bucket{${key},le="+Inf"} ${count}`,
          `${name}_sum{${key}} ${sum}`,
          `${name}_count{${key}} ${count}`,
        ];
      }),
    ],
  };
}

export type Labelled = readonly (readonly [labels: Readonly<Record<string, string>>, value: number])[];

export function gauge(
  name: string,
  help: string,
  value: number | Labelled,
  type: 'gauge' | 'counter' = 'gauge',
): string[] {
  const rows =
    typeof value === 'number'
      ? [`${name} ${value}`]
      : value.map(([labels, each]) => `${name}{${writeLabels(Object.keys(labels), Object.values(labels))}} ${each}`);
  return [...heading(name, help, type), ...rows];
}

function heading(name: string, help: string, type: string): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}

function writeLabels(names: readonly string[], values: readonly string[]): string {
  return names.map((name, at) => `${name}="${escapeLabel(values[at]!)}"`).join(',');
}

/** The same few labels come with every request: they are written out once. */
function remembered(names: readonly string[]): (values: readonly string[]) => string {
  const known = new Map<string, string>();
  return (values) => {
    const plain = values.join('\u0000');
    let written = known.get(plain);
    if (written === undefined) {
      written = writeLabels(names, values);
      if (known.size >= MOST_REMEMBERED) known.clear();
      known.set(plain, written);
    }
    return written;
  };
}

const MOST_REMEMBERED = 1_000;

export function escapeLabel(value: string): string {
  return value.replace(/[\\"\n]/g, (sign) => (sign === '\n' ? '\\n' : `\\${sign}`));
}
