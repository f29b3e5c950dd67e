/** The last word before a deed: what says more or less than the deeds do is asked about, and what is made stands in one piece. */
import { describe, expect, test } from 'vitest';
import { NOTHING_KNOWN } from '../known.ts';
import { understand } from '../read.ts';
import type { Topic } from '../topic.ts';

const PLACE = { now: Date.parse('2026-11-15T11:00:00Z'), zone: 'Europe/Berlin' };
const at = (wall: string) => Date.parse(`${wall}:00+01:00`);
const KNOWN = {
  ...NOTHING_KNOWN,
  lists: ['shopping'],
  events: ['flat handover', 'delivery', 'piano lesson with Tom', 'choir rehearsal', 'call with Brightwell', 'dentist'],
  starts: {
    'flat handover': at('2026-12-01T10:00'),
    delivery: at('2026-11-17T07:00'),
    'piano lesson with Tom': at('2026-11-16T15:00'),
    'choir rehearsal': at('2026-11-18T19:00'),
    'call with Brightwell': at('2026-11-19T15:00'),
    dentist: at('2026-11-19T15:00'),
  },
  ends: {
    'flat handover': at('2026-12-01T11:00'),
    'piano lesson with Tom': at('2026-11-16T16:00'),
    'choir rehearsal': at('2026-11-18T21:00'),
    'call with Brightwell': at('2026-11-19T15:45'),
    dentist: at('2026-11-19T15:30'),
  },
  devices: ['Hall thermostat', 'Desk lamp'],
  reminders: ['pick up the programmes'],
  todos: [
    'blades',
    'batteries',
    'pick up the programmes',
    'cancel the electricity',
    'tell the landlord',
    'ring the insurance',
    'fill in the care form',
  ],
  notes: ['Felix'],
  told: ['Felix is a guest'],
};
const DENTIST: Topic = { kinds: ['event'], name: 'dentist', at: KNOWN.starts.dentist };

const read = (said: string, about?: Topic) => understand(said, PLACE, KNOWN, about);
const done = (said: string, about?: Topic) => {
  const found = read(said, about);
  return found.kind === 'requests' ? found.requests.map(({ tool, input }) => [tool, input]) : [];
};

describe('nothing is done of half of what was said', () => {
  test.each([
    ['of two things told one', 'electricity cancelled, landlord told'],
    ['one change told of two things that are not one row', 'insurance rung, they want the form by the 23rd'],
    ['an hour that was read for a name', 'delivery tue comes 6 30'],
    ['a word taken out of a name', 'airport job for mr klein fri 4.45 am terminal 2'],
    [
      'a time that was said of it and read of nothing',
      'new pupil jonas, fridays.. no just this friday for now. half past 2 for 45 min',
    ],
    ['a child, and no house', 'asha has a temp, picking her up now'],
    ['a reminder that is there, and no second one', 'pick up can be a day earlier'],
    ['all of it, where one was read', 'dentist is off, cancel all of it'],
  ])('%s: %s', (_, said) => {
    expect(done(said)).toEqual([]);
  });

  test('what says nothing of whoever was spoken of is no fact', () => {
    expect(done('oh he is after all', { kinds: ['note'], name: 'Felix' })).toEqual([]);
  });

  test('who says it is not what it is said of', () => {
    expect(done('the drops are finished, the dentist says no more')).not.toContainEqual([
      'cancel_event',
      expect.objectContaining({ query: 'dentist' }),
    ]);
  });

  test('what they had none of is not bought', () => {
    expect(done('blades bought, they had no batteries')).toEqual([['complete_todo', { query: 'blades' }]]);
    expect(done('desk lamp off')).toMatchObject([['control_device', { device: 'Desk lamp' }]]);
  });

  test('and what is said beside a deed keeps it from nothing', () => {
    expect(done('dentist is cancelled, she is ill')).toMatchObject([['cancel_event', { query: 'dentist' }]]);
    expect(done("don't cancel the dentist. Add milk to shopping")).toMatchObject([['add_todo', { title: 'milk' }]]);
  });
});

describe('what may be of a thing that is there is asked of it', () => {
  test.each([
    ['handover at 11, mum is coming with me', /^move \*\*flat handover\*\*/],
    ['Leo has swimming at 5 from now on', /swimming/],
    ['team meeting the thursday before the delivery at 7', /team meeting/],
  ])('%s', (said, of) => {
    const found = read(said);
    expect(done(said)).toEqual([]);
    expect(found.kind === 'nothing' ? found.held?.map((one) => one.of).join() : '').toMatch(of);
  });

  test('behind what was not understood "it" is asked about', () => {
    expect(done("she'll come tuesday instead", DENTIST)).toMatchObject([['move_event', { query: 'dentist' }]]);
    expect(done("she'll come tuesday instead", { ...DENTIST, lost: true })).toEqual([]);
    expect(done('dentist on tuesday instead', { ...DENTIST, lost: true })).toMatchObject([
      ['move_event', { query: 'dentist' }],
    ]);
  });
});

describe('a thing that is there goes where it was said', () => {
  test.each([
    [
      'tom cant do monday, put him thurs same time',
      { query: 'piano lesson with Tom', start: '2026-11-19', weekday: true },
    ],
    ['choir is half an hr later this wk', { query: 'choir rehearsal', by: 30 }],
    ['dentist cant do thursday, tues 24th 8am instead', { query: 'dentist', start: '2026-11-24T08:00' }],
  ])('%s', (said, input) => {
    const [only, ...more] = done(said);
    expect(more).toEqual([]);
    expect(only).toEqual(['move_event', expect.objectContaining(input)]);
  });
});

describe('a name stands in one piece', () => {
  test.each([
    ['remind me to buy bread at 5, the shop closes early', 'buy bread'],
    ['call mum tomorrow and dad on Sunday', 'call mum'],
    [
      'Please add a task to email Professor Okafor about the deadline extension, due tomorrow',
      'email Professor Okafor about the deadline extension',
    ],
    ['add yoga to my calendar on Tuesday at 6 with Bea', 'yoga with Bea'],
  ])('%s', (said, name) => {
    const [first] = done(said);
    const { title, what } = (first?.[1] ?? {}) as { title?: string; what?: string };
    expect(title ?? what).toBe(name);
  });
});

describe('several days of one thing', () => {
  test('that lie apart are a rhythm, those in a row are each its own', () => {
    const rhythm = done('flour delivery mon wed fri 5am');
    expect(rhythm).toHaveLength(1);
    expect(rhythm[0]?.[1]).toMatchObject({ when: expect.stringMatching(/^every monday.*friday/i) });
    expect(done('earlys wed thu and fri 6 to 2')).toHaveLength(3);
  });

  test('that follow one another and have no hour are one that lasts', () => {
    expect(done("Nina's off sick today and tomorrow")).toMatchObject([
      ['add_event', { start: '2026-11-15', end: '2026-11-17' }],
    ]);
  });

  test('an hour of no day is on the day of what is moved beside it', () => {
    expect(done('move brightwell to 4 and put Hensel at 3 instead')).toMatchObject([
      ['move_event', { query: 'call with Brightwell' }],
      ['add_event', { title: 'Hensel', start: '2026-11-19T15:00' }],
    ]);
  });

  test('one more of it is as long as it is', () => {
    expect(done('and fri', DENTIST)).toMatchObject([['add_event', { start: '2026-11-20T15:00', minutes: 30 }]]);
  });
});
