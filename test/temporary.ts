/**
 * One folder for all that a run of the tests writes to the temp folder. Each test file gets a folder of its own in it
 * (temporary-files.ts), which goes when the file is done; the run fails when something is left then. The folder of a run
 * that was killed goes with the next run.
 */
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sweepDead } from '../src/storage/scratch.ts';

const NAME = 'consilium-tests';
/** Where the processes of a run find its folder. */
export const FOLDER = 'CONSILIUM_TESTS_FOLDER';

export default function setup(): () => void {
  const before = process.env['TMPDIR'];
  sweepDead(NAME);
  const folder = mkdtempSync(join(tmpdir(), `${NAME}-${process.pid}-`));
  chmodSync(folder, 0o711); // Postgres runs as another user, in a folder below
  process.env['TMPDIR'] = folder;
  process.env[FOLDER] = folder;
  return () => {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
    delete process.env[FOLDER];
    const left = leftIn(folder);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    if (left.length > 0) throw new Error(`The tests left in the temp folder: ${left.slice(0, 20).join(', ')}.`);
  };
}

/** What Node keeps for itself is not ours. */
function leftIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => !path.startsWith('node-compile-cache'))
    .toSorted();
}
