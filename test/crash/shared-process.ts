/**
 * One of two processes on one store. `run`: a turn whose tool waits until a file is there, and says so. `resume`: takes up,
 * by a clock that is ahead by so many milliseconds, what nobody runs. `append`: says something in a session, many times.
 * Arguments: database, notes, name of the process, run|resume|append, milliseconds.
 */
import { appendFileSync, existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeAgent, createRunner, shiftedClock, toConsiliumError } from '../../src/kernel/index.ts';
import { openSqliteStore } from '../../src/storage/handle.ts';

const [database, notes, node, mode, ahead = '0'] = process.argv.slice(2) as [string, string, string, string, string?];
// A machine whose own time is ahead: leases go by it too.
const { work: _, ...clock } = shiftedClock(Date.now() + Number(ahead));
// Not locked, as a store is that several processes share.
const db = new DatabaseSync(database, { timeout: 20_000 });
db.exec('PRAGMA journal_mode = WAL');
const store = openSqliteStore(db, { clock });
const root = codeAgent({
  name: 'Worker',
  run: async ({ step, message }) => {
    if (message !== 'go') return message;
    const done = await step('tool', async () => {
      appendFileSync(notes, `${node}\n`);
      process.stdout.write('in the tool\n');
      while (!existsSync(`${notes}.${node}`)) await sleep(5);
      return `done by ${node}`;
    });
    return String(done);
  },
});
const runner = createRunner({ app: 'shared', root, store, models: { candidates: () => [] }, node, clock });
const ask = (message: string) =>
  runner.ask({ session: 's', message }).catch((thrown) => ({ outcome: 'refused', error: toConsiliumError(thrown) }));

const results =
  mode === 'resume'
    ? await runner.resumeAll()
    : mode === 'run'
      ? [await ask('go')]
      : await Promise.all(Array.from({ length: 20 }, (_, at) => ask(`${node} ${at}`)));
process.stdout.write(`${JSON.stringify(results)}\n`);
store.close();
