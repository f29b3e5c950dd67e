/** What is asked again, paused, merged or put off, and why somebody wants it. */
import { describe, expect, test } from 'vitest';
import { type Known, NOTHING_KNOWN } from './known.ts';
import { understand } from './read.ts';
import type { Topic } from './topic.ts';

const place = { now: Date.parse('2026-11-18T09:00:00Z'), zone: 'Europe/London' };
const known: Known = {
  ...NOTHING_KNOWN,
  lists: ['groceries', 'household', 'xmas presents'],
  events: ['yoga', 'dentist', 'vet'],
  series: ['yoga'],
  todos: ['take vitamins'],
  reminders: ['take vitamins'],
};
const read = (said: string, about?: Topic) => {
  const understood = understand(said, place, known, about);
  return understood.kind === 'requests'
    ? understood.requests.map(({ tool, input }) => [tool, input] as const)
    : understood.kind;
};
const asked = (text: string, tool: string, more: object = {}): Topic => ({
  ...{ kinds: [], name: '' },
  asked: { text, tool, ...more },
});
const day = (date: string) => ({ from: Date.parse(`${date}T00:00:00Z`) });

describe('what was asked is asked of another day or thing', () => {
  test.each([
    ['and on saturday?', "what's on friday", 'list_events', day('2026-11-21')],
    ['and saturday?', 'what have I got on friday', 'list_events', day('2026-11-21')],
    ['what about sunday', 'am I free friday afternoon', 'free_time', day('2026-11-22')],
    ['and the week after?', "what's on on 5 december", 'list_events', day('2026-12-12')],
  ] as const)('%s', (said, text, tool, input) => {
    expect(read(said, asked(text, tool))).toMatchObject([[tool, input]]);
  });

  test('of another thing', () => {
    expect(read('and the vet?', asked('when is the dentist', 'find_event', { of: 'dentist' }))).toMatchObject([
      ['find_event', { query: 'vet' }],
    ]);
    const list = asked("what's on my groceries list", 'list_todos', { of: 'groceries' });
    expect(read('and household?', list)).toMatchObject([['list_todos', { project: 'household' }]]);
  });

  test('an hour behind it is on the day that was asked about', () => {
    const free = asked('am I free on friday', 'free_time', { at: Date.parse('2026-11-20T00:00:00Z') });
    expect(read('put coffee with Nadia then, 3ish', free)).toMatchObject([
      ['add_event', { start: '2026-11-20T15:00' }],
    ]);
    expect(read('remind me at 5 to call Jo', free)).toMatchObject([['set_reminder', { at: '2026-11-18T17:00' }]]);
  });
});

describe('what comes again is left for a while, and goes on', () => {
  test.each([
    ['pause the vitamins until Monday', 'change_todo', { not_on: '2026-11-18 to 2026-11-22' }],
    ['stop the vitamins reminder for a week', 'change_todo', { not_on: '2026-11-18 to 2026-11-24' }],
    ['no yoga for two weeks', 'cancel_event', { query: 'yoga', since: '2026-11-18', before: '2026-12-02' }],
    ['no yoga from 21 December to 4 January', 'cancel_event', { since: '2026-12-21', before: '2027-01-05' }],
  ] as const)('%s', (said, tool, input) => expect(read(said)).toMatchObject([[tool, input]]));

  test('where no while is said it is not', () => {
    expect(read('stop the vitamins reminder')).toMatchObject([['cancel_reminder', { query: 'take vitamins' }]]);
  });
});

test.each([
  ['merge household into groceries', 'household', 'groceries'],
  ['combine groceries and household', 'household', 'groceries'],
  ['move everything from household to groceries', 'household', 'groceries'],
])('%s', (said, list, project) => {
  expect(read(said)).toEqual([['change_todo', { list, project }]]);
});

test('the name of a list is no day', () => {
  expect(read('add socks to xmas presents')).toEqual([['add_todo', { title: 'socks', project: 'xmas presents' }]]);
});

