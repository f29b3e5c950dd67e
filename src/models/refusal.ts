/** Refusing to guess: what is said where only a language model could answer. */
import { ConsiliumError } from '../kernel/errors.ts';

export const MODEL_REQUIRED = 'MODEL_REQUIRED';

interface Need {
  /** What needs a model, as the subject of the sentence: "Writing code". */
  readonly what?: string | undefined;
  /** Why there is none, and what to do about it. */
  readonly lack?: Lack | undefined;
}

export interface Lack {
  readonly why: string;
  readonly hint: string;
}

const NOT_CONFIGURED: Lack = {
  why: 'none is configured',
  hint: 'Set one of GOOGLE_GENERATIVE_AI_API_KEY, OPENAI_API_KEY, ANTHROPIC_API_KEY, or point CONSILIUM_MODEL_BASE_URL at a local server.',
};

export const UNANSWERED: Lack = {
  why: 'none of those configured answered',
  hint: 'Try again in a moment; if it persists, check the key and the network.',
};

/** To be thrown by an offline policy; the engine says it, or fails with it where an object was wanted. */
export function modelRequired(need: string | Need = {}): ConsiliumError {
  const { what = 'That', lack = NOT_CONFIGURED }: Need = typeof need === 'string' ? { what: need } : need;
  return new ConsiliumError(MODEL_REQUIRED, `${what} needs a language model, and ${lack.why}.`, {
    hint: lack.hint,
    details: { what },
  });
}

/** The refusal as a person reads it. */
export function tellRefusal(error: ConsiliumError): string {
  return error.hint === undefined ? error.message : `${error.message} ${error.hint}`;
}
