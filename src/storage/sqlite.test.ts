import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempDir } from '../../test/house.ts';
import type { Entry, Event, SessionRow, Store } from '../kernel/index.ts';
import { openDatabase } from './database.ts';
import { openSqliteStore } from './sqlite.ts';

const time = Date.now();

function begin(store: Store, user: string, entries: Readonly<Record<string, Entry>>, seq = 1): void {
  const id = `session-of-${user}`;
  const session: SessionRow = {
    id,
    app: 'app',
    user,
    title: '',
    created: time,
    updated: time,
    lastSeq: seq,
    open: null,
    compactedAt: 0,
  };
  const place = { seq, time, invocation: 'i', key: '#said', agent: 'a', branch: '' };
  const event: Event = { ...place, type: 'said', text: 'x' };
  const changes = Object.entries(entries).map(([key, entry]) => ({ scope: 'user' as const, owner: user, key, entry }));
  void store.append({ session, events: [event], changes });
}

test('state whose time is over does not stay in the file: it goes when it is met, and when the file is opened', () => {
  const db = openDatabase(join(tempDir(), 'test.db'));
  const keys = () =>
    db
      .prepare('SELECT owner, key FROM state ORDER BY owner, key')
      .all()
      .map(({ owner, key }) => `${owner} ${key}`);
  const old = { value: 1, expires: time - 1 };
  const store = openSqliteStore(db);
  begin(store, 'ana', { 'user:old': old, 'user:new': { value: 2, expires: time + 86_400_000 } });
  expect(keys()).toEqual(['ana user:new', 'ana user:old']);
  expect([...(store.state('user', 'ana') as Map<string, Entry>).keys()]).toEqual(['user:new']);
  expect(keys()).toEqual(['ana user:new']);

  begin(store, 'ben', { 'user:old': old, 'user:kept': { value: 3 } });
  expect(keys()).toEqual(['ana user:new', 'ben user:kept', 'ben user:old']);
  openSqliteStore(db);
  expect(keys()).toEqual(['ana user:new', 'ben user:kept']);
});

test('what goes on in an old session does not give its neighbours number to a new one', () => {
  const db = openDatabase(join(tempDir(), 'test.db'));
  db.exec('PRAGMA locking_mode = exclusive');
  const store = openSqliteStore(db);
  for (const user of ['ana', 'ben', 'cid']) begin(store, user, {});
  // A turn that waited is taken up again, and its session goes on.
  void store.claim('session-of-ana', { holder: 'me', until: time + 1000 });
  begin(store, 'ana', {}, 2);
  begin(store, 'dan', {});
  const texts = (user: string) => (store.events(`session-of-${user}`) as Event[]).length;
  expect(['ana', 'ben', 'cid', 'dan'].map(texts)).toEqual([2, 1, 1, 1]);
});
