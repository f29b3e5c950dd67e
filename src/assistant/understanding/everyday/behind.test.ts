/** What stands behind something else and is of it: riders of a todo, an order for what was told done, another time, a riddle. */
import { describe, expect, test } from 'vitest';
import { NOTHING_KNOWN } from '../known.ts';
import { understand } from '../read.ts';

const PLACE = { now: Date.parse('2026-11-15T11:00:00Z'), zone: 'Europe/Berlin' };
const KNOWN = {
  ...NOTHING_KNOWN,
  todos: ['Bleed the radiators', 'Post the parcel', 'Sand the table'],
  reminders: ['Feed the fish'],
};
const done = (said: string) => {
  const read = understand(said, PLACE, KNOWN);
  return read.kind === 'requests' ? read.requests.map(({ tool, input }) => [tool, input]) : [];
};

describe('a rider is of its todo', () => {
  test.each([
    ['todo: ring the vet about the rabbit, urgent', { title: 'ring the vet about the rabbit', priority: 'high' }],
    ['new task: descale the kettle, low priority', { title: 'descale the kettle', priority: 'low' }],
    ['task - replace the fuse - high priority', { title: 'replace the fuse', priority: 'high' }],
    ['todo: hand in the form, due December 3rd', { title: 'hand in the form', due: '2026-12-03' }],
    ['add clean the gutters to my todos. It must be done until 27 November', { due: '2026-11-27' }],
    ["put 'sign the lease' on my list, deadline Friday, very important", { due: '2026-11-20', priority: 'high' }],
  ])('%s', (said, input) => expect(done(said)).toMatchObject([['add_todo', input]]));

  test('what names a thing is one', () => {
    expect(done('todo: buy salt, important spices')).toHaveLength(2);
    expect(done('todo: buy salt, pepper, oil')).toHaveLength(3);
  });
});

describe('what was told done is ticked off once', () => {
  test.each([
    'bleeding the radiators and sanding the table are done, tick both off',
    'Done with bleeding the radiators and sanding the table, please check both off',
    "I've done the radiators and the table, cross them both off",
    'the radiators are done and so is the table - mark them as done',
  ])('%s', (said) =>
    expect(done(said)).toMatchObject([
      ['complete_todo', { query: 'Bleed the radiators' }],
      ['complete_todo', { query: 'Sand the table' }],
    ]));

  test.each([
    'the radiators are nearly done and so is the table, tick both off',
    'the radiators and the boiler are done, tick both off',
  ])('%s: not both', (said) => expect(done(said)).not.toHaveLength(2));
});

test('a reminder is set anew', () => {
  expect(done('delete the fish reminder and set a new one: every evening at 9')).toMatchObject([
    ['cancel_reminder', { query: 'Feed the fish' }],
    ['set_reminder', { what: 'Feed the fish', recurs: true, at: '2026-11-15T21:00' }],
  ]);
  expect(done('set a reminder to feed the fish and add milk').map(([tool]) => tool)).not.toContain('cancel_reminder');
});

test('nobody looks a riddle up', () => {
  expect(done('What has teeth but cannot bite?')).toEqual([]);
  expect(done('what goes up but never comes down')).toEqual([]);
  expect(done('what is cheap but good for tiling a floor?')).toMatchObject([['research', {}]]);
});
