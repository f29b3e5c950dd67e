/** A conversation: what "it" is from one message to the next, what was asked back, what is wrong, and what touches many things. */
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

describe('"it"', () => {
  test('is the event that was spoken of', async () => {
    expect(await say('book a haircut on Saturday at 11')).toContain('Sat 21 Nov, 11:00');
    expect(await say('make it 12 instead')).toContain('to Sat 21 Nov, 12:00');
    expect(await say('actually move it to Sunday')).toContain('to Sun 22 Nov, 12:00');
    expect(await say('and remind me an hour before')).toMatch(/haircut.*Sun 22 Nov, 11:00/);
    expect(await say('when is my haircut?', 'cancel it')).toContain('Cancelled **haircut**');
    expect(await say('bring it back')).toContain('Undone');
    expect(desk.assistant.calendar.list('local')).toHaveLength(1);
  });

  test('that is moved takes its reminder along, and says so', async () => {
    await say('put dentist on Thursday at 2pm for 45 minutes and remind me the evening before');
    expect(await say('move my dentist to Friday at 3pm')).toContain(
      'I remind you with it: **dentist**, Thu 19 Nov, 18:00.',
    );
  });

  test('is the todo that was spoken of', async () => {
    await say('add call Bob to my todos', "it's due Friday", 'make it urgent');
    expect(desk.assistant.todos.list('local')[0]?.body).toMatchObject({ due: '2026-11-20', priority: 'high' });
    expect(await say('done')).toContain('Done: **call Bob**');
  });

  test('is the file that was spoken of, and what is added stands behind the rest', async () => {
    await say('write a file called packing.txt with passport', 'add sunscreen to it', 'append a hat to packing.txt');
    const { content } = await (await desk.assistant.files('local')).read('packing.txt', { actor: 'test' });
    expect(content.split('\n').filter(Boolean)).toEqual(['passport', 'sunscreen', 'a hat']);
    expect(await say('delete it')).toContain('in the trash');
  });

  test('is nobody else’s: another conversation has its own', async () => {
    await say('add call Bob to my todos');
    const { text } = await desk.ask('done', 'other');
    expect(text).not.toContain('Done');
  });
});

describe('what was asked back', () => {
  test('when: a time is the answer', async () => {
    expect(await say('remind me to call the bank')).toContain('When shall I remind you');
    expect(await say('tomorrow at 5')).toMatch(/call the bank.*Mon 16 Nov, 17:00/);
  });

  test('which: a name is the answer', async () => {
    await say('add call the dentist to my todos', 'add call the plumber to my todos');
    expect(await say('tick off call')).toContain('Several fit');
    expect(await say('the plumber')).toContain('Done: **call the plumber**');
  });
});

describe('what there is not', () => {
  test.each([
    ['schedule a call tomorrow at 9 in timezone Mars/Olympus', 'no time zone "Mars/Olympus"'],
    ['meeting tomorrow at 9 in Mars/Olympus time', 'no time zone "Mars/Olympus"'],
    ['put a meeting on 31 February at 10', 'no 31 February'],
    ['book the dentist tomorrow at 25:00', 'no 25:00'],
  ])('%s', async (message, why) => {
    const { text, outcome } = await desk.ask(message);
    expect(outcome).toBe('fallback');
    expect(text).toContain(why);
    expect(desk.assistant.calendar.list('local')).toEqual([]);
  });

  test.each([
    'read /etc/passwd',
    'read ../../etc/passwd',
    'write a file called ../../x.sh with rm -rf',
  ])('is outside of the workspace: %s', async (message) => {
    expect((await desk.ask(message)).text).toContain('leads out of the workspace');
  });

  test('a command in the name of a file is a name', async () => {
    await desk.ask('create a file named "$(touch pwned).txt" with hello');
    expect((await (await desk.assistant.files('local')).list()).files.map(({ path }) => path)).toEqual([
      '$(touch pwned).txt',
    ]);
  });
});

