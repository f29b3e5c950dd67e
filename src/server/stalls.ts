/**
 * Whoever asks and does not read the answer holds a connection, a place among the streams and what is to be sent, for
 * nothing: it ends. Node counts as a sign of life whatever goes out; an answer that is still being made is none of this.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Longer than any line stands still over which somebody still reads. Node looks twice: it ends within a minute. */
const USUAL_MS = 30_000;

export function endStalls(server: Pick<Server, 'on' | 'timeout'>, afterMs = USUAL_MS): void {
  const working = new WeakMap<Socket, number>();
  const count = (socket: Socket, change: number) => working.set(socket, (working.get(socket) ?? 0) + change);
  server.timeout = afterMs;
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    count(socket, 1);
    response.once('close', () => count(socket, -1));
  });
  // Where somebody listens, Node ends nothing by itself: not the idle ones either.
  server.on('timeout', (socket: Socket) => {
    if (socket.writableLength > 0 || !working.get(socket)) socket.destroy();
  });
}
