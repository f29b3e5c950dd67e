/** An agent that does what its message says, and a door to it, for tests. */
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConsiliumError, machineUser } from '../kernel/index.ts';
import { openStores } from '../storage/stores.ts';
import { Desk } from './desk.ts';
import { createDoor } from './door.ts';
import type { PushSender } from './push.ts';
import { readSchema } from './schema.ts';
import { askAction, type Call, type Caller, type ServedAgent, type ServedPart } from './served.ts';
import { openTasks } from './tasks.ts';

export const caller: Caller = { owner: 'ada', name: 'ada', agents: null, principal: machineUser('ada') };

const ADD = { properties: { a: { type: 'number' }, b: { type: 'number' } }, required: ['a', 'b'] };

/** `say X`, `stream a|b|c`, `ask Q`, `fail CODE`, `wait ms`: and `add` as an action. */
async function* obey({ message, action, parameters, signal, answers }: Call): AsyncGenerator<ServedPart> {
  if (action === 'add') return yield { type: 'data', data: { sum: Number(parameters['a']) + Number(parameters['b']) } };
  if (answers !== undefined) return yield { type: 'text', text: `So: ${message}` };
  const [verb = '', ...rest] = message.split(' ');
  const what = rest.join(' ');
  if (verb === 'stream')
    for (const text of what.split('|')) {
      await sleep(5, undefined, { signal });
      yield { type: 'text', text };
    }
  else if (verb === 'ask') yield { type: 'input_required', pending: { id: 'q1', what } };
  else if (verb === 'fail') throw new ConsiliumError(what, 'as told', { retryable: true });
  else if (verb === 'wait') await sleep(Number(what), undefined, { signal });
  else yield { type: 'text', text: what };
}

export const puppet: ServedAgent = {
  id: 'Puppet',
  name: 'Puppet',
  version: '1.2.0',
  description: 'Does as told.',
  examples: [],
  actions: new Map([
    ['ask', askAction],
    ['add', { name: 'add', description: 'Adds.', parameters: readSchema(ADD), jsonSchema: ADD, idempotent: true }],
  ]),
  run: obey,
};

interface Stage {
  db?: DatabaseSync;
  push?: PushSender;
  bodyTimeoutMs?: number;
}

export function openPuppet({ db = new DatabaseSync(':memory:'), push, bodyTimeoutMs }: Stage = {}) {
  const tasks = openTasks(openStores(db).tasks());
  const desk = new Desk({ agent: puppet, tasks, push });
  const door = createDoor({
    find: async (name) => (name === puppet.name ? puppet : undefined),
    list: async () => [puppet],
    usual: async () => puppet.name,
    deskOf: () => desk,
    auth: false,
    bodyTimeoutMs,
  });
  const post = async (body: unknown, headers: Record<string, string> = {}, as = caller) => {
    const init = {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    };
    return door.post(new Request('http://localhost/a2a', init), as);
  };
  const rpc = async (
    method: string,
    params: unknown,
    headers: Record<string, string> = { 'a2a-version': '1.0' },
    as = caller,
  ) => post({ jsonrpc: '2.0', id: 7, method, params }, headers, as);
  return { db, tasks, desk, door, post, rpc };
}

export const say = (text: string, more: object = {}) => ({
  message: { messageId: crypto.randomUUID(), role: 'ROLE_USER', parts: [{ text }], ...more },
});

/** The events of a stream, each with its number. */
export async function eventsOf(response: Response) {
  const blocks = (await response.text()).split('\n\n').filter((block) => block.includes('data: '));
  return blocks.map((block) => ({
    id: Number(/^id: (\d+)$/m.exec(block)?.[1]),
    data: JSON.parse(/^data: (.*)$/m.exec(block)![1]!),
  }));
}
