import { afterEach, beforeEach, expect, test } from 'vitest';
import { BERLIN, type Desk, openDesk } from './fixture.ts';

let desk: Desk;
beforeEach(async () => {
  desk = await openDesk();
});
afterEach(() => desk.close());

const event = (uid: string, start: string, more: string[]) =>
  ['BEGIN:VEVENT', `UID:${uid}`, `DTSTART;TZID=Europe/Berlin:${start}`, 'DURATION:PT1H', `SUMMARY:${uid}`]
    .concat(more, ['BEGIN:VALARM', 'ACTION:DISPLAY', 'TRIGGER:-PT30M', 'END:VALARM', 'END:VEVENT'])
    .join('\r\n');
const FILE = [
  ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//x//EN'],
  event('Vet', '20261201T100000', []),
  event('Choir', '20261118T180000', ['RRULE:FREQ=WEEKLY']),
  event('Long gone', '20260101T100000', []),
  'END:VCALENDAR',
].join('\r\n');

test('events of a file remind as it says, once however often it is brought, and go with it', async () => {
  const { bringing, reminders } = desk.assistant;
  const list = async () =>
    (await reminders.list('local')).map(({ what, next, recurs }) => [what, new Date(next).toISOString(), recurs]);
  expect(await bringing.file('local', FILE, BERLIN)).toMatchObject({ added: 3, alarms: 2 });
  expect(await bringing.file('local', FILE, BERLIN)).toMatchObject({ added: 0, alarms: 0 });
  expect(await list()).toEqual([
    ['Choir', '2026-11-18T16:30:00.000Z', true],
    ['Vet', '2026-12-01T08:30:00.000Z', false],
  ]);
  await desk.ask('move the vet to 2 December at 12:00', 's');
  expect((await list())[1]).toEqual(['Vet', '2026-12-02T10:30:00.000Z', false]);
});
