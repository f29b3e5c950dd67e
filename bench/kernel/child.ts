/** The process that is measured: opens one contender, runs one suite, sends back what it measured, ends. Turns are measured round by round, when it is told to. */
import { pathToFileURL } from 'node:url';
import type { Adapter } from './contender.ts';
import { createMock, type Effort, isTurnSuite, type Measured, measure, type Sample, warmTurns } from './harness.ts';
import type { Suite } from './rows.ts';

/** The task comes as the one argument, the answer goes over the channel that fork() opened. */
export interface Task {
  readonly adapter: string;
  readonly durable: boolean;
  /** None: only opens the contender, so that the compile cache knows it. */
  readonly suite?: Suite;
  readonly effort: Effort;
}

/** What a child that measures turns is told. */
export type Word = 'round' | 'end';
/** What it says: that it is warm, how a round went, or all that it measured. */
export type Said = 'warm' | Sample | Measured;

const task = JSON.parse(process.argv[2]!) as Task;
const adapter = (await import(pathToFileURL(task.adapter).href)) as Adapter;
const mock = createMock();
const scenarios = await adapter.open(mock, { durable: task.durable });
try {
  const { suite, effort } = task;
  if (suite !== undefined && isTurnSuite(suite)) {
    const round = await warmTurns(suite, scenarios, mock, effort);
    await tell('warm');
    while ((await told()) === 'round') await tell(await round(effort.roundMs));
  } else await tell(suite === undefined ? { values: {} } : await measure(suite, scenarios, mock, effort));
} finally {
  scenarios.close?.();
}
process.exit(0);

function tell(message: Said): Promise<unknown> {
  return new Promise((resolve) => process.send!(message, resolve));
}

function told(): Promise<Word> {
  return new Promise((resolve) => process.once('message', (word) => resolve(word as Word)));
}
