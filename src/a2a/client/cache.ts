/** Answers from before: given again while they are fresh, and in an emergency also when they are not. */
import { createHash } from 'node:crypto';
import { systemClock } from '../../kernel/clock.ts';
import type { Json } from '../../kernel/index.ts';
import type { RemoteCall } from './settings.ts';

interface Kept {
  readonly output: Record<string, Json>;
  readonly at: number;
}

const MAX_KEPT = 1000;

export class AnswerCache {
  readonly #kept = new Map<string, Kept>();
  readonly #now: () => number;

  constructor(now: () => number = systemClock.now) {
    this.#now = now;
  }

  find(call: RemoteCall, maxAgeMs: number): { output: Record<string, Json>; ageMs: number } | undefined {
    const found = this.#kept.get(keyOf(call));
    if (found === undefined) return undefined;
    const ageMs = this.#now() - found.at;
    return ageMs <= maxAgeMs ? { output: found.output, ageMs } : undefined;
  }

  keep(call: RemoteCall, output: Record<string, Json>): void {
    const key = keyOf(call);
    this.#kept.delete(key);
    this.#kept.set(key, { output, at: this.#now() });
    if (this.#kept.size > MAX_KEPT) this.#kept.delete(this.#kept.keys().next().value!);
  }
}

/** The same question of the same user with the same context. */
function keyOf({ action, parameters, context, user }: RemoteCall): string {
  return createHash('sha256')
    .update(JSON.stringify([action, user ?? null, parameters, context]))
    .digest('base64url');
}
