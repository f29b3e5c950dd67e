/** The hours an event gets, one thing in the place of another, a list in one go, what is asked of all that is there, and what is only said beside. */
import { describe, expect, test } from 'vitest';
import { NOTHING_KNOWN } from '../known.ts';
import { understand } from '../read.ts';
import type { Topic } from '../topic.ts';

const PLACE = { now: Date.parse('2026-11-15T11:00:00Z'), zone: 'Europe/Berlin' };
const at = (wall: string) => Date.parse(`${wall}:00+01:00`);
const KNOWN = {
  ...NOTHING_KNOWN,
  lists: ['shopping'],
  events: ['party', 'cake tasting', 'bike repair'],
  starts: {
    party: at('2026-11-21T20:00'),
    'cake tasting': at('2026-11-20T16:00'),
    'bike repair': at('2026-11-24T10:00'),
  },
  ends: {
    party: at('2026-11-21T21:00'),
    'cake tasting': at('2026-11-20T17:00'),
    'bike repair': at('2026-11-24T11:00'),
  },
  todos: ['plums', '2 lemons', 'buy bike pump', 'hand in seminar paper'],
  listed: { plums: 'shopping', '2 lemons': 'shopping' },
  notes: ['Emil'],
  told: ['Emil is allergic to nuts'],
};
const PARTY: Topic = { kinds: ['event'], name: 'party', at: KNOWN.starts.party };

const read = (said: string, about?: Topic) => understand(said, PLACE, KNOWN, about);
const done = (said: string, about?: Topic) => {
  const found = read(said, about);
  return found.kind === 'requests' ? found.requests.map(({ tool, input }) => [tool, input]) : [];
};

describe('the hours of what was spoken of', () => {
  test.each([
    ['and until 11', { query: 'party', minutes: 180 }],
    ['til 3am or so', { query: 'party', minutes: 420 }],
    ['they just rang, its 1 till 3 now', { query: 'party', start: '2026-11-21T13:00', minutes: 120 }],
    ['for 2 hours', { query: 'party', minutes: 120 }],
  ])('%s', (said, input) => {
    expect(done(said, PARTY)).toEqual([['move_event', input]]);
  });

  test('what is put off until an hour goes there, and has no other end', () => {
    expect(done('put it off until 9pm', PARTY)).not.toContainEqual([
      'move_event',
      expect.objectContaining({ minutes: 60 }),
    ]);
  });
});

describe('one thing in the place of another', () => {
  test.each([
    ['not plums, pears', { query: 'plums', title: 'pears' }],
    ['not 2 lemons, 4', { query: '2 lemons', title: '4 lemons' }],
    ['pears instead of plums', { query: 'plums', title: 'pears' }],
  ])('%s', (said, input) => {
    expect(done(said)).toEqual([['change_todo', input]]);
  });

  test('what is on no list is not put in its place', () => {
    expect(done('not apples, pears')).toEqual([]);
  });
});

describe('a list and what goes on it', () => {
  const added = (said: string, about?: Topic) =>
    done(said, about).map(([, input]) => {
      const { title, project } = input as { title: string; project?: string };
      return [title, project];
    });
  test.each([
    ['shopping: eggs, rye bread and soap', 'shopping'],
    ['on the shopping also eggs, rye bread + soap', 'shopping'],
    ['things to buy for the flat: eggs, rye bread n soap', 'shopping'],
    ['todos - eggs, rye bread, soap', undefined],
    ['make a list for it - eggs, rye bread and soap', 'party'],
  ])('%s', (said, list) => {
    expect(added(said, PARTY)).toEqual([
      ['eggs', list],
      ['rye bread', list],
      ['soap', list],
    ]);
  });

  test.each(['wifi: banana77', 'note: Emil is at home', 'the party: is it on?'])('%s is none', (said) => {
    expect(done(said).filter(([tool]) => tool === 'add_todo')).toEqual([]);
  });
});

describe('what is asked of all that is there', () => {
  test('names everything that the words name, whatever it is kept as', () => {
    const found = read('anything about the bike?');
    expect(found.kind === 'told' ? found.say : '').toContain('buy bike pump');
    expect(found.kind === 'told' ? found.say : '').toContain('bike repair');
  });

  test('a note answers by what it says', () => {
    expect(done('what can emil not eat')).toEqual([['recall', { query: 'Emil' }]]);
  });
});

describe('beside the deed', () => {
  test('a reason is no part of it', () => {
    expect(done('cake tasting cancelled, baker is ill')).toMatchObject([['cancel_event', { query: 'cake tasting' }]]);
  });

  test.each([
    'no, leave them',
    'seminar paper got pushed to dec 4',
    'put him on thursday',
  ])('%s does not do the opposite', (said) => {
    expect(
      done(said, PARTY).filter(([tool]) => ['cancel_event', 'complete_todo', 'add_todo'].includes(String(tool))),
    ).toEqual([]);
  });
});
