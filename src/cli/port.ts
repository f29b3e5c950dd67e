/** The port that a house is served on: found or as asked for, with or without a certificate, and guarded against who drips. */
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createSecureContext } from 'node:tls';
import { serve as listen, type ServerType } from '@hono/node-server';
import { ConsiliumError } from '../kernel/index.ts';
import { endDrips, endStalls, limitConnections } from '../server/index.ts';

/** Longer than Node's 5 s: under load a request may wait that long unread, and its connection must not be closed for it. */
const KEEP_ALIVE = 75_000;

/** Whoever sends a request drop by drop is not waited for. */
const DRIPS = { headersTimeout: 15_000, requestTimeout: 300_000, connectionsCheckingInterval: 5_000 };
const MOST_CONNECTIONS = { all: 2_000, ofOne: 1_000 };

/** No more of them than there is room for, of one caller and of all. */
export function guardConnections(server: Pick<Server, 'on'>): void {
  limitConnections(server, MOST_CONNECTIONS);
}

type Fetch = Parameters<typeof listen>[0]['fetch'];

export interface Tls {
  readonly cert: string;
  readonly key: string;
}

/** A certificate and its key: both or neither. */
export function readTls({ tlsCert, tlsKey }: { tlsCert?: string; tlsKey?: string }): Tls | undefined {
  const cert = tlsCert ?? process.env['CONSILIUM_TLS_CERT'];
  const key = tlsKey ?? process.env['CONSILIUM_TLS_KEY'];
  if (!cert && !key) return undefined;
  if (cert && key) return checkTls({ cert: readPem(cert), key: readPem(key) });
  throw new ConsiliumError('TLS_INVALID', 'A certificate needs its key, and a key its certificate.', {
    hint: 'Give both --tls-cert and --tls-key.',
  });
}

function readPem(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (thrown) {
    throw new ConsiliumError('TLS_INVALID', `The certificate cannot be read: ${(thrown as Error).message}`);
  }
}

/** Said here, where it can be mended; a caller would only hear that there is nobody. */
function checkTls(tls: Tls): Tls {
  try {
    createSecureContext(tls);
    return tls;
  } catch (thrown) {
    const isOther = /mismatch/.test((thrown as Error).message);
    throw new ConsiliumError(
      'TLS_INVALID',
      isOther ? 'The key is not that of the certificate.' : 'The certificate or its key cannot be understood.',
      {
        hint: 'Both are files in PEM: the certificate (with those of its authorities behind it), and its private key.',
      },
    );
  }
}

/** What callers will find wrong with a certificate; undefined: nothing that can be seen from here. */
export function doubtsOf({ cert }: Tls, now: number): string | undefined {
  const { validFromDate, validToDate } = new X509Certificate(cert);
  const day = (date: Date) => date.toISOString().slice(0, 10);
  if (validToDate.getTime() <= now) return `The certificate ended on ${day(validToDate)}: callers refuse it. Renew it.`;
  if (validFromDate.getTime() > now)
    return `The certificate begins on ${day(validFromDate)}: callers refuse it until then. Is the clock right?`;
  const days = Math.floor((validToDate.getTime() - now) / 86_400_000);
  return days < SOON_DAYS ? `The certificate ends on ${day(validToDate)}. Renew it, and start this again.` : undefined;
}

const SOON_DAYS = 14;

/** The port that was asked for; without a wish, 8080 or the next free one, so that two copies can run side by side. */
export async function openPort(fetch: Fetch, host: string, wish: number | undefined, tls?: Tls): Promise<ServerType> {
  const asked = wish ?? (process.env['PORT'] ? Number(process.env['PORT']) : undefined);
  const ports = asked === undefined ? Array.from({ length: 20 }, (_, index) => 8080 + index) : [asked];
  for (const port of ports) {
    const given = { fetch, port, hostname: host };
    const server =
      tls === undefined
        ? listen({ ...given, serverOptions: { keepAliveTimeout: KEEP_ALIVE, ...DRIPS } })
        : listen({
            ...given,
            createServer: createTlsServer,
            serverOptions: { ...tls, keepAliveTimeout: KEEP_ALIVE, ...DRIPS },
          });
    guardConnections(server as Server);
    endDrips(server as Server);
    endStalls(server as Server);
    const [outcome] = (await Promise.race([
      once(server, 'listening').then(() => ['open']),
      once(server, 'error').then(([error]) => [error]),
    ]).catch((error: unknown) => [error])) as ['open' | NodeJS.ErrnoException];
    if (outcome === 'open') return server;
    if (outcome.code !== 'EADDRINUSE')
      throw new ConsiliumError('PORT_UNUSABLE', `Port ${port} cannot be used: ${outcome.message}`);
  }
  throw new ConsiliumError('PORT_IN_USE', `Port ${ports[0]} is taken.`, {
    hint: 'Choose another with --port or PORT.',
  });
}
