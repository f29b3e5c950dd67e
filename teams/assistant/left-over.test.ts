/** Conversations in which a part of what was said used to be lost, and something else was done. */
import { afterEach, expect, test } from 'vitest';
import { openDesk } from './fixture.ts';

let desk: Awaited<ReturnType<typeof openDesk>>;
afterEach(() => desk.close());

const say = async (...lines: string[]) => {
  desk = await openDesk();
  let text = '';
  for (const line of lines) ({ text } = await desk.ask(line, 's'));
  return text;
};
const events = () =>
  desk.assistant.calendar
    .list('local')
    .map(({ body: { title, start, rule } }) => `${title} ${start} ${rule ?? ''}`.trim());

test('of a series all but some days go, and no others', async () => {
  await say('yoga every Monday and Friday at 7am', 'cancel all yoga except on Mondays');
  expect(events()).toEqual(['yoga 2026-11-16T07:00 FREQ=WEEKLY;BYDAY=MO']);
});

test('after a day is after it, on every day', async () => {
  await say('yoga every Monday and Friday at 7am', 'cancel yoga after Friday');
  expect(events()[0]).toMatch(/BYDAY=MO,FR;UNTIL=20261120/);
});

test('another rhythm without a day keeps the day that it has', async () => {
  expect(await say('team meeting every Tuesday at 10', 'no, make it every two weeks')).toContain(
    'every 2 weeks on Tuesday',
  );
});

test('only once leaves the first', async () => {
  await say('team meeting every Tuesday at 10', 'no, just once');
  expect(events()[0]).toMatch(/^team meeting 2026-11-17T10:00 .*UNTIL=20261117/);
});

test('two that were spoken of are swapped', async () => {
  await say('add lunch with Priya tomorrow at 12:30', 'add lunch with Omar on Wednesday at 1pm', 'swap them');
  expect(events().toSorted()).toEqual(['lunch with Omar 2026-11-16T12:30', 'lunch with Priya 2026-11-18T13:00']);
});

test('what was taken back is done again, and only that', async () => {
  await say('add coffee with Jo on Friday at 10', 'undo', 'redo');
  expect(events()).toEqual(['coffee with Jo 2026-11-20T10:00']);
  expect((await desk.ask('redo', 's')).text).toContain('Nothing was taken back last');
});

test('where several fit, both are both', async () => {
  await say(
    'add lunch with Priya tomorrow at 12:30 and lunch with Omar on Wednesday at 1pm',
    'cancel lunch',
    'cancel both',
  );
  expect(events()).toEqual([]);
});

test('room is looked for where nothing stands', async () => {
  await say('add workshop on Tuesday 12:00 to 16:00', 'book two hours for taxes on Tuesday in the next free slot');
  expect(events()).toContain('taxes 2026-11-17T08:00');
  expect((await desk.ask('book 6 hours for tidying on the first free afternoon next week', 's')).text).toContain(
    'no room',
  );
});

test('days are left out of a reminder that comes again', async () => {
  expect(await say('remind me to stretch every day at 8', 'not on Sundays')).toContain('except on Sunday');
});

test('what was told is counted from, and answered with', async () => {
  expect(await say('remember my car lease ends on 31 March 2027', 'remind me three months before it ends')).toMatch(
    /car lease.*31 Dec/,
  );
  await desk.ask("remember that my wife Clara's birthday is on 4 May", 's');
  expect((await desk.ask("when is my wife's birthday", 's')).text).toContain('4 May');
});

test('who asks what they may eat hears what they do not tolerate', async () => {
  expect(await say('remember that I am lactose intolerant', 'can I have milk?')).toContain(
    'you told me: **I am lactose intolerant**',
  );
});

test('Axel carries out the brief that was just written', async () => {
  const text = await say(
    'a brief for a shed: buy wood, paint it',
    'a brief for a reading tracker: list books, rate books and let axel carry it out',
  );
  expect(text).toContain('reading_tracker.md: 0 done, 2 open');
});
