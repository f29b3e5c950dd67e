import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { tempDir } from '../../test/house.ts';
import { ConsiliumError } from '../kernel/index.ts';
import { openAudit } from './audit.ts';
import { openDatabase } from './database.ts';
import { openHome } from './home.ts';

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

  test('one refusal is one row, however many rooms tell of it', () => {
    const { db, audit } = filled();
    const refusal = new ConsiliumError('PATIENT_FORBIDDEN', 'no');
    for (const actor of ['team', 'app']) audit.deny({ patientId: 'q', action: 'chat', actor }, refusal);
    expect(audit.list({ patientId: 'q' })).toMatchObject([
      { actor: 'team', outcome: 'denied', why: 'PATIENT_FORBIDDEN' },
    ]);
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

describe('the head beside the trail', () => {
  const cited = { conversation_id: 'c', message_id: 'm', retrieval_scores: [null], warnings: 0, unsupported: 0 };
  const filledHome = (dir = tempDir('audit-head')) => {
    const home = openHome(dir);
    for (const action of ['a', 'b', 'c', 'd']) home.audit.write({ action, actor: 'test', object: `of ${action}` });
    for (const id of ['gout', 'flu'])
      home.stores.citations().write({ ...cited, citations_used: [{ id, source_type: 'knowledge', marker: 1 }] });
    const { head } = home.audit.head();
    home.close();
    return { dir, head };
  };
  /** With the database in hand, and its triggers out of the way. */
  const tamper = (dir: string, sql: string) => {
    const db = openDatabase(join(dir, 'consilium.db'));
    for (const table of ['audit', 'citation_audit', 'citation_audit_source'])
      for (const change of ['update', 'delete']) db.exec(`DROP TRIGGER ${table}_no_${change}`);
    db.exec(sql);
    db.close();
  };
  const verify = (dir: string, head?: string, key?: string) => {
    const home = openHome(dir, undefined, [], key);
    const verdict = home.audit.verify({ head });
    home.close();
    return verdict;
  };
  const cut = (table: string, key: string, rows: number) =>
    `DELETE FROM ${table} WHERE ${key} > ${rows}; UPDATE sqlite_sequence SET seq = ${rows} WHERE name = '${table}'`;

  test('fits the trail, also when it is a moment behind, and so does one that was noted', () => {
    const { dir, head } = filledHome();
    expect(verify(dir, head)).toMatchObject({ ok: true, rows: 4, citations: 2, head });
    const behind = readFileSync(join(dir, 'audit.head'));
    filledHome(dir);
    writeFileSync(join(dir, 'audit.head'), behind);
    expect(verify(dir, head)).toMatchObject({ ok: true, rows: 8, citations: 4 });
  });

  test.each([
    ['the end of the trail was cut off, and its count with it', cut('audit', 'id', 2), 3],
    ['the trail was wiped', cut('audit', 'id', 0), 1],
    ['a record of an answer was changed', "UPDATE citation_audit SET citations = '[]' WHERE seq = 1", 1],
    [
      'the end of those records was cut off',
      `${cut('citation_audit', 'seq', 1)}; ${cut('citation_audit_source', 'seq', 1)}`,
      2,
    ],
    ['what they are found by was changed', "DELETE FROM citation_audit_source WHERE source = 'gout'", 1],
  ])('shows that %s', (_, sql, row) => {
    const { dir } = filledHome();
    tamper(dir, sql);
    expect(verify(dir)).toMatchObject({ ok: false, row });
    // Nothing that is written afterwards hides it.
    const home = openHome(dir);
    for (let i = 0; i < 5; i++) home.audit.write({ action: 'later', actor: 'test' });
    home.close();
    expect(verify(dir)).toMatchObject({ ok: false });
  });

  test('shows that the whole trail was written anew, hash by hash', () => {
    const { dir, head } = filledHome();
    const other = filledHome();
    for (const name of ['consilium.db', 'consilium.db-wal']) {
      rmSync(join(dir, name), { force: true });
      if (name === 'consilium.db') cpSync(join(other.dir, name), join(dir, name));
    }
    tamper(dir, 'UPDATE audit SET user = user');
    expect(verify(dir)).toMatchObject({ ok: false });
    expect(verify(other.dir, head)).toMatchObject({ ok: false, why: expect.stringContaining('noted') });
  });

  test.each([
    ['is gone', (dir: string) => rmSync(join(dir, 'audit.head')), 'gone'],
    [
      'was written by hand',
      (dir: string) =>
        writeFileSync(
          join(dir, 'audit.head'),
          '{"trail":{"rows":0,"head":""},"citations":{"rows":0,"head":""}}\nabcd\n',
        ),
      'seal',
    ],
    ['lost its key', (dir: string) => rmSync(join(dir, 'audit.key')), 'seal'],
  ])('is missed where it %s, until somebody begins it anew, which is told', (_, harm, says) => {
    const { dir } = filledHome();
    harm(dir);
    expect(verify(dir)).toMatchObject({ ok: false, why: expect.stringContaining(says) });
    const home = openHome(dir);
    home.audit.write({ action: 'later', actor: 'test' });
    expect(home.audit.verify()).toMatchObject({ ok: false });
    home.audit.beginHead({ actor: 'test' });
    expect(home.audit.list({ limit: 1 })).toMatchObject([{ action: 'audit:head' }]);
    home.close();
    expect(verify(dir)).toMatchObject({ ok: true });
  });

  test('is sealed with a key that is kept elsewhere, if one is given', () => {
    const dir = tempDir('audit-key');
    const home = openHome(dir, undefined, [], 'a key from elsewhere');
    home.audit.write({ action: 'a', actor: 'test' });
    home.close();
    expect(verify(dir, undefined, 'a key from elsewhere')).toMatchObject({ ok: true });
    expect(verify(dir)).toMatchObject({ ok: false, why: expect.stringContaining('CONSILIUM_AUDIT_KEY') });
  });
});
