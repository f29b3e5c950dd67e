/** What a fresh pair of eyes met: courses that keep their end, undoing that undoes, corrections that touch nothing else. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { toAnswer } from '../../src/app/answer.ts';
import { machineUser } from '../../src/kernel/index.ts';
import { type Desk, openDesk } from './fixture.ts';

const toAnswerText = (result: Parameters<typeof toAnswer>[1]) => toAnswer('assistant', result).text;

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
const events = () => desk.assistant.calendar.list('local').map(({ body }) => `${body.title} ${body.start}`);
const todos = () => desk.assistant.todos.list('local').map(({ body }) => [body.title, body.project, body.due]);
const reminders = async () =>
  (await desk.assistant.reminders.list('local')).map(({ what, next, understood }) => [what, next, understood]);

test('another rhythm of a course keeps its end, and undoing brings back rhythm, end and next time', async () => {
  await say('remind me to walk the dog every 8 hours for 5 days');
  const before = await reminders();
  expect(before[0]![2]).toContain('until');
  await say('change the dog reminder to every 6 hours');
  const [changed] = await reminders();
  expect(changed![2]).toContain('every 6 hours');
  expect(changed![2]).toContain('until');
  expect(await say('undo that')).toContain('Undone');
  expect(await reminders()).toEqual(before);
});

test('what is corrected while it is said touches nothing that was spoken of before', async () => {
  await say('book dentist check Monday at 9', 'add bread to groceries');
  await say('put brunch on Saturday at 11, sorry, I mean Sunday', 'put lunch on Thursday at 12, no, 13:00');
  expect(events().toSorted()).toEqual([
    'brunch 2026-11-22T11:00',
    'dentist check 2026-11-16T09:00',
    'lunch 2026-11-19T13:00',
  ]);
  expect(todos()).toEqual([['bread', 'groceries', undefined]]);
});

test('a memory that shares one word is no answer, least of all a code', async () => {
  await say('remember my door code is 4471', "remember my sister's phone is 0151 222", 'remember my car is in bay 14');
  for (const asked of ['is the front door locked?', "what's the state of the back door?", 'is the car locked?'])
    expect(await say(asked)).not.toMatch(/4471|bay 14/);
  expect(await say("what is my sister's birthday?")).not.toContain('0151');
  expect(await say("what's my door code?")).toContain('4471');
  expect(await say("what's my sister's phone?")).toContain('0151 222');
});

test('the health team hears where the person is', async () => {
  await desk.close();
  desk = await openDesk({ answer: (_team, _message, timezone) => `Call the number of ${timezone}.` });
  expect(await say('I have crushing chest pain')).toContain('Call the number of Europe/Berlin');
});

test('one occasion is one occasion, said with "only that one", and nothing is added', async () => {
  await say('standup every weekday at 9:15');
  await say(
    'move the standup on 26 November to 10:00, only that one',
    'cancel the standup on 2 December, only that one',
  );
  const [only, ...others] = desk.assistant.calendar.list('local');
  expect(others).toEqual([]);
  expect(only!.body.moved).toMatchObject({ '2026-11-26T09:15': { start: '2026-11-26T10:00' } });
  expect(only!.body.except).toEqual(['2026-12-02T09:15']);
});

test('hours that were named are the hours that are looked at', async () => {
  await say('physio on Friday at 20:00', 'standup on Friday at 9:15 for 15 minutes');
  expect(await say('am I free Friday between 8 and 9 in the evening?')).toMatch(/\*\*No\*\*.*physio/);
  expect(await say('am I free Friday between 10 and 11 in the morning?')).toContain('Yes, you are free');
});

test('a whole day is a date wherever one asks from', async () => {
  await say("Anna's birthday on 23 November");
  const list = async (day: string) =>
    toAnswerText(
      await desk.runner.ask({
        session: `far-${day.slice(0, 2)}`,
        message: `what's on my calendar on ${day}?`,
        principal: machineUser('local'),
        place: { timezone: 'America/New_York' },
      }),
    );
  expect(await list('22 November')).toContain('nothing in your calendar');
  expect(await list('23 November')).toContain("Anna's birthday");
});

test('"it" of the todos is no file, and nothing older is taken back for what was not done', async () => {
  await say('add milk to groceries', 'write a file called keep.txt with the text hello');
  await say('save my groceries list to a file called shop.txt and delete it from my todos');
  const files = (await (await desk.assistant.files('local')).list()).files.map(({ path }) => path);
  expect(files).toContain('shop.txt');
  await say('flumox the gribble and undo that');
  expect((await (await desk.assistant.files('local')).list()).files.map(({ path }) => path)).toEqual(files);
});
