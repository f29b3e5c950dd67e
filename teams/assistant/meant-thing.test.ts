/** The thing that is meant: a file by what is in it, an event by what it is, a device by what it can do. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isDeed } from '../../src/assistant/index.ts';
import { type Desk, openDesk } from './fixture.ts';

let desk: Desk;
beforeEach(async () => {
  desk = await openDesk();
});
afterEach(() => desk.close());

const say = async (...messages: string[]): Promise<string> => {
  let last = '';
  for (const message of messages) last = (await desk.ask(message, 's')).text;
  return last;
};

test('a file that is found by its content is the one that is summarised', async () => {
  await say('create a file called trip.md with flights Monday, hotel Lisbon');
  expect(await say('find the file about hotels and summarise it')).toContain('**trip.md** is short');
});

test('an event with a long name is found by what it is, and "then" is when it is', async () => {
  await say('blood pressure check with Dr Priya Shaw, Harbourside Surgery on 8 December at 9am');
  expect(await say('when is my next blood pressure check?')).toContain('Tue 8 Dec, 09:00');
  expect(await say('am I free then?')).toMatch(/^\*\*No\*\*, on Tue 8 Dec/);
});

test('what only says what is so is no todo', () => {
  expect(['Descale the kettle', 'Call the surgery', 'Book a blood test'].map(isDeed)).toEqual([true, true, true]);
  expect(
    ['Ibuprofen: heartburn, ulcer', 'Both ease pain and fever', 'Heartburn, ulcer and bleeding'].map(isDeed),
  ).toEqual([false, false, false]);
});
