/** Other words for what the grammar reads: what they must become, and what must stay as it was said. */
import { describe, expect, test } from 'vitest';
import { NOTHING_KNOWN } from '../known.ts';
import { understand } from '../read.ts';
import { withWording, worded, wordings } from './index.ts';

const PLACE = { now: Date.parse('2026-11-15T11:00:00Z'), zone: 'Europe/Berlin' };
const KNOWN = {
  ...NOTHING_KNOWN,
  lists: ['Garage', 'Work'],
  events: ['Plumber', 'Choir'],
  briefs: ['Allotment', 'Barn dance'],
  devices: ['Dishwasher', 'Radio'],
  files: ['lease.pdf', 'notes.txt'],
  notes: ['Spare key'],
};
const done = (said: string) => {
  const read = understand(said, PLACE, KNOWN);
  return read.kind === 'requests' ? read.requests.map(({ tool, input }) => [tool, input]) : [];
};

describe('each row', () => {
  test.each(wordings())('$means', (row) => {
    expect(worded(row.example, row, KNOWN)).not.toBe(row.example);
    expect(worded(row.counter, row, KNOWN)).toBe(row.counter);
  });
});

describe('who is to do it', () => {
  test.each([
    ['could Axel carry out the allotment brief', 'Allotment'],
    ['ask Axel to start on the barn dance brief please', 'Barn dance'],
    ['run brief Allotment', 'Allotment'],
  ])('%s', (said, query) => expect(done(said)).toMatchObject([['execute_brief', { query }]]));

  test.each(['Axel should go ahead with it', 'do everything that is in the brief', 'Axel can start'])('%s', (said) =>
    expect(done(said).map(([tool]) => tool)).toEqual(['execute_brief']));

  test('one plans and the other does it', () => {
    expect(done('Scout shall write a brief for a school play, then Axel does it').map(([tool]) => tool)).toEqual([
      'write_brief',
      'execute_brief',
    ]);
  });

  test('what runs of itself is let run', () => {
    expect(done('let the dishwasher run')).toEqual(done('run the dishwasher'));
    expect(done('please let the tests run again').map(([tool]) => tool)).toEqual(['run_tests']);
  });

  test.each([
    'let the children run',
    'let the dog start',
    'Axel is my cousin',
    'let the bread rise',
  ])('"%s" is as it was said', (said) => expect(withWording(said, KNOWN)).toBe(said));
});

describe('the kind before the name', () => {
  test.each([
    ['put bolts on list Garage', 'add_todo', { project: 'Garage' }],
    ["what's on the list Work", 'list_todos', { project: 'Work' }],
    ['move lease.pdf into folder house', 'move_file', { from: 'lease.pdf', to: 'house' }],
  ])('%s', (said, tool, input) => expect(done(said)).toMatchObject([[tool, input]]));

  test.each([
    'put it on the list work shoes',
    'move it to the folder that I made',
    'list work',
  ])('"%s" is as it was said', (said) => expect(withWording(said, KNOWN)).toBe(said));
});

describe('what is to be kept', () => {
  test.each([
    ['note for later: the stopcock is behind the washing machine', 'stopcock'],
    ['for the record, my locker at the pool is 88', '88'],
  ])('%s', (said, text) => {
    const [[tool, input] = ['', {}], ...more] = done(said) as [string, Record<string, unknown>][];
    expect([tool, more]).toEqual(['remember', []]);
    expect(JSON.stringify(input)).toContain(text);
  });
});

test('quoted words are nobody’s to change', () => {
  const said = 'remember "Axel may begin"';
  expect(withWording(said, KNOWN)).toBe(said);
});
