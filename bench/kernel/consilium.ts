/** Consilium as a contender: the public kernel and a store, in memory or on SQLite in a folder that goes away. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import {
  type Agent,
  createRunner,
  llmAgent,
  parallelAgent,
  type Store,
  TRANSFER_TOOL,
  tool,
} from '../../src/kernel/index.ts';
import { openDatabase, openSqliteStore } from '../../src/storage/handle.ts';
import { openMemoryStore } from '../../src/storage/index.ts';
import type { Mock, Scenarios } from './contender.ts';
import { afterTool, call, mockModel, type Script, say } from './mock-model.ts';

export function open(mock: Mock, { durable }: { durable: boolean }): Scenarios {
  const { store, close } = durable ? openDurable() : { store: openMemoryStore(), close: () => {} };
  let tokens = 0;
  const agent = (name: string, script: Script, given: Partial<Parameters<typeof llmAgent>[0]> = {}) =>
    llmAgent({
      name,
      instruction: 'You are a test agent.',
      model: mockModel(mock, script, () => tokens),
      ...given,
    });
  const runner = (root: Agent) => createRunner({ app: 'bench', root, store, models: { candidates: () => [] } });
  const weather = tool({
    name: 'weather',
    description: 'The weather in a city.',
    input: z.object({ city: z.string() }),
    execute: ({ city }) => {
      mock.toolRuns++;
      return { t: 20, city };
    },
  });
  const solo = runner(agent('solo', say));
  const handing = agent('root', () => call(TRANSFER_TOOL, { agent_name: 'helper' }), {
    subAgents: [agent('helper', say, { description: 'Helps.' })],
  });
  const toolie = agent(
    'toolie',
    afterTool(() => call('weather', { city: 'x' })),
    { tools: [weather] },
  );
  const four = parallelAgent({ name: 'four', subAgents: [0, 1, 2, 3].map((i) => agent(`p${i}`, say)) });

  /** A turn in a session of its own; in memory it is dropped afterwards, as the peers' sessions are. */
  const once = (root: Agent) => {
    const own = runner(root);
    return async (i: number) => {
      const { text, session, error } = await own.ask({ message: `hi ${i}` });
      if (error !== undefined) throw new Error(error.message);
      if (!durable) store.deleteSession(session);
      return text;
    };
  };
  const fanout = once(four);
  let sessions = 0;
  return {
    simple: once(agent('single', say)),
    tool: once(toolie),
    transfer: once(handing),
    fanout: async (i) => (await fanout(i)).split('\n\n'),
    session: () => {
      const session = `session-${sessions++}`;
      return async (i) => (await solo.ask({ session, message: `message number ${i}` })).text;
    },
    stream: async (n) => {
      tokens = n;
      let seen = 0;
      for await (const signal of solo.run({ message: 'hi' })) if (signal.type === 'text_delta') seen++;
      return seen;
    },
    close,
  };
}

function openDurable(): { store: Store; close(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'consilium-bench-'));
  const store = openSqliteStore(openDatabase(join(folder, 'bench.db')));
  const close = () => {
    store.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { store, close };
}
