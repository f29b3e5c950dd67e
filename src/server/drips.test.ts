import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { endDrips } from './drips.ts';

let server: Server;
afterEach(() => server.close());

/** A server that waits for a body to its end and says how long it was. */
async function open(limits: Parameters<typeof endDrips>[1]): Promise<number> {
  server = createServer(async (request, response) => {
    const body = await text(request).catch(() => undefined);
    if (body !== undefined) response.end(`read ${body.length}`);
  });
  endDrips(server, limits);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return (server.address() as AddressInfo).port;
}

/** Sends a body in pieces, a pause after each, and returns what the server said. */
async function send(port: number, pieces: readonly string[], pauseMs: number, length: number): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  const said = text(socket).catch(() => 'cut off');
  socket.write(`POST / HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: ${length}\r\n\r\n`);
  for (const piece of pieces) {
    if (socket.destroyed) break;
    socket.write(piece);
    await sleep(pauseMs);
  }
  return said;
}

test('a body that drips is not waited for, however long it would go on', async () => {
  const port = await open({ everyMs: 40, least: 100, slow: 100, mostSlow: 4 });
  expect(await send(port, Array(10_000).fill('a'), 5, 100_000)).toMatch(/408|cut off/);
});

test('a body that comes a little faster is not waited for either, and one fast piece does not make up for the slow ones', async () => {
  const port = await open({ everyMs: 40, least: 2, slow: 100_000, mostSlow: 4 });
  const pieces = Array.from({ length: 2_000 }, (_, at) => (at === 12 ? 'a'.repeat(200_000) : 'aaaaa'));
  expect(await send(port, pieces, 5, 10_000_000)).toMatch(/408|cut off/);
});

test('a body that comes in pieces is read to its end', async () => {
  const port = await open({ everyMs: 1_000, least: 100, slow: 100, mostSlow: 4 });
  const pieces = Array(20).fill('a'.repeat(500));
  expect(await send(port, pieces, 5, 10_000)).toContain('read 10000');
});
