/** For tests: the assistant team on a data folder of its own, with a clock that is played. */
import { rmSync } from 'node:fs';
import { type Answer, toAnswer } from '../../src/app/answer.ts';
import { readPlainAnswer } from '../../src/app/plain-answer.ts';
import { saysMore } from '../../src/app/replies.ts';
import { type Assistant, openAssistant } from '../../src/assistant/index.ts';
import { createFunctions } from '../../src/functions/index.ts';
import {
  createRunner,
  type Env,
  type Event,
  machineUser,
  type PlayedClock,
  playedClock,
  type Runner,
} from '../../src/kernel/index.ts';
import { createModels, type Models } from '../../src/models/index.ts';
import { openSearch } from '../../src/search/index.ts';
import { openHome } from '../../src/storage/index.ts';
import { loadTeam } from '../../src/teams/index.ts';
import { Triggers } from '../../src/triggers/index.ts';
import { tempDir } from '../../test/house.ts';

export const BERLIN = 'Europe/Berlin';

export interface Desk {
  readonly clock: PlayedClock;
  readonly assistant: Assistant;
  readonly triggers: Triggers;
  readonly runner: Runner;
  ask(message: string, session?: string, user?: string): Promise<Answer>;
  events(session: string): Promise<readonly Event[]>;
  close(): Promise<void>;
}

export interface DeskOptions {
  readonly models?: Models;
  /** Another team that uses the assistant's things. */
  readonly dir?: string;
  readonly env?: Env;
  /** The last research report. */
  readonly report?: string;
  /** What another team answers. */
  readonly answer?: (team: string, message: string, timezone?: string) => string;
  /** It writes what it is told into the record. */
  readonly noted?: boolean;
  /** Another moment and place than a Sunday noon in Berlin. */
  readonly now?: number;
  readonly zone?: string;
}

/** A Sunday noon in Berlin. */
export async function openDesk({
  models = createModels({ env: {} }),
  dir = import.meta.dirname,
  env = {},
  report,
  answer = (team, message) => `(${team}) ${message}`,
  noted = false,
  now = Date.parse('2026-11-15T11:00:00Z'),
  zone = BERLIN,
}: DeskOptions = {}): Promise<Desk> {
  const clock = playedClock(now);
  const home = openHome(tempDir('assistant'));
  const search = openSearch({ dir: home.dir, embeddings: false });
  const functions = createFunctions({ store: home.store, models, search, env: {} });
  const triggers = new Triggers({ store: home.stores.triggers(), clock, zone });
  const asked: string[] = [];
  const assistant = openAssistant({
    shelf: home.stores.shelf(),
    archive: home.stores.archive(),
    dir: home.dir,
    clock,
    triggers,
    env,
    lastReport: async () =>
      report === undefined ? undefined : { name: 'Heat pumps', path: 'reports/1.md', text: report },
    askTeam: async (team, { message, place }) => {
      asked.push(`${team}: ${message}`);
      return { text: answer(team, message, place?.timezone), outcome: 'answered', route: ['TriageAgent'], noted };
    },
  });
  const team = await loadTeam(dir, { models });
  const { name: app, root, limits } = team;
  const runner = createRunner({
    app,
    root,
    limits,
    store: home.store,
    models,
    clock,
    env,
    services: { assistant, functions, search },
    readAnswer: readPlainAnswer,
    beginsAnswer: saysMore,
  });
  let sessions = 0;
  return {
    clock,
    assistant,
    triggers,
    runner,
    ask: async (message, session = `s${++sessions}`, user = 'local') =>
      toAnswer(app, await runner.ask({ session, message, principal: machineUser(user), place: { timezone: zone } })),
    events: async (session) => home.store.events(session),
    close: async () => {
      assistant.home.close();
      await triggers.stop();
      await functions.idle();
      await search.close();
      home.close();
      rmSync(home.dir, { recursive: true, force: true });
    },
  };
}
