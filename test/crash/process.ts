/** Runs or resumes the crash team in a process that can be killed. Arguments: database, notes, run|resume, where to die. */
import { createRunner } from '../../src/kernel/index.ts';
import { openDatabase, openSqliteStore } from '../../src/storage/index.ts';
import { buildTeam, outside } from './team.ts';

const [database, notes, mode, dieAt] = process.argv.slice(2) as [string, string, 'run' | 'resume', string?];
const store = openSqliteStore(openDatabase(database));
const root = buildTeam(outside(notes, dieAt));
const runner = createRunner({ app: 'crash', root, store, models: { candidates: () => [] } });
const results = mode === 'run' ? [await runner.ask({ session: 's', message: 'go' })] : await runner.resumeAll();
process.stdout.write(`${JSON.stringify(results)}\n`);
store.close();
