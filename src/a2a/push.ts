/**
 * Push notifications: what happens to a task, sent to an address that its owner named. In order for each address, tried
 * again while that may help, signed so that the receiver knows who sent it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { ConsiliumError, type Log, silentLog, toConsiliumError } from '../kernel/index.ts';
import type { Addresses } from './address.ts';
import { createPool, exchange } from './client/http.ts';
import { toLegacyEvent } from './legacy.ts';
import type { StreamResponse } from './protocol.ts';
import type { StoredPush, TaskRow } from './tasks.ts';

export interface PushSender {
  /** Throws ADDRESS_FORBIDDEN. */
  requireAddress(url: string): void;
  send(configs: readonly StoredPush[], event: StreamResponse, row: TaskRow): void;
  /** Waits for what is on its way. */
  idle(): Promise<void>;
  close(): void;
}

export interface PushOptions {
  readonly addresses: Addresses;
  /** Signs a body for this receiver. */
  readonly sign?: ((body: string, audience: string) => Promise<string>) | undefined;
  readonly log?: Log | undefined;
  readonly waitMs?: number;
}

const ATTEMPTS = 5;
const WAIT_MS = 500;
const TIMEOUT_MS = 10_000;
const MAX_WAITING = 1000;

export function createPushSender({ addresses, sign, log = silentLog, waitMs = WAIT_MS }: PushOptions): PushSender {
  const pool = createPool({ maxSockets: 16, lookup: addresses.lookup });
  const stopped = new AbortController();
  const queues = new Map<string, Promise<void>>();
  let waiting = 0;

  const deliver = async (config: StoredPush, body: string): Promise<void> => {
    const url = addresses.require(config.url);
    for (let attempt = 1; ; attempt++) {
      const failure = await post(url, config, body).catch(toConsiliumError);
      if (failure === undefined) return;
      if (!failure.retryable || attempt === ATTEMPTS) throw failure;
      await sleep(waitMs * 2 ** (attempt - 1) * (0.5 + Math.random()), undefined, { signal: stopped.signal });
    }
  };

  const post = async (url: URL, config: StoredPush, body: string): Promise<ConsiliumError | undefined> => {
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
        ...(sign && { 'x-a2a-signature': await sign(body, url.origin) }),
      },
    });
    if (status >= 200 && status < 300) return undefined;
    const retryable = status >= 500 || status === 429 || status === 408;
    return new ConsiliumError('PUSH_REFUSED', `The receiver answered ${status}.`, { retryable });
  };

  return {
    requireAddress: (url) => void addresses.require(url),
    send: (configs, event, { task, request }) => {
      const body = JSON.stringify(request.legacy ? toLegacyEvent(event) : event);
      for (const config of configs) {
        if (waiting >= MAX_WAITING) {
          log.warn({ task: task.id }, 'too many push notifications wait; one was dropped');
          continue;
        }
        waiting++;
        const queue = `${config.taskId}.${config.id}`;
        const sent = (queues.get(queue) ?? Promise.resolve())
          .then(() => deliver(config, body))
          .catch((thrown) =>
            log.warn({ task: task.id, code: toConsiliumError(thrown).code }, 'a push notification was not delivered'),
          )
          .then(() => {
            waiting--;
            if (queues.get(queue) === sent) queues.delete(queue);
          });
        queues.set(queue, sent);
      }
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
