/** Follow-ups of everyday, played: what was asked, put off, merged, told from now on. */
import { afterEach, beforeEach, expect, test } from 'vitest';
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
const starts = () => desk.assistant.calendar.list('local').map(({ body }) => body.start);
const open = () => desk.assistant.todos.list('local').map(({ body }) => [body.title, body.project, body.due]);

test('what was asked is asked of another day, until something is done', async () => {
  await say('football on saturday at 10', "what's on friday?");
  expect(await say('and on saturday?')).toContain('football');
  await say('am I free on friday afternoon?', 'put coffee with Nadia then at 3');
  expect(starts()).toContain('2026-11-20T15:00');
});

test('to another week it goes on its weekday, and the same hour is meant', async () => {
  await say('haircut today at 3pm', 'sorry I meant next week');
  expect(starts()).toEqual(['2026-11-22T15:00']);
  await say('same time on tuesday');
  expect(starts()).toContain('2026-11-17T15:00');
});

test('all of one list goes to another, and comes back', async () => {
  await say('add eggs to groceries', 'add soap to household', 'merge household into groceries');
  expect(open()).toEqual(expect.arrayContaining([['soap', 'groceries', undefined]]));
  await say('undo that');
  expect(open()).toEqual(expect.arrayContaining([['soap', 'household', undefined]]));
});

test('from now on it is on another of its days', async () => {
  expect(await say('remind me to pay the rent every month on the 1st', 'rent is due on the 2nd from now on')).toContain(
    'every month on the 2nd',
  );
  await say('todo: water the ferns every Monday', 'the ferns are due on Tuesdays from now on');
  expect(await say('what do I still need to do?')).not.toContain('Mon 23');
});

test('what is paused comes again after', async () => {
  expect(await say('remind me every day at 8 to stretch', 'pause it until Friday')).toContain(
    'first on Fri 20 Nov, 08:00',
  );
});

test('of two todos each gets the day of the other, and back', async () => {
  await say('call the bank tomorrow and pick up the suit on saturday', 'swap them round');
  expect(open()).toEqual(expect.arrayContaining([['call the bank', undefined, '2026-11-21']]));
  await say('no wait, as it was');
  expect(open()).toEqual(expect.arrayContaining([['call the bank', undefined, '2026-11-16']]));
});

test('things said behind a new list are on it, and behind a file in it', async () => {
  await say('start a list called xmas presents', 'lego for Ben, headphones for Aisha');
  expect(open().map(([title, list]) => [title, list])).toEqual(
    expect.arrayContaining([
      ['lego for Ben', 'xmas presents'],
      ['headphones for Aisha', 'xmas presents'],
    ]),
  );
  expect(
    await say('make a file called packing.txt with passport, charger', 'add flip flops and a book', 'whats in it'),
  ).toContain('flip flops');
});

test('the hours that were asked about are said where nothing is in them', async () => {
  expect(await say('dentist on tuesday at 2pm', 'do I have anything on tuesday morning')).toContain('00:00 to 12:00');
});
