/** For tests: the kitchen with its functions and its search on a data folder of its own, a few documents indexed. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Answer, toAnswer } from '../../src/app/answer.ts';
import { createFunctions } from '../../src/functions/index.ts';
import { createRunner, type Event } from '../../src/kernel/index.ts';
import { createModels, type Models } from '../../src/models/index.ts';
import { openSearch } from '../../src/search/index.ts';
import { openHome } from '../../src/storage/index.ts';
import { loadTeam } from '../../src/teams/index.ts';

export interface Kitchen {
  /** One conversation after another: each message of a session in turn. */
  ask(message: string, session?: string): Promise<Answer>;
  events(session: string): Promise<readonly Event[]>;
  close(): Promise<void>;
}

const DOCUMENTS: Record<string, string> = {
  'safety.md':
    '# Fire drill\n\nThe fire drill is held on the first Monday of each month. The assembly point is the car park behind the pharmacy. Wardens count the staff there.\n',
  'laundry.md': '# Laundry\n\nUniforms are washed at sixty degrees. Laundry bags are collected on Thursdays.\n',
};

export async function openKitchen(models: Models = createModels({ env: {} })): Promise<Kitchen> {
  const dir = mkdtempSync(join(tmpdir(), 'kitchen-'));
  const home = openHome(join(dir, 'home'));
  const search = openSearch({ dir: home.dir, embeddings: false });
  for (const [name, text] of Object.entries(DOCUMENTS)) writeFileSync(join(dir, name), text);

  await search.index({
    paths: Object.keys(DOCUMENTS).map((name) => join(dir, name)),
    scope: 'handbook',
    embeddings: false,
  });
  const functions = createFunctions({ store: home.store, models, search, env: {} });
  const team = await loadTeam(import.meta.dirname, { models });
  const services = { search, functions };
  const { name: app, root, limits } = team;
  const runner = createRunner({ app, root, limits, store: home.store, models, services });
  let sessions = 0;
  return {
    ask: async (message, session = `s${++sessions}`) => toAnswer(app, await runner.ask({ session, message })),
    events: async (session) => home.store.events(session),
    close: async () => {
      await functions.idle();
      await search.close();
      home.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
