/**
 * One model call, seen through: the candidates in order, each with its retries, then the next.
 * Which candidates there are is the model layer's decision; that each failure and hop is an event, and that words
 * already streamed by a model that broke off are taken back, is decided here.
 */
import type { LanguageModelV4, LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { untilAborted } from './abort.ts';
import type { LlmAgent } from './agent.ts';
import { type Clock, systemClock } from './clock.ts';
import { ConsiliumError, storageFault } from './errors.ts';
import { generate, readMessage, stream, type Told } from './reply.ts';

/** One way to get an answer. */
export interface Candidate {
  /** Who will have spoken: `google:gemini-2.5-flash`, `offline`. */
  readonly label: string;
  /** The model, or how to load it when it is first needed. */
  readonly model: LanguageModelV4 | (() => Promise<LanguageModelV4>);
  readonly retry?: RetryOptions | undefined;
  /** Answers within this process and at no cost: nothing has to be on the log before it is asked. */
  readonly isLocal?: boolean | undefined;
  /** How long one attempt may take. */
  readonly timeoutMs?: number | undefined;
  /** Shared by all candidates that reach the same server; without it, every call tries anew. */
  readonly health?: Health | undefined;
}

/** A server that just failed rests: until then others are asked first, so that an outage costs its wait once. */
export interface Health {
  restUntil: number;
}

export interface RetryOptions {
  /** Attempts in all, the first included. */
  readonly attempts?: number | undefined;
  readonly initialDelayMs?: number | undefined;
  readonly maxDelayMs?: number | undefined;
}

/** The model layer, as the kernel sees it: who may answer for this agent, best first. Must not be empty. */
export interface ModelSource {
  candidates(agent: LlmAgent): readonly Candidate[];
}

export interface ModelReply extends Told {
  speaker: string;
}

export interface ModelCall {
  readonly agent: LlmAgent;
  readonly candidates: readonly Candidate[];
  readonly options: Omit<LanguageModelV4CallOptions, 'abortSignal'>;
  readonly signal: AbortSignal;
  readonly clock?: Clock | undefined;
  /** Present where somebody watches: the call then streams. */
  readonly onText?: ((text: string) => void) | undefined;
  /** The words streamed so far are void. */
  readonly onRetract: () => void;
  readonly onFailure: (failure: ModelFailure) => void | Promise<void>;
}

export interface ModelFailure {
  readonly speaker: string;
  readonly attempt: number;
  readonly error: ConsiliumError;
  /** The label of whoever is tried next, or 'nobody'. */
  readonly next: string;
  readonly waitMs: number;
}

const DEFAULT_RETRY = { attempts: 3, initialDelayMs: 500, maxDelayMs: 8_000 };
const DEFAULT_TIMEOUT_MS = 120_000;
const REST_MS = 30_000;

/** Gets a reply from the first candidate that gives one. Throws CANCELLED, or MODEL_FAILED with every failure in it. */
export async function callModel(call: ModelCall): Promise<ModelReply> {
  const { clock = systemClock } = call;
  const failures: ModelFailure[] = [];
  for (let c = 0; c < call.candidates.length; c++) {
    const candidate = call.candidates[c]!;
    const following = call.candidates[c + 1]?.label;
    if (isResting(candidate, clock.now()) && following !== undefined) {
      await call.onFailure(resting(candidate, following));
      continue;
    }
    const retry = { ...DEFAULT_RETRY, ...withoutUndefined(candidate.retry), ...withoutUndefined(call.agent.retry) };
    for (let attempt = 1; ; attempt++) {
      try {
        const reply = await attemptOnce(call, candidate, clock);
        if (candidate.health !== undefined) candidate.health.restUntil = 0;
        return reply;
      } catch (thrown) {
        if (call.signal.aborted) throw thrown;
        // A disk that is full is no fault of a model, and no other model mends it.
        const disk = storageFault(thrown);
        if (disk !== undefined) throw disk;
        call.onRetract();
        const error = describeFailure(candidate, thrown);
        const again = error.retryable && attempt < retry.attempts;
        const waitMs = again ? delayBefore(attempt, retry, thrown, clock.now()) : 0;
        const next = again ? candidate.label : (following ?? 'nobody');
        if (!again && candidate.health !== undefined && isOutage(error))
          candidate.health.restUntil = clock.now() + REST_MS;
        const failure = { speaker: candidate.label, attempt, error, next, waitMs };
        failures.push(failure);
        await call.onFailure(failure);
        if (!again) break;
        await clock.sleep(waitMs, call.signal);
      }
    }
  }
  throw nobodyAnswered(call.agent, failures);
}

function isResting({ health }: Candidate, now: number): boolean {
  // A clock that was set back must not make a server rest for years.
  return health !== undefined && health.restUntil > now && health.restUntil <= now + REST_MS;
}

/** The server, not the request, is the trouble. */
function isOutage(error: ConsiliumError): boolean {
  return error.retryable || error.code === 'MODEL_UNAUTHORIZED';
}

function resting(candidate: Candidate, next: string): ModelFailure {
  const message = `${candidate.label} failed a moment ago and is left alone for now.`;
  const error = new ConsiliumError('MODEL_RESTING', message, { retryable: true });
  return { speaker: candidate.label, attempt: 0, error, next, waitMs: 0 };
}

async function attemptOnce(call: ModelCall, candidate: Candidate, clock: Clock): Promise<ModelReply> {
  call.signal.throwIfAborted();
  const model = typeof candidate.model === 'function' ? await candidate.model() : candidate.model;
  const limit = candidate.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  call.signal.throwIfAborted();
  const attempt = new AbortController();
  const onAbort = () => attempt.abort(call.signal.reason);
  call.signal.addEventListener('abort', onAbort, { once: true });
  const callOff = clock.after(limit, () => attempt.abort(timedOut(candidate, limit)));
  const options: LanguageModelV4CallOptions = { ...call.options, abortSignal: attempt.signal };
  try {
    // A provider that ignores its signal must not hold the turn.
    const reply = call.onText === undefined ? generate(model, options) : stream(model, options, call.onText);
    return { ...(await untilAborted(reply, attempt.signal)), speaker: candidate.label };
  } catch (thrown) {
    throw attempt.signal.aborted ? attempt.signal.reason : thrown;
  } finally {
    callOff();
    call.signal.removeEventListener('abort', onAbort);
  }
}

/** What an AI SDK error carries; read structurally so that no provider package is needed here. */
interface ProviderError {
  statusCode?: number;
  isRetryable?: boolean;
  responseHeaders?: Record<string, string>;
  responseBody?: string;
  code?: string | number;
  cause?: { code?: string };
}

function describeFailure(candidate: Candidate, thrown: unknown): ConsiliumError {
  if (thrown instanceof ConsiliumError) return thrown;
  const { statusCode, isRetryable, responseBody, code, cause } = (thrown ?? {}) as ProviderError;
  const network = /^(ECONN|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_|UND_ERR)/.test(String(code ?? cause?.code ?? ''));
  const said = readMessage(thrown);
  // Google answers 400 to a wrong key.
  if (statusCode === 401 || statusCode === 403 || (statusCode === 400 && /API_KEY_INVALID/.test(responseBody ?? '')))
    return new ConsiliumError('MODEL_UNAUTHORIZED', `${candidate.label} refused the key: ${said}`, {
      hint: 'Check the API key of this provider.',
    });
  if (statusCode === 429)
    return new ConsiliumError('MODEL_RATE_LIMITED', `${candidate.label} is rate limited: ${said}`, { retryable: true });
  const retryable = isRetryable === true || network || (thrown instanceof TypeError && /terminated|fetch/.test(said));
  return new ConsiliumError('MODEL_ERROR', `${candidate.label}: ${said}`, {
    retryable,
    ...(statusCode === undefined ? {} : { details: { status: statusCode } }),
  });
}

/**
 * In one line and without the conversation: a provider's error carries the whole request, and two of them quote the
 * reply in their message. What is kept here may end up in a log; that is also why there is no `cause`.
 */
function timedOut(candidate: Candidate, limit: number): ConsiliumError {
  return new ConsiliumError('MODEL_TIMEOUT', `${candidate.label} gave no answer within ${limit} ms.`, {
    retryable: true,
  });
}

function nobodyAnswered(agent: LlmAgent, failures: readonly ModelFailure[]): ConsiliumError {
  const last = failures.at(-1);
  if (failures.length === 1 && last!.error.code === 'MODEL_REQUIRED') return last!.error;
  return new ConsiliumError(
    'MODEL_FAILED',
    `No model answered for ${agent.name}. ${last?.error.message ?? ''}`.trim(),
    {
      retryable: last?.error.retryable ?? false,
      ...(last?.error.hint === undefined ? {} : { hint: last.error.hint }),
      details: { tried: failures.map((f) => `${f.speaker}: ${f.error.code}`) },
    },
  );
}

/** Exponential backoff with jitter; what the provider itself asks for wins, up to the maximum. */
function delayBefore(attempt: number, retry: typeof DEFAULT_RETRY, thrown: unknown, now: number): number {
  const asked = askedDelay((thrown ?? {}) as ProviderError, now);
  if (asked !== undefined) return Math.min(asked, retry.maxDelayMs);
  const full = Math.min(retry.initialDelayMs * 2 ** (attempt - 1), retry.maxDelayMs);
  return Math.round(full * (0.5 + Math.random() / 2));
}

/** Retry-After as seconds or a date, or what Google writes into the body instead. */
function askedDelay({ responseHeaders = {}, responseBody = '' }: ProviderError, now: number): number | undefined {
  const exact = responseHeaders['retry-after-ms'];
  const written = responseHeaders['retry-after'] ?? /"retryDelay":\s*"([\d.]+)s"/.exec(responseBody)?.[1];
  const ms = exact ? Number(exact) : Number(written || Number.NaN) * 1000;
  if (Number.isFinite(ms)) return Math.max(0, ms);
  const date = Date.parse(written ?? '');
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

function withoutUndefined<T extends object>(options: T | undefined): { [K in keyof T]: NonNullable<T[K]> } | undefined {
  if (options === undefined) return undefined;
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: NonNullable<T[K]>;
  };
}
