/** Follow-ups in a conversation: what is said of what was spoken of, in words that name nothing. */
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
const todos = () => desk.assistant.todos.list('local').map(({ body }) => body);

test('an event gets its place, its guests, its day and its name', async () => {
  await say('dinner with Ana on Saturday at 8pm', "it's at Cafe Roma", 'make it two hours', 'no, on Sunday');
  expect(events()).toMatchObject([
    { location: 'Cafe Roma', start: '2026-11-22T20:00', end: '2026-11-22T22:00', title: 'dinner with Ana' },
  ]);
  expect(await say('invite Marco too')).toContain('I invite nobody');
  expect(events()[0]!.title).toBe('dinner with Ana and Marco');
  await say("change the title to Ana's birthday");
  expect(events()[0]!.title).toBe("Ana's birthday");
});

test('what comes again gets other days and an end', async () => {
  await say('yoga every Tuesday and Thursday at 7am', 'no, on weekdays', 'until the end of January');
  expect(events()[0]!.rule).toMatch(/BYDAY=MO,TU,WE,TH,FR.*UNTIL=20270131/);
});

test('things go on the list that was spoken of', async () => {
  await say('add tea to groceries', 'add coffee too', 'and sugar', 'put honey on there as well');
  expect(todos().map(({ project }) => project)).toEqual(['groceries', 'groceries', 'groceries', 'groceries']);
  expect(await say("what's on it?")).toContain('4 todos on groceries');
  await say('remove the last one');
  await say('clear it', 'yes');
  expect(todos()).toEqual([]);
});

test('another number is of the reminder that was set last, and the event stays where it is', async () => {
  await say('call with Priya tomorrow at 10', 'remind me 10 minutes before', 'actually 15');
  expect(events()[0]!.start).toBe('2026-11-16T10:00');
  expect(todos().map(({ due }) => due)).toEqual(['2026-11-16T09:45']);
  await say('move it to 11');
  expect(todos().map(({ due }) => due)).toEqual(['2026-11-16T10:45']);
});

test('a rhythm without an hour keeps the hour that was told', async () => {
  await say('remind me tomorrow at 7 to stretch', '7pm I meant', 'make it every day');
  expect((await desk.assistant.reminders.list('local'))[0]!.times).toEqual([19 * 60]);
  expect(await say('except weekends')).toContain('Friday at 19:00');
});

test('of several that fit, the second, the later', async () => {
  await say('call with Anna tomorrow at 9', 'call with Annika tomorrow at 10', 'cancel the call', 'the second one');
  expect(events().map(({ title }) => title)).toEqual(['call with Anna']);
  await say('undo that', 'move the call to Friday', 'the later one');
  expect(events().find(({ title }) => title === 'call with Annika')!.start).toBe('2026-11-20T10:00');
});

test('of what was shown, by its place; a row of deeds is as many todos', async () => {
  await say('add three todos: pay rent, fix bike, email Jo', "what's on my todo list?", 'mark the second as done');
  expect(todos().map(({ title }) => title)).toEqual(['email Jo', 'pay rent']);
});

test('of what one message made, by its place too', async () => {
  await say('add three todos: pay rent, fix bike, email Jo', 'mark the second as done');
  expect(todos().map(({ title }) => title)).toEqual(['email Jo', 'pay rent']);
});

test('of what came one by one nobody counts', async () => {
  await say('add tea to my todos', 'add milk to my todos', 'add salt to my todos', 'mark the first as done');
  expect(todos()).toHaveLength(3);
});
