/** A telling is done where every word of it is explained and nothing of it is only thought of; else it is asked about. */
import { describe, expect, test } from 'vitest';
import { type Known, NOTHING_KNOWN } from '../known.ts';
import { understand } from '../read.ts';
import type { Topic } from '../topic.ts';

const PLACE = { now: Date.parse('2026-11-15T11:00:00Z'), zone: 'Europe/Berlin' };
const KNOWN: Known = {
  ...NOTHING_KNOWN,
  lists: ['shopping'],
  todos: ['SD cards', 'gaffer tape', 'twine', 'ear tags', 'cancel the gym', 'move the laundry', 'expense report'],
  listed: { 'SD cards': 'shopping', 'gaffer tape': 'shopping', twine: 'shopping', 'ear tags': 'shopping' },
  reminders: ['take the phosphate binder'],
  events: ['one to one with Petra'],
  starts: { 'one to one with Petra': Date.parse('2026-11-18T13:30Z') },
  notes: ['copier code', 'dry weight'],
  told: ['copier code 5520', 'dry weight 71.5'],
};
const PETRA: Topic = { kinds: ['event'], name: 'one to one with Petra', at: Date.parse('2026-11-18T13:30Z') };

const read = (said: string, known = KNOWN, about?: Topic) => understand(said, PLACE, known, about);
const done = (said: string, known = KNOWN, about?: Topic) => {
  const found = read(said, known, about);
  return found.kind === 'requests' ? found.requests.map(({ tool, input }) => [tool, input]) : [];
};

describe('what is done is what was said', () => {
  test.each([
    ['sd cards sorted, tape still to get', [['complete_todo', { query: 'SD cards' }]]],
    [
      'got twine an ear tags',
      [
        ['complete_todo', { query: 'twine' }],
        ['complete_todo', { query: 'ear tags' }],
      ],
    ],
    ['gym cancelled', [['complete_todo', { query: 'cancel the gym' }]]],
    ['skip the binder today', [['cancel_reminder', { query: 'take the phosphate binder', on: '2026-11-15' }]]],
    ['copier code has changed, 6631', [['remember', { subject: 'copier code', text: '6631' }]]],
    ['dry weight is 70.8 now', [['remember', { subject: 'dry weight', text: '70.8' }]]],
    // "Move it" in an order that we make finds no "move the laundry".
    ['expense report has to be in by thursday', [['change_todo', { query: 'expense report', due: '2026-11-19' }]]],
  ])('%s', (said, requests) => {
    const found = done(said, KNOWN, PETRA);
    expect(found).toHaveLength(requests.length);
    expect(found).toEqual(expect.arrayContaining(requests.map((one) => expect.objectContaining(one))));
  });
});

describe('nothing is done where it may be another deed', () => {
  test.each([
    'maybe i should get a dog',
    'moving stuff on the 29th, Jonas is helping with his van from 10',
    'squeeze a job at brandts in next week',
    'She likes horses and Lego',
    'From December on we meet on Mondays',
    'block 2 hours every evening at 7 to revise until then',
  ])('%s', (said) => {
    expect(done(said)).toEqual([]);
  });

  test('an order with something told beside it is done all the same', () => {
    expect(done('take ear tags off the shopping list, Tom has some at home')).toMatchObject([
      ['remove_todo', { query: 'ear tags' }],
    ]);
  });
});

test('of a code nothing is switched, whatever a shed is', () => {
  const known = { ...NOTHING_KNOWN, devices: ['Front door'] };
  expect(done('the shed code is 4417', known)).toMatchObject([['remember', { subject: 'shed code', text: '4417' }]]);
});

test('the steps of a brief go on behind the text of a file', () => {
  expect(
    done('a brief for moving: buy boxes, write a file called list.txt saying keys, tell the landlord'),
  ).toMatchObject([
    ['write_brief', { steps: ['buy boxes', 'write a file called list.txt saying keys', 'tell the landlord'] }],
  ]);
});
