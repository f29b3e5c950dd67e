/** What people ask for in their own words, and what must not come of it. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
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
const events = () => desk.assistant.calendar.list('local').map(({ body }) => [body.title, body.start]);

describe('what is new', () => {
  test('is added, whatever it shares with what is there', async () => {
    await say('add an event on Wednesday at 6pm called dinner');
    await say('add dinner with Anna on Friday at 7pm');
    await say('create an appointment titled Physio with Jo on Monday at 10');
    await say('book another dinner on Saturday at 8pm');
    expect(events()).toEqual([
      ['dinner', '2026-11-18T18:00'],
      ['dinner with Anna', '2026-11-20T19:00'],
      ['Physio with Jo', '2026-11-16T10:00'],
      ['dinner', '2026-11-21T20:00'],
    ]);
  });

  test('may last days', async () => {
    expect(await say('holiday in Rome from 3 December to 10 December')).toContain('Thu 3 Dec to Thu 10 Dec');
    expect(await say('conference 14-16 December')).toContain('Mon 14 Dec to Wed 16 Dec');
    expect(desk.assistant.calendar.list('local').map(({ body }) => body.end)).toEqual(['2026-12-11', '2026-12-17']);
    expect(await say("what's on from 1 December to 12 December")).toMatch(/3 Dec to Thu 10 Dec · \*\*holiday/);
  });
});

describe('what is there', () => {
  test('is moved to the hour that people are awake in', async () => {
    await say('book Physio on Monday at 10am');
    expect(await say('make it 11:30')).toContain('Mon 16 Nov, 11:30');
    await say('book drinks on Friday at 7pm');
    expect(await say('move it to Saturday at 8')).toContain('Sat 21 Nov, 20:00');
  });

  test('goes to another day all at once, after a yes', async () => {
    await say('book Physio on Thursday at 10am', 'book lunch with Bo on Thursday at 1pm');
    expect(await say('move everything on Thursday to Friday')).toContain('lunch with Bo');
    await say('yes');
    expect(events()).toEqual([
      ['Physio', '2026-11-20T10:00'],
      ['lunch with Bo', '2026-11-20T13:00'],
    ]);
  });

  test('gets another name', async () => {
    await say('book dinner on Friday at 7pm', 'rename dinner to supper');
    await say('add pay rent to my todos', 'rename pay rent to pay the landlord');
    await say('add fix the gate in project house', 'rename the house list to home');
    expect(events()).toEqual([['supper', '2026-11-20T19:00']]);
    expect(desk.assistant.todos.list('local').map(({ body }) => [body.title, body.project])).toEqual([
      ['fix the gate', 'home'],
      ['pay the landlord', undefined],
    ]);
  });
});

test('free between two hours, double booked, overdue', async () => {
  await say(
    'dinner with Anna on Friday at 7pm',
    'drinks on Friday at 7:30pm',
    'add pay rent to my todos due yesterday',
  );
  expect(await say('am I free between 2 and 4 on Friday')).toContain('free** on Fri 20 Nov, 14:00 to 16:00');
  expect(await say('am I free between 6 and 8pm on Friday')).toMatch(/^\*\*No\*\*.*dinner with Anna/);
  expect(await say('do I have any clashes on Friday?')).toMatch(/dinner with Anna.*and \*\*drinks/);
  expect(await say('add call mum to my todos', 'what is overdue?')).toMatch(/pay rent · Sat 14 Nov, overdue$/);
  expect(await say('complete pay rent and call mum')).toMatch(/pay rent.*call mum/s);
  expect(desk.assistant.todos.list('local')).toEqual([]);
});

test('lists by "project" and by a last word', async () => {
  await say(
    'add mop the floor to chores',
    'add call the roofer to the house project',
    'add paint the door in project house',
  );
  expect(desk.assistant.todos.projects('local')).toEqual([
    { name: 'chores', open: 1 },
    { name: 'house', open: 2 },
  ]);
});

describe('a zone', () => {
  test.each([
    ['schedule a call at 4pm Mars/Olympus time tomorrow', 'Mars/Olympus'],
    ['schedule a call tomorrow at 4pm Narnia time', 'Narnia'],
    ['schedule a call tomorrow at 4pm UTC+19', 'Utc+19'],
    ['my time zone is Mars/Olympus', 'Mars/Olympus'],
  ])('that there is not: %s', async (message, zone) => {
    expect((await say(message)).replace(/\s/g, '')).toContain(`"${zone}"`);
    expect([...desk.assistant.shelf.export('local')]).toEqual([]);
  });

  test('that is told holds from then on, and a shift from UTC is one', async () => {
    expect(await say('schedule a call tomorrow at 4pm UTC+5:30')).toContain('Mon 16 Nov, 11:30');
    await say('my time zone is Asia/Tokyo', 'remind me tomorrow at 8am to stretch');
    const [{ next } = { next: 0 }] = await desk.assistant.reminders.list('local');
    expect(new Date(next).toISOString()).toBe('2026-11-15T23:00:00.000Z');
  });
});

describe('a file', () => {
  const stands = async (path: string) =>
    (await (await desk.assistant.files('local')).read(path, { actor: 't' })).content;

  test('is edited in words, and only where it stands once', async () => {
    await (await desk.assistant.files('local')).write('notes.txt', '- milk\n- eggs\n- Milkshake\n', 't');
    expect(await say('in notes.txt change milk to oat milk')).toContain('"milk" is now "oat milk"');
    expect(await say('remove eggs from notes.txt')).toContain('took out "eggs"');
    expect(await say('replace "oat milk" with "soy (1+1)" in notes.txt')).toContain('Changed');
    expect(await stands('notes.txt')).toBe('- soy (1+1)\n- Milkshake\n');
    expect(await say('change bread to rolls in notes.txt')).toContain('does not stand in notes.txt');
    expect(await say('replace bread with rolls in missing.txt')).toContain('no file missing.txt');
    expect((await (await desk.assistant.files('local')).list()).files).toHaveLength(1);
    expect(await say('undo')).toContain('was not done');
    expect(await say('undo')).toContain('Undone: Changed notes.txt');
  });

  test('has a name with spaces in marks', async () => {
    await say('create a file named "my plan.txt" with hello world');
    expect(await say('open "my plan.txt"')).toContain('hello world');
    expect(await say('delete "my plan.txt"')).toContain('**my plan.txt** is in the trash');
  });
});

test('what was said is said again', async () => {
  await say('can I take ibuprofen with warfarin?');
  expect(await say('what did the health team just say?')).toContain('said:** (health) can I take ibuprofen');
  expect(await say('repeat that')).toContain('can I take ibuprofen');
});

test('what came due is put off', async () => {
  await say('remind me in 1 hour to take the pizza out');
  const pass = async (minutes: number) => {
    await desk.clock.advance(minutes * 60_000);
    while ((await desk.triggers.tick()) > 0) await desk.triggers.drain();
  };
  await pass(60);
  expect(await say('hello')).toContain('take the pizza out');
  expect(await say('snooze it for 10 minutes')).toContain('**take the pizza out**, on Sun 15 Nov, 13:10');
  await pass(10);
  expect(await say('hello')).toContain('take the pizza out');
  expect(await say('snooze')).toContain('13:20');
});

test.each([
  'make everything urgent',
  'move everything',
  'rename it',
  'cancel',
  'remind me',
  'add',
  'change todo',
])('no schema is shown to a person: %s', async (message) => {
  expect(await say(message)).not.toMatch(/arguments|expected|Unrecognized|Invalid|undefined/);
});

test('Axel does what can be done, ticks it off, and leaves the rest to the person', async () => {
  const brief =
    '# Move\n\n## Steps\n\n- [ ] book the movers on 3 December at 9am\n- [ ] remind me on 1 December to defrost the fridge\n- [ ] decide on a colour\n';
  const files = await desk.assistant.files('local');
  await files.write('briefs/move.md', brief, 't');
  expect(await say('carry out the brief')).toMatch(/2 done, 1 open/);
  expect(events()).toEqual([[expect.stringContaining('movers'), '2026-12-03T09:00']]);
  expect((await desk.assistant.reminders.list('local')).map(({ what }) => what)).toEqual(['defrost the fridge']);
  expect((await files.read('briefs/move.md', { actor: 't' })).content.match(/\[x\]/g)).toHaveLength(2);
  expect(desk.assistant.todos.list('local', { project: 'move' }).map(({ body }) => body.title)).toEqual([
    'decide on a colour',
  ]);
  expect(await say('carry out the brief')).toContain('2 done, 1 open');
  expect(desk.assistant.todos.list('local', { project: 'move' })).toHaveLength(1);
});

test('a conversation goes on: corrections, shifts, and what "it" is', async () => {
  await say('lunch with Sam tomorrow at noon');
  expect(await say('no, I meant Tuesday')).toContain('to Tue 17 Nov, 12:00');
  expect(await say('at 12:30')).toContain('to Tue 17 Nov, 12:30');
  expect(await say('push lunch with Sam back an hour')).toContain('to Tue 17 Nov, 13:30');
  expect(await say('postpone lunch with Sam by two days')).toContain('to Thu 19 Nov, 13:30');
  await say('remind me to take vitamin D every morning');
  expect(await say('make it every evening')).toContain('every day at 18:00');
  expect(await say('set an alarm for 6:30 on weekdays')).toContain('**alarm**');
  await say('write a file called trip.md with passport, tickets');
  expect(await say('change tickets to boarding pass in it')).toContain('"tickets" is now "boarding pass"');
  expect(await say('undo that')).toContain('Undone: Changed trip.md');
  expect(await say('read it')).toContain('passport, tickets');
  expect(await say('rename it to packing.md')).toContain('Moved **trip.md** to **packing.md**');
});

test('a time that has gone by is said as one says it, and another one is taken for it', async () => {
  const { text } = await desk.ask('remind me to call Bob on 1 May 2020 at 5pm', 'past');
  expect(text).toContain('1 May 2020, 17:00 has gone by');
  expect(text).not.toMatch(/\d-\d\dT\d/);
  expect((await desk.ask('tomorrow at 5pm', 'past')).text).toContain('I will remind you: **call Bob**');
});
