import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS } from '../kernel/index.ts';
import { openShelf } from '../storage/rooms/assistant.ts';
import { MOST_OF_A_KIND } from '../storage/rooms/assistant-lists.ts';
import { type Shelf, UNDO_DAYS } from './shelf.ts';

let shelf: Shelf;
let now = 1_000;
const clock = { now: () => now++, sleep: async () => {}, after: () => () => {} };
beforeEach(() => {
  shelf = openShelf(new DatabaseSync(':memory:'), clock);
});

const add = (user: string, title: string, id?: string, key?: string) =>
  shelf.put({ user, kind: 'todo', id, body: { title }, what: `Added ${title}`, text: title, key });
const titles = (user: string) => shelf.list<{ title: string }>(user, 'todo').map(({ body }) => body.title);

describe('the shelf', () => {
  test('belongs to its user', () => {
    const { thing, change } = add('ada', 'milk');
    expect(titles('bob')).toEqual([]);
    expect(shelf.get('bob', 'todo', thing.id)).toBeUndefined();
    expect(shelf.search('bob', 'milk', ['todo'])).toEqual([]);
    expect(() => shelf.undo('bob', change.id)).toThrow('no such change');
    expect(() => shelf.remove('bob', 'todo', thing.id, 'x')).toThrow('no such todo');
  });

  test('a list is read once until something of it changes, and nobody changes it for others', () => {
    const { thing } = add('ada', 'milk');
    const [first] = shelf.list<{ title: string }>('ada', 'todo');
    expect(shelf.list('ada', 'todo')[0]).toBe(first);
    expect(() => {
      first!.body.title = 'beer';
    }).toThrow();
    add('ada', 'oat milk', thing.id);
    expect(titles('ada')).toEqual(['oat milk']);
    shelf.forget('ada', 'todo', thing.id);
    expect(titles('ada')).toEqual([]);
  });

  test('what a transaction wrote and took back was never there', () => {
    const db = new DatabaseSync(':memory:');
    shelf = openShelf(db, clock);
    add('ada', 'milk');
    db.exec('BEGIN');
    add('ada', 'bread');
    expect(titles('ada')).toEqual(['milk', 'bread']);
    db.exec('ROLLBACK');
    expect(titles('ada')).toEqual(['milk']);
  });

  test('an undo puts back what stood before, once; a later change comes first', () => {
    const { thing, change: first } = add('ada', 'milk');
    const { change: second } = add('ada', 'oat milk', thing.id);
    expect(() => shelf.undo('ada', first.id)).toThrow('changed again');
    shelf.undo('ada', second.id);
    expect(titles('ada')).toEqual(['milk']);
    expect(() => shelf.undo('ada', second.id)).toThrow('already');
    const gone = shelf.remove('ada', 'todo', thing.id, 'Removed milk');
    expect(titles('ada')).toEqual([]);
    const back = shelf.undo('ada', gone.id);
    expect(titles('ada')).toEqual(['milk']);
    shelf.undo('ada', back.id);
    expect(titles('ada')).toEqual([]);
  });

  test('the same key twice is one change', () => {
    const one = add('ada', 'milk', undefined, 'turn-1');
    const two = add('ada', 'milk', undefined, 'turn-1');
    expect(two.thing.id).toBe(one.thing.id);
    expect(titles('ada')).toEqual(['milk']);
  });

  test('is searched by the beginnings of words, whatever is typed', () => {
    add('ada', 'Pay the insurance bill');
    add('ada', 'Buy milk');
    expect(shelf.search<{ title: string }>('ada', 'insur', ['todo']).map(({ body }) => body.title)).toEqual([
      'Pay the insurance bill',
    ]);
    fc.assert(fc.property(fc.string(), (query) => Array.isArray(shelf.search('ada', query, ['todo']))));
  });

  test('what was deleted can be brought back for 30 days, and is gone then', () => {
    const { thing } = shelf.put({
      user: 'ada',
      kind: 'todo',
      body: { title: 'lithium' },
      what: 'Added',
      text: 'lithium',
    });
    const change = shelf.remove('ada', 'todo', thing.id, 'Removed lithium');
    const kept = shelf.put({ user: 'ada', kind: 'todo', body: { title: 'milk' }, what: 'Added milk', text: 'milk' });
    now += UNDO_DAYS * DAY_MS + 1;
    expect(shelf.changes('ada')).toEqual([]);
    expect(() => shelf.undo('ada', change.id)).toThrow(expect.objectContaining({ code: 'CHANGE_UNKNOWN' }));
    expect(shelf.sweep()).toEqual([{ user: 'ada', kind: 'todo', thing: thing.id }]);
    expect(shelf.sweep()).toEqual([]);
    expect(shelf.change('ada', change.id)).toBeUndefined();
    expect(shelf.get('ada', 'todo', kept.thing.id)).toBeDefined();
  });

  test('forgetting leaves nothing behind, in the changes either', () => {
    const { thing } = add('ada', 'secret');
    add('ada', 'secret too', thing.id);
    expect(shelf.forget('ada', 'todo', thing.id)).toBe(true);
    expect(shelf.changes('ada')).toEqual([]);
    expect([...shelf.export('ada')]).toEqual([]);
  });

  test('an entry that is too large is refused', () => {
    expect(() => add('ada', 'x'.repeat(70_000))).toThrow('64 kB');
  });

  test('of a kind no more is kept than a turn can read; what is deleted makes room', () => {
    const long = 'x'.repeat(60_000);
    const ids: string[] = [];
    const fill = () => {
      for (;;) ids.push(add('ada', long).thing.id);
    };
    expect(fill).toThrow(expect.objectContaining({ code: 'SHELF_FULL' }));
    expect(ids.length).toBe(Math.floor(MOST_OF_A_KIND / JSON.stringify({ title: long }).length));
    expect(add('ada', 'short', ids[0]).thing.body).toEqual({ title: 'short' });
    expect(add('bob', long).thing.id).toBeDefined();
    add('ada', long, ids[0]);
    for (const id of ids.slice(0, 2)) shelf.forget('ada', 'todo', id);
    expect(add('ada', long).thing.id).toBeDefined();
  });
});
