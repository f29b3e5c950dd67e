import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { tempDir } from '../../test/house.ts';
import {
  type Batch,
  checksumOf,
  type Event,
  foldState,
  makeEntry,
  type Pending,
  type SessionRow,
  type StateChange,
  type Store,
  scopeOf,
} from '../kernel/index.ts';
import { migrate, openDatabase, openMemoryStore, openSqliteStore } from './index.ts';
import { storeTables } from './tables.ts';

const NOW = 1_000_000;
const clock = { now: () => NOW };

const stores: [string, () => Store][] = [
  ['memory', () => openMemoryStore({ clock })],
  ['SQLite', () => openSqliteStore(openDatabase(join(tempDir('store'), 'test.db')), { clock })],
];

/** Whatever a store throws or rejects with. */
async function failing(work: () => unknown): Promise<unknown> {
  try {
    await work();
  } catch (thrown) {
    return thrown;
  }
  throw new Error('It did not fail.');
}

let open: Store[] = [];
afterEach(async () => {
  for (const store of open) await store.close();
  open = [];
});

describe.each(stores)('a store in %s', (_name, make) => {
  const fresh = () => {
    const store = make();
    open.push(store);
    return store;
  };

  test('gives back what was appended, in order and from any point', async () => {
    const store = fresh();
    await store.append(batch('s', [said(1, 'a'), said(2, 'b')]));
    await store.append(batch('s', [said(3, 'c', 'other')]));
    await store.append(batch('t', [said(1, 'elsewhere')]));
    expect((await store.events('s')).map((e) => e.seq)).toEqual([1, 2, 3]);
    expect((await store.events('s', { after: 1 })).map((e) => e.seq)).toEqual([2, 3]);
    expect((await store.events('s', { after: 1, limit: 1 })).map((e) => e.seq)).toEqual([2]);
    expect((await store.events('s', { invocation: 'other' })).map((e) => e.seq)).toEqual([3]);
    expect(await store.events('nobody')).toEqual([]);
    expect((await store.events('s'))[0]).toEqual(said(1, 'a'));
  });

  test('keeps the session row in step and knows which turns are open', async () => {
    const store = fresh();
    await store.append({
      ...batch('s', [said(1, 'a')]),
      session: row('s', { lastSeq: 1, open: { invocation: 'i', seq: 1 } }),
    });
    expect((await store.unfinished('n')).map((s) => s.id)).toEqual(['s']);
    await store.append({ ...batch('s', [said(2, 'b')]), session: row('s', { lastSeq: 2, updated: 9 }) });
    expect(await store.unfinished('n')).toEqual([]);
    expect(await store.session('s')).toEqual(row('s', { lastSeq: 2, updated: 9 }));
    expect(await store.session('nobody')).toBeUndefined();
  });

  test('lists sessions by owner, newest first', async () => {
    const store = fresh();
    for (const [id, user, updated] of [
      ['a', 'u', 1],
      ['b', 'u', 3],
      ['c', 'v', 2],
    ] as const)
      await store.append({ ...batch(id, [said(1, id)]), session: row(id, { user, updated, lastSeq: 1 }) });
    expect((await store.sessions({ app: 'app', user: 'u' })).map((s) => s.id)).toEqual(['b', 'a']);
    expect((await store.sessions()).map((s) => s.id)).toEqual(['b', 'c', 'a']);
    expect((await store.sessions({ limit: 1 })).map((s) => s.id)).toEqual(['b']);
    await store.append({ ...batch('d', [said(1, 'd')]), session: row('d', { app: 'runs', updated: 4, lastSeq: 1 }) });
    expect((await store.sessions({ notApps: ['runs', 'x'] })).map((s) => s.id)).toEqual(['b', 'c', 'a']);
    expect((await store.sessions({ notApps: ['app'] })).map((s) => s.id)).toEqual(['d']);
  });

  test('forgets state whose time is over, and state that was removed', async () => {
    const store = fresh();
    const change = (key: string, expires?: number): StateChange => ({
      scope: 'user',
      owner: 'u',
      key,
      entry: { value: 1, expires },
    });
    await store.append({
      ...batch('s', [said(1, 'a')]),
      changes: [change('user:old', 1), change('user:new', NOW + 60_000), change('user:gone')],
    });
    await store.append({
      ...batch('s', [said(2, 'b')]),
      changes: [{ scope: 'user', owner: 'u', key: 'user:gone', entry: null }],
    });
    expect([...(await store.state('user', 'u')).keys()]).toEqual(['user:new']);
    expect((await store.state('user', 'v')).size).toBe(0);
  });

  test('holds exactly the fold of the log, whatever was written', async () => {
    const key = fc.constantFrom('a', 'b', 'user:a', 'user:b', 'app:a', 'temp:a');
    const value = fc.oneof(fc.constant(null), fc.integer(), fc.string(), fc.array(fc.boolean(), { maxLength: 2 }));
    const deltas = fc.array(
      fc.record({ delta: fc.dictionary(key, value, { maxKeys: 3 }), branch: fc.constantFrom('', 'p.x') }),
      { maxLength: 12 },
    );
    await fc.assert(
      fc.asyncProperty(deltas, async (written) => {
        const store = make();
        const time = NOW;
        const events: Event[] = written.map(({ delta, branch }, index) => ({
          ...said(index + 1, 'x'),
          time,
          branch,
          delta,
        }));
        for (const event of events) await store.append({ ...batch('s', [event]), changes: changes(event) });
        for (const scope of ['session', 'user', 'app'] as const) {
          const entries = await store.state(scope, scope);
          expect(Object.fromEntries([...entries].map(([k, e]) => [k, e.value]))).toEqual(
            foldState(events, scope, time),
          );
        }
        await store.close();
      }),
      { numRuns: 60 },
    );
  });

  test('deletes a session with all that is its own', async () => {
    const store = fresh();
    const change: StateChange = { scope: 'session', owner: 's', key: 'k', entry: { value: 1 } };
    await store.append({ ...batch('s', [said(1, 'a')]), changes: [change] });
    expect(await store.deleteSession('s')).toBe(true);
    expect(await store.deleteSession('s')).toBe(false);
    expect(await store.session('s')).toBeUndefined();
    expect(await store.events('s')).toEqual([]);
    expect((await store.state('session', 's')).size).toBe(0);
  });

  test('refuses a batch that does not begin where the log ends, and changes nothing', async () => {
    const store = fresh();
    const change: StateChange = { scope: 'session', owner: 's', key: 'k', entry: { value: 1 } };
    await store.append(batch('s', [said(1, 'a'), said(2, 'b')]));
    for (const [events, changes] of [
      [[said(2, 'again')], []],
      [[said(4, 'hole')], [change]],
      [[said(1, 'new')], [change]],
      [[said(2, 'b'), said(3, 'c')], []],
    ] as const)
      expect(await failing(() => store.append({ ...batch('s', [...events]), changes }))).toMatchObject({
        code: 'STORAGE_CONFLICT',
        retryable: true,
      });
    expect(await failing(() => store.append(batch('nobody', [said(5, 'x')])))).toMatchObject({
      code: 'STORAGE_CONFLICT',
    });
    expect((await store.events('s')).map(({ seq }) => seq)).toEqual([1, 2]);
    expect((await store.state('session', 's')).size).toBe(0);
    expect(await store.session('nobody')).toBeUndefined();
    await store.append(batch('s', [said(3, 'c')]));
  });

  test('lets only the holder write while its turn is open, and only others take it whose lease has run out', async () => {
    const store = fresh();
    const held = (id: string, seq: number, holder: string, until: number): Batch => ({
      ...batch(id, [said(seq, 'x')]),
      session: row(id, { lastSeq: seq, open: { invocation: 'i', seq: 1, lease: { holder, until } } }),
      holder,
    });
    await store.append(held('live', 1, 'one', NOW + 10));
    await store.append(held('late', 1, 'one', NOW));
    const ids = async (holder: string) => (await store.unfinished(holder)).map(({ id }) => id).sort();
    expect(await ids('two')).toEqual(['late']);
    expect(await ids('one')).toEqual(['late', 'live']);
    expect(await failing(() => store.append({ ...batch('live', [said(2, 'b')]), holder: 'two' }))).toMatchObject({
      code: 'STORAGE_CONFLICT',
    });
    expect(await failing(() => store.append(batch('live', [said(2, 'b')])))).toMatchObject({
      code: 'STORAGE_CONFLICT',
    });
    const lease = { holder: 'two', until: NOW + 50 };
    expect(await store.claim('live', lease)).toBe(false);
    expect(await store.claim('late', lease)).toBe(true);
    expect(await store.claim('nobody', lease)).toBe(false);
    expect((await store.session('late'))!.open).toEqual({ invocation: 'i', seq: 1, lease });
    expect(await failing(() => store.append(held('late', 2, 'one', NOW + 10)))).toMatchObject({
      code: 'STORAGE_CONFLICT',
    });
    expect(await store.claim('live', { holder: 'one', until: NOW + 90 })).toBe(true);
    await store.append({ ...batch('live', [said(2, 'end')]), holder: 'one' });
    expect(await store.claim('live', { holder: 'one', until: NOW + 99 })).toBe(false);
    expect(await ids('one')).toEqual([]);
  });

  test('keeps the key of a turn with its first event; the same key again changes nothing', async () => {
    const store = fresh();
    const key = { owner: 'app/u', key: 'k', session: 's', invocation: 'i', seq: 1, digest: 'd' };
    await store.append({ ...batch('s', [said(1, 'a')]), key });
    expect(await store.turn('app/u', 'k')).toEqual(key);
    expect(await store.turn('app/v', 'k')).toBeUndefined();
    expect(
      await failing(() => store.append({ ...batch('t', [said(1, 'a')]), key: { ...key, session: 't' } })),
    ).toMatchObject({ code: 'STORAGE_CONFLICT' });
    expect(await store.session('t')).toBeUndefined();
    await store.deleteSession('s');
    expect(await store.turn('app/u', 'k')).toBeUndefined();
  });

  test('keeps questions, and finds them by what is asked of them', async () => {
    const store = fresh();
    const ask = (id: string, over: Partial<Pending> = {}): Pending => ({
      ...{ id, app: 'app', session: 's', user: 'u', invocation: 'i', seq: 1, agent: 'a', asked: 1, status: 'open' },
      ...{ what: 'Go?', why: 'Because.', effect: 'Gone.' },
      ...over,
    });
    const [one, two, three] = [
      ask('1', { until: NOW }),
      ask('2', { invocation: 'j' }),
      ask('3', { app: 'other', session: 't' }),
    ];
    await store.append({ ...batch('s', [said(1, 'a')]), pending: [one, two] });
    await store.append({ ...batch('t', [said(1, 'a')]), pending: [three] });
    expect(await store.pending()).toEqual([one, two, three]);
    const ids = async (filter: Parameters<Store['pending']>[0]) => (await store.pending(filter)).map(({ id }) => id);
    expect(await ids({ id: '2' })).toEqual(['2']);
    expect(await ids({ id: '9' })).toEqual([]);
    expect(await ids({ session: 's', invocation: 'j' })).toEqual(['2']);
    expect(await ids({ app: 'other', status: 'open' })).toEqual(['3']);
    expect(await ids({ status: 'open', dueBy: NOW - 1 })).toEqual([]);
    expect(await ids({ status: 'open', dueBy: NOW })).toEqual(['1']);
    await store.append({ ...batch('s', [said(2, 'b')]), pending: [{ ...one, status: 'answered' }] });
    expect(await ids({ status: 'open' })).toEqual(['2', '3']);
    expect(await ids({ session: 's', status: 'answered' })).toEqual(['1']);
    expect(
      await failing(() => store.append({ ...batch('s', [said(9, 'x')]), pending: [{ ...two, status: 'expired' }] })),
    ).toBeDefined();
    expect(await ids({ status: 'open' })).toEqual(['2', '3']);
    await store.deleteSession('s');
    expect(await ids({})).toEqual(['3']);
  });

  test('does other rooms’ work in the same transaction, before the events are written', async () => {
    const store = fresh();
    const event = { ...said(1, 'x') };
    await store.append({ ...batch('s', [event]), within: () => void Object.assign(event, { text: 'from the work' }) });
    expect(await store.events('s')).toMatchObject([{ text: 'from the work' }]);
    const refuse = () => {
      throw new Error('no');
    };
    expect(await failing(() => store.append({ ...batch('s', [said(2, 'b')]), within: refuse }))).toMatchObject({
      message: 'no',
    });
    expect(await store.events('s')).toHaveLength(1);
  });

  test('keeps the artifacts of users apart, whatever they are called', async () => {
    const store = fresh();
    const save = (owner: string, text: string) =>
      store.saveArtifact(owner, {
        namespace: 'n',
        name: 'a',
        mimeType: 'text/plain',
        data: new TextEncoder().encode(text),
      });
    await save('ada', 'hers');
    expect((await save('ben', 'his')).version).toBe(1);
    const text = async (owner: string) => new TextDecoder().decode((await store.artifact(owner, 'n', 'a'))?.data);
    expect([await text('ada'), await text('ben'), await text('eve')]).toEqual(['hers', 'his', '']);
    expect((await store.artifacts({ owner: 'ada' })).map(({ owner }) => owner)).toEqual(['ada']);
    expect(await store.artifacts()).toHaveLength(2);
  });

  test('numbers the versions of an artifact and gives each back byte for byte', async () => {
    const store = fresh();
    const save = (data: Uint8Array, name = 'report') =>
      store.saveArtifact('ada', {
        namespace: 'pipeline',
        name,
        mimeType: 'application/octet-stream',
        data,
        metadata: { from: 'test' },
      });
    const first = await save(new Uint8Array([0, 255, 1]));
    const second = await save(new Uint8Array([7]));
    await save(new Uint8Array([9]), 'other');
    expect([first.version, second.version]).toEqual([1, 2]);
    expect([...(await store.artifact('ada', 'pipeline', 'report', 1))!.data]).toEqual([0, 255, 1]);
    expect((await store.artifact('ada', 'pipeline', 'report'))!.version).toBe(2);
    expect(await store.artifact('ada', 'pipeline', 'report', 3)).toBeUndefined();
    expect(await store.artifact('ada', 'pipeline', 'nothing')).toBeUndefined();
    expect((await store.artifacts({ namespace: 'pipeline' })).map((a) => [a.name, a.version, a.bytes]).sort()).toEqual([
      ['other', 1, 1],
      ['report', 1, 3],
      ['report', 2, 1],
    ]);
    expect((await store.artifacts({ namespace: 'elsewhere' })).length).toBe(0);
    expect(first.checksum).toMatch(/^[0-9a-f]{64}$/);
    expect(() =>
      store.saveArtifact('ada', { namespace: '..', name: 'x', mimeType: 'text/plain', data: new Uint8Array() }),
    ).toThrow(/namespace/);
  });
});

