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
  todos: ['Sand the table'],
  briefs: ['Allotment', 'Barn dance'],
  devices: ['Dishwasher', 'Radio', 'Wine vault thermometer', 'Towel dryer'],
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

describe('what only their own names explain', () => {
  test('a list that was named before is "it"', () => {
    expect(done('show the garage list and add fuses to it')).toMatchObject([
      ['list_todos', { project: 'Garage' }],
      ['add_todo', { title: 'fuses', project: 'Garage' }],
    ]);
    expect(withWording('call Ana and add milk to it', KNOWN)).toBe('call Ana and add milk to it');
  });

  test('a place is asked of what measures there', () => {
    expect(done('how cold is it in the wine vault right now')).toMatchObject([
      ['get_device_state', { device: 'Wine vault thermometer' }],
    ]);
    expect(withWording('how cold is it in Oslo', KNOWN)).toBe('how cold is it in Oslo');
  });

  test('one slip in the name of a device', () => {
    expect(done('turn on the towel dryr')).toMatchObject([['control_device', { device: 'Towel dryer' }]]);
    expect(withWording('turn on the towel drier and the bowl dryer', KNOWN)).toContain('bowl dryer');
  });
});

describe('told and asked in one breath', () => {
  test('the order behind is the order', () => {
    expect(done('I think the radio is still on, could you switch it off?')).toMatchObject([
      ['control_device', { device: 'Radio', action: 'turn_off' }],
    ]);
    expect(done('is the radio still on?')).toMatchObject([['get_device_state', { device: 'Radio' }]]);
  });

  test('what was read needs nothing', () => {
    expect(done("I've read the brief for the allotment, and it is fine. Axel may begin").map(([tool]) => tool)).toEqual(
      ['execute_brief'],
    );
  });

  test('back from the bin once', () => {
    expect(done('I need lease.pdf back from the bin, please restore it').map(([tool]) => tool)).toEqual([
      'restore_file',
    ]);
    expect(done('undo that last change').map(([, input]) => input)).toEqual([{}]);
  });

  test('a program is coded, and what is looked up is no todo', () => {
    expect(done('code me a memory game for the kids').map(([tool]) => tool)).toEqual(['write_code']);
    expect(done('look up which papers I need for a loan').map(([tool]) => tool)).toEqual(['research']);
    expect(done('build a shelf for the hall').map(([tool]) => tool)).not.toContain('write_code');
  });

  test('looked after, and not searched for', () => {
    expect(done('check the dishwasher').map(([tool]) => tool)).toEqual(['get_device_state']);
  });

  test('news holds of nobody', () => {
    expect(done('My son has won his match yesterday')).toEqual([]);
    expect(done('please remember that my son cannot eat nuts').map(([tool]) => tool)).toEqual(['remember']);
  });

  test('what has to be done by then is not done', () => {
    expect(done('sanding the table has to be done by Friday now')).toMatchObject([
      ['change_todo', { query: 'Sand the table', due: '2026-11-20' }],
    ]);
  });
});
