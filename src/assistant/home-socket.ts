/**
 * Home Assistant over its WebSocket: one connection that hears at once when a device changes, and is asked anew before a state
 * is told. What comes in is data, checked before it is believed; what makes no sense is left out, and a peer that is silent or floods is dropped.
 */
import { z } from 'zod';
import { ConsiliumError } from '../kernel/index.ts';
import {
  type Device,
  entitySchema,
  forbidden,
  type Home,
  type HomeOptions,
  nonsense,
  silent,
  toDevice,
  unreachable,
} from './home.ts';

export interface HomeSocket extends Home {
  /** The devices as they are known now, without asking. */
  readonly known: readonly Device[];
  readonly isOpen: boolean;
  close(): void;
}

const MOST_BYTES = 16 * 1024 * 1024;
const MOST_DEVICES = 20_000;
/** How long a change of state may come behind the order that made it. */
const AFTER_MS = 1_000;

const incoming = z.discriminatedUnion('type', [
  z.object({ type: z.literal('auth_required') }),
  z.object({ type: z.literal('auth_ok') }),
  z.object({ type: z.literal('auth_invalid') }),
  z.object({
    type: z.literal('result'),
    id: z.int(),
    success: z.boolean(),
    result: z.unknown().optional(),
    error: z.object({ code: z.union([z.string(), z.number()]) }).optional(),
  }),
  z.object({ type: z.literal('event'), id: z.int(), event: z.object({ data: z.unknown().optional() }) }),
]);
type Incoming = z.infer<typeof incoming>;

const changed = z.object({ entity_id: z.string(), new_state: z.unknown().optional() });

interface Waiting {
  readonly done: (result: unknown) => void;
  readonly fail: (thrown: unknown) => void;
}

/** Throws HOME_UNREACHABLE, HOME_SILENT, HOME_FORBIDDEN or HOME_NONSENSE where no conversation comes about. */
export async function openHomeSocket({
  url,
  token,
  timeoutMs = 10_000,
  greetMs = timeoutMs,
}: HomeOptions & { readonly greetMs?: number }): Promise<HomeSocket> {
  const address = new URL('api/websocket', url.endsWith('/') ? url : `${url}/`);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  const socket = new WebSocket(address);
  const devices = new Map<string, Device>();
  const waiting = new Map<number, Waiting>();
  const changes = new Set<(id: string) => void>();
  let last = 0;
  let broken: ConsiliumError | undefined;

  const end = (reason: ConsiliumError) => {
    broken ??= reason;
    for (const { fail } of waiting.values()) fail(reason);
    waiting.clear();
    socket.close();
  };
  const take = (state: unknown, wanted?: string) => {
    const read = entitySchema.safeParse(state);
    // A state under another device's name is a lie.
    if (!read.success || (wanted !== undefined && read.data.entity_id !== wanted)) return;
    if (devices.size < MOST_DEVICES || devices.has(read.data.entity_id))
      devices.set(read.data.entity_id, toDevice(read.data));
  };
  const hear = (message: Incoming) => {
    if (message.type === 'result') {
      const one = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.success) one?.done(message.result);
      else one?.fail(refusalOf(message.error?.code));
    } else if (message.type === 'event') {
      const read = changed.safeParse(message.event.data);
      if (!read.success) return;
      const { entity_id: id, new_state: state } = read.data;
      if (state === null) devices.delete(id);
      else take(state, id);
      for (const tell of changes) tell(id);
    }
  };
  const send = (body: Readonly<Record<string, unknown>>, signal?: AbortSignal): Promise<unknown> =>
    within(timeoutMs, signal, (done, fail) => {
      if (broken !== undefined) return fail(broken);
      const id = ++last;
      waiting.set(id, { done, fail });
      socket.send(JSON.stringify({ id, ...body }));
    });

  /** As the house stands now: a line whose changes are lost still looks open, and what was heard on it may be old. */
  const readStates = async (signal?: AbortSignal) => {
    const states = z.array(z.unknown()).safeParse(await send({ type: 'get_states' }, signal));
    if (!states.success) throw nonsense();
    devices.clear();
    for (const state of states.data) take(state);
  };
  const readAnew = async (signal?: AbortSignal) => {
    try {
      await readStates(signal);
    } catch (thrown) {
      // Whoever does not answer is not there: the next one who asks begins a new conversation.
      if (!signal?.aborted) end(thrown instanceof ConsiliumError ? thrown : unreachable(thrown));
      throw thrown;
    }
  };

  await greet(socket, token, greetMs, hear, end);
  try {
    await readStates();
    await send({ type: 'subscribe_events', event_type: 'state_changed' });
  } catch (thrown) {
    end(thrown instanceof ConsiliumError ? thrown : unreachable(thrown));
    throw broken;
  }

  return {
    get known() {
      return [...devices.values()];
    },
    get isOpen() {
      return broken === undefined && socket.readyState === WebSocket.OPEN;
    },
    devices: async (signal) => {
      await readAnew(signal);
      return [...devices.values()];
    },
    device: async (id, signal) => {
      await readAnew(signal);
      const device = devices.get(id);
      if (device === undefined)
        throw new ConsiliumError('HOME_UNKNOWN', 'Home Assistant knows no such device or service.');
      return device;
    },
    call: async (domain, service, data, signal) => {
      const { entity_id: id, ...rest } = data;
      const heard = whenChanged(changes, String(id));
      try {
        await send({ type: 'call_service', domain, service, service_data: rest, target: { entity_id: id } }, signal);
        await heard.promise;
      } finally {
        heard.stop();
      }
    },
    close: () => end(unreachable()),
  };
}

