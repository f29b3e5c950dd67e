/** After what stands in the calendar, weekly on a day, what a question names, and what is told of oneself. */
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
const events = () => desk.assistant.calendar.list('local').map(({ body }) => body);

test('what comes after something is counted from its end, and moves with it', async () => {
  await say('dentist tomorrow at 3pm for 90 minutes', 'coffee with Lee right after the dentist');
  expect(events().find(({ title }) => title === 'coffee with Lee')!.start).toBe('2026-11-16T16:30');
  await say('remind me half an hour after the dentist to eat', 'move the dentist to Tuesday');
  expect(desk.assistant.todos.list('local')[0]!.body.due).toBe('2026-11-17T17:00');
});

test('"weekly" with a day is that day of each week', async () => {
  await say('weekly review on Tuesday at 10', 'fortnightly 1:1 with Bo on Thursday at 3');
  expect(events()).toMatchObject([
    { title: 'review', start: '2026-11-17T10:00', rule: 'FREQ=WEEKLY;BYDAY=TU' },
    { title: '1:1 with Bo', start: '2026-11-19T15:00', rule: expect.stringContaining('INTERVAL=2') },
  ]);
});

test('a week that is asked about names no event that is called weekly', async () => {
  await say('put "Standup with NY, weekly" in my calendar on Monday at 9', 'lunch with Bo on Tuesday at 1pm');
  expect(await say('what is on my calendar next week')).toContain('lunch with Bo');
});

test('a word on a thing of which more is known takes the place of nothing else', async () => {
  await say('remember that my car is a grey Skoda with plate B-AB 123', 'the car is red');
  expect(await say('what do you know about my car?')).toContain('a red Skoda with plate B-AB 123');
  expect(await say("what's my plate number?")).toContain('B-AB 123');
});

test.each([
  ['my wife is called Jana', 'wife: Jana'],
  ['my kids are Leo and Mia', 'kids: Leo and Mia'],
  ['I prefer tea over coffee', 'I prefer tea over coffee'],
])('%s is remembered', async (told, kept) => expect(await say(told)).toContain(`I will remember: **${kept}**`));

test.each([
  'the cat is asleep on the sofa',
  'my mother in law is such a character',
  'I love you',
])('%s is not', async (told) => {
  await say(told);
  expect(desk.assistant.notes.list('local')).toEqual([]);
});

test('the day is told, here and elsewhere', async () => {
  expect(await say("what's the date today?")).toContain('Sunday, 15 November 2026');
  expect(await say('what time is it?')).toContain('12:00');
});

test('a step of a brief that says when is due then', async () => {
  await say('a brief for moving house: book a van, buy boxes by Friday', 'carry it out');
  expect(desk.assistant.todos.list('local').map(({ body }) => [body.title, body.due])).toEqual([
    ['buy boxes by Friday', '2026-11-20'],
    ['book a van', undefined],
  ]);
});

test('what is done is told as that, and what is open is not', async () => {
  await say('add pay rent, fix bike and email Jo to my todos', 'mark pay rent as done');
  const told = await say('which todos are done?');
  expect(told).toContain('pay rent');
  expect(told).not.toContain('fix bike');
});

test.each([
  'cancel everything after the dentist',
  'delete all events before the dentist',
  'move everything after the dentist to Friday',
])('%s: the dentist itself is not meant', async (asked) => {
  await say('dentist tomorrow at 3pm');
  expect(await say(asked)).toContain('so I changed nothing');
  expect(events()).toMatchObject([{ title: 'dentist', start: '2026-11-16T15:00' }]);
});
