/**
 * The one error type of the house. Thrown inside, mapped once at each edge (CLI, HTTP, A2A, MCP).
 * `code` is for programs, `message` a sentence for a person, `hint` what to do about it.
 */
export class ConsiliumError extends Error {
  readonly code: string;
  readonly hint: string | undefined;
  readonly retryable: boolean;
  /** Further facts that belong in the public answer (a rule's name, legal choices); never patient data. */
  readonly details: Readonly<Record<string, unknown>> | undefined;

  constructor(code: string, message: string, options: ErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'ConsiliumError';
    this.code = code;
    this.hint = options.hint;
    this.retryable = options.retryable ?? false;
    this.details = options.details;
  }

  toJSON(): ErrorShape {
    return {
      code: this.code,
      message: this.message,
      retryable: this.retryable,
      ...(this.hint === undefined ? {} : { hint: this.hint }),
      ...this.details,
    };
  }
}

interface ErrorOptions {
  hint?: string;
  retryable?: boolean;
  details?: Record<string, unknown>;
  cause?: unknown;
}

/** What an error looks like outside: in JSON output, HTTP bodies and events. */
export interface ErrorShape {
  code: string;
  message: string;
  retryable: boolean;
  hint?: string;
  [detail: string]: unknown;
}

/** Turns whatever was thrown into the one error type; an unknown error keeps its message and gets `fallbackCode`. */
export function toConsiliumError(thrown: unknown, fallbackCode = 'INTERNAL'): ConsiliumError {
  if (thrown instanceof ConsiliumError) return thrown;
  if (thrown instanceof Error)
    return new ConsiliumError(fallbackCode, thrown.message || thrown.name, { cause: thrown });
  return new ConsiliumError(fallbackCode, String(thrown));
}

/** An error that came back as data (from a result or an event), to be thrown or shown again. */
export function fromShape(shape: ErrorShape): ConsiliumError {
  const { code, message, retryable, hint, ...details } = shape;
  return new ConsiliumError(code, message, { retryable, details, ...(hint !== undefined && { hint }) });
}
