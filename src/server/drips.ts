/** Whoever sends a body drop by drop holds a request open for nothing: it ends. Heads have Node's own limit. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';

export interface DripLimits {
  /** How often a body that is still coming is looked at. */
  readonly everyMs: number;
  /** Bytes that must have come since the last look. */
  readonly least: number;
}

/** Slower than any line that somebody sends a record over. */
const USUAL: DripLimits = { everyMs: 15_000, least: 1_024 };

export function endDrips(server: Pick<Server, 'on'>, { everyMs, least }: DripLimits = USUAL): void {
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    let seen = socket.bytesRead;
    const watch = setInterval(() => {
      if (request.complete || socket.destroyed) return clearInterval(watch);
      const came = socket.bytesRead - seen;
      seen = socket.bytesRead;
      // What lies here unread is ours to read: the sender is not slow.
      if (came >= least || request.readableLength > 0) return;
      clearInterval(watch);
      refuse(response);
    }, everyMs).unref();
    response.once('close', () => clearInterval(watch));
  });
}

function refuse(response: ServerResponse): void {
  const { socket } = response;
  if (!response.headersSent) socket?.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n');
  socket?.destroySoon();
}
