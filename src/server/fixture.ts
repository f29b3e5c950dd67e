/** A gateway over a real app for tests: its own data folder, no models, no embeddings, and short ways to ask it. */
import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import { openApp } from '../app/index.ts';
import { createGateway, type GatewayOptions } from './index.ts';

export interface FixtureOptions extends GatewayOptions {
  readonly home?: string;
  readonly env?: Record<string, string>;
}

export type Fixture = ReturnType<typeof openGateway>;

export function openGateway({ home, env, ...options }: FixtureOptions = {}) {
  const dir = home ?? mkdtempSync(join(tmpdir(), 'gateway-'));
  const app = openApp({ home: dir, env: { CONSILIUM_EMBEDDINGS: 'off', ...env } });
  const logged: object[] = [];
  const keep = (facts: object) => void logged.push(facts);
  const gateway = createGateway(app, { debug() {}, info: keep, warn: keep }, options);
  const ask = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const response = await gateway.request(`http://localhost${path}`, init);
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : undefined };
  };
  return {
    app,
    dir,
    gateway,
    logged,
    get: (path: string, headers?: Record<string, string>) => ask('GET', path, undefined, headers),
    post: (path: string, body: unknown, headers?: Record<string, string>) => ask('POST', path, body, headers),
    delete: (path: string, headers?: Record<string, string>) => ask('DELETE', path, undefined, headers),
    close: (graceMs?: number) => app.close(graceMs),
  };
}

/** The same gateway on a port of this machine. */
export async function listen({ gateway }: Pick<Fixture, 'gateway'>): Promise<{ url: string; close(): Promise<void> }> {
  const server = serve({ fetch: gateway.fetch, hostname: '127.0.0.1', port: 0 });
  if (!server.listening) await new Promise<void>((resolve) => server.once('listening', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        if ('closeAllConnections' in server) server.closeAllConnections();
      }),
  };
}

export interface SilentModel {
  /** What makes an app ask it. */
  readonly env: Record<string, string>;
  /** Resolves when it has been asked something. */
  asked(): Promise<void>;
  /** Resolves when whoever asked has gone. */
  left(): Promise<void>;
  close(): Promise<void>;
}

/** A model's server on loopback that listens and never answers. */
export async function openSilentModel(): Promise<SilentModel> {
  const asked = Promise.withResolvers<void>();
  const left = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    if (request.method !== 'POST') return void response.writeHead(404).end();
    response.once('close', left.resolve);
    request.resume().once('end', asked.resolve);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    env: { AI_PROVIDER: 'openai-compatible', CONSILIUM_MODEL_BASE_URL: url },
    asked: () => asked.promise,
    left: () => left.promise,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
