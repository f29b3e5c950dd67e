import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, test } from 'vitest';
import { playedClock } from '../kernel/index.ts';
import { openShelf } from '../storage/rooms/assistant.ts';
import { type Notes, openNotes } from './notes.ts';
import type { Shelf } from './shelf.ts';
import { openTodos, type Todos } from './todo.ts';

const NOW = Date.parse('2026-11-15T12:00:00Z');
let shelf: Shelf;
let todos: Todos;
let notes: Notes;
beforeEach(() => {
  const clock = playedClock(NOW);
  shelf = openShelf(new DatabaseSync(':memory:'), clock);
  todos = openTodos(shelf, clock);
  notes = openNotes(shelf);
});

const titles = (filter = {}) => todos.list('ada', filter).map(({ body }) => body.title);

describe('todos', () => {
  test('stand in the order of what is due, then of priority', () => {
    todos.add('ada', { title: 'someday' });
    todos.add('ada', { title: 'soon', priority: 'high' });
    todos.add('ada', { title: 'Friday', due: '2026-11-20' });
    todos.add('ada', { title: 'today', due: '2026-11-15T18:00' });
    expect(titles()).toEqual(['today', 'Friday', 'soon', 'someday']);
    expect(titles({ before: Date.parse('2026-11-16') })).toEqual(['today']);
  });

  test('stand on lists, whose names are not case', () => {
    todos.add('ada', { title: 'milk', project: 'Groceries' });
    expect(titles({ project: 'groceries' })).toEqual(['milk']);
    expect(todos.projects('ada')).toEqual([{ name: 'Groceries', open: 1 }]);
  });

  test('what comes again moves on past today when it is done, and can be undone', () => {
    const { todo } = todos.add('ada', { title: 'refill metformin', due: '2026-10-01', rule: 'FREQ=WEEKLY;INTERVAL=4' });
    const done = todos.complete('ada', todo.id);
    expect(done.todo.body.due).toBe('2026-11-26');
    expect(done.todo.body.done).toBeUndefined();
    shelf.undo('ada', done.change.id);
    expect(todos.get('ada', todo.id)!.body.due).toBe('2026-10-01');
  });

  test('the rest is done and stays to be seen', () => {
    const { todo } = todos.add('ada', { title: 'call' });
    todos.complete('ada', todo.id);
    expect(titles()).toEqual([]);
    expect(titles({ done: true })).toEqual(['call']);
  });

  test('what cannot be is refused by name', () => {
    expect(() => todos.add('ada', { title: ' ' })).toThrow('title');
    expect(() => todos.add('ada', { title: 'x', due: 'soon' })).toThrow('due');
    expect(() => todos.add('ada', { title: 'x', rule: 'FREQ=DAILY' })).toThrow('first date');
    expect(() => todos.complete('bob', todos.add('ada', { title: 'x' }).todo.id)).toThrow('no such todo');
  });
});

describe('what is remembered', () => {
  test('is corrected by a new fact on the same subject, and what was before is kept', () => {
    notes.remember('ada', { subject: 'GP', text: 'Dr. Lee' }, NOW);
    const { corrected, note } = notes.remember('ada', { subject: 'my gp', text: 'Dr. Okafor' }, NOW + 1);
    expect(corrected).toBe(true);
    expect(note.body).toMatchObject({ text: 'Dr. Okafor', before: [{ text: 'Dr. Lee', until: NOW + 1 }] });
    expect(notes.about('ada', 'GP')!.body.text).toBe('Dr. Okafor');
    expect(notes.list('ada')).toHaveLength(1);
  });

  test('is recalled by words and forgotten for good', () => {
    const { note } = notes.remember('ada', { text: 'The spare key is with Nora' }, NOW);
    expect(notes.recall('ada', 'where is the key')[0]!.id).toBe(note.id);
    expect(notes.recall('bob', 'key')).toEqual([]);
    notes.forget('ada', note.id);
    expect(shelf.changes('ada')).toEqual([]);
    expect(notes.recall('ada', 'key')).toEqual([]);
  });
});
