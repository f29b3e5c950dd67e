/**
 * A single call that was made before: the same function, code, options, models, index and input, by the same user, within a
 * day. The result stands in the user's own state (`user:{function}:{hash}`), which nobody else reads.
 */
import { createHash } from 'node:crypto';
import { buildKey, type CodeContext, type Json, USER } from '../kernel/index.ts';
import type { FunctionParts } from './agent.ts';
import { definitionOf } from './definitions.ts';
import type { FunctionName, FunctionOptions, FunctionResult } from './function.ts';
import { methodVersion } from './version.ts';

const DAY = 24 * 60 * 60_000;
/** A result longer than this is not worth a place in the user's state. */
const LONGEST = 200_000;

export async function callKey(
  name: FunctionName,
  input: unknown,
  { cache: _, keep: __, ...options }: FunctionOptions,
  { models, search }: FunctionParts,
): Promise<string> {
  const searches = definitionOf(name).tools.some((tool) => tool === 'semantic_search' || tool === 'cross_reference');
  const { chain, providers } = models.describe();
  const from = [name, methodVersion(), options, chain, providers, searches ? await search.scopes() : [], input];
  return buildKey(USER, name, createHash('sha256').update(canonical(from)).digest('hex').slice(0, 32));
}

interface Kept {
  readonly run: string;
  readonly result: FunctionResult;
}

export function recallCall({ state }: CodeContext, key: string): FunctionResult | undefined {
  const kept = state.get(key) as unknown as Partial<Kept> | undefined;
  if (kept?.result === undefined || kept.run === undefined) return undefined;
  return { ...kept.result, meta: { ...kept.result.meta, cached: kept.run, ms: 0 } };
}

export function rememberCall({ state, session }: CodeContext, key: string, result: FunctionResult): void {
  const kept: Kept = { run: session.id, result };
  if (JSON.stringify(kept).length <= LONGEST) state.set(key, kept as unknown as Json, { ttlMs: DAY });
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
