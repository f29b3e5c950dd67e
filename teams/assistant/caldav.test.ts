/** The calendar on a CalDAV server, by talking: seen, made, changed by its ETag, met by somebody else, and while it is dead. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type CalDavFixture, openCalDavFixture } from '../../src/assistant/caldav/fixture.ts';
import { type Desk, openDesk } from './fixture.ts';

let server: CalDavFixture;
let desk: Desk;
beforeEach(async () => {
  server = await openCalDavFixture();
  desk = await openDesk({
    env: { CALDAV_URL: server.url, CALDAV_USER: 'ada', CALDAV_PASSWORD: 'secret' },
  });
});
afterEach(async () => {
  await desk.close();
  await server.close();
});

const say = async (...messages: string[]): Promise<string> => {
  let last = '';
  for (const message of messages) last = (await desk.ask(message, 's')).text;
  return last;
};
const starts = () =>
  [...server.objects.values()].map(({ data }) => /BEGIN:VEVENT[\s\S]*?DTSTART[^:]*:(\w+)/.exec(data)![1]);
const ics = (uid: string, title: string, day: string) =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//other//EN\r\nBEGIN:VEVENT\r\nUID:${uid}\r\nDTSTAMP:20261101T000000Z\r\nDTSTART;TZID=Europe/Berlin:${day}T150000\r\nDTEND;TZID=Europe/Berlin:${day}T160000\r\nSUMMARY:${title}\r\nATTENDEE:mailto:bo@example.org\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`;

test('what is there is told; what is made and changed by talking goes there, each change upon the last', async () => {
  server.put('choir.ics', ics('choir', 'Choir', '20261119'));
  expect(await say("what's on my calendar Thursday")).toContain('**Choir**');
  await say('book the dentist on Friday at 2pm');
  expect(starts()).toEqual(['20261119T150000', '20261120T140000']);
  // Three changes of one event in a row: none of them is taken for somebody else's.
  expect(await say('move the dentist to 3pm')).not.toContain('server');
  expect(await say('make it 4pm')).not.toContain('server');
  expect(starts()).toEqual(['20261119T150000', '20261120T160000']);
  expect(await say('undo that')).not.toContain('server');
  expect(starts()).toEqual(['20261119T150000', '20261120T150000']);
  await say('move the choir to Friday, the dentist to 5pm');
  expect(starts()).toEqual(['20261120T150000', '20261120T170000']);
  expect(server.objects.get('choir.ics')!.data).toContain('ATTENDEE');
  await say('cancel the dentist');
  expect(starts()).toEqual(['20261120T150000']);
});

test('where somebody else was there first, theirs stands and is told', async () => {
  server.put('choir.ics', ics('choir', 'Choir', '20261119'));
  await say("what's on my calendar Thursday");
  server.broken.onPut = () => {
    server.broken.onPut = undefined;
    server.put('choir.ics', ics('choir', 'Choir', '20261126'));
  };
  const told = await say('move the choir to Friday');
  expect(told).toContain("the server's stands: **Choir**");
  expect(starts()).toEqual(['20261126T150000']);
  expect(await say('when is the choir?')).toContain('Thu 26 Nov');
});

test('a server that was set up anew takes nothing away: what it had is kept here, and named', async () => {
  for (const [at, title] of ['Choir', 'Chess', 'Yoga', 'Tennis'].entries())
    server.put(`${title}.ics`, ics(title, title, `2026112${at}`));
  expect(await say('sync my calendar')).toContain('4 brought');
  server.objects.clear();
  expect(await say('sync my calendar')).toMatch(/kept it here.*Choir, Chess, Yoga, Tennis/);
  expect(await say('when is chess?')).toContain('Sat 21 Nov');
});

test('while the server is dead what is here goes on and is said so, and it goes over when it is back', async () => {
  await say('book the dentist on Friday at 2pm');
  server.broken.status = 503;
  expect(await say('move the dentist to 3pm')).toContain('The CalDAV server answered with status 503');
  expect(await say('when is the dentist?')).toContain('15:00');
  delete server.broken.status;
  expect(await say('sync my calendar')).not.toContain('503');
  expect(starts()).toEqual(['20261120T150000']);
});

test('many things moved after a yes go over, all of them', async () => {
  server.put('choir.ics', ics('choir', 'Choir', '20261119'));
  await say('book the dentist on Thursday at 9am');
  expect((await desk.ask('move everything on Thursday to Friday', 's')).outcome).toBe('waiting');
  expect(starts()).toEqual(['20261119T150000', '20261119T090000']);
  await say('yes');
  expect(starts()).toEqual(['20261120T150000', '20261120T090000']);
});

test('a change that was made while the server was dead is not lost in silence to one that was made there', async () => {
  await say('book the dentist on Friday at 2pm');
  server.broken.status = 503;
  await say('move the dentist to 3pm');
  delete server.broken.status;
  const [name, { data }] = [...server.objects][0]!;
  server.put(name, data.replace('20261120T140000', '20261120T100000').replace('20261120T150000', '20261120T110000'));
  desk.clock.set(desk.clock.now() + 10 * 60_000);
  const told = await say("what's on Friday?");
  expect(told).toContain('10:00');
  expect(told).toContain("the server's stands: **dentist**");
});

test('what somebody else took away there is not taken back by a bare "undo"', async () => {
  server.put('choir.ics', ics('choir', 'Choir', '20261119'));
  await say('add milk to groceries', "what's on my calendar Thursday");
  server.objects.delete('choir.ics');
  desk.clock.set(desk.clock.now() + 10 * 60_000);
  await say("what's on my calendar Thursday");
  expect(await say('undo')).toContain('milk');
  expect(server.objects.size).toBe(0);
});
