/** A thing that is named is that thing: never one that only looks alike; and several of a sentence are each done by themselves. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Desk, openDesk } from './fixture.ts';

let desk: Desk;
beforeEach(async () => {
  desk = await openDesk();
  // A Monday evening in Berlin.
  desk.clock.set(Date.parse('2026-11-16T21:50:00Z'));
});
afterEach(() => desk.close());

const say = async (...messages: string[]): Promise<string> => {
  let last = '';
  for (const message of messages) last = (await desk.ask(message)).text;
  return last;
};
const events = () => desk.assistant.calendar.list('local').map(({ body }) => `${body.title} ${body.start}`);
const todos = () => desk.assistant.todos.list('local').map(({ body }) => body.title);

describe('another name is another thing', () => {
  test.each([
    [
      'add an appointment with Dr. Lee on Friday at 10 to my calendar',
      'cancel my appointment with Dr. Smith',
      'Dr. Smith',
    ],
    ['schedule a call with Dr. Gupta on Friday at 10', 'move my call with Dr. Patel to Monday at 9', 'Dr. Patel'],
    ['schedule a call with Dr. Gupta on Friday at 10', 'cancel my appointment with Dr. Smith', 'Dr. Smith'],
  ])('%s: %s', async (made, asked, name) => {
    await say(made);
    const [before] = events();
    expect(await say(asked)).toMatch(new RegExp(`There is no event like ".*${name}". There are: `));
    expect(events()).toEqual([before]);
  });

  test.each([
    ['call mom', 'mark call dad as done'],
    ['renew passport for Lisa', 'I renewed the passport for Max'],
    ['pay the water bill', 'I paid the gas bill'],
    ['take the evening insulin', 'I took the morning insulin'],
  ])('%s is not ticked off by "%s"', async (todo, told) => {
    await say(`add ${todo} to my todos`);
    expect(await say(told)).toContain(`There are: ${todo}`);
    expect(todos()).toEqual([todo]);
  });

  test('and its own name still is it', async () => {
    await say('add take the evening insulin to my todos', 'add call mom to my todos');
    expect(await say('I took the evening insulin')).toContain('Done: **take the evening insulin**');
    expect(await say('I called mum')).toContain('Done: **call mom**');
  });

  test('a file of another year is not thrown away', async () => {
    await say('create a file budget-2026.md with the text rent 900');
    const told = await say('delete the budget file from 2025');
    expect(told).toContain('There is no file like "budget from 2025". There are: budget-2026.md');
    expect(await say('read budget-2026.md')).toContain('rent 900');
  });

  test('a second order is of a thing that its words mean, of whatever kind', async () => {
    await say('book a table for two on Saturday at 8pm', 'add eggs and two litres of milk to groceries');
    const told = await say('mark eggs as done and remove two litres of milk');
    expect(told).toContain('Done: **eggs**');
    expect(told).toContain('Removed **two litres of milk**');
    expect(events()).toEqual(['table for two 2026-11-21T20:00']);
  });
});

describe('a verb is said once for several things', () => {
  beforeEach(() => say('book a haircut on Thursday at 3pm', 'book lunch with Ana on Wednesday at 12'));

  test.each([
    [
      'move my haircut to Tuesday and my lunch with Ana to Friday',
      ['haircut 2026-11-17T15:00', 'lunch with Ana 2026-11-20T12:00'],
    ],
    [
      'move lunch with Ana to 1pm and the haircut to Friday same time',
      ['lunch with Ana 2026-11-18T13:00', 'haircut 2026-11-20T15:00'],
    ],
    [
      'move the haircut to 10:00 and the lunch to Sunday',
      ['haircut 2026-11-19T10:00', 'lunch with Ana 2026-11-22T12:00'],
    ],
    ['cancel the haircut on Thursday and lunch with Ana on Wednesday', []],
  ])('%s', async (asked, left) => {
    await say(asked);
    expect(events().toSorted()).toEqual(left.toSorted());
  });

  test('what is not there is said', async () => {
    const told = await say('move my haircut to Tuesday and my massage to Friday');
    expect(told).toContain('Moved **haircut**');
    expect(told).toContain('There is no event like "massage"');
  });
});
