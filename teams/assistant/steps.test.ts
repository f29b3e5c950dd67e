/** Requests of several steps, of sets with something left out, and of what came of an earlier step. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type House, openHouse, TOKEN } from '../../src/assistant/home-fixture.ts';
import { type Desk, openDesk } from './fixture.ts';

const LIMIT = 'Adults 500 to 1000 mg every 4 to 6 hours, at most 4 g in 24 hours.';
let house: House;
let desk: Desk;
beforeEach(async () => {
  house = await openHouse();
  house.entities.set('light.hall', {
    entity_id: 'light.hall',
    state: 'on',
    attributes: { friendly_name: 'Hall light' },
  });
  house.entities.get('light.kitchen')!.state = 'on';
  const env = { HOME_ASSISTANT_URL: house.url, HOME_ASSISTANT_TOKEN: TOKEN };
  desk = await openDesk({ env, answer: () => LIMIT });
});
afterEach(async () => {
  await desk.close();
  await house.close();
});

const say = async (...messages: string[]) => {
  let text = '';
  for (const message of messages) text = (await desk.ask(message, 's')).text;
  return text;
};
const read = async (path: string) =>
  (await (await desk.assistant.files('local')).read(path, { actor: 'test' })).content.trim();

test('a later step takes what an earlier one came to, and nothing where there was nothing', async () => {
  await say('write a file called trip.txt with the text: Rome in May. Two nights.');
  await say('read trip.txt and save it to copy.txt');
  expect(await read('copy.txt')).toBe('Rome in May. Two nights.');
  expect(await say('look up how to descale a kettle and add the steps to my todo list')).toContain(
    'nothing to take over',
  );
  expect(desk.assistant.todos.list('local')).toEqual([]);
});

test('a folder that is made is used, a file copied, and all of it undone', async () => {
  await say('write "x" to house.txt', 'create a folder called tax papers and move house.txt into it');
  expect(await read('tax papers/house.txt')).toBe('x');
  await say('copy it to backup.txt');
  expect(await read('backup.txt')).toBe('x');
  await say('undo that');
  await expect(read('backup.txt')).rejects.toThrow();
});

test('devices in numbers: a kind at once, everything after a yes, and what is left out stays', async () => {
  const state = (id: string) => house.entities.get(id)!.state;
  await say('turn off all the lights except the hall light');
  expect([state('light.kitchen'), state('light.hall')]).toEqual(['off', 'on']);
  expect(await desk.ask('turn off everything', 't')).toMatchObject({ outcome: 'waiting' });
  await desk.ask('yes', 't');
  expect([state('light.hall'), state('climate.hall'), state('lock.front_door')]).toEqual(['off', 'off', 'locked']);
  expect(await say('turn off the sauna')).toMatch(/no device like "sauna".*Kitchen light/s);
});

test('of everything what is excepted is left', async () => {
  await say('book lunch with Ana tomorrow at noon', 'book yoga tomorrow at 6pm', 'add milk to groceries');
  await say('cancel everything tomorrow except yoga');
  expect(desk.assistant.calendar.list('local').map(({ body }) => body.title)).toEqual(['yoga']);
});

test('the same again is on the same day, at its hour', async () => {
  await say('remind me to renew my passport on 3 March 2027', 'do it again next year');
  const due = desk.assistant.todos.list('local').map(({ body }) => body.due);
  expect(due).toEqual(['2027-03-03T09:00', '2028-03-03T09:00']);
});

test('more of a medicine than the health team allows is set only after a yes', async () => {
  expect(await desk.ask('remind me to take 2 g paracetamol every hour', 'm')).toMatchObject({
    outcome: 'waiting',
    pending: { what: expect.stringContaining('every hour'), why: expect.stringContaining('at most 4 g in 24 hours') },
  });
  await desk.ask('no', 'm');
  expect(await desk.assistant.reminders.list('local')).toEqual([]);
  await desk.ask('remind me to take 500 mg paracetamol every 6 hours', 'm');
  expect(await desk.assistant.reminders.list('local')).toHaveLength(1);
});

test('an hour that is said is of where it is said, whatever zone the event is kept in', async () => {
  const { calendar } = desk.assistant;
  calendar.add('local', {
    title: 'dentist',
    start: '2026-11-19T10:00',
    end: '2026-11-19T11:00',
    zone: 'America/New_York',
  });
  await say('move my dentist to Friday at 3pm');
  expect(calendar.list('local')[0]?.body).toMatchObject({ start: '2026-11-20T09:00', zone: 'America/New_York' });
  expect(await say("what's on my calendar Friday")).toContain('15:00–16:00 (09:00 in America/New_York)');
});

test('the previous version of a file is the one before what is there', async () => {
  await say('write a file called v.md with the text: one');
  await (await desk.assistant.files('local')).write('v.md', 'two', 'test');
  expect(await say('restore the previous version of v.md')).toContain('version 1');
  expect(await read('v.md')).toBe('one');
});
