/** Peers on loopback that behave as badly as peers do, for tests. */
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Remote } from './remote.ts';
import { DEFAULTS, type RemoteCall, type RemoteSettings } from './settings.ts';

export type Handle = (body: string, request: IncomingMessage, response: ServerResponse) => void;

export interface Peer {
  readonly url: string;
  /** What it was asked, without the questions after its health. */
  readonly asked: { readonly body: string; readonly headers: IncomingMessage['headers'] }[];
  handle: Handle;
  close(): Promise<void>;
}

const TLS = join(import.meta.dirname, '../../../test/a2a/tls');
const pem = (name: string) => readFileSync(join(TLS, `${name}.pem`), 'utf8');
export const CERTIFICATE = pem('cert');
/** Issued these: `issued` for this machine, `expired` the same, `other-host` for another. */
export const AUTHORITY = pem('authority');

export async function openPeer(
  handle: Handle,
  options: { tls?: boolean | string; health?: () => number } = {},
): Promise<Peer> {
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    if (request.url === '/healthz') return void response.writeHead(options.health?.() ?? 200).end();
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      peer.asked.push({ body, headers: request.headers });
      peer.handle(body, request, response);
    });
  };
  const cert = typeof options.tls === 'string' ? pem(options.tls) : CERTIFICATE;
  const server = options.tls ? createTlsServer({ cert, key: pem('key') }, listener) : createServer(listener);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const peer: Peer = {
    url: `${options.tls ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}/a2a`,
    asked: [],
    handle,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
  return peer;
}

export const answer =
  (output: object): Handle =>
  (body, _, response) => {
    const { conversation_id } = JSON.parse(body) as { conversation_id: string };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ agent_name: 'Far', conversation_id, status: 'success', output }));
  };

export function remoteAt(endpoints: string | readonly string[], more: Partial<RemoteSettings> = {}): Remote {
  return new Remote({
    ...DEFAULTS,
    ...{ name: 'Far', remoteName: 'Far', endpoints: [endpoints].flat(), timeoutMs: 2000 },
    ...{ retry: { attempts: 3, initialDelayMs: 1, maxDelayMs: 5 }, circuit: { failures: 5, resetMs: 20 } },
    ...more,
  });
}

export function callOf(more: Partial<RemoteCall> = {}): RemoteCall {
  return {
    action: 'ask',
    parameters: { message: 'hi' },
    context: {},
    conversation: 'c',
    key: crypto.randomUUID(),
    ...more,
  };
}