/** The handshake: it asks for the token, and takes it. Then every message is heard. */
function greet(
  socket: WebSocket,
  token: string,
  timeoutMs: number,
  hear: (message: Incoming) => void,
  end: (reason: ConsiliumError) => void,
): Promise<void> {
  const greeted = within(
    timeoutMs,
    undefined,
    (done, fail) => {
      const stop = (reason: ConsiliumError) => {
        end(reason);
        fail(reason);
      };
      socket.addEventListener('error', () => stop(unreachable()));
      socket.addEventListener('close', () => stop(unreachable()));
      socket.addEventListener('message', ({ data }) => {
        if (typeof data !== 'string' || data.length > MOST_BYTES) return stop(nonsense());
        const messages = readMessages(data);
        if (messages === undefined) return stop(nonsense());
        for (const message of messages)
          if (message.type === 'auth_required') socket.send(JSON.stringify({ type: 'auth', access_token: token }));
          else if (message.type === 'auth_invalid') stop(forbidden());
          else if (message.type === 'auth_ok') done(undefined);
          else hear(message);
      });
    },
    silent,
  );
  return greeted.then(
    () => undefined,
    (thrown: unknown) => {
      socket.close();
      throw thrown;
    },
  );
}

/** One message, or several in a list. What is JSON but of no kind that is known is left out; what is no JSON is nonsense. */
function readMessages(data: string): Incoming[] | undefined {
  let given: unknown;
  try {
    given = JSON.parse(data);
  } catch {
    return undefined;
  }
  return (Array.isArray(given) ? given : [given]).flatMap((one) => {
    const read = incoming.safeParse(one);
    return read.success ? [read.data] : [];
  });
}

function refusalOf(code: string | number | undefined): ConsiliumError {
  if (code === 'unauthorized') return forbidden();
  if (code === 'not_found' || code === 'service_not_found')
    return new ConsiliumError('HOME_UNKNOWN', 'Home Assistant knows no such device or service.');
  return new ConsiliumError('HOME_FAILED', 'Home Assistant did not do it.');
}

/** A change of this device, or a second's wait: not every order changes a state. */
function whenChanged(changes: Set<(id: string) => void>, wanted: string): { promise: Promise<void>; stop: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  const tell = (id: string) => id === wanted && resolve();
  const timer = setTimeout(resolve, AFTER_MS);
  changes.add(tell);
  return {
    promise,
    stop: () => {
      clearTimeout(timer);
      changes.delete(tell);
    },
  };
}

function within(
  timeoutMs: number,
  signal: AbortSignal | undefined,
  start: (done: (value: unknown) => void, fail: (thrown: unknown) => void) => void,
  late: () => ConsiliumError = unreachable,
): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const timer = setTimeout(() => reject(late()), timeoutMs);
  const abort = () => reject(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });
  start(resolve, reject);
  return promise.finally(() => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  });
}
