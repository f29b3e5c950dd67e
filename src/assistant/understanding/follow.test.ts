/** Each way to speak of what was spoken of: its example is read so, its counter-example is not. */
import { describe, expect, test } from 'vitest';
import { anotherNumber, followForms, followsUp } from './follow.ts';
import { type Known, NOTHING_KNOWN } from './known.ts';
import { understand } from './read.ts';
import type { Topic } from './topic.ts';

const place = { now: Date.parse('2026-11-15T11:00:00Z'), zone: 'Europe/Berlin' };
const known: Known = {
  ...NOTHING_KNOWN,
  lists: ['groceries'],
  todos: ['sugar'],
  events: ['yoga', 'dinner with Ana', 'call with Ana and Omar'],
  reminders: ['stretch'],
  briefs: ['house.md'],
  series: ['yoga'],
};
const at = place.now + 30 * 3_600_000;
const TOPICS: Readonly<Record<string, Topic>> = {
  event: {
    ...{ kinds: ['event'], name: 'dinner with Ana', id: 'd', at },
    before: { kinds: ['event'], name: 'lunch with Omar', id: 'o', at: at + 3_600_000 },
  },
  series: { kinds: ['event'], name: 'yoga', id: 'y', at, series: true },
  slot: { kinds: [], name: '', slot: { at, minutes: 60 } },
  todo: { kinds: ['todo'], name: 'sugar', id: 's', ended: true },
  device: { kinds: ['device'], name: 'Kitchen light', said: 'turn on the kitchen light' },
  list: { kinds: ['todo'], name: 'sugar', id: 's', list: 'groceries' },
  reminder: {
    ...{ kinds: ['reminder', 'todo'], name: 'stretch', id: 'r', at },
    said: 'remind me to stretch two hours before yoga',
  },
  file: { kinds: ['file'], name: 'soup.md' },
  brief: { kinds: ['brief'], name: 'house.md' },
  note: { kinds: ['note'], name: 'door code' },
  empty: { kinds: ['list'], name: 'presents', list: 'presents' },
  said: { kinds: ['said'], name: 'my little one has a sore throat', by: 'ask_health_team' },
};
/** What takes somebody out is said of what is with several. */
const WITH_TWO: Topic = { kinds: ['event'], name: 'call with Ana and Omar', id: 'c', at };
const formsFor = (said: string, about: Topic) =>
  [true, false].flatMap((first) => followsUp(said, about, { place, known, first }));

test.each(followForms().map((form) => [form.form, form] as const))('%s', (_, form) => {
  const about = form.does === 'unguest' ? WITH_TWO : TOPICS[form.of[0]!]!;
  const stands = (said: string) =>
    formsFor(said, about).some(({ sentence = '', requests }) =>
      form.as === undefined ? requests !== undefined || sentence !== '' : sentence.startsWith(form.as.split(/[<]/)[0]!),
    );
  expect(stands(form.example)).toBe(true);
  expect(stands(form.counter)).toBe(false);
});

describe('is done to what was spoken of', () => {
  const read = (said: string, about: keyof typeof TOPICS) => {
    const understood = understand(said, place, known, TOPICS[about]);
    return understood.kind === 'requests'
      ? understood.requests.map(({ tool, input }) => [tool, input])
      : understood.kind;
  };

  test.each([
    ["it's at Cafe Roma", 'event', 'move_event', { query: 'dinner with Ana', location: 'Cafe Roma' }],
    ['no, on Sunday', 'event', 'move_event', { start: '2026-11-22' }],
    ['call it Ana’s birthday', 'event', 'move_event', { title: "Ana's birthday" }],
    ['and half an hour shorter', 'event', 'move_event', { longer: -30 }],
    ['no, on weekdays', 'series', 'move_event', { query: 'yoga', when: 'weekdays' }],
    ['not on weekends', 'series', 'cancel_event', { query: 'yoga', weekdays: [5, 6] }],
    ['until the end of January', 'series', 'cancel_event', { query: 'yoga', since: '2027-02-01' }],
    ['and sugar', 'list', 'add_todo', { title: 'sugar', project: 'groceries' }],
    ['add coffee too', 'list', 'add_todo', { title: 'coffee', project: 'groceries' }],
    ["what's on it?", 'list', 'list_todos', { project: 'groceries' }],
    ['clear it', 'list', 'remove_todo', { project: 'groceries', all: true }],
    ['carry it out', 'brief', 'execute_brief', {}],
  ] as const)('%s', (said, about, tool, input) => {
    expect(read(said, about)).toMatchObject([[tool, input]]);
  });

  test.each([
    ['ok great', 'list'],
    ['and you?', 'list'],
    ['and what time is it', 'list'],
    ['until the end of January', 'event'],
    ['not in December', 'event'],
  ] as const)('%s changes nothing', (said, about) => {
    expect(read(said, about)).toEqual(expect.any(String));
  });
});

describe('one of several', () => {
  const [anna, annika] = [
    { kinds: ['event'], name: 'call with Anna', id: 'a', at: at + 60_000 },
    { kinds: ['event'], name: 'call with Annika', id: 'b', at },
  ] as const;
  const about: Topic = { ...annika, before: anna };
  const meant = (said: string, topic: Topic) => formsFor(said, topic)[0]?.about.name;

  test.each([
    ['move the other one to 4pm', 'call with Anna'],
    ['cancel the earlier one', 'call with Annika'],
    ['move the former to Friday', 'call with Anna'],
  ])('%s', (said, name) => expect(meant(said, about)).toBe(name));

  test('of what was shown, by its place', () => {
    const shown = ['rent', 'bike', 'Jo'].map((name) => ({ kinds: ['todo' as const], name }));
    expect(meant('mark the second as done', { kinds: [], name: '', shown })).toBe('bike');
    expect(meant('remove the last one', { kinds: [], name: '', shown })).toBe('Jo');
    expect(formsFor('dinner on the second of May', { ...about, shown })).toEqual([]);
  });
});

test('another number takes the place of the one that was said of how far it is', () => {
  const reminder = { kinds: ['reminder' as const], name: 'call', said: 'remind me 10 minutes before' };
  expect(anotherNumber('actually 15', { ...TOPICS['event']!, reminder })?.words).toBe('remind me 15 minutes before');
  expect(anotherNumber('make that 2 hours', { ...TOPICS['event']!, reminder })?.words).toBe('remind me 2 hours before');
  expect(anotherNumber('actually 15', TOPICS['event']!)).toBeUndefined();
  expect(anotherNumber('at 15:00', { ...TOPICS['event']!, reminder })).toBeUndefined();
});
