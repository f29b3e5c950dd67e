/** What a run and its stages may use up. */
import { ConsiliumError } from '../kernel/index.ts';

export interface Allowance {
  /** What to stop with if nothing is left. */
  exhausted(): ConsiliumError | undefined;
  /** Counts; and what to stop with if that was more than there was. */
  spend(tokens: number): ConsiliumError | undefined;
}

export function allowance(who: string, limit: number | undefined): Allowance {
  let spent = 0;
  const over = (message: string) =>
    new ConsiliumError('BUDGET_EXCEEDED', message, {
      hint: 'Raise the budget in the file of the pipeline if the task needs it. What is done is kept.',
      details: { budget: 'tokens', tokens: spent, limit },
    });
  return {
    exhausted: () =>
      limit !== undefined && spent >= limit ? over(`${who} has used up its budget of ${limit} tokens.`) : undefined,
    spend: (tokens) => {
      spent += tokens;
      if (limit === undefined || spent <= limit) return undefined;
      return over(`${who} took ${spent} tokens, over its budget of ${limit}.`);
    },
  };
}

/** A signal that fires with its parent, or after `ms` with BUDGET_EXCEEDED. `clear` when the work is done. */
export function deadline(
  who: string,
  parent: AbortSignal,
  ms: number | undefined,
): { signal: AbortSignal; clear(): void } {
  if (ms === undefined) return { signal: parent, clear() {} };
  const own = new AbortController();
  const stop = () =>
    own.abort(
      new ConsiliumError('BUDGET_EXCEEDED', `${who} was stopped after its budget of ${ms} ms.`, {
        retryable: true,
        details: { budget: 'ms', limit: ms },
      }),
    );
  const timer = setTimeout(stop, ms);
  return { signal: AbortSignal.any([parent, own.signal]), clear: () => clearTimeout(timer) };
}
