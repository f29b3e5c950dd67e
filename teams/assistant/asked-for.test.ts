/** What a question asks for is what is answered: no word of it is dropped. And what is remembered, asked for and corrected. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Desk, openDesk } from './fixture.ts';

let desk: Desk;
/** Each test is somebody else's. */
let user = 'u0';
beforeAll(async () => {
  desk = await openDesk();
});
beforeEach(() => {
  user = `u${Number(user.slice(1)) + 1}`;
});
afterAll(() => desk.close());

const say = async (...messages: string[]): Promise<string> => {
  let last = '';
  for (const message of messages) last = (await desk.ask(message, user, user)).text;
  return last;
};
const notes = () =>
  desk.assistant.notes.list(user).map(({ body }) => [body.subject, body.text].filter(Boolean).join(': '));

test('the calendar is asked in another zone, for one thing, for a week, for days in a row', async () => {
  await say(
    'dentist on Friday 27 November at 3pm',
    'piano every Friday at 4pm until March',
    'gym every Saturday at 10am',
  );
  expect(await say('in London time, what time is my dentist?')).toContain('14:00 in Europe/London (15:00 here)');
  const lessons = await say('what piano lessons do I have in December?');
  expect(lessons).toContain('Fri 25 Dec');
  expect(lessons).not.toContain('gym');
  expect(await say('when is piano in December?')).toContain('Fri 4 Dec');
  expect(await say("what's on the week of 4 January?")).toMatch(/8 Jan.*piano.*9 Jan.*gym/s);
  expect(await say("what's on 11, 18 and 25 December?")).toMatch(/11 Dec.*18 Dec.*25 Dec/s);
  expect(await say('search my calendar for Zorro')).toContain('no event like "Zorro"');
});

test('what is due on a day is what is due on it', async () => {
  await say('add pay rent to my todos due Friday', 'add call the bank to my todos due tomorrow at 5pm');
  expect(await say("what's due Friday?")).not.toContain('bank');
  expect(await say('what do I have to do by Friday?')).toContain('bank');
});

test('a weekday that is not that of the date is asked about; a count and a day that is left out are kept', async () => {
  expect(await say('book a meeting on Sunday 29 March 2027 at 2pm')).toContain('2027-03-29 is a Monday, not a Sunday');
  expect(await say('every other Wednesday at 4pm therapy from 2 December, 10 times, skipping 30 December')).toMatch(
    /Added \*\*therapy\*\* .*except on 30 December.*10 times/,
  );
  expect(desk.assistant.calendar.list(user).map(({ body }) => body.title)).toEqual(['therapy']);
});

test('an hour is not of the evening because of what is spoken of', async () => {
  expect(await say('remind me tomorrow at 9 to book a table for dinner')).toContain('Mon 16 Nov, 09:00');
  expect(await say('remind me tomorrow at 8 to have dinner')).toContain('20:00');
  expect(await say('remind me in 90 seconds to stretch')).toContain('12:02');
});

test('what held before, who it holds of, and what holds now', async () => {
  await say('remember that my GP is Dr. Lee');
  expect(await say('my GP is Dr. Patel now, not Dr. Lee')).toBe('Corrected: **GP: Dr. Patel** (before: Dr. Lee).');
  expect(await say('who was my GP before?')).toContain('before: **Dr. Lee**');
  await say('remember my sister Ana is allergic to nuts');
  expect(await say('who is allergic to nuts?')).toContain('sister Ana');
  expect(await say("actually it's Tom who is allergic to nuts")).toContain('Corrected: **Tom: allergic to nuts**');
  expect(await say('who is allergic to nuts?')).not.toContain('Ana');
  await say('remember that Aunt May likes tea');
  expect(await say('Aunt May likes gin now')).toContain('**Aunt May likes gin** (before: Aunt May likes tea)');
  expect(await say('what do you remember?')).toMatch(/Patel.*Tom.*gin/s);
});

test('several facts of one sentence are several, and each is forgotten by itself', async () => {
  await say("remember that Ben's phone is 555-1234, Ben's address is 12 High St, and his wife is called Carla");
  expect(notes()).toEqual(["Ben's phone: 555-1234", "Ben's address: 12 High St", "Ben's wife: Carla"]);
  await say('Ben moved to 99 Low Rd', "forget Ben's phone number");
  expect(notes()).toEqual(["Ben's address: 99 Low Rd", "Ben's wife: Carla"]);
  await say('forget everything about Ben', 'yes');
  expect(notes()).toEqual([]);
});

test('for good is asked first, and nothing brings it back', async () => {
  await say('remember that my wifi password is hunter2', "what's my wifi password?");
  expect(await say('forget it for good')).toContain('cannot be brought back');
  expect(notes()).toHaveLength(1);
  expect(await say('yes')).toContain('Forgotten for good');
  await say('undo that');
  expect(notes()).toEqual([]);
});

test('what is said beside a new thing is of it, and of no other', async () => {
  await say('add buy her a present to my todos', 'water the plants every 3 days, high priority');
  const todos = desk.assistant.todos.list(user).map(({ body }) => `${body.title} ${body.priority}`);
  expect(todos.toSorted()).toEqual(['buy her a present normal', 'water the plants high']);
});

test('a command in the name of a file is no name, and nothing of it is done', async () => {
  await say('add rf antenna to my todos');
  expect(await say("create a file named '; rm -rf ~ #.txt with the text hello")).toContain('cannot be a name');
  expect(await say('create a file named notes; delete milk.txt with the text hello')).toContain('cannot be a name');
  expect(desk.assistant.todos.list(user).map(({ body }) => body.title)).toEqual(['rf antenna']);
});

test('facts behind a colon are several', async () => {
  await say('Remember: my passport number is X123, my car is a blue Skoda and my sister Eva is vegan');
  expect(notes()).toEqual(['passport number: X123', 'car: a blue Skoda', 'sister Eva: vegan']);
});

test('"undo that" is of its own conversation; one that has only begun may mean what was before it', async () => {
  const in_ = async (chat: string, message: string) => (await desk.ask(message, `${user}-${chat}`, user)).text;
  await in_('one', 'remember that my plumber is Ann');
  await in_('two', 'remember that my baker is Bob');
  expect(await in_('one', 'undo that')).toContain('Undone');
  expect(notes()).toEqual(['baker: Bob']);
  await in_('three', 'what do you remember?');
  expect(await in_('three', 'undo that')).toContain('In this conversation I have changed nothing');
  expect(notes()).toEqual(['baker: Bob']);
  expect(await in_('four', 'undo that')).toContain('Undone');
  expect(notes()).toEqual([]);
});
