/**
 * Home Assistant over its REST interface: what devices there are, their states, and calling their services. It is told
 * what the house may do by its own token; whatever it answers is data, checked before it is believed.
 */
import { z } from 'zod';
import { ConsiliumError } from '../kernel/index.ts';

export interface HomeOptions {
  readonly url: string;
  readonly token: string;
  readonly timeoutMs?: number;
}

export const entitySchema = z.object({
  entity_id: z.string().regex(/^[a-z0-9_]+\.[a-z0-9_]+$/),
  state: z.string().max(300),
  attributes: z.record(z.string(), z.unknown()).default({}),
});

export interface Device {
  readonly id: string;
  /** light, lock, cover, climate … */
  readonly domain: string;
  readonly name: string;
  readonly state: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

export interface Home {
  devices(signal?: AbortSignal): Promise<Device[]>;
  device(id: string, signal?: AbortSignal): Promise<Device>;
  call(domain: string, service: string, data: Readonly<Record<string, unknown>>, signal?: AbortSignal): Promise<void>;
}

const MOST_BYTES = 8 * 1024 * 1024;

export function openHomeAssistant({ url, token, timeoutMs = 10_000 }: HomeOptions): Home {
  const ask = async (path: string, init: RequestInit = {}, signal?: AbortSignal): Promise<unknown> => {
    const limit = AbortSignal.timeout(timeoutMs);
    let response: Response;
    let body: string;
    try {
      response = await fetch(new URL(path, url.endsWith('/') ? url : `${url}/`), {
        ...init,
        redirect: 'error',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        signal: signal ? AbortSignal.any([limit, signal]) : limit,
      });
      body = await response.text();
    } catch (cause) {
      if (signal?.aborted) throw signal.reason;
      throw unreachable(cause);
    }
    if (response.status === 401 || response.status === 403) throw forbidden();
    if (response.status === 404)
      throw new ConsiliumError('HOME_UNKNOWN', 'Home Assistant knows no such device or service.');
    if (!response.ok)
      throw new ConsiliumError('HOME_FAILED', `Home Assistant answered with status ${response.status}.`, {
        retryable: response.status >= 500,
      });
    if (body.length > MOST_BYTES) throw nonsense();
    try {
      return JSON.parse(body) as unknown;
    } catch {
      throw nonsense();
    }
  };
  return {
    devices: async (signal) => {
      const read = z.array(z.unknown()).safeParse(await ask('api/states', {}, signal));
      if (!read.success) throw nonsense();
      return read.data.flatMap((given) => {
        const entity = entitySchema.safeParse(given);
        return entity.success ? [toDevice(entity.data)] : [];
      });
    },
    device: async (id, signal) => {
      const read = entitySchema.safeParse(await ask(`api/states/${encodeURIComponent(id)}`, {}, signal));
      // A house that answers for another device than was asked lies.
      if (!read.success || read.data.entity_id !== id) throw nonsense();
      return toDevice(read.data);
    },
    call: async (domain, service, data, signal) => {
      await ask(
        `api/services/${encodeURIComponent(domain)}/${encodeURIComponent(service)}`,
        { method: 'POST', body: JSON.stringify(data) },
        signal,
      );
    },
  };
}

export function unreachable(cause?: unknown): ConsiliumError {
  return new ConsiliumError('HOME_UNREACHABLE', 'Home Assistant cannot be reached.', {
    retryable: true,
    hint: 'Is it running, and is HOME_ASSISTANT_URL right?',
    cause,
  });
}

/** It took the connection, and said nothing. */
export function silent(): ConsiliumError {
  return new ConsiliumError('HOME_SILENT', 'Home Assistant does not answer.', {
    retryable: true,
    hint: 'It may be starting or stuck; try again in a minute.',
  });
}

export function forbidden(): ConsiliumError {
  return new ConsiliumError('HOME_FORBIDDEN', 'Home Assistant does not accept the token.', {
    hint: 'Make a long-lived one in its profile page and set HOME_ASSISTANT_TOKEN.',
  });
}

export function toDevice({ entity_id: id, state, attributes }: z.infer<typeof entitySchema>): Device {
  const given = attributes['friendly_name'];
  const name =
    typeof given === 'string' && given.trim() !== '' ? given.slice(0, 120) : id.split('.')[1]!.replaceAll('_', ' ');
  return { id, domain: id.split('.')[0]!, name, state, attributes };
}

export function nonsense(): ConsiliumError {
  return new ConsiliumError('HOME_NONSENSE', 'What Home Assistant answered makes no sense; nothing was done.');
}