describe('SQLite', () => {
  const openAt = (path: string) => {
    const db = openDatabase(path);
    return { db, store: openSqliteStore(db) };
  };

  test('keeps what was appended when the process is gone', async () => {
    const path = join(tempDir('store'), 'test.db');
    const first = openAt(path);
    await first.store.append(batch('s', [said(1, 'a')]));
    first.db.close();
    const second = openAt(path);
    expect(await second.store.events('s')).toEqual([said(1, 'a')]);
    second.db.close();
  });

  test('two stores on one file do not write over each other', async () => {
    const db = openDatabase(join(tempDir('store'), 'test.db'));
    const [one, two] = [openSqliteStore(db), openSqliteStore(db)];
    open.push(one);
    await one.append(batch('a', [said(1, 'a')]));
    await two.append(batch('b', [said(1, 'b')]));
    await one.append(batch('c', [said(1, 'c')]));
    await two.append(batch('a', [said(2, 'a2')]));
    expect(() => one.append(batch('a', [said(2, 'lost')]))).toThrow(
      expect.objectContaining({ code: 'STORAGE_CONFLICT' }),
    );
    for (const id of ['a', 'b', 'c'])
      expect((await one.events(id)).map(({ seq }) => seq)).toEqual(id === 'a' ? [1, 2] : [1]);
  });

  test('takes over what was there before there were leases, keys and owners', async () => {
    const path = join(tempDir('store'), 'test.db');
    const old = openDatabase(path);
    migrate(old, { ...storeTables, steps: storeTables.steps.slice(0, 1) });
    old.exec(`INSERT INTO session VALUES ('s', 1, 'app', 'local', 't', 1, 0);
      INSERT INTO event VALUES (${2 ** 22 + 1}, 1, 'i', 1, '${JSON.stringify([said(1, 'a')])}');
      INSERT INTO artifact VALUES ('s', 'out', 1, 'text/plain', 1, '${checksumOf(new Uint8Array([1]))}', '{}', x'01'),
        ('digest', 'x', 1, 'text/plain', 1, 'c', '{"user":"ada"}', x'01'), ('digest', 'y', 1, 'text/plain', 1, 'c', '{}', x'01')`);
    old.close();
    const { store } = openAt(path);
    open.push(store);
    expect((await store.unfinished('anybody')).map(({ id }) => id)).toEqual(['s']);
    expect(await store.claim('s', { holder: 'me', until: 9e15 })).toBe(true);
    expect((await store.artifacts()).map(({ owner, name }) => `${owner} ${name}`).sort()).toEqual([
      'ada x',
      'local out',
      'local y',
    ]);
    expect([...(await store.artifact('local', 's', 'out'))!.data]).toEqual([1]);
  });

  test('work in its transaction must not wait', async () => {
    const { store } = openAt(join(tempDir('store'), 'test.db'));
    open.push(store);
    expect(() => store.append({ ...batch('s', [said(1, 'a')]), within: async () => {} })).toThrow(
      expect.objectContaining({ code: 'STORAGE_WAITS' }),
    );
    expect(await store.session('s')).toBeUndefined();
  });

  test('refuses a damaged session by name and leaves the others alone', async () => {
    const path = join(tempDir('store'), 'test.db');
    const { db, store } = openAt(path);
    open.push(store);
    await store.append(batch('bad', [said(1, 'a')]));
    await store.append(batch('bad', [said(2, 'b')]));
    await store.append(batch('good', [said(1, 'a')]));
    const number = db.prepare(`SELECT number FROM session WHERE id = 'bad'`).get()!['number'] as number;
    db.exec(`UPDATE event SET body = '{{' WHERE id = ${number * 2 ** 22 + 2}`);
    expect(() => store.events('bad')).toThrow(
      expect.objectContaining({ code: 'SESSION_CORRUPT', message: expect.stringContaining('bad') }),
    );
    db.exec(`DELETE FROM event WHERE id = ${number * 2 ** 22 + 1}`);
    expect(() => store.events('bad')).toThrow(/event 1 is missing|cannot be read/);
    expect(await store.events('good')).toHaveLength(1);
  });

  test('refuses an artifact that was tampered with', async () => {
    const path = join(tempDir('store'), 'test.db');
    const { db, store } = openAt(path);
    open.push(store);
    await store.saveArtifact('ada', { namespace: 'n', name: 'a', mimeType: 'text/plain', data: new Uint8Array([1]) });
    db.exec(`UPDATE artifact SET data = x'02'`);
    expect(() => store.artifact('ada', 'n', 'a')).toThrow(expect.objectContaining({ code: 'ARTIFACT_CORRUPT' }));
  });

  test('says that the disk is full, and loses nothing that was stored', async () => {
    const path = join(tempDir('store'), 'test.db');
    const { db, store } = openAt(path);
    open.push(store);
    await store.append(batch('s', [said(1, 'a')]));
    const { page_count } = db.prepare('PRAGMA page_count').get() as { page_count: number };
    db.exec(`PRAGMA max_page_count = ${page_count + 1}`);
    expect(() => store.append(batch('s', [said(2, 'x'.repeat(100_000))]))).toThrow(
      expect.objectContaining({ code: 'STORAGE_FULL' }),
    );
    expect(await store.events('s')).toEqual([said(1, 'a')]);
    expect((await store.session('s'))!.lastSeq).toBe(1);
    db.exec('PRAGMA max_page_count = 1000000');
    await store.append(batch('s', [said(2, 'b')]));
    expect(await store.events('s')).toHaveLength(2);
  });

  test('says that the file cannot be written, or is not a data file', async () => {
    const path = join(tempDir('store'), 'test.db');
    const { db, store } = openAt(path);
    await store.append(batch('s', [said(1, 'a')]));
    db.close();
    const readOnly = openSqliteStore(openDatabase(path, { readOnly: true }));
    open.push(readOnly);
    expect(await readOnly.events('s')).toHaveLength(1);
    expect(() => readOnly.append(batch('s', [said(2, 'b')]))).toThrow(
      expect.objectContaining({ code: 'STORAGE_READONLY' }),
    );
    const other = join(tempDir('store'), 'not.db');
    new DatabaseSync(other).close();
    const { writeFileSync } = await import('node:fs');
    writeFileSync(other, 'this is not a database, not at all '.repeat(100));
    expect(() => openAt(other)).toThrow(expect.objectContaining({ code: 'STORAGE_CORRUPT' }));
    expect(() => openAt('/nowhere/at/all/x.db')).toThrow(expect.objectContaining({ code: 'STORAGE_UNUSABLE' }));
  });
});

function row(id: string, over: Partial<SessionRow> = {}): SessionRow {
  return {
    id,
    app: 'app',
    user: 'u',
    created: 1,
    updated: 1,
    lastSeq: 0,
    open: null,
    compactedAt: 0,
    title: 'hello',
    ...over,
  };
}

function said(seq: number, text: string, invocation = 'i'): Event {
  return { type: 'said', text, seq, time: 5, invocation, key: `a#${seq}`, agent: 'a', branch: '' };
}

function batch(id: string, events: Event[]): Batch {
  return { session: row(id, { lastSeq: events.at(-1)!.seq }), events, changes: [] };
}

function changes(event: Event): StateChange[] {
  if (event.branch !== '') return [];
  return Object.entries(event.delta ?? {}).flatMap(([key, value]) => {
    const scope = scopeOf(key);
    if (scope === 'temp') return [];
    return [{ scope, owner: scope, key, entry: value === null ? null : makeEntry(key, value, event.ttl, event.time) }];
  });
}
