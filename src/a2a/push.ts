/**
 * Push notifications: what happens to a task, sent to an address that its owner named. In order for each address, tried
 * again while that may help, signed so that the receiver knows who sent it. What is still to be sent stands in the
 * store: a process that dies loses nothing, and may tell the last event twice.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { ConsiliumError, type Log, silentLog, toConsiliumError } from '../kernel/index.ts';
import type { Addresses } from './address.ts';
import { createPool, exchange } from './client/http.ts';
import { toLegacyEvent } from './legacy.ts';
import type { StoredPush, Tasks } from './tasks.ts';

export interface PushSender {
  /** Throws ADDRESS_FORBIDDEN. */
  requireAddress(url: string): void;
  /** Tells a receiver what it was not told yet, unless that is going on already. */
  wake(config: StoredPush, outbox: Outbox): void;
  /** Waits for what is on its way. */
  idle(): Promise<void>;
  close(): void;
}

export type Outbox = Pick<Tasks, 'unsent' | 'markSent'>;

export interface PushOptions {
  readonly addresses: Addresses;
  /** Signs a body for this receiver. */
  readonly sign?: ((body: string, audience: string) => Promise<string>) | undefined;
  readonly log?: Log | undefined;
  /** Whether whoever named a receiver would still be let in; what is theirs goes nowhere otherwise. */
  readonly mayTell?: ((owner: string) => boolean) | undefined;
  readonly waitMs?: number;
}

/** By which a receiver knows what it was told before: the number that the event has in streams. */
const EVENT_HEADER = 'x-a2a-event-id';

const ATTEMPTS = 5;
const WAIT_MS = 500;
const TIMEOUT_MS = 10_000;

export function createPushSender({
  addresses,
  sign,
  log = silentLog,
  mayTell = () => true,
  waitMs = WAIT_MS,
}: PushOptions): PushSender {
  const pool = createPool({ maxSockets: 16, lookup: addresses.lookup });
  const stopped = new AbortController();
  const queues = new Map<string, Promise<void>>();

  const deliver = async (config: StoredPush, seq: number, body: string, owner: string): Promise<void> => {
    const url = addresses.require(config.url);
    for (let attempt = 1; ; attempt++) {
      if (!mayTell(owner)) throw new ConsiliumError('TOKEN_INVALID', 'Whoever wanted to be told is let in no longer.');
      const failure = await post(url, config, seq, body).catch(toConsiliumError);
      if (failure === undefined) return;
      if (!failure.retryable || attempt === ATTEMPTS) throw failure;
      await sleep(waitMs * 2 ** (attempt - 1) * (0.5 + Math.random()), undefined, { signal: stopped.signal });
    }
  };

  const post = async (url: URL, config: StoredPush, seq: number, body: string): Promise<ConsiliumError | undefined> => {
    const { token, authentication } = config;
    const { status } = await exchange(pool, {
      peer: 'the receiver',
      url,
      body,
      timeoutMs: TIMEOUT_MS,
      signal: stopped.signal,
      maxBytes: 64 * 1024,
      headers: {
        'content-type': 'application/json',
        ...(token && { 'x-a2a-notification-token': token }),
        ...(authentication?.credentials && {
          authorization: `${authentication.scheme} ${authentication.credentials}`,
        }),
        [EVENT_HEADER]: String(seq),
        ...(sign && { 'x-a2a-signature': await sign(body, url.origin) }),
      },
    });
    if (status >= 200 && status < 300) return undefined;
    const retryable = status >= 500 || status === 429 || status === 408;
    return new ConsiliumError('PUSH_REFUSED', `The receiver answered ${status}.`, { retryable });
  };

  const tellAll = async (config: StoredPush, outbox: Outbox, end: () => void): Promise<void> => {
    await undefined;
    for (;;) {
      const next = stopped.signal.aborted ? undefined : outbox.unsent(config);
      if (next === undefined) return end();
      const body = JSON.stringify(next.legacy ? toLegacyEvent(next.event) : next.event);
      try {
        await deliver(config, next.seq, body, next.owner);
      } catch (thrown) {
        if (stopped.signal.aborted) continue;
        const { code } = toConsiliumError(thrown);
        log.warn({ task: config.taskId, code }, 'a push notification was not delivered');
      }
      outbox.markSent(config, next.seq);
    }
  };

  return {
    requireAddress: (url) => void addresses.require(url),
    wake: (config, outbox) => {
      const queue = `${config.taskId}.${config.id}`;
      if (queues.has(queue)) return;
      // Taken off in the same breath as nothing is found to be left: what comes then wakes it anew.
      queues.set(
        queue,
        tellAll(config, outbox, () => queues.delete(queue)),
      );
    },
    idle: async () => {
      while (queues.size > 0) await Promise.allSettled(queues.values());
    },
    close: () => {
      stopped.abort();
      pool.close();
    },
  };
}
