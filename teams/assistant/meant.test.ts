/** Which thing is meant, and what becomes of it: by name, day, hour and what was spoken of; from where it is, not from now. */
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
const events = () => desk.assistant.calendar.list('local').map(({ body }) => `${body.title} ${body.start}`);
const reminders = async () => (await desk.assistant.reminders.list('local')).map(({ what, next }) => [what, next]);
const at = (wall: string) => Date.parse(`${wall}:00+01:00`);

describe('the thing', () => {
  test('of two with one name is the one of the day that was said', async () => {
    await say('gym on Tuesday at 6pm', 'gym on Thursday at 6pm', "move Thursday's gym to 7pm");
    expect(events()).toEqual(['gym 2026-11-17T18:00', 'gym 2026-11-19T19:00']);
  });

  test('is asked for where several fit, and a day answers', async () => {
    await say('gym on Tuesday at 6pm', 'gym on Thursday at 6pm');
    const asked = (await desk.ask('move the gym to 7pm', 't')).text;
    expect(asked).toContain('gym (Tue 17 Nov, 18:00), gym (Thu 19 Nov, 18:00)');
    expect((await desk.ask('Thursday', 't')).text).toContain('from Thu 19 Nov, 18:00 to Thu 19 Nov, 19:00');
    expect(events()).toContain('gym 2026-11-17T18:00');
  });

  test('of another day is none: nothing else is changed in its place', async () => {
    await say('dentist on Thursday at 2pm');
    expect(await say('cancel the dentist on Friday')).toContain('There is no event like "dentist" on Fri 20 Nov');
    expect(events()).toEqual(['dentist 2026-11-19T14:00']);
  });

  test('may be named by its hour alone', async () => {
    await say('lunch with Ann on Wednesday at 12', 'call with Bob on Wednesday at 3pm');
    expect(await say('move my 3pm call on Wednesday to 4')).toContain('to Wed 18 Nov, 16:00');
    await say('cancel my 4pm on Wednesday');
    expect(events()).toEqual(['lunch with Ann 2026-11-18T12:00']);
  });

  test('of somebody is not that of somebody else', async () => {
    await say("my mum's birthday is on 12 June");
    expect(await say("when is my wife's birthday?")).toContain('There is no event like "wife\'s birthday"');
    expect(await say("my wife's birthday is 3 May", "when is my wife's birthday?")).toContain('Mon, 3 May 2027');
    expect(desk.assistant.calendar.list('local').map(({ body }) => body.rule)).toEqual([
      expect.stringContaining('YEARLY'),
      expect.stringContaining('YEARLY'),
    ]);
  });
});

describe('its time', () => {
  test.each([
    ['make the dinner 30 minutes later', '2026-11-20T19:30'],
    ['push it back an hour', '2026-11-20T20:00'],
    ['make it 8', '2026-11-20T20:00'],
    ['make that 7:30', '2026-11-20T19:30'],
    ['bring the dinner forward by an hour', '2026-11-20T18:00'],
    ['postpone it by two days', '2026-11-22T19:00'],
    ['can the dinner be half an hour earlier?', '2026-11-20T18:30'],
    ['delay the dinner 15 minutes', '2026-11-20T19:15'],
  ])('is counted from where it is: %s', async (message, start) => {
    await say('dinner with Sam on Friday at 7pm', message);
    expect(events()).toEqual([`dinner with Sam ${start}`]);
  });

  test('of a reminder is changed in the reminder, and taken back with it', async () => {
    await say('remind me to take warfarin every day at 6pm');
    expect(await say('change my warfarin reminder to 7pm')).toContain('every day at 19:00');
    expect(await reminders()).toEqual([['take warfarin', at('2026-11-15T19:00')]]);
    await say('undo that');
    expect(await reminders()).toEqual([['take warfarin', at('2026-11-15T18:00')]]);
  });

  test('of a course stays as many doses at another hour', async () => {
    await say('remind me to take amoxil every day at 6pm for 5 days', 'change my amoxil reminder to 2pm');
    const [reminder] = await desk.assistant.reminders.list('local');
    const { plan } = await desk.triggers.get(reminder!.id);
    expect(plan).toMatchObject({ times: [14 * 60], end: { until: at('2026-11-20T14:00') - 1 } });
  });

  test('of what comes at several hours is not guessed', async () => {
    await say('remind me to take drops every day at 8 and 20');
    expect(await say('change the drops reminder to 9')).toContain('I changed nothing');
  });

  test('"snooze that" is of what was spoken of: from when it would come', async () => {
    await say('remind me tomorrow at 9 to pay rent', 'remind me on Friday at 9 to call mum');
    await say('move the rent reminder to 10', 'snooze it for an hour');
    expect(await reminders()).toEqual([
      ['pay rent', at('2026-11-16T11:00')],
      ['call mum', at('2026-11-20T09:00')],
    ]);
  });

  test('of todos is counted in the same way', async () => {
    await say('add buy stamps to my todos for Friday', 'push buy stamps back two days');
    expect(desk.assistant.todos.list('local')[0]?.body.due).toBe('2026-11-22');
    expect(await say('make it 20 minutes later')).toContain('has a day and no hour');
  });
});

