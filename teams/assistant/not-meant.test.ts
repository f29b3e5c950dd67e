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
