/**
 * A2A in gRPC. A call is put to the same door as JSON-RPC, as the request that it would be there: who may call, what is
 * counted, kept and refused is decided in one place, whatever the binding.
 */
import { once } from 'node:events';
import * as sdk from '@a2a-js/sdk';
import { encodeGrpcStatusDetails, GRPC_STATUS_DETAILS_BIN } from '@a2a-js/sdk/errors/grpc';
import { A2AService } from '@a2a-js/sdk/server/grpc';
import {
  Metadata,
  Server,
  ServerCredentials,
  ServerInterceptingCall,
  type ServerInterceptingCallInterface,
  type ServerInterceptor,
  ServerListenerBuilder,
  type ServerUnaryCall,
  type ServerWritableStream,
  type ServiceError,
  status as STATUS,
  type sendUnaryData,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import { systemClock } from '../kernel/clock.ts';
import { ConsiliumError, toConsiliumError } from '../kernel/index.ts';
import { statusOf, statusOfRpc } from './statuses.ts';
import { TIMEOUT_HEADER } from './wire.ts';

export interface GrpcOptions {
  readonly host: string;
  readonly port: number;
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
  /** Where the other bindings are, for what names addresses. */
  readonly httpPort?: (() => number | undefined) | undefined;
  /** The house's HTTP door; `from` is the address of who calls. */
  readonly fetch: (request: Request, from: { incoming: unknown }) => Response | Promise<Response>;
}

export interface GrpcDoor {
  readonly port: number;
  close(): Promise<void>;
}

interface Codec {
  toJSON(message: never): unknown;
  fromJSON(json: unknown): unknown;
}

const NOTHING: Codec = { toJSON: () => ({}), fromJSON: () => ({}) };

/** What goes in and comes out of each method, by their names in JSON-RPC. */
const METHODS: Readonly<Record<string, readonly [asked: Codec, answered: Codec]>> = {
  SendMessage: [sdk.SendMessageRequest, sdk.SendMessageResponse],
  SendStreamingMessage: [sdk.SendMessageRequest, sdk.StreamResponse],
  GetTask: [sdk.GetTaskRequest, sdk.Task],
  ListTasks: [sdk.ListTasksRequest, sdk.ListTasksResponse],
  CancelTask: [sdk.CancelTaskRequest, sdk.Task],
  SubscribeToTask: [sdk.SubscribeToTaskRequest, sdk.StreamResponse],
  CreateTaskPushNotificationConfig: [sdk.TaskPushNotificationConfig, sdk.TaskPushNotificationConfig],
  GetTaskPushNotificationConfig: [sdk.GetTaskPushNotificationConfigRequest, sdk.TaskPushNotificationConfig],
  ListTaskPushNotificationConfigs: [
    sdk.ListTaskPushNotificationConfigsRequest,
    sdk.ListTaskPushNotificationConfigsResponse,
  ],
  DeleteTaskPushNotificationConfig: [sdk.DeleteTaskPushNotificationConfigRequest, NOTHING],
  GetExtendedAgentCard: [sdk.GetExtendedAgentCardRequest, sdk.AgentCard],
};

type AnyCall = ServerUnaryCall<never, unknown> | ServerWritableStream<never, unknown>;

export async function openGrpc({ host, port, tls, fetch, httpPort }: GrpcOptions): Promise<GrpcDoor> {
  const knocks = new WeakMap<Metadata, Knock>();
  const behind = { fetch, httpPort, scheme: tls === undefined ? 'http' : 'https' };
  const server = new Server({
    ...{ 'grpc.max_receive_message_length': MOST_BYTES, 'grpc.max_concurrent_streams': 200 },
    interceptors: [knockFirst(behind, knocks)],
  });
  server.addService(A2AService, implement(knocks));
  const bound = await new Promise<number>((resolve, reject) => {
    const address = host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
    server.bindAsync(address, credentialsOf(tls), (error, at) =>
      error === null
        ? resolve(at)
        : reject(new ConsiliumError('PORT_UNUSABLE', `Port ${port} cannot be used for gRPC: ${error.message}`)),
    );
  });
  return {
    port: bound,
    close: async () => {
      const timer = setTimeout(() => server.forceShutdown(), 2_000).unref();
      await new Promise<void>((resolve) => server.tryShutdown(() => resolve()));
      clearTimeout(timer);
    },
  };
}

const MOST_BYTES = 1024 * 1024;

function credentialsOf(tls: GrpcOptions['tls']): ServerCredentials {
  if (tls === undefined) return ServerCredentials.createInsecure();
  return ServerCredentials.createSsl(null, [{ cert_chain: Buffer.from(tls.cert), private_key: Buffer.from(tls.key) }]);
}

interface Behind extends Pick<GrpcOptions, 'fetch' | 'httpPort'> {
  readonly scheme: string;
}

/** A call that stands at the door: its head is in, its message only when the door reads it. */
interface Knock {
  readonly response: Promise<Response>;
  give(body: string): void;
  abort(): void;
}

/** Who calls is found out before a byte of the message is read: the door is asked with the head alone. */
function knockFirst(behind: Behind, knocks: WeakMap<Metadata, Knock>): ServerInterceptor {
  return (_method, call) => {
    let knock: Knock | undefined;
    const listener = new ServerListenerBuilder()
      .withOnReceiveMetadata((metadata, next) => {
        knock = openKnock(behind, call, metadata, () => next(metadata));
        knocks.set(metadata, knock);
      })
      .withOnCancel(() => knock?.abort())
      .build();
    return new ServerInterceptingCall(call, { start: (next) => next(listener) });
  };
}

/** `read` is called when the door wants the message; a door that answers without it has refused. */
function openKnock(
  { fetch, httpPort, scheme }: Behind,
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
        controller.enqueue(new TextEncoder().encode(await message.promise));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const address = new URL(`${scheme}://${call.getHost()}/a2a`);
  address.port = String(httpPort?.() ?? address.port);
  const request = new Request(address, {
    ...{ method: 'POST', headers: headersOf(call, metadata), body, duplex: 'half', signal: aborted.signal },
  } as RequestInit);
  // As the door knows connections: whether all has come, and whether nobody is there any more.
  const incoming = { socket: { remoteAddress: addressOf(call.getPeer()) }, complete: false, destroyed: false };
  const response = (async () => fetch(request, { incoming }))();
  response.then(
    async (refused) => isRead || call.sendStatus(await readRefusal(refused)),
    (thrown: unknown) => isRead || call.sendStatus(toServiceError(thrown)),
  );
  message.promise.catch(() => {}); // whoever reads it hears of it
  return {
    response,
    give: (text) => {
      incoming.complete = true;
      message.resolve(text);
    },
    abort: () => {
      incoming.destroyed = true;
      message.reject(new Error('The call was cancelled.'));
      aborted.abort();
    },
  };
}

async function readRefusal(response: Response): Promise<ServiceStatus> {
  return readAnswer(response).then(() => toServiceError(new Error('The message was not read.')), toServiceError);
}

function implement(knocks: WeakMap<Metadata, Knock>): UntypedServiceImplementation {
  const entries = Object.entries(A2AService).map(([name, { path, responseStream }]) => {
    const method = path.slice(path.lastIndexOf('/') + 1);
    const answer = (call: ServerUnaryCall<never, unknown>, done: sendUnaryData<unknown>) =>
      void ask(knocks, method, call)
        .then(async (response) => done(null, METHODS[method]![1].fromJSON(await readAnswer(response))))
        .catch((thrown: unknown) => done(toServiceError(thrown)));
    const stream = (call: ServerWritableStream<never, unknown>) => void tell(knocks, method, call);
    return [name, responseStream ? stream : answer] as const;
  });
  return Object.fromEntries(entries) as UntypedServiceImplementation;
}

async function ask(knocks: WeakMap<Metadata, Knock>, method: string, call: AnyCall): Promise<Response> {
  const knock = knocks.get(call.metadata)!;
  const params = METHODS[method]![0].toJSON(call.request);
  knock.give(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
  return knock.response;
}

async function tell(knocks: WeakMap<Metadata, Knock>, method: string, call: ServerWritableStream<never, unknown>) {
  try {
    const response = await ask(knocks, method, call);
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
    if (!isStream) call.write(METHODS[method]![1].fromJSON(await readAnswer(response)));
    else
      for await (const { data } of sdk.parseSseStream(response)) {
        const event = METHODS[method]![1].fromJSON(resultOf(JSON.parse(data)));
        // Who is gone reads no more: what is left here would be held for them without end.
        if (!call.write(event)) await Promise.race(['drain', 'cancelled'].map((what) => once(call, what)));
        if (call.cancelled) break;
      }
    call.end();
  } catch (thrown) {
    if (!call.cancelled) call.emit('error', toServiceError(thrown));
  }
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

interface RpcBody {
  readonly result?: unknown;
  readonly error?: { message?: string; code?: unknown; data?: unknown };
}

async function readAnswer(response: Response): Promise<unknown> {
  return resultOf((await response.json()) as RpcBody);
}

class Refusal extends Error {
  readonly code: string;
  /** Its number in JSON-RPC. */
  readonly rpc: unknown;
  readonly reason: string;
  readonly told: Record<string, string>;
  constructor(message: string, code: string, rpc: unknown, reason: string, told: Record<string, string>) {
    super(message);
    this.code = code;
    this.rpc = rpc;
    this.reason = reason;
    this.told = told;
  }
}

/** What the door refuses before it reads a body has a shape of its own: `{error: {code, message}}`. */
function resultOf({ result, error }: RpcBody): unknown {
  if (error === undefined) return result;
  const details = Array.isArray(error.data) ? (error.data as Record<string, unknown>[]) : [];
  const info = details.find((each) => String(each['@type']).endsWith('ErrorInfo'));
  const told = (info?.['metadata'] ?? {}) as Record<string, string>;
  const code = told['code'] ?? (typeof error.code === 'string' ? error.code : 'INTERNAL');
  const { message = 'Something went wrong here.' } = error;
  throw new Refusal(message, code, error.code, String(info?.['reason'] ?? code), told);
}

type ServiceStatus = Pick<ServiceError, 'code' | 'details' | 'message' | 'metadata'>;

function toServiceError(thrown: unknown): ServiceStatus {
  const refused = thrown instanceof Refusal ? thrown : undefined;
  const name = refused === undefined ? statusOf(toConsiliumError(thrown)) : statusOfRpc(refused.code, refused.rpc);
  const code = STATUS[name as keyof typeof STATUS] ?? STATUS.INTERNAL;
  const details = refused?.message ?? 'Something went wrong here.';
  const metadata = new Metadata();
  const { reason, told } = refused ?? { reason: 'INTERNAL', told: {} };
  metadata.set(GRPC_STATUS_DETAILS_BIN, encodeGrpcStatusDetails(code, details, reason, told));
  return { code, details, message: details, metadata };
}
