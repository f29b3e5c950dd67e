/** For the tests of functions: a desk with nothing on it but what a test puts there. */
import { ConsiliumError } from '../../kernel/index.ts';
import type { AgentFunction, Desk } from '../function.ts';

export interface TestDesk extends Desk {
  readonly warnings: string[];
}

export function deskWith(parts: Partial<Pick<Desk, 'search' | 'env' | 'signal'>> = {}): TestDesk {
  const warnings: string[] = [];
  const nothing = new Proxy(
    {},
    {
      get: () => {
        throw new ConsiliumError('TEST', 'This desk has none.');
      },
    },
  );
  return {
    search: nothing as Desk['search'],
    artifacts: nothing as Desk['artifacts'],
    signal: new AbortController().signal,
    env: {},
    step: async (_name, work) => work(),
    warnings,
    warn: (message) => void warnings.push(message),
    ...parts,
  };
}

/** The deterministic method, from the raw input to the checked output. */
export async function runOffline<Input, Output>(
  fn: AgentFunction<Input, Output>,
  given: unknown,
  desk: Desk = deskWith(),
): Promise<Output> {
  const input = fn.input.parse(given);
  const gathered = JSON.parse(JSON.stringify((await fn.gather?.(input, desk)) ?? null));
  return fn.output.parse(await fn.offline!(input, gathered, desk));
}

/** What comes of a model's reply. */
export async function runFinish<Input, Output>(
  fn: AgentFunction<Input, Output>,
  given: unknown,
  reply: unknown,
  desk: Desk = deskWith(),
): Promise<Output> {
  const input = fn.input.parse(given);
  const gathered = JSON.parse(JSON.stringify((await fn.gather?.(input, desk)) ?? null));
  return fn.output.parse(await fn.finish(input, fn.draft.parse(reply), gathered, desk));
}
