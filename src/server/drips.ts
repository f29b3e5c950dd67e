/** Whoever sends a body drop by drop holds a request open for nothing: it ends. Heads have Node's own limit. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { ConsiliumError } from '../kernel/index.ts';

export interface DripLimits {
  /** How often a body that is still coming is looked at. */
  readonly everyMs: number;
  /** Bytes that must have come since the last look. */
  readonly least: number;
  /** Bytes between two looks that are slow, and how many such looks a body has in all. */
  readonly slow: number;
  readonly mostSlow: number;
}

/** Slower than any line that somebody sends a record over: nothing to speak of, or a minute of less than 8 kB a second. */
const USUAL: DripLimits = { everyMs: 15_000, least: 1_024, slow: 15 * 8_192, mostSlow: 4 };

export function endDrips(server: Pick<Server, 'on'>, { everyMs, least, slow, mostSlow }: DripLimits = USUAL): void {
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    let seen = socket.bytesRead;
    let slowLooks = 0;
    const watch = setInterval(() => {
      if (request.complete || socket.destroyed) return clearInterval(watch);
      const came = socket.bytesRead - seen;
      seen = socket.bytesRead;
      // What lies here unread is ours to read: the sender is not slow.
      if (request.readableLength > 0) return;
      if (came < slow) slowLooks++;
      if (came >= least && slowLooks < mostSlow) return;
      clearInterval(watch);
      refuse(request, response);
    }, everyMs).unref();
    response.once('close', () => clearInterval(watch));
  });
}

const dripped = new WeakSet<object>();

function refuse(request: IncomingMessage, response: ServerResponse): void {
  const { socket } = response;
  dripped.add(request);
  const body = JSON.stringify({ error: tooSlow().toJSON() });
  const head = `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close`;
  if (!response.headersSent) socket?.write(`HTTP/1.1 408 Request Timeout\r\n${head}\r\n\r\n${body}`);
  socket?.destroySoon();
}

function tooSlow(): ConsiliumError {
  return new ConsiliumError('BODY_TIMEOUT', 'The request did not arrive in time.', {
    retryable: true,
    hint: 'Send it again in one go; a body that comes drop by drop is not waited for.',
  });
}

/** Why the body of a request did not come to its end; undefined if that is not what went wrong. */
export function bodyFault(incoming: unknown): ConsiliumError | undefined {
  const { complete, destroyed } = (incoming ?? {}) as Partial<IncomingMessage>;
  if (typeof incoming === 'object' && incoming !== null && dripped.has(incoming)) return tooSlow();
  if (complete !== false || !destroyed) return undefined;
  return new ConsiliumError('BODY_INCOMPLETE', 'The request broke off before its end.', { retryable: true });
}
