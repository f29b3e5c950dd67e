/** A runner with real storage for tests, and what is needed to look into it. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Agent,
  type Clock,
  createRunner,
  type Event,
  type EventOf,
  type Runner,
  type RunnerOptions,
  type Signal,
  type Turn,
} from '../src/kernel/index.ts';
import { openDatabase, openMemoryStore, openSqliteStore } from '../src/storage/index.ts';

export function tempDir(name = 'consilium'): string {
  return mkdtempSync(join(tmpdir(), `${name}-`));
}

export function openTempStore(options: { clock?: Pick<Clock, 'now'> } = {}) {
  return openSqliteStore(openDatabase(join(tempDir(), 'test.db')), options);
}

export function runnerFor(
  root: Agent,
  options: Partial<RunnerOptions> = {},
): Runner & { store: RunnerOptions['store'] } {
  const store = options.store ?? openMemoryStore();
  const models = { candidates: () => [] };
  const runner = createRunner({ app: 'test', root, models, ...options, store });
  return Object.assign(runner, { store });
}

export async function collect(turn: Turn): Promise<Signal[]> {
  const signals: Signal[] = [];
  for await (const signal of turn) signals.push(signal);
  return signals;
}

export function only<T extends Event['type']>(signals: Iterable<Signal>, type: T): EventOf<T>[] {
  return [...signals].filter((signal): signal is EventOf<T> => signal.type === type);
}
