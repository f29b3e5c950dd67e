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
