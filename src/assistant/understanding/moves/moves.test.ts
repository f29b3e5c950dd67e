/** What a message does to the things that are there: done where it is sure, offered where it may be meant, left where nothing fits. */
import { describe, expect, test } from 'vitest';
import { NOTHING_KNOWN } from '../known.ts';
import { lexicon } from '../lexicon.ts';
import { understand } from '../read.ts';
import type { Request } from '../request.ts';
import { readTokens } from '../tokens.ts';
import type { Topic } from '../topic.ts';
import { framed, frameRows } from './frames.ts';

const PLACE = { now: Date.parse('2026-10-22T08:15Z'), zone: 'Europe/London' };
const KNOWN = {
  ...NOTHING_KNOWN,
  lists: ['shopping', 'packing'],
  events: ['Chiropodist', 'Oven service', 'Lunch with Sheila'],
  todos: ['2 tins of salmon', 'tomatoes', 'laptop', "post Tom's birthday card", 'renew library card'],
  listed: { '2 tins of salmon': 'shopping', tomatoes: 'shopping', laptop: 'packing' },
  notes: ['Shed', 'bike'],
  told: ['Shed padlock code 4417', 'bike tyre size 700x28'],
  files: ['thesis/ch3_v4.docx', 'thesis/ch3_v5.docx', 'bills/nov.pdf'],
  devices: ['Kitchen light', 'Fairy lights'],
  starts: {
    Chiropodist: Date.parse('2026-10-27T10:40Z'),
    'Oven service': Date.parse('2026-11-10T12:00Z'),
    'Lunch with Sheila': Date.parse('2026-10-24T11:30Z'),
  },
};
const CHIROPODIST: Topic = { kinds: ['event'], name: 'Chiropodist', at: KNOWN.starts.Chiropodist };

const read = (said: string, about?: Topic) => understand(said, PLACE, KNOWN, about);
const done = (said: string, about?: Topic) => {
  const found = read(said, about);
  return found.kind === 'requests' ? found.requests.map(({ tool, input }) => [tool, input]) : [];
};
const offered = (said: string, about?: Topic) => {
  const found = read(said, about);
  const held = found.kind === 'nothing' ? (found.held ?? []) : [];
  return held.flatMap(({ why, request }) => (why === 'offer' && request ? [[request.tool, request.input]] : []));
};

describe('every frame', () => {
  const tokens = (text: string) => readTokens(text, lexicon().speller, lexicon().irregular);
  test.each(frameRows().map(({ deed, example }) => [deed, example] as const))('%s: %s', (deed, example) => {
    expect(framed(deed, example, tokens(example))).toBeDefined();
  });
});

describe('is done where every word is accounted for', () => {
  test.each([
    ['They have written to say it will be ten to eleven.', 'move_event', { query: 'Chiropodist' }],
    ['the oven man shall come one week earlier', 'move_event', { query: 'Oven service', by_days: -7 }],
    ['tomatoes we have', 'complete_todo', { query: 'tomatoes' }],
    ['I have just popped it in the post box.', 'complete_todo', { query: "post Tom's birthday card" }],
    ['laptop no need', 'remove_todo', { query: 'laptop' }],
    ['Tins of salmon, make it 4', 'change_todo', { query: '2 tins of salmon', title: '4 tins of salmon' }],
    ["Shed code's been changed to 7140", 'remember', { subject: 'Shed', text: 'padlock code 7140' }],
    ['put in that I must leave at quarter past 11 for it', 'set_reminder', { at: '2026-10-27T11:15' }],
    ['whatll i need to be packing still', 'list_todos', { project: 'packing' }],
  ])('%s', (said, tool, input) => {
    expect(done(said, CHIROPODIST)).toMatchObject([[tool, input]]);
  });
});

test('an hour in words is an hour', () => {
  expect(JSON.stringify(done('They say it will be ten to eleven.', CHIROPODIST))).toContain('10:50');
});

test('which file it is, is told by their names', () => {
  const found = read('which is the latest ch 3');
  expect(found.kind === 'told' && found.say).toMatch(/ch3_v5.*ch3_v4/);
});

describe('is offered where words are left, or where another may be meant', () => {
  test.each([
    ['we shall want the table by the window, put that with it', 'move_event', { query: 'Chiropodist' }],
  ])('%s', (said, tool, input) => {
    expect(done(said, CHIROPODIST)).toEqual([]);
    expect(offered(said, CHIROPODIST)).toMatchObject([[tool, input]]);
  });
});

describe('is not done', () => {
  test.each([
    'just the fairy lights', // a device, while another was named
    'close is 1 on weeknights', // a sentence is no name
    'text him the address',
    'k delete the other one',
  ])('%s', (said) => {
    const things = [...KNOWN.events, ...KNOWN.todos, ...KNOWN.devices];
    const isDone = ([tool, { query, device }]: [string, Request['input']]) =>
      /^add_|^remember/.test(tool) || things.includes(String(query)) || things.includes(String(device));
    expect(done(said, CHIROPODIST).filter((one) => isDone(one as [string, Request['input']]))).toEqual([]);
  });
});
