/** A bare entry for measuring the record on its own: `node src/record/cli.ts import|export|patients`. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { toConsiliumError } from '../kernel/errors.ts';
import { exportPatient, importFhir, listPatients } from './index.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean' }, patient: { type: 'string' } },
});

async function run([command, ...paths]: string[], db: DatabaseSync): Promise<unknown> {
  if (command === 'import') return importFhir(db, paths);
  if (command === 'export') return exportPatient(db, values.patient ?? '');
  if (command === 'patients') return { patients: listPatients(db) };
  process.exitCode = 2;
  return { error: { code: 'USAGE', message: 'import FILE|DIR…, export --patient ID, or patients.' } };
}

const home = process.env.CONSILIUM_HOME ?? '.consilium';
mkdirSync(home, { recursive: true });
const db = new DatabaseSync(join(home, 'consilium.db'));
db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 5000');
try {
  console.log(JSON.stringify(await run(positionals, db), null, values.json ? 0 : 2));
} catch (thrown) {
  console.log(JSON.stringify({ error: toConsiliumError(thrown).toJSON() }));
  process.exitCode = 1;
} finally {
  db.close();
}
