/** What was not understood of a deed leads to a question, never into a name and never into another thing. */
import { describe, expect, test } from 'vitest';
import { NOTHING_KNOWN } from './known.ts';
import { understand } from './read.ts';

const PLACE = { now: Date.parse('2026-11-18T09:00:00Z'), zone: 'Europe/Berlin' };
const KNOWN = {
  ...NOTHING_KNOWN,
  lists: ['groceries', 'drugstore'],
  events: ['dentist', 'yoga'],
  series: ['yoga'],
  todos: ['pasta', 'check the oven'],
  reminders: ['check the oven'],
};
const read = (said: string) => understand(said, PLACE, KNOWN);
const done = (said: string) => {
  const found = read(said);
  return found.kind === 'requests' ? found.requests.map(({ tool, input }) => [tool, input] as const) : [];
};

test.each([
  // Words that stand for a thing.
  ['book the other slot on Friday', 'other slot'],
  ['add varnish to the same list', 'same'],
  ['add the same things as last week to groceries', 'same things'],
  ['the December one is at 11', 'December one'],
  ['add two more things to camping: matches, rope', 'two more things to camping: matches, rope'],
  // A length, a time, a rhythm.
  ['book a 3 day trip to Rome starting 4 December', '3 day trip to Rome'],
  ['remind me about the rehearsal one day and one hour before', 'one day'],
  ['every Sunday evening: plan the week', 'week'],
  // Another deed.
  ['schedule a 40 min run at 6:30 on Sunday and a 20 min stretch right after', 'right after'],
  ['add a todo to fix the bike, then one to oil the chain, both for Saturday', 'then one to oil the chain, both'],
  // A thing of ours out of the middle of a name, a verb, half of a number.
  ['call the task chase the insurer', 'call the task'],
  ['turn the action item in minutes.txt into a todo', 'turn the in minutes.txt'],
  ['my sister booked the gym tomorrow at 6', 'sister booked'],
  // Where it goes.
  ['put milk on pharmacy', 'on pharmacy'],
  ['add a note to the dentist', 'a note'],
  ['put the cake in the oven at 6', 'the cake'],
])('%s: it is said what was not understood', (said, of) => {
  const found = read(said);
  expect(done(said)).toEqual([]);
  if (found.kind === 'nothing') expect(found.held ?? []).toMatchObject([{ why: 'part', of }]);
  else expect(found.kind).toBe('unclear');
});

test.each([
  ['add chapter one to my reading list', 'chapter one'],
  ['book the Christmas party on 18 December at 19:00', 'Christmas party'],
  ['add a weekend bag to groceries', 'weekend bag'],
  ['todo: rest after lunch with the others', 'rest after lunch with the others'],
  ['remind me tomorrow at 5 to throw away the box but keep the receipt', 'throw away the box but keep the receipt'],
  ['add "the other slot" to my todos', 'the other slot'],
  ['book a guided tour on Friday at 3', 'guided tour'],
  ['lunch on Friday at 12:30 with Ana', 'lunch with Ana'],
  ["add toilet paper, it's urgent", 'toilet paper'],
  ['sauna with Kim on Sunday at 5pm', 'sauna with Kim'],
])('%s is a name all the same', (said, name) => {
  expect(done(said).map(([, { title, what }]) => title ?? what)).toEqual([name]);
});

describe('what is said of several', () => {
  test.each([
    ['add oat milk to groceries and oat bran too', ['oat milk groceries', 'oat bran groceries']],
    ['put dog food on the pet list, cat litter as well', ['dog food pet', 'cat litter pet']],
    ['add tea to groceries, sugar, and honey too', ['tea groceries', 'sugar groceries', 'honey groceries']],
    ['add milk to groceries and call mum', ['milk groceries', 'call mum ']],
    ["add milk to groceries, it's cheap there", ['milk groceries']],
  ])('%s', (said, things) => {
    expect(done(said).map(([, { title, project = '' }]) => `${title} ${project}`)).toEqual(things);
  });

  test('two deeds on one file are two', () => {
    expect(done('rename home.md to house.md and move it to documents').map(([, input]) => input)).toEqual([
      { from: 'home.md', to: 'house.md' },
      { from: 'house.md', to: 'documents' },
    ]);
    expect(done('rename recipes/soup.md to stew.md')[0]![1]).toEqual({
      from: 'recipes/soup.md',
      to: 'recipes/stew.md',
    });
  });

  test('a thing on a list is exchanged, and the list keeps its name', () => {
    expect(done('swap pasta for rice on groceries')).toEqual([['change_todo', { query: 'pasta', title: 'rice' }]]);
  });

  test('what goes on with "remind me to" changes nothing that is there', () => {
    const said = 'remind me to defrost the chicken at 4 and to put it in the oven at 6';
    expect(done(said).map(([tool, { what }]) => [tool, what])).toEqual([
      ['set_reminder', 'defrost the chicken'],
      ['set_reminder', 'put it in the oven'],
    ]);
  });

  test('the verb is of both', () => {
    const said = 'call Ben at 10 and Rita at 11 on Thursday';
    expect(done(said).map(([tool, { what }]) => [tool, what])).toEqual([
      ['set_reminder', 'call Ben'],
      ['set_reminder', 'call Rita'],
    ]);
  });
});

describe('a time is counted from what it leans on', () => {
  test.each([
    ['remind me to ring mum on Sunday, and to email Jo an hour later', 1, '2026-11-22T10:00'],
    ['add "book flights" due next Friday and "book hotel" due the Monday after', 1, '2026-11-30'],
    ['dentist the week after next on Tuesday at 9', 0, '2026-12-01T09:00'],
    ['book the car service for the week after next, Tuesday morning', 0, '2026-12-01T08:00'],
  ])('%s', (said, nth, at) => {
    const { at: time, due, start } = done(said)[nth]![1];
    expect(time ?? due ?? start).toBe(at);
  });

  test.each([
    ['remind me to stretch on Tuesday and Thursday mornings', 'on tuesdays and thursdays in the morning'],
    ['remind me on Friday nights to lock the shed', 'on fridays at night'],
  ])('%s is a rhythm', (said, when) => {
    expect(done(said)).toMatchObject([['set_reminder', { when, recurs: true }]]);
  });

  test('the day before the second Tuesday of the month is no second Monday', () => {
    expect(done('every second Tuesday of the month is recycling day, remind me the evening before')).toEqual([]);
  });

  test('a number of a telephone is no hour', () => {
    expect(done('my new phone number is 0151 2233445, please save it')).toMatchObject([
      ['remember', { text: '0151 2233445' }],
    ]);
  });
});

test('one of two is no name', () => {
  expect(done('schedule two meetings on Thursday, one at 10 with Ann and one at 14:00 with Bob')).toEqual([]);
});

test('hours are of what they were said of', () => {
  expect(done('schedule deep work tomorrow from 9 till noon and block lunch')[1]).toEqual([
    'add_event',
    { title: 'lunch' },
  ]);
});

test('what is told of a thing that is there makes no other', () => {
  expect(done('the party is at 8 now')).toEqual([]);
  const flight = { ...KNOWN, events: ['flight to Rome'] };
  expect(understand('the flight is at 7:10 now', PLACE, flight)).toMatchObject({
    requests: [{ tool: 'move_event', input: { query: 'flight to Rome' } }],
  });
});

test('what was told on a day is asked for by the day', () => {
  const [[tool, { from, to }]] = done('what did I tell you today?') as [[string, { from: number; to: number }]];
  expect([tool, to - from]).toEqual(['list_memories', 24 * 3_600_000]);
});
