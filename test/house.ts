/** A runner with real storage for tests, and what is needed to look into it. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Agent,
  type Clock,
  ConsiliumError,
  createRunner,
  type Event,
  type EventOf,
  type Runner,
  type RunnerOptions,
  type Signal,
  type Store,
  type Turn,
} from '../src/kernel/index.ts';
import { openDatabase, openSqliteStore } from '../src/storage/handle.ts';
import { openMemoryStore } from '../src/storage/index.ts';

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

/** A store that dies after so many batches: whatever is asked of it then fails, as in a process that is gone. */
export function dyingAfter(batches: number, store: Store): Store {
  let left = batches;
  return new Proxy(store, {
    get(target, name) {
      const method = Reflect.get(target, name) as (...given: unknown[]) => unknown;
      if (typeof method !== 'function') return method;
      return (...given: unknown[]) => {
        if (left <= 0) throw new ConsiliumError('STORAGE_IO', 'The process is gone.');
        if (name === 'append') left--;
        return method.apply(target, given);
      };
    },
  });
}
