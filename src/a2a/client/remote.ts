/**
 * One remote agent, called safely: within a time that is handed on, again where that is allowed and may help, not at all
 * while it is known to be down, and from an earlier answer where that is wanted. Says of every call how it went.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../../kernel/clock.ts';
import { ConsiliumError, callInterrupted, toConsiliumError } from '../../kernel/index.ts';
import { showableValue } from '../../text/index.ts';
import { createAddresses } from '../address.ts';
import { Asides } from './asides.ts';
import { Breaker, type Circuit } from './breaker.ts';
import { AnswerCache } from './cache.ts';
import { type Endpoint, Endpoints } from './endpoints.ts';
import type { Understood } from './envelope.ts';
import { createPool, exchange, type Pool } from './http.ts';
import { Bulkhead, Rate } from './limits.ts';
import { answerLost, circuitOpen, isLost, isOutage, late, verdictOn } from './outage.ts';
import { type CallRecord, Course, tellCourse } from './record.ts';
import { A2aSpeaker } from './rpc.ts';
import type { RemoteAnswer, RemoteCall, RemoteSettings } from './settings.ts';
import { EnvelopeSpeaker, lookCall, type Speaker } from './speaker.ts';

export interface RemoteWatcher {
  onCall?(record: CallRecord): void;
  onCircuit?(circuit: Circuit): void;
}

const FAREWELL_MS = 1_000;

export class Remote {
  readonly settings: RemoteSettings;
  readonly endpoints: Endpoints;
  readonly breaker: Breaker;
  /** What is asked about its questions. */
  readonly asides: Asides;
  readonly #pool: Pool;
  readonly #bulkhead: Bulkhead;
  readonly #rate: Rate;
  readonly #cache = new AnswerCache();
  readonly #watcher: RemoteWatcher;
  readonly #envelopes: EnvelopeSpeaker;
  readonly #speaker: Speaker;

  constructor(settings: RemoteSettings, watcher: RemoteWatcher = {}) {
    this.settings = settings;
    this.#watcher = watcher;
    this.#pool = createPool({ ca: settings.ca, lookup: createAddresses(settings.privateHosts).lookup });
    this.#bulkhead = new Bulkhead(settings.bulkhead);
    this.#rate = new Rate(settings.ratePerMinute);
    this.endpoints = new Endpoints({
      urls: settings.endpoints,
      probe: (url) => this.#probe(url),
      everyMs: settings.healthEveryMs,
    });
    this.breaker = new Breaker({
      ...settings.circuit,
      probe: () => this.endpoints.check(),
      onChange: (circuit) => watcher.onCircuit?.(circuit),
    });
    this.#envelopes = new EnvelopeSpeaker(settings, this.#pool);
    this.#speaker = settings.protocol === 'a2a' ? new A2aSpeaker(settings, this.#pool) : this.#envelopes;
    this.asides = new Asides(this, this.#speaker, watcher);
  }

  get running(): number {
    return this.#bulkhead.running;
  }

  async call(asked: RemoteCall): Promise<RemoteAnswer> {
    const call = this.#dated(asked);
    return tellCourse(
      new Course(this.settings.name, call),
      this.#watcher,
      (record) => this.#answer(call, record),
      ({ source }) => (source === 'remote' ? 'ok' : source),
    );
  }

  /** Several requests in one exchange; the answers in order, each by itself good or bad. Envelopes only. */
  async batch(asked: readonly RemoteCall[]): Promise<(Understood | ConsiliumError)[]> {
    const calls = asked.map((call) => this.#dated(call));
    const [first, ...others] = calls;
    if (first === undefined) return [];
    const record = new Course(this.settings.name, first);
    const tell = (answers: readonly (Understood | ConsiliumError)[]) =>
      answers.forEach((answer, at) => {
        this.#watcher.onCall?.(record.end(answer instanceof ConsiliumError ? answer.code : 'ok', calls[at]));
      });
    try {
      await this.#enter(first, calls.length);
    } catch (thrown) {
      tell(calls.map(() => toConsiliumError(thrown)));
      throw thrown;
    }
    const endpoint = this.endpoints.choose(first.conversation, new Set());
    try {
      record.attempts = 1;
      const together = [{ ...first, traffic: record }, ...others] as const;
      const heard = await this.#envelopes.batch(endpoint, together, this.#left(first));
      const answers = heard.map((each, at) =>
        each instanceof ConsiliumError ? this.#tellFailure(calls[at]!, endpoint, each) : showableValue(each),
      );
      const isAway = answers.every((each) => isOutage(each));
      if (isAway) this.breaker.fail();
      else this.breaker.succeed();
      tell(answers);
      return answers;
    } catch (thrown) {
      const error = toConsiliumError(thrown);
      this.#judge(error);
      tell(calls.map(() => error));
      const harmful = calls.find((call) => !this.#isHarmless(call, endpoint));
      throw harmful === undefined ? error : this.#tellFailure(harmful, endpoint, error);
    } finally {
      this.#bulkhead.leave();
    }
  }

  /** Whether each endpoint answers, knows the agent and takes our token; nothing is done there. */
  async look(): Promise<{ readonly endpoint: string; readonly problem?: ConsiliumError }[]> {
    const call = lookCall();
    const each = this.endpoints.all.map(async (endpoint) => {
      const problem = await this.#speaker.look(endpoint, call, this.settings.timeoutMs).then(
        () => undefined,
        (thrown) => toConsiliumError(thrown, 'REMOTE_FAILED'),
      );
      return { endpoint: endpoint.url.href, ...(problem && { problem }) };
    });
    return Promise.all(each);
  }

  /** Those who work for somebody who has gone are told so first; what they make of it is not waited for long. */
  async close(): Promise<void> {
    this.endpoints.close();
    this.breaker.close();
    await Promise.race([this.#speaker.close?.(), sleep(FAREWELL_MS, undefined, { ref: false })]);
    this.#pool.close();
  }

  async #answer(call: RemoteCall, record: Course): Promise<RemoteAnswer> {
    const { settings } = this;
    const cacheMs = call.answers === undefined ? settings.cacheMs(call.action) : 0;
    const fresh = cacheMs > 0 ? this.#cache.find(call, cacheMs) : undefined;
    if (fresh !== undefined) return { ...fresh, source: 'cache', attempts: 0 };
    try {
      const answer = await this.#attempt(call, record);
      if (answer.pending === undefined && (cacheMs > 0 || settings.staleOnFailure))
        this.#cache.keep(call, answer.output);
      return {
        ...answer,
        source: 'remote',
        attempts: record.attempts,
        ...(record.endpoint && { endpoint: record.endpoint }),
      };
    } catch (thrown) {
      const stale =
        settings.staleOnFailure && isOutage(thrown) ? this.#cache.find(call, Number.POSITIVE_INFINITY) : undefined;
      if (stale === undefined) throw thrown;
      return { ...stale, source: 'stale', attempts: record.attempts };
    }
  }

  async #attempt(call: RemoteCall, record: Course): Promise<Understood> {
    const { retry } = this.settings;
    await this.#enter(call);
    this.endpoints.watch();
    try {
      const tried = new Set<Endpoint>();
      for (;;) {
        record.attempts++;
        const endpoint = this.endpoints.choose(call.conversation, tried);
        record.endpoint = endpoint.url.origin;
        if (call.again && record.attempts === 1) await this.#requireHarmless(call, endpoint);
        try {
          const answer = await this.#send(endpoint, call, record);
          this.breaker.succeed();
          this.endpoints.markUp(endpoint);
          return answer;
        } catch (thrown) {
          const error = toConsiliumError(thrown, 'REMOTE_FAILED');
          if (error.code === 'REMOTE_UNAVAILABLE' && error.details?.['cause'] !== undefined)
            this.endpoints.markDown(endpoint);
          tried.add(endpoint);
          const isLast = record.attempts >= retry.attempts || !this.#mayRepeat(call, endpoint, error);
          if (!isLast && (await this.#hasAnotherTry(record.attempts, tried, error, call))) continue;
          // A call is one failure, however often it was tried.
          this.#judge(error);
          throw this.#tellFailure(call, endpoint, error);
        }
      }
    } finally {
      this.#bulkhead.leave();
    }
  }

  /** Done twice must be done once: nothing was sent, the action says so, or the peer keeps keys and is asked again itself. */
  #mayRepeat(call: RemoteCall, endpoint: Endpoint, error: ConsiliumError): boolean {
    if (!error.retryable || call.signal?.aborted || this.#left(call) <= 0) return false;
    if (error.details?.['sent'] === false) return true;
    return this.#isHarmless(call, endpoint);
  }

  #isHarmless(call: RemoteCall, endpoint: Endpoint): boolean {
    if (call.answers?.isSettledThere) return true;
    return this.settings.isIdempotent(call.action) ?? (endpoint.keepsKeys && this.endpoints.all.length === 1);
  }

  /** Nobody remembers whether the peer keeps keys: it is asked that first, and not for anything else. */
  async #requireHarmless(call: RemoteCall, endpoint: Endpoint): Promise<void> {
    const { name, isIdempotent } = this.settings;
    if (isIdempotent(call.action) === undefined && this.endpoints.all.length === 1) {
      const look = { ...call, ...lookCall(), answers: undefined };
      await this.#speaker.look(endpoint, look, Math.max(0, this.#left(call))).catch(() => {});
    }
    if (!this.#isHarmless(call, endpoint)) {
      this.breaker.pass();
      throw callInterrupted(name, call.action);
    }
  }

  /** Another instance is there at once; the same one is given time, where there is any left. */
  async #hasAnotherTry(
    attempt: number,
    tried: ReadonlySet<Endpoint>,
    error: ConsiliumError,
    call: RemoteCall,
  ): Promise<boolean> {
    if (this.endpoints.hasOther(tried)) return true;
    const { initialDelayMs, maxDelayMs } = this.settings.retry;
    const asked = error.details?.['retryAfterMs'];
    const backoff = Math.random() * Math.min(maxDelayMs, initialDelayMs * 2 ** (attempt - 1));
    const ms = typeof asked === 'number' ? asked : backoff;
    if (ms >= this.#left(call)) return false;
    const hasWaited = await sleep(ms, true, { ...(call.signal && { signal: call.signal }) }).catch(() => false);
    return hasWaited && this.breaker.circuit !== 'open';
  }

  /** What may have been done there is not told as if nobody had heard of it. */
  #tellFailure(call: RemoteCall, endpoint: Endpoint, error: ConsiliumError): ConsiliumError {
    if (!isLost(error) || this.#isHarmless(call, endpoint)) return error;
    const { name, isIdempotent } = this.settings;
    return answerLost(name, call.action, error, isIdempotent(call.action) === false);
  }

  async #send(endpoint: Endpoint, call: RemoteCall, record: Course): Promise<Understood> {
    const left = this.#left(call);
    if (left <= 0) throw late(this.settings.name);
    // What a stranger says is shown to people, on terminals too.
    return showableValue(await this.#speaker.call(endpoint, { ...call, traffic: record }, left));
  }

  /** Lets so many calls in together, or says why not. Who comes in goes out by the bulkhead. */
  async #enter(call: RemoteCall, calls = 1): Promise<void> {
    const { name } = this.settings;
    this.#rate.take(name, calls);
    if (!this.breaker.admit()) throw circuitOpen(name);
    await this.#bulkhead.enter(name, { ms: this.#left(call), signal: call.signal }).catch((thrown: unknown) => {
      this.breaker.pass();
      throw thrown;
    });
  }

  /** What speaks against the agent; a refusal of ours does not. */
  #judge(error: ConsiliumError): void {
    const verdict = verdictOn(error);
    if (verdict === 'against') this.breaker.fail();
    else if (verdict === 'for') this.breaker.succeed();
    else this.breaker.pass();
  }

  /** The time is for the whole call: whatever is tried again, and what is waited for before that, is within it. */
  #dated(call: RemoteCall): RemoteCall & { readonly deadline: number } {
    const end = systemClock.now() + this.settings.timeoutMs;
    return { ...call, deadline: Math.min(call.deadline ?? end, end) };
  }

  #left({ deadline = 0 }: RemoteCall): number {
    return deadline - systemClock.now();
  }

  /** It lives if it answers at all, unless it says that it is broken. */
  async #probe(url: URL): Promise<boolean> {
    const asked = {
      peer: this.settings.name,
      url: new URL(this.settings.healthPath, url),
      timeoutMs: 2000,
      maxBytes: 65_536,
    };
    const { status } = await exchange(this.#pool, { ...asked, method: 'GET' });
    return status < 500;
  }
}
