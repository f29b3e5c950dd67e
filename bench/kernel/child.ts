/** The process that is measured: opens one contender, runs one suite, sends back what it measured, ends. */
import { pathToFileURL } from 'node:url';
import type { Adapter } from './contender.ts';
import { createMock, type Effort, measure } from './harness.ts';
import type { Suite } from './rows.ts';

/** The task comes as the one argument, the answer goes over the channel that fork() opened. */
export interface Task {
  readonly adapter: string;
  readonly durable: boolean;
  /** None: only opens the contender, so that the compile cache knows it. */
  readonly suite?: Suite;
  readonly effort: Effort;
}

const task = JSON.parse(process.argv[2]!) as Task;
const adapter = (await import(pathToFileURL(task.adapter).href)) as Adapter;
const mock = createMock();
const scenarios = await adapter.open(mock, { durable: task.durable });
try {
  const { suite, effort } = task;
  const measured = suite === undefined ? { values: {} } : await measure(suite, scenarios, mock, effort);
  await new Promise((resolve) => process.send!(measured, resolve));
} finally {
  scenarios.close?.();
}
process.exit(0);
