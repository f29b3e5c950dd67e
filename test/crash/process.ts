/**
 * Runs or resumes the crash team in a process that can be killed; or the team that asks first, and answers it.
 * Arguments: database, notes, run|resume|ask|answer, where to die.
 */
import { createRunner, machineUser } from '../../src/kernel/index.ts';
import { openDatabase, openSqliteStore } from '../../src/storage/handle.ts';
import { buildAskingTeam, buildTeam, outside } from './team.ts';

const [database, notes, mode, dieAt] = process.argv.slice(2) as [string, string, keyof typeof modes, string?];
const store = openSqliteStore(openDatabase(database));
const doOutside = outside(notes, dieAt);
const asks = mode === 'ask' || mode === 'answer' || mode === 'resume_asked';
const root = asks ? buildAskingTeam(doOutside) : buildTeam(doOutside);
const runner = createRunner({ app: 'crash', root, store, models: { candidates: () => [] } });

const run = async () => [await runner.ask({ session: 's', message: 'go' })];
const modes = {
  run,
  resume: () => runner.resumeAll(),
  resume_asked: () => runner.resumeAll(),
  /** Asks, and then stays until it is killed. */
  ask: async () => {
    const results = await run();
    await outside(notes, 'asked')('asked');
    return results;
  },
  answer: async () => {
    const [pending] = await store.pending({ status: 'open' });
    return [await (await runner.answer(pending?.id ?? 'none', { kind: 'yes' }, machineUser())).result];
  },
};
const results = await modes[mode]();
process.stdout.write(`${JSON.stringify(results)}\n`);
store.close();
