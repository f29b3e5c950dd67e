/** What one message did is taken back as one; what would change nothing is said, and done by nobody. */
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
const todos = () => desk.assistant.todos.list('local').map(({ body }) => [body.title, body.project, body.due]);
const events = () => desk.assistant.calendar.list('local').map(({ body }) => `${body.title} ${body.start}`);

describe('undo', () => {
  const THREE = 'add milk to groceries, book dentist Friday at 3 and remind me to call Ben tomorrow at 9';

  test('takes back all that the last message did, the newest first, and says each', async () => {
    const undone = await say('add bread to groceries', THREE, 'undo that');
    expect(undone.match(/Added "[^"]+"/g)).toEqual(['Added "call Ben"', 'Added "dentist"', 'Added "milk"']);
    expect([todos(), events()]).toEqual([[['bread', 'groceries', undefined]], []]);
    expect(await desk.assistant.reminders.list('local')).toEqual([]);
    expect(await say('undo that')).toContain('Undone: Added "bread"');
  });

  test('only the last step where that is said, or what is named; the rest is named', async () => {
    expect(await say(THREE, 'undo just the last one')).toMatch(
      /^Undone: Added "call Ben".*still stands: Added "dentist"/s,
    );
    expect(await say('undo the milk')).toContain('Undone: Added "milk" to groceries');
    expect(events()).toHaveLength(1);
    expect(await say('bring the dentist back')).toContain('no cancelled, removed or done thing');
    await say('move the dentist to Monday');
    expect(await say('undo the dentist')).toContain(
      'Changed "dentist": from 2026-11-20 at 15:00 to 2026-11-16 at 15:00',
    );
    expect(events()).toEqual(['dentist 2026-11-20T15:00']);
  });

  test('within its own message it is of the step before it', async () => {
    expect(await say('add milk to groceries, add eggs to groceries and undo that')).toContain('Undone: Added "eggs"');
    expect(todos()).toEqual([['milk', 'groceries', undefined]]);
  });
});

test('add means add: another one beside what is there, which is named; only what moves moves', async () => {
  await say('add yoga on Friday at 18:00');
  expect(await say('add yoga on Friday at 19:00')).toMatch(/Added \*\*yoga\*\*.*Fri 20 Nov, 18:00 stands too/);
  expect(await say('book yoga on Friday at 18:30')).toContain('It clashes with **yoga**');
  expect(events()).toHaveLength(3);
  expect(await say('add yoga on Friday at 18:00')).toContain('already, so I added nothing');
  expect(events()).toHaveLength(3);
});

test('what is added to an unknown word is on a list of that name, and the list is said to be new', async () => {
  expect(await say('add nails to hardware')).toBe('Added **nails** to hardware, a new list.');
  expect(await say('add screws and a hammer to hardware by Friday')).not.toContain('new');
  await say('add letter to landlord', 'add salt to taste');
  expect(
    todos()
      .map(([title, list]) => `${title}|${list ?? ''}`)
      .toSorted(),
  ).toEqual(['hammer|hardware', 'letter to landlord|', 'nails|hardware', 'salt to taste|', 'screws|hardware']);
});

describe('what would change nothing is said as such', () => {
  test.each([
    ['book the dentist Friday at 15:00', 'move the dentist to Friday at 15:00', 'so I moved nothing'],
    ['book the dentist Friday at 15:00', 'move the dentist to 3pm', 'so I moved nothing'],
    ['book the dentist Friday at 15:00', 'rename the dentist to dentist', 'so I changed nothing'],
    ['book bins every Thursday at 7am', 'change bins to every Thursday at 7am', 'so I changed nothing'],
    ['add milk to groceries due tomorrow', 'make milk due tomorrow', 'is due Mon 16 Nov already, so I changed nothing'],
    ['add milk to groceries due tomorrow', 'put milk on groceries', 'already (due Mon 16 Nov), so I added nothing'],
    ['remind me to call Ben tomorrow at 9', 'remind me to call Ben tomorrow at 9', 'so I set no other'],
    ['remember that my GP is Dr. Lee', 'remember that my GP is Dr. Lee', 'I remember that already'],
  ])('%s, %s', async (first, again, said) => {
    await say(first);
    const before = desk.assistant.effects.list('local').length;
    expect(await say(again)).toContain(said);
    expect(desk.assistant.effects.list('local')).toHaveLength(before);
  });
});

test('which half of the day was taken is said of where it went', async () => {
  await say('add yoga on Friday at 7am');
  expect(await say('move yoga to Friday at 8')).toMatch(/to Fri 20 Nov, 08:00\.(?!.*18:00|.*20:00)/);
});

describe('each part of a message is done by itself', () => {
  const coming = async () =>
    (await desk.assistant.reminders.list('local')).map(({ what, understood }) => [what, understood]);

  test('what is taken off again, of what the same message adds', async () => {
    await say('add milk, eggs and bread to groceries, then remove eggs');
    expect(
      todos()
        .map(([title]) => title)
        .toSorted(),
    ).toEqual(['bread', 'milk']);
    expect(await say('add tea to groceries and remove coffee')).toContain('no todo like "coffee"');
  });

  test('a thing once and another again and again', async () => {
    await say('remind me to take the bins out tomorrow at 7pm, and every Thursday at 8 to water the plants');
    expect(await coming()).toEqual([
      ['take the bins out', expect.stringContaining('once')],
      ['water the plants', 'every Thursday at 08:00 (Europe/Berlin)'],
    ]);
  });

  test('an hour before each of what was just made', async () => {
    await say('book yoga every Tuesday at 6pm and remind me an hour before to pack my mat');
    expect(await coming()).toEqual([['pack my mat', '1 hour before each time']]);
    await say('book choir every Monday at 7pm and remind me an hour before');
    expect(await coming()).toContainEqual(['choir', '1 hour before each time']);
    expect(events()).toHaveLength(2);
  });

  test('a name and a time', async () => {
    await say('book gym on Thursday at 18:00', 'rename gym to swimming and move it to Saturday at 18:30');
    expect(events()).toEqual(['swimming 2026-11-21T18:30']);
  });
});

test('of what comes again the one of the day that was said is changed', async () => {
  await say('piano every Friday at 4pm');
  expect(await say('piano on 11 December is at 5pm')).toContain('from Fri 11 Dec, 16:00 to Fri 11 Dec, 17:00');
  expect(await say('push piano on 18 December back by an hour')).toContain(
    'from Fri 18 Dec, 16:00 to Fri 18 Dec, 17:00',
  );
  expect(Object.keys(desk.assistant.calendar.list('local')[0]!.body.moved)).toEqual([
    '2026-12-11T16:00',
    '2026-12-18T16:00',
  ]);
});
