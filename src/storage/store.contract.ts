/** The contract of a store. */
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import {
  type Batch,
  type Event,
  foldState,
  makeEntry,
  type Pending,
  type SessionRow,
  type StateChange,
  type Store,
  scopeOf,
} from '../kernel/index.ts';

/** What the clock of the contract says. */
export const NOW = 1_000_000;

/**
 * What every store must do, run against one that `make` opens empty, by that clock. A new kind of store imports this
 * and runs it: what holds here is what the kernel builds on.
 */
export function storeContract(name: string, make: (clock: { now(): number }) => Store | Promise<Store>): void {
  describe(`a store in ${name}`, () => {
    let open: Store[] = [];
    afterEach(async () => {
      for (const store of open) await store.close();
      open = [];
    });
    const fresh = async () => {
      const store = await make({ now: () => NOW });
      open.push(store);
      return store;
    };

    test('gives back what was appended, in order and from any point', async () => {
      const store = await fresh();
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
      const store = await fresh();
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
      const store = await fresh();
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
      expect((await store.sessions({ notFrom: ['b', 'd'] })).map((s) => s.id)).toEqual(['c', 'a']);
      const inner = row('a.d', { app: 'd', updated: 5, lastSeq: 1, outer: 'a' });
      await store.append({ ...batch('a.d', [said(1, 'e')]), session: inner });
      expect(await store.sessions({ outer: 'a' })).toEqual([inner]);
      expect((await store.sessions({ outer: null })).map((s) => s.id)).toEqual(['d', 'b', 'c', 'a']);
      expect(await store.sessions({ outer: 'b' })).toEqual([]);
      expect(await store.session('a.d')).toEqual(inner);
    });

    test('a session that is deleted takes what it left in its user’s state, and nothing of another', async () => {
      const store = await fresh();
      const change = (key: string, value: string): StateChange => ({
        ...{ scope: 'user', owner: 'u', key },
        entry: { value, expires: NOW + 60_000 },
      });
      const left = async () => [...(await store.state('user', 'u'))].map(([key, { value }]) => [key, value]);
      await store.append({ ...batch('s', [said(1, 'a')]), changes: [change('user:a', 's'), change('user:b', 's')] });
      await store.append({ ...batch('t', [said(1, 'b')]), changes: [change('user:b', 't'), change('user:c', 't')] });
      await store.deleteSession('s');
      expect((await left()).sort()).toEqual([
        ['user:b', 't'],
        ['user:c', 't'],
      ]);
      await store.deleteSession('t');
      expect(await left()).toEqual([]);
    });

    test('forgets state whose time is over, and state that was removed', async () => {
      const store = await fresh();
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
          const store = await make({ now: () => NOW });
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
      const store = await fresh();
      const change: StateChange = { scope: 'session', owner: 's', key: 'k', entry: { value: 1 } };
      await store.append({ ...batch('s', [said(1, 'a')]), changes: [change] });
      expect(await store.deleteSession('s')).toBe(true);
      expect(await store.deleteSession('s')).toBe(false);
      expect(await store.session('s')).toBeUndefined();
      expect(await store.events('s')).toEqual([]);
      expect((await store.state('session', 's')).size).toBe(0);
    });

    test('refuses a batch that does not begin where the log ends, and changes nothing', async () => {
      const store = await fresh();
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
      const store = await fresh();
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
      const store = await fresh();
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

    test('frees the keys of a turn with the event that says so, and no others', async () => {
      const store = await fresh();
      const key = (name: string, invocation: string) => ({
        ...{ owner: 'app/u', key: name, session: 's', invocation, seq: 1, digest: 'd' },
      });
      await store.append({ ...batch('s', [said(1, 'a')]), key: key('k', 'i') });
      await store.append({ ...batch('s', [said(2, 'b')]), key: key('l', 'j') });
      await store.append({ ...batch('s', [said(3, 'c')]), unkeyed: 'i' });
      expect(await store.turn('app/u', 'k')).toBeUndefined();
      expect(await store.turn('app/u', 'l')).toMatchObject({ invocation: 'j' });
      await store.append({ ...batch('s', [said(4, 'd')]), key: key('k', 'm') });
      expect(await store.turn('app/u', 'k')).toMatchObject({ invocation: 'm' });
      // A turn that was refused before it was stored has its key and gives it back in one.
      await store.append({ ...batch('s', [said(5, 'e')]), key: key('n', 'o'), unkeyed: 'o' });
      expect(await store.turn('app/u', 'n')).toBeUndefined();
      await store.append({ ...batch('s', [said(6, 'f')]), key: key('n', 'p') });
      expect(await store.turn('app/u', 'n')).toMatchObject({ invocation: 'p' });
    });

    test('keeps questions, and finds them by what is asked of them', async () => {
      const store = await fresh();
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
      const store = await fresh();
      const event = { ...said(1, 'x') };
      await store.append({
        ...batch('s', [event]),
        within: () => void Object.assign(event, { text: 'from the work' }),
      });
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
      const store = await fresh();
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

    test('deletes one version of an artifact, of one user', async () => {
      const store = await fresh();
      const save = (owner: string, text: string) =>
        store.saveArtifact(owner, {
          ...{ namespace: 'n', name: 'a', mimeType: 'text/plain', data: new TextEncoder().encode(text) },
        });
      for (const [owner, text] of [
        ['ada', 'one'],
        ['ada', 'two'],
        ['ben', 'one'],
      ] as const)
        await save(owner, text);
      expect(await store.deleteArtifact('ada', 'n', 'a', 1)).toBe(true);
      expect(await store.deleteArtifact('ada', 'n', 'a', 1)).toBe(false);
      const left = (await store.artifacts()).map(({ owner, version }) => [owner, version]);
      expect(left.sort()).toEqual([
        ['ada', 2],
        ['ben', 1],
      ]);
      expect((await save('ada', 'three')).version).toBe(3);
      const text = async (version: number) => (await store.artifact('ada', 'n', 'a', version))?.data;
      expect(await text(1)).toBeUndefined();
      expect(new TextDecoder().decode(await text(3))).toBe('three');
    });

    test('numbers the versions of an artifact and gives each back byte for byte', async () => {
      const store = await fresh();
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
      expect(
        (await store.artifacts({ namespace: 'pipeline' })).map((a) => [a.name, a.version, a.bytes]).sort(),
      ).toEqual([
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
}

/** Whatever a store throws or rejects with. */
export async function failing(work: () => unknown): Promise<unknown> {
  try {
    await work();
  } catch (thrown) {
    return thrown;
  }
  throw new Error('It did not fail.');
}

export function row(id: string, over: Partial<SessionRow> = {}): SessionRow {
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

export function said(seq: number, text: string, invocation = 'i'): Event {
  return { type: 'said', text, seq, time: 5, invocation, key: `a#${seq}`, agent: 'a', branch: '' };
}

export function batch(id: string, events: Event[]): Batch {
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
