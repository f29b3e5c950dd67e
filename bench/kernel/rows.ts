/** What is measured: suites are what a child process runs, rows are what it reports, with what we want of each. */

export const suites = [
  'import',
  'import-uncached',
  'simple',
  'tool',
  'transfer',
  'fanout',
  'long',
  'concurrent',
  'stream',
  'idle',
] as const;
export type Suite = (typeof suites)[number];

export interface Row {
  readonly name: string;
  readonly title: string;
  readonly unit: string;
  readonly suite: Suite;
  readonly target?: Target;
}

/** At most: times the fastest peer, or an amount in the row's unit. */
export interface Target {
  readonly ratio?: number;
  readonly ratioDurable?: number;
  readonly amount?: number;
  readonly amountDurable?: number;
}

export const LONG_TURNS = [10, 100, 1000, 5000] as const;
export const IDLE_SESSIONS = 10_000;
export const CONCURRENT = 200;

const half: Target = { ratio: 0.5, ratioDurable: 1 };

export const rows: readonly Row[] = [
  { name: 'import', title: 'import, compile cache on', unit: 'ms', suite: 'import', target: { amount: 60 } },
  { name: 'import_cpu', title: 'import, compile cache on', unit: 'ms CPU', suite: 'import' },
  { name: 'import_rss', title: 'memory after import', unit: 'MB RSS', suite: 'import' },
  { name: 'import_uncached', title: 'import, no compile cache', unit: 'ms', suite: 'import-uncached' },
  { name: 'import_uncached_cpu', title: 'import, no compile cache', unit: 'ms CPU', suite: 'import-uncached' },
  { name: 'simple', title: 'simple turn', unit: 'µs CPU', suite: 'simple', target: half },
  { name: 'simple_wall', title: 'simple turn', unit: 'µs', suite: 'simple' },
  { name: 'tool', title: 'tool turn', unit: 'µs CPU', suite: 'tool', target: half },
  { name: 'tool_wall', title: 'tool turn', unit: 'µs', suite: 'tool' },
  { name: 'transfer', title: 'transfer', unit: 'µs CPU', suite: 'transfer', target: half },
  { name: 'transfer_wall', title: 'transfer', unit: 'µs', suite: 'transfer' },
  { name: 'fanout', title: 'fan-out of 4', unit: 'µs CPU', suite: 'fanout', target: half },
  { name: 'fanout_wall', title: 'fan-out of 4', unit: 'µs', suite: 'fanout' },
  ...LONG_TURNS.map(
    (n): Row => ({ name: `turn_${n}`, title: `long session, turn ${n}`, unit: 'µs CPU', suite: 'long' }),
  ),
  ...LONG_TURNS.map(
    (n): Row => ({ name: `turn_${n}_wall`, title: `long session, turn ${n}`, unit: 'µs', suite: 'long' }),
  ),
  {
    name: 'growth',
    title: 'turn 5000 ÷ turn 10',
    unit: '× CPU',
    suite: 'long',
    target: { amount: 1.5, amountDurable: 1.5 },
  },
  { name: 'concurrent', title: '200 sessions at once, 50 ms model', unit: 'ms', suite: 'concurrent' },
  { name: 'concurrent_cpu', title: '200 sessions at once, 50 ms model', unit: 'ms CPU', suite: 'concurrent' },
  {
    name: 'stream',
    title: 'streaming, per token',
    unit: 'µs CPU',
    suite: 'stream',
    target: { amount: 3, amountDurable: 3 },
  },
  { name: 'stream_wall', title: 'streaming, per token', unit: 'µs', suite: 'stream' },
  {
    name: 'idle_rss',
    title: '10,000 idle sessions',
    unit: 'MB RSS',
    suite: 'idle',
    target: { amount: 300, amountDurable: 300 },
  },
];
