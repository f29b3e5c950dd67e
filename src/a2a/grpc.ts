/**
 * A2A in gRPC. A call is put to the same door as JSON-RPC, as the request that it would be there: who may call, what is
 * counted, kept and refused is decided in one place, whatever the binding.
 */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server as Listener } from 'node:net';
import * as sdk from '@a2a-js/sdk';
import { A2AService } from '@a2a-js/sdk/server/grpc';
import {
  type Metadata,
  Server,
  ServerCredentials,
  type ServerUnaryCall,
  type ServerWritableStream,
  type sendUnaryData,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import { takeTurn } from '../kernel/breath.ts';
import { ConsiliumError } from '../kernel/index.ts';
import { Refusal, readAnswer, resultOf, toServiceError } from './grpc-faults.ts';
import { type Knock, knockFirst } from './grpc-knock.ts';
import { countValues, MOST_FIELDS, tooMany } from './protocol.ts';

export interface GrpcOptions {
  readonly host: string;
  readonly port: number;
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
  /** Where the other bindings are, for what names addresses. */
  readonly httpPort?: (() => number | undefined) | undefined;
  /** Bounds how many connections there may be, of one caller and of all. */
  readonly guard?: ((listener: Listener) => void) | undefined;
  /** How long a call may stand at the door without its message. */
  readonly patienceMs?: number;
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

export async function openGrpc({ host, port, tls, guard, ...given }: GrpcOptions): Promise<GrpcDoor> {
  const knocks = new WeakMap<Metadata, Knock>();
  const { fetch, httpPort, patienceMs = PATIENCE_MS } = given;
  const behind = { fetch, httpPort, patienceMs, scheme: tls === undefined ? 'http' : 'https' };
  const server = new Server({
    ...{ 'grpc.max_receive_message_length': MOST_BYTES, 'grpc.max_concurrent_streams': 100 },
    ...{ 'grpc.max_connection_idle_ms': IDLE_MS },
    interceptors: [knockFirst(behind, knocks)],
  });
  server.addService(A2AService, implement(knocks));
  // Connections are taken here and handed on, so that they can be counted.
  const injector = server.createConnectionInjector(credentialsOf(tls));
  const listener = createServer((socket) => {
    socket.on('error', () => {}); // a line that breaks is nobody's fault here
    injector.injectConnection(socket);
  });
  guard?.(listener);
  const bound = await new Promise<number>((resolve, reject) => {
    listener.once('error', (error) =>
      reject(new ConsiliumError('PORT_UNUSABLE', `Port ${port} cannot be used for gRPC: ${error.message}`)),
    );
    listener.listen(port, host, () => resolve((listener.address() as AddressInfo).port));
  });
  return {
    port: bound,
    close: async () => {
      listener.close();
      const timer = setTimeout(() => server.forceShutdown(), 2_000).unref();
      await new Promise<void>((resolve) => server.tryShutdown(() => resolve()));
      injector.destroy();
      clearTimeout(timer);
    },
  };
}

const MOST_BYTES = 1024 * 1024;
const PATIENCE_MS = 15_000;
const IDLE_MS = 120_000;

function credentialsOf(tls: GrpcOptions['tls']): ServerCredentials {
  if (tls === undefined) return ServerCredentials.createInsecure();
  return ServerCredentials.createSsl(null, [{ cert_chain: Buffer.from(tls.cert), private_key: Buffer.from(tls.key) }]);
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

/** What a message carries for others, as it is decoded. */
const CARRIED = new Set(['metadata', 'value']);

async function ask(knocks: WeakMap<Metadata, Knock>, method: string, call: AnyCall): Promise<Response> {
  const knock = knocks.get(call.metadata)!;
  // A message of many small parts is a while in each of these.
  await takeTurn();
  if (countValues(call.request, MOST_FIELDS, CARRIED) > MOST_FIELDS) {
    knock.abort();
    const { message, code } = tooMany();
    throw new Refusal(message, code, undefined, code, {});
  }
  const params = METHODS[method]![0].toJSON(call.request);
  await takeTurn();
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
