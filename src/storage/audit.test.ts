import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
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

describe('the chain', () => {
  const filled = () => {
    const db = openDatabase(join(tempDir('audit'), 'a.db'));
    const audit = openAudit(db);
    const principal = { user: 'ada', via: 'abc', onBehalfOf: 'ben' };
    for (const action of ['read:conditions', 'query:graph', 'export'])
      audit.write({ patientId: 'p', action, actor: 'app', principal, why: 'turn 1' });
    return { db, audit };
  };

  test('holds who, for whom, what and why, and fits as long as nobody changes a row', () => {
    const { db, audit } = filled();
    expect(audit.list({ limit: 1 })).toMatchObject([{ user: 'ada', via: 'abc', onBehalfOf: 'ben', why: 'turn 1' }]);
    expect(audit.verify()).toMatchObject({ ok: true, rows: 3 });
    expect(() => db.exec("UPDATE audit SET user = 'eve'")).toThrow('append-only');
    expect(() => db.exec('DELETE FROM audit')).toThrow('append-only');
    db.close();
  });

  test.each([
    ['changed', "UPDATE audit SET user = 'eve' WHERE id = 2", 2],
    ['taken out', 'DELETE FROM audit WHERE id = 2', 3],
    ['cut off at the end', 'DELETE FROM audit WHERE id = 3', 3],
    ['put in between', "INSERT INTO audit (id, time, patient, action, actor) VALUES (4, 1, 'p', 'read', 'app')", 4],
  ])('shows a row that was %s behind its back', (_, sql, row) => {
    const { db, audit } = filled();
    db.exec('DROP TRIGGER audit_no_update; DROP TRIGGER audit_no_delete');
    db.exec(sql);
    expect(audit.verify()).toMatchObject({ ok: false, row });
    db.close();
  });

  test('what is told and what tells of it are both there or neither', () => {
    const { db, audit } = filled();
    db.exec('CREATE TABLE fact (text TEXT)');
    const entry = { patientId: 'p', action: 'write', actor: 'app' };
    const fail = () => {
      db.exec("INSERT INTO fact VALUES ('lost')");
      throw new Error('no');
    };
    expect(() => audit.within(entry, fail)).toThrow('no');
    audit.within(entry, () => db.exec("INSERT INTO fact VALUES ('kept')"));
    expect(db.prepare('SELECT text FROM fact').all()).toEqual([{ text: 'kept' }]);
    expect(audit.verify()).toMatchObject({ ok: true, rows: 4 });
    db.close();
  });
});
