/** Before a test file: the temp folder is one of its own. After it: that folder goes, with all that the file made there. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

const shared = tmpdir();
const own = mkdtempSync(join(shared, 'f-'));
chmodSync(own, 0o711);
process.env['TMPDIR'] = own;

afterAll(() => {
  process.env['TMPDIR'] = shared;
  rmSync(own, { recursive: true, force: true, maxRetries: 5 });
});
