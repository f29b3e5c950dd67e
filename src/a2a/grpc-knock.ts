/** A call in gRPC at the door: who calls is found out by its head, before a byte of its message is read. */
import { constants, type ServerHttp2Stream } from 'node:http2';
import {
  type Metadata,
  ServerInterceptingCall,
  type ServerInterceptingCallInterface,
  type ServerInterceptor,
  ServerListenerBuilder,
} from '@grpc/grpc-js';
import { takeTurn } from '../kernel/breath.ts';
import { systemClock } from '../kernel/clock.ts';
import { countAs } from '../kernel/rounds.ts';
import type { GrpcOptions } from './grpc.ts';
import { Refusal, readAnswer, type ServiceStatus, toServiceError } from './grpc-faults.ts';
import { TIMEOUT_HEADER } from './wire.ts';

/** A caller that has been refused is given so long to end by itself. */
const LINGER_MS = 500;

export interface Behind extends Pick<GrpcOptions, 'fetch' | 'httpPort'> {
  readonly patienceMs: number;
  readonly stallMs: number;
  readonly scheme: string;
}

/** A call that stands at the door: its head is in, its message only when the door reads it. */
export interface Knock {
  readonly response: Promise<Response>;
  /** What is done for this caller is counted as theirs. */
  counted<T>(work: () => T): T;
  give(body: string): void;
  abort(): void;
}

/** Who calls is found out before a byte of the message is read: the door is asked with the head alone. */
export function knockFirst(behind: Behind, knocks: WeakMap<Metadata, Knock>): ServerInterceptor {
  return (_method, call) => {
    let knock: Knock | undefined;
    let isGone = false;
    const listener = new ServerListenerBuilder()
      .withOnReceiveMetadata((metadata, next) => {
        endStall(streamOf(call), behind.stallMs);
        // Thousands may come in one packet: each is begun in its turn, and what others ask comes in between.
        void takeTurn(addressOf(call.getPeer())).then(() => {
          if (isGone) return;
          try {
            knock = openKnock(behind, call, metadata, () => next(metadata));
            knocks.set(metadata, knock);
          } catch (thrown) {
            // A head that makes no request is its sender's fault, and nobody else's.
            refuse(call, toServiceError(thrown));
          }
        });
      })
      .withOnCancel(() => {
        isGone = true;
        knock?.abort();
      })
      .build();
    return new ServerInterceptingCall(call, { start: (next) => next(listener) });
  };
}

/** `read` is called when the door wants the message; a door that answers without it has refused. */
function openKnock(
  { fetch, httpPort, scheme, patienceMs }: Behind,
  call: ServerInterceptingCallInterface,
  metadata: Metadata,
  read: () => void,
): Knock {
  const aborted = new AbortController();
  const message = Promise.withResolvers<string>();
  let isRead = false;
  const body = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        isRead = true;
        read();
        const patience = setTimeout(() => {
          refuse(call, toServiceError(tooSlow()));
          abort();
        }, patienceMs).unref();
        const text = await message.promise.finally(() => clearTimeout(patience));
        controller.enqueue(new TextEncoder().encode(text));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const address = addressAt(scheme, call.getHost());
  address.port = String(httpPort?.() ?? address.port);
  const request = new Request(address, {
    ...{ method: 'POST', headers: headersOf(call, metadata), body, duplex: 'half', signal: aborted.signal },
  } as RequestInit);
  // As the door knows connections: whether all has come, and whether nobody is there any more.
  const from = addressOf(call.getPeer());
  const incoming = { socket: { remoteAddress: from }, complete: false, destroyed: false };
  const abort = () => {
    incoming.destroyed = true;
    message.reject(new Error('The call was cancelled.'));
    aborted.abort();
  };
  const response = (async () => fetch(request, { incoming }))();
  response.then(
    async (refused) => isRead || refuse(call, await readRefusal(refused)),
    (thrown: unknown) => isRead || refuse(call, toServiceError(thrown)),
  );
  message.promise.catch(() => {}); // whoever reads it hears of it
  return {
    response,
    counted: (work) => countAs(from, work),
    give: (text) => {
      incoming.complete = true;
      message.resolve(text);
    },
    abort,
  };
}

/** Who has not ended what they send would keep the line of an answered call open; the library has no word for closing it. */
function refuse(call: ServerInterceptingCallInterface, status: ServiceStatus): void {
  call.sendStatus(status);
  setTimeout(() => streamOf(call)?.close(), LINGER_MS).unref();
}

function streamOf(call: ServerInterceptingCallInterface): ServerHttp2Stream | undefined {
  return (call as unknown as { stream?: ServerHttp2Stream }).stream;
}

/** Who does not read what is sent to them holds it here, and a place among the streams, for nothing: the call ends. */
function endStall(stream: ServerHttp2Stream | undefined, afterMs: number): void {
  stream?.setTimeout(afterMs, () => {
    if (stream.writableLength > 0) stream.close(constants.NGHTTP2_CANCEL);
  });
}

/** What a caller says that it calls: a host, with or without a port, and nothing that would lead elsewhere. */
const AUTHORITY = /^(?:[\w.-]{1,253}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i;

function addressAt(scheme: string, authority: string): URL {
  const address = AUTHORITY.test(authority) ? URL.parse(`${scheme}://${authority}/a2a`) : null;
  if (address !== null) return address;
  throw new Refusal('This is no address.', 'REQUEST_INVALID', undefined, 'REQUEST_INVALID', {});
}

function tooSlow(): Refusal {
  return new Refusal('The message did not come.', 'TIMEOUT', undefined, 'TIMEOUT', {});
}

async function readRefusal(response: Response): Promise<ServiceStatus> {
  return readAnswer(response).then(() => toServiceError(new Error('The message was not read.')), toServiceError);
}

const PASSED = ['authorization', 'a2a-version', 'a2a-extensions', 'traceparent', 'last-event-id', 'idempotency-key'];

function headersOf(call: ServerInterceptingCallInterface, metadata: Metadata): Headers {
  const headers = new Headers({ 'content-type': 'application/json', 'a2a-version': '1.0' });
  for (const name of PASSED) {
    const [value] = metadata.get(name);
    if (typeof value === 'string') headers.set(name, value);
  }
  const deadline = Number(call.getDeadline());
  if (Number.isFinite(deadline))
    headers.set(TIMEOUT_HEADER, String(Math.max(1, Math.ceil(deadline - systemClock.now()))));
  return headers;
}

/** gRPC says `ipv4:1.2.3.4:5` or `[::1]:5`; the house counts by the address alone. */
function addressOf(peer: string): string {
  return peer
    .replace(/^ipv[46]:/, '')
    .replace(/:\d+$/, '')
    .replace(/^\[|\]$/g, '');
}