describe('what was ended', () => {
  test.each([
    'put the cancelled dentist back',
    'no, keep it',
    'bring the dentist back',
    'uncancel it',
  ])('%s', async (back) => {
    await say('dentist on Thursday at 2pm', 'lunch on Friday at 1', 'cancel the dentist', back);
    expect(events().toSorted()).toEqual(['dentist 2026-11-19T14:00', 'lunch 2026-11-20T13:00']);
  });

  test('what is left as it is, is', async () => {
    await say('lunch on Friday at 1', 'team meeting on Tuesday at 10', 'cancel all my events');
    expect(await say('no, leave them')).toContain('I did nothing');
    expect(events()).toHaveLength(2);
  });

  test("it's not done: what was ticked off is open again", async () => {
    await say('add call Bob to my todos', 'add buy milk to my todos', 'done with call Bob', "it's not done");
    await say('done with the milk', "that's not done yet");
    expect(desk.assistant.todos.list('local')).toHaveLength(2);
  });

  test('all of what was cancelled together comes back together', async () => {
    await say('team meeting on Tuesday at 10', 'gym every day at 6pm', 'lunch with Bo on Friday at 1');
    await say('cancel everything next week', 'yes', 'undo that');
    const week = [Date.parse('2026-11-16T00:00Z'), Date.parse('2026-11-23T00:00Z')] as const;
    expect(desk.assistant.calendar.between('local', ...week)).toHaveLength(9);
  });
});

describe('no part is lost', () => {
  test('the same day, and a reminder beside it', async () => {
    await say('dentist on Thursday at 2 and book club the same day at 6');
    await say('dinner with Sam on Friday at 7pm and remind me an hour before');
    expect(events()).toEqual([
      'dentist 2026-11-19T14:00',
      'book club 2026-11-19T18:00',
      'dinner with Sam 2026-11-20T19:00',
    ]);
    expect(await reminders()).toEqual([['dinner with Sam', at('2026-11-20T18:00')]]);
    expect(await say('make it half an hour later')).toContain(
      'I remind you with it: **dinner with Sam**, Fri 20 Nov, 18:30',
    );
  });

  test('people are no hour', async () => {
    await say("book a table for 4 at Luigi's on Friday at 7:30", 'table for 2 on Saturday at 8pm');
    expect(events()).toEqual(['table for 4 2026-11-20T19:30', 'table for 2 2026-11-21T20:00']);
  });

  test('what could not be made is not saved as "it"', async () => {
    expect(await say('write a python script that sorts names and save it to sort.py')).toContain(
      'nothing to take over',
    );
    expect((await (await desk.assistant.files('local')).list()).files).toEqual([]);
  });

  test('what was asked back swallows no other question, and is answered after it', async () => {
    expect(await say('remind me to call the bank', "what's on tomorrow?")).toContain('nothing in your calendar');
    expect(await reminders()).toEqual([]);
    await say('add milk to groceries', 'tomorrow at 5');
    expect(await reminders()).toEqual([['call the bank', at('2026-11-16T17:00')]]);
  });
});

