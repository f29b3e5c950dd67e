import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { type ConnectionLimits, limitConnections } from './connections.ts';

const sockets: Socket[] = [];
let server: Server;
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server.closeAllConnections();
  server.close();
});

async function serve(limits: ConnectionLimits, answer: RequestListener): Promise<() => Promise<Socket>> {
  server = createServer(answer);
  limitConnections(server, limits);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return async () => {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    sockets.push(socket);
    await once(socket, 'connect');
    return socket;
  };
}

const ask = async (socket: Socket): Promise<string> => {
  socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
  return String((await once(socket, 'data'))[0]);
};
const OK = 'HTTP/1.1 200 OK';

test('whoever keeps connections for nothing makes room for who has a question', async () => {
  const open = await serve({ all: 100, ofOne: 3 }, (_request, response) => response.end('{}'));
  const idle = [await open(), await open(), await open()];
  const closed = once(idle[0]!, 'close');
  expect(await ask(await open())).toContain(OK);
  await closed;
  expect(await ask(idle[2]!)).toContain(OK);
});

test('the one that was at work last stays the longest', async () => {
  const open = await serve({ all: 100, ofOne: 2 }, (_request, response) => response.end('{}'));
  const [first, second] = [await open(), await open()];
  await ask(first);
  const closed = once(second, 'close');
  await open();
  await closed;
  expect(await ask(first)).toContain(OK);
});

test('where every connection is at work the new one is closed, and the work is not', async () => {
  const waiting: (() => void)[] = [];
  const open = await serve({ all: 2, ofOne: 100 }, (_request, response) => {
    waiting.push(() => response.end('{}'));
    response.write(' ');
  });
  const [first, second] = [await open(), await open()];
  await Promise.all([ask(first), ask(second)]);
  const third = await open();
  await once(third, 'close');
  const rest = once(first, 'data');
  for (const end of waiting) end();
  expect(String((await rest)[0])).toContain('{}');
});