describe('why it is wanted asks for nothing', () => {
  test.each([
    ["no yoga on the 24th, the teacher's ill", 'cancel_event', { query: 'yoga', day: '2026-11-24' }],
    ["scrap the dentist, toothache's gone", 'cancel_event', { query: 'dentist' }],
    ['stop the vitamins one, my wife does it now', 'cancel_reminder', { query: 'take vitamins' }],
  ] as const)('%s', (said, tool, input) => expect(read(said)).toMatchObject([[tool, input]]));

  test('what has a day or an order of its own is none', () => {
    expect(read('move the dentist to Friday, the vet is on Monday')).not.toEqual([
      ['move_event', expect.objectContaining({ query: 'dentist' })],
    ]);
    expect(read('cancel the dentist, remind me at 5 to call them')).toHaveLength(2);
  });
});

describe('as people type', () => {
  const event: Topic = { kinds: ['event'], name: 'dentist', at: Date.parse('2026-11-20T15:00:00Z') };
  test.each([
    ['skip tomorrows', { kinds: ['event'], name: 'yoga' } as Topic, 'cancel_event', { day: '2026-11-19' }],
    ['sorry i meant next week', event, 'move_event', { start: '2026-11-23', week: true }],
    ['she cant do friday. saturday same time', event, 'move_event', { start: '2026-11-21' }],
    ["add that it's with Dawn", event, 'move_event', { notes: 'with Dawn' }],
    ['how many days until the dentist', undefined, 'find_event', { query: 'dentist', until: true }],
    ['she likes lilies but not roses, dont forget', undefined, 'remember', { text: 'she likes lilies but not roses' }],
    ['Ben is allergic to peanuts', undefined, 'remember', {}],
    ["we're in York from the 27th to the 29th", undefined, 'add_event', { title: 'York', end: '2026-11-30' }],
  ] as const)('%s', (said, about, tool, input) => expect(read(said, about)).toMatchObject([[tool, input]]));

  test.each([
    ['add bin bags and cat food to groceries', 2, { project: 'groceries' }],
    ['dinner on Friday at 7pm for 4', 1, { title: 'dinner for 4 people', start: '2026-11-20T19:00' }],
  ] as const)('%s', (said, many, input) => {
    const requests = read(said);
    expect(requests).toHaveLength(many);
    expect((requests as readonly (readonly [string, object])[]).at(-1)![1]).toMatchObject(input);
  });

  test('what is said of what was spoken of: once more, each time, nearer to where it is', () => {
    const gym: Topic = { kinds: ['event'], name: 'yoga', at: Date.parse('2026-11-19T07:00:00Z') };
    const starts = { ...known, starts: { yoga: gym.at! } };
    const input = (said: string, about: Topic) => {
      const understood = understand(said, place, starts, about);
      return understood.kind === 'requests' ? understood.requests[0]!.input : {};
    };
    expect(input('move mondays to 6.30', gym)).toMatchObject({ when: 'mondays at 06:30' });
    expect(input('remind me a week before every year', gym)).toMatchObject({ each: 'yoga', each_by: -7 * 24 * 60 });
    const reminder: Topic = {
      kinds: ['reminder', 'todo'],
      name: 'take vitamins',
      at: Date.parse('2026-11-18T17:00:00Z'),
    };
    expect(input('and tomorrow as well', reminder)).toMatchObject({ what: 'take vitamins', at: '2026-11-19T17:00' });
  });

  test('one Monday of a series is no rhythm', () => {
    const [[, input]] = read('mondays yoga is at 10 instead, just this once') as [[string, object]];
    expect(input).toMatchObject({ on: '2026-11-23' });
    expect(input).not.toHaveProperty('weekdays');
  });

  test('a name with a hole in it is asked about', () => {
    for (const said of ['hes coming friday between 8 and 12', 'the morning of to put the dog in the garden'])
      expect(read(said)).toBe('nothing');
  });
});
