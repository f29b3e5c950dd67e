/** Refusing to guess: what is said where only a language model could answer. */
import { ConsiliumError } from '../kernel/errors.ts';

export const MODEL_REQUIRED = 'MODEL_REQUIRED';

interface Need {
  /** What needs a model, as the subject of the sentence: "Writing code". */
  readonly what?: string | undefined;
  /** Whether providers are configured and did not answer, rather than not being there. */
  readonly unanswered?: boolean | undefined;
}

const KEYS = ['GOOGLE_GENERATIVE_AI_API_KEY', 'OPENAI_API_KEY', 'ANTHROPIC_API_KEY'];

/** To be thrown by an offline policy; the engine says it, or fails with it where an object was wanted. */
export function modelRequired(need: string | Need = {}): ConsiliumError {
  const { what = 'That', unanswered = false } = typeof need === 'string' ? { what: need } : need;
  const why = unanswered ? 'none of those configured answered' : 'none is configured';
  return new ConsiliumError(MODEL_REQUIRED, `${what} needs a language model, and ${why}.`, {
    hint: unanswered
      ? 'Try again in a moment; if it persists, check the key and the network.'
      : `Set one of ${KEYS.join(', ')}, or point CONSILIUM_MODEL_BASE_URL at a local server.`,
    details: { what },
  });
}

/** The refusal as a person reads it. */
export function tellRefusal(error: ConsiliumError): string {
  return error.hint === undefined ? error.message : `${error.message} ${error.hint}`;
}
