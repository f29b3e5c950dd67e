import { describe, expect, test } from 'vitest';
import { type Known, NOTHING_KNOWN, rank, readRows, understand } from './read.ts';

/** A Sunday, noon in Berlin. */
const PLACE = { now: Date.parse('2026-11-15T11:00:00Z'), zone: 'Europe/Berlin' };
const KNOWN: Known = {
  ...NOTHING_KNOWN,
  lists: ['groceries'],
  events: ['Dentist'],
  todos: ['Pay rent', 'Buy milk'],
  reminders: ['refill metformin'],
  briefs: ['Meal plan'],
};

describe('every row', () => {
  test.each(
    readRows().map((row) => [row.id, row] as const),
  )('%s: its example is it, its counter-example is not', (id, row) => {
    expect(rank(row.example, PLACE, KNOWN)[0]?.row).toBe(id);
    expect(rank(row.counter, PLACE, KNOWN)[0]?.row).not.toBe(id);
  });
});

describe('a message', () => {
  const read = (message: string, known = KNOWN) => {
    const understood = understand(message, PLACE, known);
    return understood.kind === 'requests'
      ? understood.requests.map(({ tool, input }) => ({ tool, ...input }))
      : understood.kind;
  };

  test.each([
    [
      'remind me to refill metformin every 4 weeks',
      [{ tool: 'set_reminder', what: 'refill metformin', when: 'every 4 weeks', at: expect.any(String), recurs: true }],
    ],
    ['move my dentist to Friday at 3pm', [{ tool: 'move_event', query: 'dentist', start: '2026-11-20T15:00' }]],
    ['add milk and eggs to groceries', [{ tool: 'add_todo', title: 'milk and eggs', project: 'groceries' }]],
    ['remember that my GP is Dr. Lee', [{ tool: 'remember', subject: 'GP', text: 'Dr. Lee' }]],
    [
      'book lunch with Nora on Friday at noon',
      [{ tool: 'add_event', title: 'lunch with Nora', start: '2026-11-20T12:00' }],
    ],
    ['rename notes.txt to ideas.txt', [{ tool: 'move_file', from: 'notes.txt', to: 'ideas.txt' }]],
  ])('%s', (message, expected) => {
    expect(read(message)).toEqual(expected);
  });

  test('with several requests is several requests, and "it" is what was found', () => {
    expect(read('find the file about insurance and summarise it')).toEqual([
      { tool: 'search_files', query: 'insurance' },
      { tool: 'summarize_file', query: 'insurance' },
    ]);
    expect(read('Add milk to groceries and remind me to call Nora tomorrow at 5pm')).toMatchObject([
      { tool: 'add_todo', title: 'milk', project: 'groceries' },
      { tool: 'set_reminder', what: 'call Nora', at: '2026-11-16T17:00' },
    ]);
  });

  test('that is about nothing here is nothing', () => {
    expect(read('hello there')).toBe('nothing');
    expect(read('the sky is a lovely colour')).toBe('nothing');
  });
});
