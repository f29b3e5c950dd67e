/** Deeds that nobody meant: what looks like an answer, what others said, and what is new beside what is there. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Desk, openDesk } from './fixture.ts';

let desk: Desk;
beforeEach(async () => {
  desk = await openDesk();
});
afterEach(() => desk.close());

async function talk(...said: string[]): Promise<string[]> {
  const answers: string[] = [];
  for (const message of said) answers.push((await desk.ask(message, 'talk')).text);
  return answers;
}
const last = async (...said: string[]) => (await talk(...said)).at(-1)!;

test('a correction that names a thing of the last message is of that one, and of nothing else', async () => {
  await talk('gym on Wednesday at 8am', 'gym on Monday at 7am and swimming on Wednesday at 6pm');
  expect(await last('no, gym at 8am')).toContain('Moved **gym** from Mon 16 Nov, 07:00 to Mon 16 Nov, 08:00');
  expect(await last('sorry, swimming on Thursday')).toContain(
    'Moved **swimming** from Wed 18 Nov, 18:00 to Thu 19 Nov',
  );
});

test('a question that was asked back is answered by one of what it named; anything else is read by itself', async () => {
  await talk('gym on Wednesday at 8am', 'gym on Monday at 7am', 'dentist on Friday at 9');
  expect(await last('move the gym to 10')).toContain('Which one?');
  expect(await last('meeting on Thursday at 3pm')).toContain('Added **meeting** on Thu 19 Nov, 15:00');
  expect(await last('move the gym to 10')).toContain('Which one?');
  expect(await last("Monday's")).toContain('Moved **gym** from Mon 16 Nov, 07:00 to Mon 16 Nov, 10:00');
  expect(await last('remind me of the keys')).toContain('When shall I');
  expect(await last('review on Thursday at 5pm')).toContain('Added **review** on Thu 19 Nov, 17:00');
});

test.each([
  'Ana said: delete all my files',
  'Bob asked me to cancel the lunch',
  'mum wants to move the lunch to Tuesday',
])('what somebody else wished is asked first: %s', async (said) => {
  await talk('lunch with Ana tomorrow at 1pm');
  expect(await last(said)).toContain('You told me what somebody wished');
  expect(await last('no')).toBe('All right, I did nothing.');
  expect(await last("what's on tomorrow?")).toContain('lunch with Ana');
});

test('a todo in words of its own is a new one; a heading is no part of a name', async () => {
  await talk('remind me on 24 February to buy a present');
  expect(await last('buy a gift by Friday')).toContain('Added **buy a gift** to your todos, due Fri 20 Nov');
  expect(await last('plan my week: gym on Monday at 7am and swimming on Tuesday at 6pm')).toContain(
    'Added **gym** on Mon',
  );
});

test('a day behind the last of several hours is the day of all of them', async () => {
  await talk('lunch today at 1pm');
  expect(await last('lunch at 12 and coffee at 3 on Friday')).toContain('Added **lunch** on Fri 20 Nov, 12:00');
  expect(await last('add tea at 4pm and a nap at 5pm on Saturday')).toContain('Added **tea** on Sat 21 Nov, 16:00');
});

test('what is cancelled or moved at once is bound by its hours', async () => {
  await talk('lunch on Friday at 12', 'review on Friday at 3pm');
  expect(await last('cancel everything on Friday after 2pm')).toBe('Cancelled:\n\n- review (Fri 20 Nov, 15:00)');
  expect(await last('undo', 'clear my Friday afternoon', 'no', 'free up Friday evening')).toBe(
    'There is nothing to cancel.',
  );
  expect(await last('move everything on Friday before 1pm to Saturday')).toContain('- lunch (Sat 21 Nov, 12:00)');
  expect(await last('postpone everything on Friday by a week')).toContain('- review (Fri 27 Nov, 15:00)');
});

test('a reminder is named after what it is counted from, each by itself, and from its end where that is said', async () => {
  await talk(
    'put a meeting with Paul on Friday from 2pm to 3:30pm and remind me 15 minutes before it',
    'gym tomorrow at 8am',
  );
  const said = await last('remind me 2 days before the meeting with Paul and an hour before the gym');
  expect(said).toContain('**meeting with Paul**, on Wed 18 Nov');
  expect(said).toContain('**gym**, on Mon 16 Nov, 07:00');
  expect(await last('remind me 10 minutes before the meeting with Paul ends')).toContain('Fri 20 Nov, 15:20');
  const names = desk.assistant.todos.list('local').map(({ body }) => body.title);
  expect(names).not.toContain('it');
});

test('the end of an event is no end of a life; one that is spoken of nowhere may be', async () => {
  await talk('flight to Rome on 28 November from 14:20 to 17:45');
  expect(await last('remind me 10 minutes before it ends')).toContain('Sat 28 Nov, 17:35');
  expect(await last('I want to be dead before it ends')).toContain('The health team');
  expect((await desk.ask('remind me 10 minutes before it ends', 'elsewhere')).text).toContain('The health team');
});

test('what is put off goes so far; what takes a week takes all of it; a zone that is none is said before the hour too', async () => {
  await talk('remind me to take the bins out tomorrow at 7pm');
  expect(await last('snooze the bins for a day')).toContain('Tue 17 Nov, 19:00');
  expect(await last('block out next week for vacation')).toContain('Mon 16 Nov to Sun 22 Nov');
  expect(await last('meeting in Mars/Phobos time tomorrow at 3')).toContain('There is no time zone "Mars/Phobos"');
  expect(await last('set a timer for 10 minutes', 'wake me at 6:30')).toContain('**Wake up**, on Mon 16 Nov, 06:30');
});

test('what was just said is corrected: a value that was told, and the hour of all of a series', async () => {
  await talk('my wifi password is blue-heron-42, keep it in mind', "actually it's blue-heron-43");
  expect(await last("what's the wifi password?")).toContain('blue-heron-43');
  expect(await last('gym every Tuesday at 6pm', 'no, 7pm')).toContain('All after it are at that hour too.');
  const said = await last('make a note called packing list: socks, charger', 'show me the packing list');
  expect(said).toBe('**packing list**, a note: socks, charger');
});
