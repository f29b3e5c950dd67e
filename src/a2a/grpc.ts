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
  type ServiceDefinition,
  type sendUnaryData,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import { ConsiliumError, toConsiliumError } from '../kernel/index.ts';
import { Refusal, readAnswer, resultOf, toServiceError } from './grpc-faults.ts';
import { type Knock, knockFirst } from './grpc-knock.ts';
import { METHODS, nameOf, readMessage } from './grpc-methods.ts';

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
  /** How long nothing may be read of what waits to be sent. */
  readonly stallMs?: number;
  /** The house's HTTP door; `from` is the address of who calls. */
  readonly fetch: (request: Request, from: { incoming: unknown }) => Response | Promise<Response>;
}

export interface GrpcDoor {
  readonly port: number;
  close(): Promise<void>;
}

type AnyCall = ServerUnaryCall<Buffer, unknown> | ServerWritableStream<Buffer, unknown>;

export async function openGrpc({ host, port, tls, guard, ...given }: GrpcOptions): Promise<GrpcDoor> {
  const knocks = new WeakMap<Metadata, Knock>();
  const { fetch, httpPort, patienceMs = PATIENCE_MS, stallMs = STALL_MS } = given;
  const behind = { fetch, httpPort, patienceMs, stallMs, scheme: tls === undefined ? 'http' : 'https' };
  const server = new Server({
    ...{ 'grpc.max_receive_message_length': MOST_BYTES, 'grpc.max_concurrent_streams': 100 },
    ...{ 'grpc.max_connection_idle_ms': IDLE_MS },
    interceptors: [knockFirst(behind, knocks)],
  });
  server.addService(asBytes(A2AService), implement(knocks));
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
const STALL_MS = 30_000;
const IDLE_MS = 120_000;

function credentialsOf(tls: GrpcOptions['tls']): ServerCredentials {
  if (tls === undefined) return ServerCredentials.createInsecure();
  return ServerCredentials.createSsl(null, [{ cert_chain: Buffer.from(tls.cert), private_key: Buffer.from(tls.key) }]);
}

/** The library decodes where everybody waits: messages are left to us as they came. */
function asBytes(service: ServiceDefinition): ServiceDefinition {
  return Object.fromEntries(
    Object.entries(service).map(([name, method]) => [
      name,
      { ...method, requestDeserialize: (bytes: Buffer) => bytes },
    ]),
  );
}

function implement(knocks: WeakMap<Metadata, Knock>): UntypedServiceImplementation {
  const entries = Object.entries(A2AService).map(([name, { path, responseStream }]) => {
    const method = nameOf(path);
    const answer = (call: ServerUnaryCall<Buffer, unknown>, done: sendUnaryData<unknown>) =>
      void ask(knocks, method, call)
        .then(async (response) => done(null, METHODS[method]!.answered.fromJSON(await readAnswer(response))))
        .catch((thrown: unknown) => done(toServiceError(thrown)));
    const stream = (call: ServerWritableStream<Buffer, unknown>) => void tell(knocks, method, call);
    return [name, responseStream ? stream : answer] as const;
  });
  return Object.fromEntries(entries) as UntypedServiceImplementation;
}

/** The message comes as bytes: what takes a while is read elsewhere. */
async function ask(knocks: WeakMap<Metadata, Knock>, method: string, call: AnyCall): Promise<Response> {
  const knock = knocks.get(call.metadata)!;
  try {
    knock.give(await knock.counted(() => readMessage(method, call.request)));
  } catch (thrown) {
    knock.abort();
    const { message, code } = toConsiliumError(thrown);
    throw new Refusal(message, code, undefined, code, {});
  }
  return knock.response;
}

async function tell(knocks: WeakMap<Metadata, Knock>, method: string, call: ServerWritableStream<Buffer, unknown>) {
  try {
    const response = await ask(knocks, method, call);
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
    if (!isStream) call.write(METHODS[method]!.answered.fromJSON(await readAnswer(response)));
    else
      for await (const { data } of sdk.parseSseStream(response)) {
        const event = METHODS[method]!.answered.fromJSON(resultOf(JSON.parse(data)));
        // Who is gone reads no more: what is left here would be held for them without end.
        if (!call.write(event)) await Promise.race(['drain', 'cancelled'].map((what) => once(call, what)));
        if (call.cancelled) break;
      }
    call.end();
  } catch (thrown) {
    if (!call.cancelled) call.emit('error', toServiceError(thrown));
  }
}
