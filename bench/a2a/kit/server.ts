/**
 * `npm run a2a:kit [-- --port N]`: the server that the A2A conformance kit tests, on loopback and over a database in
 * memory. Run the kit against http://127.0.0.1:N (default 9999).
 */
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { serve } from '@hono/node-server';
import { openGrpc } from '../../../src/a2a/grpc.ts';
import { type Caller, createAddresses, createDoor, createPushSender, Desk, openTasks } from '../../../src/a2a/index.ts';
import { openStores } from '../../../src/storage/stores.ts';
import { kitAgent } from './agent.ts';

const { values } = parseArgs({ options: { port: { type: 'string' }, 'no-push': { type: 'boolean' } } });
const push = values['no-push'] ? undefined : createPushSender({ addresses: createAddresses(null) });
const desk = new Desk({ agent: kitAgent, tasks: openTasks(openStores(new DatabaseSync(':memory:')).tasks()), push });
let grpcPort: number | undefined;
const door = createDoor({
  find: async (name) => (name === kitAgent.name ? kitAgent : undefined),
  list: async () => [kitAgent],
  usual: async () => kitAgent.name,
  deskOf: () => desk,
  auth: false,
  grpcPort: () => grpcPort,
});
const caller: Caller = { owner: 'kit', name: 'kit', agents: null, principal: undefined };

function answer(request: Request): Response | Promise<Response> {
  const { pathname } = new URL(request.url);
  if (pathname === '/.well-known/agent-card.json') return door.card(request);
  if (pathname.startsWith('/a2a/rest')) return door.rest(request, caller, pathname.slice('/a2a/rest'.length));
  if (request.method === 'POST') return door.post(request, caller);
  return new Response(null, { status: 404 });
}

const host = '127.0.0.1';
const port = Number(values.port ?? 9999);
({ port: grpcPort } = await openGrpc({ host, port: port + 1, fetch: answer }));
serve({ hostname: host, port, fetch: answer }, () =>
  process.stdout.write(`The kit's server is on http://${host}:${port}, gRPC on ${grpcPort}\n`),
);
