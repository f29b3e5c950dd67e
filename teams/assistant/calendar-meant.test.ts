/** Events: which one, which of its days, when, and what it is called; what was not said is asked. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Desk, openDesk } from './fixture.ts';

let desk: Desk;
beforeEach(async () => {
  desk = await openDesk();
});
afterEach(() => desk.close());

const say = async (message: string) => (await desk.ask(message, 's')).text;
const events = () =>
  desk.assistant.calendar
    .between('local', desk.clock.now(), desk.clock.now() + 8 * 86_400_000, 'Europe/Berlin')
    .map(({ title, start }) => `${title} ${start}`);

test('the wrong day of a series is corrected: the right one goes, and the other goes back', async () => {
  await say('standup every weekday at 9:15');
  await say('move standup on Friday to 10');
  await say('no, Wednesday');
  expect(events()).toContain('standup 2026-11-18T10:00');
  expect(events()).toContain('standup 2026-11-20T09:15');
  expect(events()).toHaveLength(6);
});

test('another hour is of the day of the series that was spoken of', async () => {
  await say('standup every weekday at 9:15');
  await say('move standup on Friday to 10');
  await say('make it 10:30');
  expect(events()).toContain('standup 2026-11-20T10:30');
  expect(events()).toContain('standup 2026-11-16T09:15');
});

test('another day, said of a series that was just made, is the day of all of it', async () => {
  await say('yoga every Tuesday at 7pm');
  await say('no, Wednesday');
  expect(events()).toEqual(['yoga 2026-11-18T19:00']);
});

test('what would last for weeks without a break is asked about, and so is a day in a week', async () => {
  expect(await say('swimming Sunday 8am until Christmas')).toContain('Say how often it comes');
  expect(events()).toEqual([]);
  expect(await say('dinner with Ana next week')).toContain('When is "dinner with Ana"?');
  await say('Tuesday at 7');
  expect(events()).toEqual(['dinner with Ana 2026-11-17T19:00']);
});

test('how long it takes, told beside it, is no event', async () => {
  await say('yoga on Tuesdays and it takes two hours, 7pm');
  const [yoga, ...more] = desk.assistant.calendar.list('local');
  expect(more).toEqual([]);
  expect(yoga?.body).toMatchObject({ title: 'yoga', start: '2026-11-17T19:00', end: '2026-11-17T21:00' });
});

test('one is renamed, whatever its new name holds; somebody comes too; it is elsewhere', async () => {
  await say('lunch with Sara on Friday at noon');
  await say('lunch with Ben on Saturday at noon');
  await say('rename lunch with Sara to lunch with Sara and Ben');
  expect(events()).toEqual(['lunch with Sara and Ben 2026-11-20T12:00', 'lunch with Ben 2026-11-21T12:00']);
  await say('dinner on Thursday at 7pm');
  await say('invite Jo to the dinner on Thursday');
  await say('change the place of the dinner to Bistro Nord');
  const dinner = desk.assistant.calendar.list('local').find(({ body }) => body.title.startsWith('dinner'));
  expect(dinner?.body).toMatchObject({ title: 'dinner with Jo', location: 'Bistro Nord' });
  await say('invite Tom to the opera on Friday');
  expect(desk.assistant.todos.list('local').map(({ body }) => body.title)).toEqual(['invite Tom to the opera']);
});

test('whether something clashes is said of the hour that was asked about', async () => {
  await say('haircut on Saturday at 10');
  expect(await say('does a call on Saturday at 10:30 clash with anything?')).toContain('**Yes**');
  expect(await say('does a call on Saturday at 12:30 clash with anything?')).toContain('**No**');
});

test('a time that was told to be free is booked, kept free or cleared', async () => {
  await say('am I free tomorrow at 4pm?');
  await say('book it as gym');
  expect(events()).toEqual(['gym 2026-11-16T16:00']);
  await say('clear my afternoon tomorrow');
  expect(events()).toEqual([]);
  await say('keep Tuesday afternoon free');
  expect(desk.assistant.calendar.list('local')[0]?.body).toMatchObject({
    start: '2026-11-17T12:00',
    end: '2026-11-17T17:00',
  });
});

test('so far ahead as was asked, and how many', async () => {
  await say('meeting with Al tomorrow at 10');
  await say('meeting with Bo on 4 December at 10');
  expect(await say("what's on the next two weeks?")).not.toContain('Bo');
  expect(await say('how many meetings do I have next week?')).toContain('**1 in your calendar');
  await say("I'm on holiday from 20 December to 3 January");
  expect(await say("what's on 24 December?")).toContain('**holiday**');
});

test('a reminder that is to come at another hour from now on is the one that is there', async () => {
  await say('remind me to take my pills at 7am every day');
  await say('from now on remind me at 8pm');
  const reminders = await desk.assistant.reminders.list('local');
  expect(reminders.map(({ understood }) => understood)).toEqual(['every day at 20:00 (Europe/Berlin)']);
});

test('what was not understood was not done: "undo" says so before it takes back anything older', async () => {
  await say('add milk to groceries');
  await say('hmm, blorb the frobnicator');
  expect(await say('undo')).toContain('was not done');
  expect(desk.assistant.todos.list('local')).toHaveLength(1);
});
