import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempDir } from '../../test/house.ts';
import { openAudit } from './audit.ts';
import { openDatabase } from './database.ts';

test('what was looked at stays on record, newest first, by patient', () => {
  const db = openDatabase(join(tempDir('audit'), 'a.db'));
  const audit = openAudit(db);
  audit.write({ patientId: 'p1', action: 'read:conditions', actor: 'cli' });
  audit.write({ patientId: 'p2', action: 'export', actor: 'cli' });
  audit.write({ patientId: 'p1', action: 'query:graph', actor: 'CypherAgent' });
  expect(audit.list({ patientId: 'p1' }).map((row) => row.action)).toEqual(['query:graph', 'read:conditions']);
  expect(audit.list({ limit: 1 })).toEqual([
    expect.objectContaining({ id: 3, actor: 'CypherAgent', time: expect.any(Number) }),
  ]);
  db.close();
});

test('a read that cannot be put on record says so, so that the reader can refuse it', () => {
  const path = join(tempDir('audit'), 'a.db');
  const first = openDatabase(path);
  openAudit(first);
  first.close();
  const readOnly = openDatabase(path, { readOnly: true });
  const audit = openAudit(readOnly);
  expect(() => audit.write({ patientId: 'p', action: 'read', actor: 'x' })).toThrow(
    expect.objectContaining({ code: 'STORAGE_READONLY' }),
  );
  readOnly.close();
});