describe('what was found by talking', () => {
  test('a word that fits several names none of them, and an owner answers', async () => {
    await say('vet appointment for Rex on 3 December at 4:15pm', 'vet appointment for Bella on 4 December at 4:15pm');
    expect(await say('move the vet appointment to 5pm')).toContain('Several fit');
    expect(await say("Bella's")).toContain('to Fri 4 Dec, 17:00');
    expect(events()).toContain('vet appointment for Rex 2026-12-03T16:15');
  });

  test('"both" are the two that were spoken of', async () => {
    await say('coffee with Tom on Friday at 3', 'lunch with Mia on Friday at 12:30', 'delete both');
    expect(events()).toEqual([]);
  });

  test('each name in marks is a todo, with its own day', async () => {
    await say('add "pay water bill" due Thursday and "call landlord" due Friday to my todos');
    expect(desk.assistant.todos.list('local').map(({ body }) => [body.title, body.due])).toEqual([
      ['pay water bill', '2026-11-19'],
      ['call landlord', '2026-11-20'],
    ]);
  });

  test('a reminder beside a move is counted from where the thing is then', async () => {
    await say('haircut Saturday 10am', 'move it to 11 and remind me 30 min before');
    expect(events()).toEqual(['haircut 2026-11-21T11:00']);
    expect(await reminders()).toEqual([['haircut', at('2026-11-21T10:30')]]);
  });

  test('an hour is of the half of the day that is near, and none that has gone by', async () => {
    await say('set an alarm for 6:30 tomorrow', 'make it 6:45');
    expect(await reminders()).toEqual([['alarm', at('2026-11-16T06:45')]]);
    await say('remind me at 10 tonight to set the dishwasher', 'postpone that to 11');
    expect(await reminders()).toContainEqual(['set the dishwasher', at('2026-11-15T23:00')]);
    expect(await say('change the dishwasher reminder to 9 this morning')).toContain('has gone by');
  });

  test('one occasion of a series is moved and brought back by its day', async () => {
    await say('yoga every Tuesday and Thursday at 7pm', 'cancel yoga this Thursday');
    expect(await say("put Thursday's yoga back")).toContain('Undone: Cancelled "yoga"');
    expect(await say("move Tuesday's yoga to 8")).toContain('to Tue 17 Nov, 20:00');
  });
});

describe('a regimen', () => {
  const set = async () =>
    (await desk.assistant.reminders.list('local')).map(({ what, next, understood }) => [
      what,
      next,
      understood.replace(' (Europe/Berlin)', ''),
    ]);

  test('of several medicines is a reminder of each, at its hours', async () => {
    expect(await say('remind me to take metformin at 8 and 20, ramipril at 9')).toContain('I took it as every day');
    expect(await set()).toEqual([
      ['take metformin', at('2026-11-15T20:00'), 'every day at 08:00 and 20:00'],
      ['take ramipril', at('2026-11-16T09:00'), 'every day at 09:00'],
    ]);
  });

  test('that tapers goes on where the dose before it ended', async () => {
    await say('remind me to take prednisolone 30 mg for 5 days then 20 mg for 5 days, then stop');
    expect(await set()).toEqual([
      ['take prednisolone 30 mg', at('2026-11-16T09:00'), expect.stringContaining('until Sat 21 Nov 2026 at 08:59')],
      ['take prednisolone 20 mg', at('2026-11-21T09:00'), expect.stringContaining('until Thu 26 Nov 2026 at 08:59')],
    ]);
  });

  test('keeps what stands beside it, and medicines of one hour together', async () => {
    await say('remind me to take levothyroxine at 7 and atorvastatin at 10pm and buy milk');
    await say('remind me to take aspirin and ramipril tomorrow at 8');
    expect((await set()).map(([what]) => what)).toEqual([
      'take atorvastatin',
      'take levothyroxine',
      'take aspirin and ramipril',
    ]);
    expect(desk.assistant.todos.list('local').map(({ body }) => body.title)).toContain('buy milk');
  });
});