describe('times', () => {
  test.each([
    ['schedule a call with Marco at 3pm New York time on Tuesday', 'call with Marco', '2026-11-17T21:00'],
    ['lunch with Priya tomorrow 12:30-13:30 at Cafe Nero', 'lunch with Priya', '2026-11-16T12:30'],
    ["every second Tuesday of the month book club at 7pm at Anna's", 'book club', '2026-12-08T19:00'],
    ['dentist on Wednesday at 2pm for 45 minutes', 'dentist', '2026-11-18T14:00'],
  ])('%s', async (message, title, start) => {
    await desk.ask(message);
    expect(desk.assistant.calendar.list('local')[0]?.body).toMatchObject({ title, start });
  });

  test('two times are two reminders, an evening has one hour, and one leans on the other', async () => {
    await desk.ask('remind me tomorrow morning and again on Friday to call mum');
    await desk.ask('every evening at 9 remind me to take my pill');
    await desk.ask('book the vet on Thursday at 3pm and remind me an hour before');
    expect((await desk.assistant.reminders.list('local')).map(({ what, next }) => [what, next])).toEqual([
      ['take my pill', Date.parse('2026-11-15T20:00Z')],
      ['call mum', Date.parse('2026-11-16T07:00Z')],
      ['vet', Date.parse('2026-11-19T13:00Z')],
      ['call mum', Date.parse('2026-11-20T07:00Z')],
    ]);
  });

  test('free at a time is a yes or a no, and gaps are of the day', async () => {
    await say('lunch with Priya tomorrow 12:30-13:30');
    expect(await say('am I free tomorrow at 1pm?')).toMatch(/^\*\*No\*\*.*lunch with Priya/);
    expect(await say('am I free tomorrow at 4pm?')).toContain('Yes, you are free');
    expect(await say('when am I free for two hours next week?')).toMatch(
      /Mon 16 Nov, 08:00 to 12:30\n.*13:30 to 21:00/,
    );
  });
});

describe('many at once', () => {
  test('are asked for, with what they are; a no leaves them', async () => {
    await say('add milk, eggs and flour to groceries');
    const asked = await desk.ask('remove everything from the groceries list', 's');
    expect(asked).toMatchObject({ outcome: 'waiting', pending: { what: 'Remove 3 things' } });
    expect(asked.pending?.effect).toContain('- flour');
    await desk.ask('no', 's');
    expect(desk.assistant.todos.list('local')).toHaveLength(3);
    await desk.ask('mark all todos as done', 's');
    await desk.ask('yes', 's');
    expect(desk.assistant.todos.list('local')).toEqual([]);
  });

  test('so is a whole series, and nothing goes where a bound was not understood; one occasion is not asked for', async () => {
    const ahead = () =>
      desk.assistant.calendar.between('local', Date.parse('2026-11-15'), Date.parse('2026-12-15')).length;
    await say('pilates every Thursday at 6pm');
    const all = ahead();
    expect(all).toBeGreaterThan(3);
    expect(await desk.ask('cancel pilates for the winter', 's')).toMatchObject({ outcome: 'declined' });
    expect(ahead()).toBe(all);
    expect(await desk.ask('cancel pilates', 's')).toMatchObject({
      outcome: 'waiting',
      pending: { what: expect.stringContaining('every "pilates"') },
    });
    await say('no');
    expect(ahead()).toBe(all);
    expect(await say('cancel pilates on Thursday')).toContain('Cancelled');
    expect(ahead()).toBe(all - 1);
    await say('cancel pilates', 'yes');
    expect(ahead()).toBe(0);
  });

  test('a yes to what was said since is no yes to them', async () => {
    const ahead = () =>
      desk.assistant.calendar.between('local', Date.parse('2026-11-15'), Date.parse('2026-12-15')).length;
    await say('swim every Monday at 7pm');
    const all = ahead();
    const { pending } = await desk.ask('cancel all swim', 's');
    expect(await say('remind me to call mum')).toContain('When shall I remind you');
    expect(await say('yes')).toContain(pending!.what);
    expect(ahead()).toBe(all);
    await say('add milk to groceries');
    expect(await desk.ask('yes', 's')).toMatchObject({ outcome: 'waiting', pending: { id: pending!.id } });
    expect(ahead()).toBe(all);
    await say('yes');
    expect(ahead()).toBe(0);
  });

  test('from a day on: what comes before it stays, and one undo brings back all that a request did', async () => {
    const starts = () =>
      desk.assistant.calendar
        .between('local', Date.parse('2026-11-15'), Date.parse('2026-12-15'))
        .map(({ start }) => start.slice(5));
    await say('pilates every Thursday at 6pm');
    const all = starts();
    expect(await say('cancel pilates from December on')).toContain('from Tue 1 Dec on');
    expect(starts()).toEqual(['11-19T18:00', '11-26T18:00']);
    await say('undo that', 'move pilates to 7pm from December on');
    expect(starts()).toEqual(['11-19T18:00', '11-26T18:00', '12-03T19:00', '12-10T19:00']);
    await say('undo that');
    expect(starts()).toEqual(all);
    await say('cancel pilates in December', 'yes');
    expect(starts()).toEqual(['11-19T18:00', '11-26T18:00']);
    await say('undo that');
    expect(starts()).toEqual(all);
  });

  test('several requests are taken back at once, and all of a message', async () => {
    const titles = () => desk.assistant.todos.list('local').map(({ body }) => body.title);
    await say('add eggs to groceries', 'add flour to groceries', 'add butter to groceries');
    await say('undo the last two');
    expect(titles()).toEqual(['eggs']);
    await say('add milk to groceries, call the plumber tomorrow at 9 and put lunch with Ana on Friday in the calendar');
    expect(titles()).toContain('call the plumber');
    await say('undo everything you just did');
    expect(titles()).toEqual(['eggs']);
    expect(desk.assistant.calendar.list('local')).toEqual([]);
  });
});

