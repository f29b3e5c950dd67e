/** What people tell rather than order: each model with what it must take and what it must leave. */
import { describe, expect, test } from 'vitest';
import { NOTHING_KNOWN } from '../known.ts';
import { understand } from '../read.ts';
import type { Topic } from '../topic.ts';

const NOW = Date.parse('2026-11-15T11:00:00Z');
const PLACE = { now: NOW, zone: 'Europe/Berlin' };
const at = (wall: string) => Date.parse(`${wall}:00+01:00`);
const KNOWN = {
  ...NOTHING_KNOWN,
  events: ['chiropodist', 'dentist', 'exam'],
  starts: { chiropodist: at('2026-11-18T10:15'), dentist: at('2026-11-17T15:00'), exam: at('2027-01-12T09:00') },
  ends: { chiropodist: at('2026-11-18T11:15'), dentist: at('2026-11-17T16:00'), exam: at('2027-01-12T10:00') },
  notes: ["Mia's shoe size"],
  told: ["Mia's shoe size 31"],
};
const DENTIST: Topic = { kinds: ['event'], name: 'dentist', at: KNOWN.starts.dentist };

const read = (said: string, about?: Topic, known = KNOWN) => understand(said, PLACE, known, about);
const done = (said: string, about?: Topic, known = KNOWN) => {
  const found = read(said, about, known);
  return found.kind === 'requests' ? found.requests.map(({ tool, input }) => [tool, input]) : [];
};
const offered = (said: string, about?: Topic, known = KNOWN) => {
  const found = read(said, about, known);
  const held = found.kind === 'nothing' ? (found.held ?? []) : [];
  return held.flatMap(({ why, request }) => (why === 'offer' && request ? [[request.tool, request.input]] : []));
};
const said = (message: string, about?: Topic) => {
  const found = read(message, about);
  return found.kind === 'told' ? found.say : found.kind;
};

describe('a plan that is told', () => {
  test.each([
    ['we get the keys on the 14th at noon', 'get the keys', '2026-12-14T12:00'],
    ['night shift friday 10pm to 6am', 'night shift', '2026-11-20T22:00'],
    ['early shift tomorrow 6 til 2', 'early shift', '2026-11-16T06:00'],
    ['respite weekend 4th to 6th December', 'respite weekend', '2026-12-04'],
    ['exam on 12.1. at 9 in room H104', 'exam in room H104', '2027-01-12T09:00'],
    ['train at 17h30 friday', 'train', '2026-11-20T17:30'],
  ])('%s', (message, title, start) => {
    expect(done(message, undefined, NOTHING_KNOWN as typeof KNOWN)).toMatchObject([['add_event', { title, start }]]);
  });

  test('of several days is one for each', () => {
    expect(done('I work late on Tuesday and Thursday next week')).toMatchObject([
      ['add_event', { title: 'work late', start: '2026-11-17' }],
      ['add_event', { title: 'work late', start: '2026-11-19' }],
    ]);
  });

  test.each([
    'I might go to the gym tomorrow at 6',
    'we had dinner on Friday at 7',
    'late means 2pm to 10pm',
  ])('%s is none', (message) => expect(done(message)).toEqual([]));

  test('in a story is asked about', () => {
    const story =
      'So I was talking to Karen at work and she said we could do lunch on Friday, maybe half twelve, so can you pop that in for me?';
    expect(done(story)).toEqual([]);
    expect(offered(story)).toMatchObject([['add_event', { title: 'lunch with Karen', start: '2026-11-20T12:30' }]]);
  });
});

describe('what is told in part only', () => {
  test.each([
    "I think I also said I'd bring her the book back, so stick that down as well",
    'new address is 12 Birch Lane from the 14th',
  ])('%s makes nothing else of it', (message) => {
    expect(done(message).filter(([tool]) => tool !== 'remember')).toEqual([]);
  });
});

describe('a fact', () => {
  test('of a value is kept, whosever it is', () => {
    expect(done("Mia's coat size is 128")).toMatchObject([['remember', { subject: "Mia's coat size", text: '128' }]]);
    expect(done("Dad's birthday is 3 May 1948")).toMatchObject([
      ['add_event', { start: '2027-05-03' }],
      ['remember', { text: '3 May 1948' }],
    ]);
  });
  test('that may be only said is asked about', () => {
    expect(done('Sam and Jo got engaged!')).toEqual([]);
    expect(offered('Sam got engaged to Jo')).toMatchObject([['remember', {}]]);
  });
  test('of the world is nobody’s', () => expect(offered('the sky is a lovely colour')).toEqual([]));
  test('is found by a question in other words', () => {
    expect(done('what size shoes does Mia take?')).toMatchObject([['recall', {}]]);
  });
});

describe('another time', () => {
  test.each([
    ['4 actually', '"clock":"16:00"'],
    ['wed not tue', '2026-11-18'],
    ['actually quarter past', '"clock":"15:15"'],
  ])('%s', (message, part) => {
    const [[tool, found]] = done(message, DENTIST) as [[string, object]];
    expect(tool).toBe('move_event');
    expect(JSON.stringify(found)).toContain(part);
  });
});

test('what is not needed any more goes, by its name', () => {
  expect(done("I don't need the chiropodist any more")).toMatchObject([['cancel_event', { query: 'chiropodist' }]]);
  expect(offered("can't make Wednesday after all")).toMatchObject([['cancel_event', { query: 'chiropodist' }]]);
  expect(done("I don't need the taxi any more")).toEqual([]);
});

test('a list is made with what is on it', () => {
  expect(done('make a list for the exam with calculator, pens and student id')).toMatchObject([
    ['add_todo', { title: 'calculator', project: 'exam' }],
    ['add_todo', { title: 'pens', project: 'exam' }],
    ['add_todo', { title: 'student id', project: 'exam' }],
  ]);
});

test('a list has the name of its kind and of what it is for', () => {
  expect(done('make a packing list for Oslo: jacket, boots')).toMatchObject([
    ['add_todo', { title: 'jacket', project: 'packing for oslo' }],
    ['add_todo', { title: 'boots' }],
  ]);
});

describe('a sum of times', () => {
  test.each([
    ['how many days until the exam', '58 days'],
    ['how long between the dentist and 6', '2 hours'],
    ['when do I have to leave for the dentist if it takes 25 minutes?', '14:35'],
    ['what date is it on Wednesday', '18 November'],
  ])('%s', (message, part) => expect(said(message)).toContain(part));
  test('of what nobody knows is none', () => expect(said('how long until the wedding')).not.toContain('until the'));
});

describe('a draft', () => {
  test.each([
    ['could you write a message to Karen telling her that one is fine', '> One is fine.'],
    ["draft an email to Ben saying I'll call him later", "> I'll call you later."],
    ['write a text to Nina asking if she can pick us up', '> Can you pick us up?'],
  ])('%s', (message, part) => expect(said(message)).toContain(part));
  test('that somebody would have to think up is none', () => {
    expect(said('write a poem about autumn')).not.toContain('draft');
  });
});
