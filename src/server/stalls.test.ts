import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { endStalls } from './stalls.ts';

const sockets: Socket[] = [];
let server: Server;
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server.closeAllConnections();
  server.close();
});

async function serve(afterMs: number, answer: RequestListener): Promise<number> {
  server = createServer({ keepAliveTimeout: 10 }, answer);
  endStalls(server, afterMs);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

function ask(port: number): Socket {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  sockets.push(socket);
  socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
  return socket;
}

test('who never reads what they asked for is let go', async () => {
  const ended = Promise.withResolvers<void>();
  const port = await serve(100, (_request, response) => {
    response.once('close', ended.resolve);
    const fill = () => {
      while (!response.destroyed && response.write(Buffer.alloc(1_000_000)));
      response.once('drain', fill);
    };
    fill();
  });
  ask(port).pause();
  await ended.promise;
});

test('an answer that takes longer than that is waited for; its connection goes when nobody asks again', async () => {
  const port = await serve(500, async (_request, response) => {
    await once(server, 'timeout');
    response.end('late');
  });
  const socket = ask(port);
  expect(String((await once(socket, 'data'))[0])).toContain('late');
  await once(socket, 'close');
});