test('what is taken back in the same message is not done, and what is corrected is done as corrected', async () => {
  expect(await say('I was going to ask you to add milk but we have some, so don’t')).not.toContain('Added');
  expect(await say('add cheddar, no wait, I meant halloumi, to the shopping list')).toMatch(/Added \*\*halloumi\*\*/);
  expect(desk.assistant.todos.list('local').map(({ body }) => body.title)).toEqual(['halloumi']);
});

test('whoever greets, thanks or asks for help is answered', async () => {
  expect(await say('hello')).toBe('Hello. What can I do for you?');
  expect(await say('thanks!')).toBe('You are welcome.');
  expect(await say('what can you do?')).toContain('calendar');
});

test('danger is heard first, whatever else is asked', async () => {
  const { text } = await desk.ask('add milk to groceries, and dad has crushing chest pain and is sweating');
  expect(text).toMatch(/^\*\*The health team:\*\* \(health\).*chest pain/s);
});

describe('undo', () => {
  const stands = async (path: string) => {
    const files = await desk.assistant.files('local');
    return (await files.exists(path)) ? (await files.read(path, { actor: 'test' })).content.trim() : undefined;
  };

  test('takes back the last thing, files too, and nothing older in its place', async () => {
    await say('add buy stamps to my todos', 'write a file called a.txt with one', 'append two to a.txt');
    expect(await say('undo')).toContain('Undone: Saved a.txt');
    expect(await stands('a.txt')).toBe('one');
    await say('rename a.txt to b.txt');
    expect(await say('undo')).toContain('Moved a.txt');
    expect([await stands('a.txt'), await stands('b.txt')]).toEqual(['one', undefined]);
    await say('delete a.txt');
    expect(await say('undo')).toContain('trash');
    expect(await stands('a.txt')).toBe('one');
    expect(desk.assistant.todos.list('local')).toHaveLength(1);
    expect(await say('undo')).toContain('Undone: Saved a.txt');
    expect(await stands('a.txt')).toBeUndefined();
    expect(await say('undo')).toContain('stamps');
  });

  test('says what it cannot take back, and leaves a file that was changed since', async () => {
    await say('add buy stamps to my todos');
    await desk.assistant.effects.onDevice('local', 'Kitchen lights: turn on', undefined, async () => {});
    expect(await say('undo')).toContain('Kitchen lights: turn on');
    expect(desk.assistant.todos.list('local')).toHaveLength(1);
    await say('write a file called c.txt with mine');
    await (await desk.assistant.files('local')).write('c.txt', 'theirs', 'somebody');
    expect(await say('undo')).toContain('changed again');
    expect(await stands('c.txt')).toBe('theirs');
  });
});

