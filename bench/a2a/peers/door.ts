/** The same agent behind our own door, its tasks in a database in memory: what the SDK's server keeps in memory too. */
import { DatabaseSync } from 'node:sqlite';
import { serve } from '@hono/node-server';
import { askAction, type Caller, createDoor, Desk, openTasks, type ServedAgent } from '../../../src/a2a/index.ts';
import { openStores } from '../../../src/storage/stores.ts';

const agent: ServedAgent = {
  id: 'Echo',
  name: 'Echo',
  version: '1.0.0',
  description: 'Says what it hears.',
  examples: [],
  actions: new Map([['ask', askAction]]),
  run: async function* ({ message }) {
    yield { type: 'text', text: message };
  },
};
const desk = new Desk({ agent, tasks: openTasks(openStores(new DatabaseSync(':memory:')).tasks()) });
const door = createDoor({
  find: async (name) => (name === agent.name ? agent : undefined),
  list: async () => [agent],
  usual: async () => agent.name,
  deskOf: () => desk,
  auth: false,
});
const caller: Caller = { owner: 'bench', name: 'bench', agents: null, principal: undefined };
serve(
  {
    hostname: '127.0.0.1',
    port: 0,
    fetch: (request) => (request.method === 'POST' ? door.post(request, caller) : door.card(request)),
  },
  ({ port }) => process.send?.(port),
);
