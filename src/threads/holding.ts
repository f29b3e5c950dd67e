/** What a thread keeps between calls: large values that several calls are about. The newest few. */
import { ConsiliumError } from '../kernel/errors.ts';
import { MOST_HELD } from './pool.ts';

const kept = new Map<string, unknown>();

/** Of the call that runs now: the value that came with this key, or has come before. */
export function heldValue(key: string): unknown {
  if (kept.has(key)) return kept.get(key);
  throw new ConsiliumError('INTERNAL', 'The thread does not hold what the call is about.');
}

export function holdFor({ key, value }: { readonly key: string; readonly value?: unknown }): void {
  const known = kept.has(key) ? kept.get(key) : value;
  kept.delete(key);
  kept.set(key, known);
  if (kept.size > MOST_HELD) kept.delete(kept.keys().next().value!);
}
