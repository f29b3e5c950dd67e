/** What one turn may use up, and what it has used so far. */
import { ConsiliumError } from './errors.ts';
import type { Event } from './event.ts';

export interface Limits {
  readonly modelCalls: number;
  readonly tokens: number;
  readonly transfers: number;
  readonly remoteCalls: number;
  readonly wallMs: number;
}

export const DEFAULT_LIMITS: Limits = {
  modelCalls: 64,
  tokens: 2_000_000,
  transfers: 12,
  remoteCalls: 32,
  wallMs: 15 * 60_000,
};

const REASONS = {
  model_calls: (n: number) => `The turn was stopped after ${n} model calls.`,
  remote_calls: (n: number) => `The turn was stopped after ${n} calls of remote agents.`,
  tokens: (n: number) => `The turn was stopped after ${n} tokens.`,
  transfers: (n: number) => `The agents handed the request on ${n} times without an answer; the turn was stopped.`,
} as const;

/** A limit that the turn has come to. */
export interface Reached {
  readonly limit: keyof typeof REASONS;
  readonly value: number;
  readonly message: string;
}

/** Counts what stands on the log, done now or before a crash. */
export class Tally {
  readonly usage = { modelCalls: 0, inputTokens: 0, outputTokens: 0 };
  readonly speakers = new Set<string>();
  readonly #limits: Limits;
  #transfers = 0;
  #remoteCalls = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  count(event: Event): void {
    if (event.type === 'transferred') this.#transfers++;
    if (event.type === 'remote_called') this.#remoteCalls++;
    if (!('usage' in event) || event.usage === undefined) return;
    // What a remote agent used up counts by its tokens; its calls have a limit of their own.
    if (event.type !== 'said' && event.type !== 'remote_paused') this.usage.modelCalls++;
    this.usage.inputTokens += event.usage.inputTokens;
    this.usage.outputTokens += event.usage.outputTokens;
    if (event.type === 'model_replied' && event.finish !== 'interrupted') this.speakers.add(event.speaker);
  }

  /** The limit that forbids one more of these, if there is one. */
  forbids(step: 'model_call' | 'transfer' | 'remote_call'): Reached | undefined {
    const { modelCalls, tokens, transfers, remoteCalls } = this.#limits;
    if (step === 'transfer') return this.#transfers >= transfers ? reached('transfers', transfers) : undefined;
    if (step === 'model_call' && this.usage.modelCalls >= modelCalls) return reached('model_calls', modelCalls);
    if (step === 'remote_call' && this.#remoteCalls >= remoteCalls) return reached('remote_calls', remoteCalls);
    return this.usage.inputTokens + this.usage.outputTokens >= tokens ? reached('tokens', tokens) : undefined;
  }
}

function reached(limit: keyof typeof REASONS, value: number): Reached {
  return { limit, value, message: REASONS[limit](value) };
}

export function limitError({ limit, message }: Reached): ConsiliumError {
  return new ConsiliumError(`LIMIT_${limit.toUpperCase()}`, message, {
    hint: 'Raise the limit in team.yml (limits) if the task really needs it.',
  });
}
