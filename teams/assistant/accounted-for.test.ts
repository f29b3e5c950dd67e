/** Conversations in which a part that nobody understood became a name, or changed another thing. */
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
    .map(({ body: { title, start, rule, moved, notes } }) =>
      [title, start, rule, Object.keys(moved).length > 0 ? 'one moved' : undefined, notes].filter(Boolean).join(' '),
    )
    .toSorted();
const todos = () =>
  desk.assistant.todos
    .list('local')
    .map(({ body: { title, project } }) => [title, project].filter(Boolean).join(' on '));

test('an hour of one of its days leaves the others', async () => {
  await say('gym every Tuesday and Saturday at 9', 'the gym on Tuesdays is now at 18:30');
  expect(events()).toEqual(['gym 2026-11-17T18:30 FREQ=WEEKLY;BYDAY=TU', 'gym 2026-11-21T09:00 FREQ=WEEKLY;BYDAY=SA']);
});

test('the next one is one; what is now so is so for all', async () => {
  await say('piano every Friday at 15:30', 'the next piano is at 16:00');
  expect(events()).toEqual(['piano 2026-11-20T15:30 FREQ=WEEKLY;BYDAY=FR one moved']);
  await desk.close();
  await say('yoga every Monday at 18:00', 'skip yoga tomorrow', 'yoga is now at 18:30');
  expect(events()[0]).toContain('T18:30 FREQ=WEEKLY;BYDAY=MO');
});

test('a note is put to the event that was named, and is no guest', async () => {
  await say('dentist on 2 December at 8:20', 'milk to groceries', 'add a note to the dentist event: bring the card');
  expect(events()).toEqual(['dentist 2026-12-02T08:20 bring the card']);
});

test.each([
  'never mind, keep it',
  "oops, I didn't mean to",
  'on second thought, leave it in',
])('what was cancelled by mistake comes back: %s', async (said) => {
  await say('concert on 5 December at 20:00', 'cancel the concert', said);
  expect(events()).toEqual(['concert 2026-12-05T20:00']);
});

test('what says its own list goes there, whatever was spoken of', async () => {
  await say('add eggs to groceries', 'add batteries to the hardware list and screws too');
  expect(todos().toSorted()).toEqual(['batteries on hardware', 'eggs on groceries', 'screws on hardware']);
});

test('another rhythm from January on takes nothing of what comes before', async () => {
  await say('remind me every second Friday at 18:00 to put out the bins', 'from January on every Friday');
  const all = await desk.assistant.reminders.list('local');
  expect(all.map(({ understood }) => understood).toSorted()).toEqual([
    expect.stringContaining('every 2 weeks on Friday at 18:00'),
    expect.stringContaining('from Fri 1 Jan 2027 on'),
  ]);
});

test('so long before is before the same thing', async () => {
  await say('remind me about the inspection two weeks before 15 January', 'and again three days before');
  const all = await desk.assistant.reminders.list('local');
  expect(all.map(({ next }) => new Date(next).toISOString().slice(0, 10)).toSorted()).toEqual([
    '2027-01-01',
    '2027-01-12',
  ]);
});

test('what came once and gets a rhythm begins where it is', async () => {
  await say('dentist on Friday at 9', 'repeat it every six months');
  expect(events()).toEqual(['dentist 2026-11-20T09:00 FREQ=MONTHLY;INTERVAL=6;BYMONTHDAY=20']);
});

test('the meeting is the one that there is', async () => {
  await say('team meeting on Friday at 10', 'milk to groceries', 'move the meeting to tomorrow');
  expect(events()).toEqual(['team meeting 2026-11-16T10:00']);
});

test('things go to the list that is spoken of, deeds do not', async () => {
  await say(
    'add milk to groceries',
    'put it on the drugstore list instead',
    'add pears and plums',
    'add call the bank',
  );
  expect(todos().toSorted()).toEqual([
    'call the bank',
    'milk on drugstore',
    'pears on drugstore',
    'plums on drugstore',
  ]);
});

test.each([
  ['the gate code has changed to 9920', 'gate code: 9920'],
  ['change the gate code to 9920', 'gate code: 9920'],
  ["it's 9920 now", 'gate code: 9920'],
])('what is remembered is corrected: %s', async (said, holds) => {
  await say('remember that the gate code is 4471', said);
  expect((await desk.ask("what's the gate code?", 's')).text).toContain(holds);
});

test('what the health team noted is not taken back by undoing something else', async () => {
  desk = await openDesk({ noted: true });
  await desk.ask('add milk to groceries', 's');
  await desk.ask('my blood pressure was 150/95 this morning, is that bad?', 's');
  expect((await desk.ask('undo', 's')).text).toContain('health record');
  expect(todos()).toEqual(['milk on groceries']);
  await desk.ask('undo', 's');
  expect(todos()).toEqual([]);
});
