/**
 * One life of the worker in the played year: takes up where the last one was killed, moves the clock from one occasion to
 * the next, and does each as a turn of the kernel. It begins when it is told which schedules to make. It prints `ready`, then a dot for each thing it begins, until it is killed or the year is over.
 */
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeAgent, createRunner, machineUser, playedClock } from '../../src/kernel/index.ts';
import { openDatabase } from '../../src/storage/database.ts';
import { openSqliteStore } from '../../src/storage/sqlite.ts';
import { openStores } from '../../src/storage/stores.ts';
import { Triggers } from '../../src/triggers/engine.ts';

const [dir = '', start = '0', end = '0'] = process.argv.slice(2);
// Born before its turn, it waits for it here: nothing is opened yet.
const setup = await text(process.stdin);
const clock = playedClock(Number(start));
const db = openDatabase(join(dir, 'consilium.db'));
const triggers = new Triggers({
  store: openStores(db).triggers(),
  clock,
  zone: 'Europe/Berlin',
  limits: { perMinute: 1e6, perAgent: 1e6, atOnce: 4, tries: 5, backoffMs: [1000] },
});
const runner = createRunner({
  app: 'bench',
  root: codeAgent({
    name: 'Worker',
    // A step that waits: there is something to be killed in.
    run: async ({ step }) => {
      await step('work', () => sleep(1, 'done'));
      return 'done';
    },
  }),
  store: openSqliteStore(db, { clock }),
  // Plain code asks no model.
  models: { candidates: () => [] },
  clock,
});
triggers.handle('bench', async ({ key, trigger, firing }) => {
  process.stdout.write('.');
  const message = `${trigger.id} ${firing.due}`;
  const { outcome, error } = await runner.ask({ message, key, session: trigger.agent, principal: machineUser() });
  if (outcome !== 'completed') throw new Error(error?.message ?? outcome);
  return null;
});
for (const [i, schedule] of (JSON.parse(setup || '[]') as string[]).entries())
  await triggers.create({
    room: 'bench',
    owner: 'local',
    agent: `agent-${i % 7}`,
    schedule,
    instruction: 'x',
    missed: 'all',
  });

process.stdout.write('ready\n');
await triggers.recover();
for (;;) {
  const next = await triggers.nextAt();
  if (next === undefined || next > Number(end)) break;
  clock.set(Math.max(clock.now(), next));
  await triggers.tick();
  await triggers.drain();
}
db.close();
process.stdout.write('over\n');
