/**
 * Before a test file: the temp folder is one of its own. After it: that folder goes, with all that the file made there.
 * A process runs many files, one after another: what one of them left in `TMPDIR` is nothing to the next.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { FOLDER } from './temporary.ts';

const shared = process.env[FOLDER]!;
const own = mkdtempSync(join(shared, 'f-'));
chmodSync(own, 0o711);
process.env['TMPDIR'] = own;

afterAll(() => {
  process.env['TMPDIR'] = shared;
  rmSync(own, { recursive: true, force: true, maxRetries: 5 });
});
