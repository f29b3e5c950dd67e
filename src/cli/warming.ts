/** What a server loads before somebody waits for it. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { App } from '../app/index.ts';
import { catalogueSteps } from '../clinical/catalogue/index.ts';
import { takeTurn } from '../kernel/breath.ts';
import { type Log, type Principal, toConsiliumError } from '../kernel/index.ts';
import { warmMcp } from '../server/index.ts';
import { loadBefore, warmThreads } from '../threads/index.ts';

/** Loads the team and its word lists before somebody waits for them. */
export async function warmUp(app: App, log: Log): Promise<void> {
  try {
    for (const _ of catalogueSteps()) await takeTurn();
    await app.team();
    await warmThreads(new URL('../reasoning/warming.ts', import.meta.url).href);
    await warmRest(app);
  } catch (thrown) {
    log.warn({ code: toConsiliumError(thrown).code }, 'not everything could be loaded beforehand');
  }
}

/** What the first to use another room would keep everybody waiting with: one piece after another, while little happens. */
async function warmRest(app: App): Promise<void> {
  const pieces = [
    ...(await app.listTeams()).map(
      ({ name }) =>
        () =>
          app.team(name),
    ),
    ...LOADED.map((module) => () => loadBefore(module)),
    async () => (await import('../functions/index.ts')).loadTokens(),
    async () => (await import('../functions/analysis/analysis.ts')).analyse(SHEET),
    async () => (await app.workshop()).search.search({ query: 'fever', top: 1 }),
    async () => (await import('../research/index.ts')).requestsIn(RESEARCH),
    async () => (await import('../research/index.ts')).withoutIdentifiers(RESEARCH, 0),
    async () => (await import('../research/index.ts')).kindOfRequest(RESEARCH),
    warmMcp,
    async () => {
      for (const _ of (await import('../triggers/index.ts')).warmSchedules()) await takeTurn();
    },
    () => app.guess('Is my blood pressure of 152/94 high?', SOMEBODY),
  ];
  for (const piece of pieces) {
    await sleep(PAUSE_MS, undefined, { ref: false });
    await piece();
  }
}
const LOADED = [
  new URL('../functions/index.ts', import.meta.url),
  new URL('../functions/analysis/analysis.ts', import.meta.url),
  new URL('../research/index.ts', import.meta.url),
  new URL('../triggers/index.ts', import.meta.url),
];
const PAUSE_MS = 100;
const RESEARCH = 'Does aspirin prevent stroke? Check every Monday.';
const SHEET = { artifact: 'a: 1', artifact_type: 'config', language: 'yaml', analyses: [], checklist: [] } as const;
const SOMEBODY: Principal = { user: 'local', how: 'system', scopes: null, patients: null };
