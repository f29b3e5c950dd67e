/** A person's things by command: kept, changed, undone; and what is no time, no zone and no calendar file. */
import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempDir } from '../../test/house.ts';
import { runHere } from '../../test/seat.ts';

const home = tempDir('things');
const env = { ...process.env, TZ: 'Europe/Berlin' };
const run = async (...given: string[]) =>
  runHere([...given, '--home', home, '--clock', '2026-11-15T11:00:00Z'], { env });
const json = async <T>(...given: string[]) => JSON.parse((await run(...given, '--json')).out) as T;
const file = (name: string, content: string) => {
  const path = join(home, name);
  writeFileSync(path, content);
  return path;
};

test('a todo is added, changed, done, removed and brought back', async () => {
  const { id } = await json<{ id: string }>('todo', 'add', 'Buy\u001b[31m milk', '--list', 'groceries');
  await run('todo', 'change', id, '--due', '2026-11-20', '--priority', 'high');
  const list = await run('todo', 'list');
  expect(list.out).toContain('2026-11-20  Buy[31m milk  (groceries)  high priority');
  expect(list.out).not.toContain('\u001b');
  expect((await run('todo', 'remove', id)).out).toContain('brings it back');
  expect((await run('undo', '--list')).out.split('\n')[0]).toMatch(/Removed "Buy/);
  expect((await run('undo')).out).toContain('Undone: Removed "Buy');
  expect((await run('todo', 'done', id)).out).toContain('Done: Buy');
  expect(await run('todo', 'change', id, '--due', '2027-02-30')).toMatchObject({
    code: 1,
    err: expect.stringContaining('due is no day and no time'),
  });
});

test.each([
  ['2026-11-20T25:00', 'Europe/Berlin', 'is no day and no time'],
  ['tomorrow', 'Europe/Berlin', 'is no day and no time'],
  ['2026-11-20T10:00', 'Mars/Olympus', 'is no time zone'],
])('an event at %s in %s is refused in words', async (start, zone, said) => {
  const { code, err } = await run('calendar', 'add', 'Call', '--start', start, '--timezone', zone);
  expect([code, err]).toEqual([1, expect.stringContaining(said)]);
});

test('an hour that the clocks skip or show twice is said, and the list names its zone', async () => {
  const add = (start: string) => run('calendar', 'add', 'Shift', '--start', start);
  expect((await add('2027-03-28T02:30')).out).toContain('I took 02:30 as 03:30');
  expect((await add('2027-10-31T02:30')).out).toContain('I took the first 02:30');
  const { out } = await run('calendar', 'list', '--days', '400');
  expect(out).toContain('2027-03-28 03:30  Shift');
  expect(out).toContain('Times are those of Europe/Berlin.');
});

test('a calendar file is brought in without what would do harm, and what is none or too large is refused', async () => {
  const event = (uid: string, title: string, more = '') =>
    `BEGIN:VEVENT\r\nUID:${uid}\r\nSUMMARY:${title}\r\nDTSTART:20261120T100000Z\r\n${more}END:VEVENT\r\n`;
  const evil = file(
    'evil.ics',
    `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${event('../../x', 'Each second', 'RRULE:FREQ=SECONDLY\r\n')}${event('b', '\u202eturned\u001b[31m', 'ATTACH:file:///etc/passwd\r\n')}${event('c', 'Without end', 'RRULE:FREQ=DAILY\r\n')}END:VCALENDAR\r\n`,
  );
  expect((await run('calendar', 'import', evil)).out).toMatch(/2 added.*Left out: 1 not understood/s);
  const { out } = await run('calendar', 'list', '--days', '7');
  expect(out).toContain('turned[31m');
  expect(out).not.toMatch(/[\u202e\u001b]|passwd|Each second/);
  expect(out.match(/Without end/g)).toHaveLength(3);
  const big = file('big.ics', 'BEGIN:VCALENDAR\r\n');
  truncateSync(big, 50 * 1024 * 1024);
  expect((await run('calendar', 'import', big)).err).toContain('at most 2 MB');
  expect((await run('calendar', 'import', file('none.ics', '<html>'))).err).toContain('not a calendar file');
  expect((await run('calendar', 'import', join(home, 'nowhere.ics'))).err).toContain('cannot be read');
});

test('todos stand by the moment at which they are due, on the clock of whoever looks', async () => {
  const own = ['--home', tempDir('dues'), '--clock', '2026-11-15T11:00:00Z'];
  const at = async (zone: string, ...given: string[]) =>
    (await runHere([...given, ...own, '--timezone', zone], { env })).out;
  await at('Europe/Berlin', 'todo', 'add', 'Berlin', '--due', '2026-11-16T09:00');
  await at('Asia/Tokyo', 'todo', 'add', 'Tokyo', '--due', '2026-11-16T10:00');
  await at('Asia/Tokyo', 'todo', 'add', 'Day', '--due', '2026-11-20');
  const list = await at('Europe/Berlin', 'todo', 'list');
  expect(list).toMatch(
    /2026-11-16 02:00 \(2026-11-16 10:00 in Asia\/Tokyo\) {2}Tokyo\n.* {2}2026-11-16 09:00 {2}Berlin\n.* {2}2026-11-20 {2}Day\nTimes are those of Europe\/Berlin\./,
  );
  const [id = ''] = list.split(' ');
  await at('Europe/Berlin', 'todo', 'change', id, '--due', '2026-11-16T08:00');
  expect(await at('Europe/Berlin', 'todo', 'list')).toMatch(/^\S+ {2}2026-11-16 08:00 {2}Tokyo\n/);
});

test('what comes again is kept by command, and what cannot be is refused', async () => {
  const todo = await json<{ due: string; rule: string }>('todo', 'add', 'Bins', '--every', 'Monday until 20 December');
  expect([todo.due, todo.rule]).toEqual(['2026-11-16', expect.stringMatching(/FREQ=WEEKLY.*UNTIL=20261220/)]);
  const { out } = await run('calendar', 'add', 'Choir', '--every', 'Tuesday at 19:00', '--minutes', '90');
  expect(out).toContain('Added Choir, first on 2026-11-17 at 19:00, every Tuesday at 19:00');
  expect(await run('calendar', 'add', 'Choir')).toMatchObject({ code: 1, err: expect.stringContaining('Say when') });
  expect(await run('todo', 'add', 'X', '--every', 'blue moon')).toMatchObject({
    code: 1,
    err: expect.stringContaining('says no rhythm'),
  });
  const { free } = await json<{ free: { from: string; to: string }[] }>('calendar', 'free', '--days', '3');
  expect(free).toContainEqual({ from: '2026-11-17T20:30', to: '2026-11-17T21:00' });
  expect(await run('calendar', 'free', '--days', 'x')).toMatchObject({ code: 1 });
});

test('a reminder gets another time by command', async () => {
  const { id } = await json<{ id: string }>('reminders', '--add', 'stand up', '--when', 'every weekday at 10');
  expect((await run('reminders', '--change', id, '--when', 'every Monday at 11')).out).toContain(
    'every Monday at 11:00',
  );
  expect((await run('reminders')).out).toContain('stand up  (every Monday at 11:00');
  expect(await run('reminders', '--change', id)).toMatchObject({ code: 1, err: expect.stringContaining('--when') });
  expect(await run('reminders', '--change', 'x', '--when', 'every day')).toMatchObject({ code: 1 });
});

test('memories are searched by command', async () => {
  await run('memory', '--add', 'Dr. Lee', '--subject', 'GP');
  await run('memory', '--add', 'the spare key is under the pot');
  const { out } = await run('memory', '--search', 'spare key');
  expect([out.includes('under the pot'), out.includes('Dr. Lee')]).toEqual([true, false]);
});

test('a medicine that is typed is weighed as a spoken one is, and set only with --anyway', async () => {
  await run('import', 'demo');
  await run('memory', '--add', "I'm allergic to penicillin");
  const { patients } = await json<{ patients: { id: string; name: string }[] }>('patients');
  const elena = patients.find(({ name }) => name.startsWith('Elena'))!.id;
  const add = (...more: string[]) => run('todo', 'add', 'take amoxicillin 500 mg', '--patient', elena, ...more);
  expect(await add()).toMatchObject({ code: 1, err: expect.stringMatching(/Penicillin allergy.*--anyway/s) });
  for (const given of [
    ['calendar', 'add', 'start amoxicillin', '--start', '2026-11-20'],
    ['reminders', '--add', 'take amoxicillin', '--when', 'every day at 8'],
  ])
    expect(await run(...given)).toMatchObject({ code: 1, err: expect.stringContaining('You told me') });
  const { todos } = await json<{ todos: { title: string }[] }>('todo', 'list');
  expect(todos.filter(({ title }) => /amoxicillin/.test(title))).toEqual([]);
  expect((await add('--anyway')).out).toContain('Added take amoxicillin 500 mg');
  const { id } = await json<{ id: string }>('todo', 'add', 'evening tablet');
  expect(await run('todo', 'change', id, '--title', 'take amoxicillin', '--patient', elena)).toMatchObject({ code: 1 });
  expect((await run('todo', 'change', id, '--title', 'call mum')).out).toContain('Changed call mum');
}, 120_000);
