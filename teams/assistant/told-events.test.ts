/** What is told of an event that is there changes that one, and makes no other beside it. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Desk, openDesk } from './fixture.ts';

let desk: Desk;
beforeEach(async () => {
  desk = await openDesk();
});
afterEach(() => desk.close());

const DAY = 86_400_000;
const say = async (message: string) => (await desk.ask(message, 's')).text;
const events = (days = 60) =>
  desk.assistant.calendar
    .between('local', desk.clock.now() - DAY, desk.clock.now() + days * DAY)
    .map(({ title, start }) => `${title} ${start.slice(5)}`);

test('from a day on a series is at another hour, or on another day', async () => {
  await say('team standup every weekday at 9:15 for 15 min');
  await say('standup is at 9:30 from Wednesday on');
  expect(events(5)).toEqual([
    'team standup 11-16T09:15',
    'team standup 11-17T09:15',
    'team standup 11-18T09:30',
    'team standup 11-19T09:30',
    'team standup 11-20T09:30',
  ]);
});

test('none on a day, and an hour for one week', async () => {
  await say('book 1:1 with Dana every Monday at 2 for 30 min');
  await say('no 1:1 on 23 November');
  expect(await say("Dana's 1:1 is at 3 this week")).toContain('does not take place');
  await say("Dana's 1:1 is at 3 next week");
  await say('from 10 December the 1:1 is on Tuesdays');
  expect(events(35)).toEqual([
    '1:1 with Dana 11-16T15:00',
    '1:1 with Dana 11-30T14:00',
    '1:1 with Dana 12-07T14:00',
    '1:1 with Dana 12-15T14:00',
  ]);
});

test('another rhythm is of the one that is there', async () => {
  await say('add swimming every Saturday at 10');
  await say('swimming every other week now');
  await say('book demo Friday 2-3');
  await say('repeat the demo weekly');
  expect(events(15)).toEqual(['demo 11-20T14:00', 'swimming 11-21T10:00', 'demo 11-27T14:00']);
});

test('some of a row are told by their place in it', async () => {
  await say('book physio every 2 weeks on Wednesday at 8:30, 6 times');
  await say('move the third physio to Thursday');
  expect(await say('cancel the last two physio sessions')).toContain('Cancel 2 things');
  await say('yes');
  expect(events(90)).toEqual(['physio 11-18T08:30', 'physio 12-02T08:30', 'physio 12-17T08:30', 'physio 12-30T08:30']);
  await say('skip the next two physios');
  await say('yes');
  expect(events(90)).toEqual(['physio 12-17T08:30', 'physio 12-30T08:30']);
});

test('who comes too, and what stands before it', async () => {
  await say('book demo Friday 2-3');
  await say('invite Ana to the demo');
  await say('add Kim to the demo');
  await say('put 15 minutes travel before the demo');
  expect(events()).toEqual(['demo with Ana and Kim 11-20T14:00']);
  await say('book dentist on Thursday at 3');
  expect(await say('make dentist an hour and a half')).not.toContain('Where shall I');
});

test('all of a day but one', async () => {
  await say('book A-team sync Friday at 9');
  await say('book vendor call Friday at 11');
  await say('cancel all meetings on Friday but the vendor call');
  expect(events()).toEqual(['vendor call 11-20T11:00']);
});

test('what may be is not put down, and my week is a week', async () => {
  await say('I might go to the gym tomorrow at 6');
  expect(events()).toEqual([]);
  await say('book demo 5 December at 2');
  expect(await say("what's my week look like?")).not.toContain('demo');
});

test('the first and the last of a day, what was just booked, and a note with it', async () => {
  await say('book lunch with Priya Saturday 14:30');
  await say('book dinner with Ed Saturday at 20:00');
  expect(await say('what did I just book')).toContain('dinner with Ed');
  await say('and add a note: bring the book');
  expect(await say('when is dinner with Ed?')).toContain('bring the book');
  expect(await say("what's the first thing I have on Saturday?")).toContain('First: Sat 21 Nov, 14:30');
  expect(await say("what's my last meeting on Saturday?")).toContain('dinner with Ed');
});

test('"it" is what was just cancelled for a while, and no other', async () => {
  await say('set up a weekly sync with marketing on Wednesdays at 11');
  await say('book a call with the accountant on Thursday at 4');
  await say("the sync isn't happening next week");
  await say('move it back an hour');
  expect(events(12)).toEqual(['call with the accountant 11-19T16:00', 'weekly sync with marketing 11-25T12:00']);
});

test('what goes on meanwhile bounds it, and is not what is cancelled', async () => {
  await say('book Paris trip from 3 to 6 December');
  await say('cancel my meetings during the Paris trip');
  await say('the trip starts a day later');
  await say('choir starts half an hour later in December');
  await say('choir ends at 8:30 on Thursday');
  expect(events()).toEqual(['Paris trip 12-03']);
});

test('where it is, and who comes no more', async () => {
  await say('book review with Ana on Thursday at 2');
  await say('and put it on Zoom');
  await say('invite Carl');
  await say('drop Carl');
  expect(events()).toEqual(['review with Ana 11-19T14:00']);
  expect(await say('where is the review?')).toContain('Zoom');
});

test('an hour as far from both halves of the day is the later', async () => {
  await say('lunch with Sam tomorrow at 1');
  await say('at 7');
  expect(events()).toEqual(['lunch with Sam 11-16T19:00']);
});

test('what lasts from today is not gone by, and behind what was not understood "it" is asked about', async () => {
  expect(await say("Nina's off sick today and tomorrow")).not.toContain('in the past');
  expect(events()).toEqual(["Nina's off sick 11-15"]);
  await say('dentist on Thursday at 3');
  await say('blorp the wibble');
  expect(await say("she'll come on Tuesday instead")).toContain('Shall I');
  expect(events()).toContain('dentist 11-19T15:00');
});
