import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempDir } from '../../test/house.ts';
import { openDatabase } from '../storage/handle.ts';
import { openCitationAudit } from '../storage/rooms/citations.ts';
import type { CitationAuditEntry } from './index.ts';

const entry = (message: string, sources: readonly string[] = [], conversation = 'c1'): CitationAuditEntry => ({
  conversation_id: conversation,
  message_id: message,
  citations_used: sources.map((id, i) => ({ id, source_type: 'knowledge', marker: i + 1 })),
  retrieval_scores: sources.map(() => 0.5),
  warnings: 0,
  unsupported: 1,
  team: 'health',
  engine: 'offline',
});

function open() {
  const path = join(tempDir('citation-audit'), 'a.db');
  const db = openDatabase(path);
  return { path, db, audit: openCitationAudit(db) };
}

test('every answer leaves a record that can be found by conversation, message, source and time', () => {
  const { db, audit } = open();
  const first = audit.write(entry('m1', ['gout', 'water']));
  audit.write(entry('m2', ['gout'], 'c2'));
  audit.write(entry('m3'));
  expect(audit.get(first.id)).toEqual({ ...entry('m1', ['gout', 'water']), id: first.id, timestamp: first.timestamp });
  const found = (filter: Parameters<typeof audit.list>[0]) => audit.list(filter).records.map((each) => each.message_id);
  expect(found({})).toEqual(['m3', 'm2', 'm1']);
  expect(found({ conversation: 'c1' })).toEqual(['m3', 'm1']);
  expect(found({ message: 'm2' })).toEqual(['m2']);
  expect(found({ source: 'gout' })).toEqual(['m2', 'm1']);
  expect(found({ source: 'gout', conversation: 'c1', team: 'health' })).toEqual(['m1']);
  expect(found({ since: first.timestamp })).toEqual(['m3', 'm2', 'm1']);
  expect(found({ until: first.timestamp })).toEqual([]);
  expect(found({ since: '2999-01-01' })).toEqual([]);
  expect(audit.get('nothing')).toBeUndefined();
  expect(() => audit.list({ since: 'soon' })).toThrow(expect.objectContaining({ code: 'TIME_INVALID' }));
  db.close();
});

test('long lists are read page by page, also while records are added', () => {
  const { db, audit } = open();
  for (let i = 1; i <= 5; i++) audit.write(entry(`m${i}`));
  const first = audit.list({ limit: 2 });
  audit.write(entry('m6'));
  const second = audit.list({ limit: 2, after: first.next });
  const third = audit.list({ limit: 2, after: second.next });
  expect([first, second, third].map(({ records }) => records.map((each) => each.message_id))).toEqual([
    ['m5', 'm4'],
    ['m3', 'm2'],
    ['m1'],
  ]);
  expect(third.next).toBeUndefined();
  expect(() => audit.list({ after: 'nothing' })).toThrow(expect.objectContaining({ code: 'CURSOR_UNKNOWN' }));
  db.close();
});

test('what is on record cannot be changed or taken away', () => {
  const { db, audit } = open();
  audit.write(entry('m1', ['gout']));
  for (const change of [
    "UPDATE citation_audit SET message = 'x'",
    'DELETE FROM citation_audit',
    "UPDATE citation_audit_source SET source = 'x'",
    'DELETE FROM citation_audit_source',
  ])
    expect(() => db.exec(change)).toThrow('append-only');
  expect(audit.list({ source: 'gout' }).records).toHaveLength(1);
  db.close();
});

test('a record holds ids and numbers only, whatever a caller hands over', () => {
  const { db, audit } = open();
  const used = { id: 'u1', source_type: 'record', marker: 1, title: 'my secret rash' } as const;
  const { id } = audit.write({ ...entry('m1'), citations_used: [used], retrieval_scores: [null] });
  expect(JSON.stringify(db.prepare('SELECT * FROM citation_audit').all())).not.toContain('rash');
  expect(audit.get(id)?.citations_used).toEqual([{ id: 'u1', source_type: 'record', marker: 1 }]);
  db.close();
});

test('records survive the process; a file that cannot be written says so', () => {
  const { path, db, audit } = open();
  audit.write(entry('m1'));
  db.close();
  const readOnly = openDatabase(path, { readOnly: true });
  const again = openCitationAudit(readOnly);
  expect(again.list().records).toHaveLength(1);
  expect(() => again.write(entry('m2'))).toThrow(expect.objectContaining({ code: 'STORAGE_READONLY' }));
  readOnly.close();
});