test('a plan whose steps are said is a brief; nothing is done before Axel is told, then each step is reported', async () => {
  const plan =
    'make a plan for the garden party: book the band for Saturday at 6, buy charcoal, then remind me tomorrow at 9 to invite the neighbours';
  expect(await say(plan)).toContain('It has 3 steps');
  expect(desk.assistant.calendar.list('local')).toEqual([]);
  const report = await say('carry out the brief');
  expect(report).toContain('2 done, 1 open');
  expect(report).toMatch(/done: book the band .* 18:00/);
  expect(report).toContain('open, on your list');
  expect(desk.assistant.calendar.list('local').map(({ body }) => body.start)).toEqual(['2026-11-21T18:00']);
  expect((await desk.assistant.reminders.list('local')).map(({ what }) => what)).toEqual(['invite the neighbours']);
});

test('a brief whose steps nobody said says so, takes them as an answer, and is not written over', async () => {
  expect(await say('write a brief for moving house')).toContain('no steps');
  expect(await say('carry out the brief')).toContain('has no steps yet');
  await say('write a brief for moving house');
  expect(await say('the steps are: book a van for Saturday at 10, buy boxes')).toContain('It has 2 steps');
  expect(await say('carry it out')).toContain('1 done, 1 open');
  expect(await say('write a brief for moving house')).toContain('1 of 2 steps done');
  const files = await desk.assistant.files('local');
  const { content } = await files.read('briefs/moving_house.md', { actor: 'test' });
  expect(content).toContain('- [x] book a van');
  expect(content).not.toContain('What is known');
});

test('what the assistant did itself needs no source', async () => {
  const done = await desk.ask('add a todo: aspirin lowers the risk of a stroke by 20 %', 's');
  expect(done.text).toContain('Added');
  expect(done.unsupported).toEqual([]);
});

test('a yes is for what was shown, and for nothing that came after the question', async () => {
  const { calendar, notes, todos } = desk.assistant;
  const left = async (message: string, more: () => void, names: () => string[]) => {
    expect(await desk.ask(message, 's')).toMatchObject({ outcome: 'waiting' });
    more();
    await desk.ask('yes', 's');
    return names();
  };
  for (const title of ['Milk', 'Bread']) todos.add('local', { title });
  expect(
    await left(
      'remove all my todos',
      () => todos.add('local', { title: 'Eggs' }),
      () => todos.list('local').map(({ body }) => body.title),
    ),
  ).toEqual(['Eggs']);
  const add = (title: string, day: string) =>
    calendar.add('local', { title, start: `${day}T10:00`, end: `${day}T11:00`, zone: 'Europe/Berlin' });
  add('Yoga', '2026-11-17');
  add('Dentist', '2026-11-18');
  expect(
    await left(
      'cancel all my events in November',
      () => add('Haircut', '2026-11-19'),
      () => calendar.list('local').map(({ body }) => body.title),
    ),
  ).toEqual(['Haircut']);
  await say('remember that my GP is Dr. Lee', 'remember that my bank is Nordea');
  const noted = notes.list('local').length;
  await desk.ask('forget everything about me', 's');
  await desk.ask('remember that my dentist is Dr. Roth', 'other');
  await desk.ask('yes', 's');
  expect([noted, notes.list('local').length]).toEqual([2, 1]);
});
