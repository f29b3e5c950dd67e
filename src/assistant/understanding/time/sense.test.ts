import { expect, test } from 'vitest';
import { NOTHING_KNOWN } from '../known.ts';
import { type Request, understand } from '../read.ts';

const PLACE = { now: Date.parse('2026-11-15T11:00:00Z'), zone: 'Europe/Berlin' };

function first(say: string, about?: Parameters<typeof understand>[3]): Request {
  const read = understand(say, PLACE, NOTHING_KNOWN, about);
  return (
    (read.kind === 'requests' ? read.requests[0] : undefined) ?? { agent: '', tool: '', input: {}, text: '', score: 0 }
  );
}

test.each([
  ['family dinner on Sunday at 5', '17:00', '5 as 17:00'],
  ['dinner with Ana every Sunday at 5', '17:00', '5 as 17:00'],
  ['choir practice Mondays at 7', '19:00', '7 as 19:00'],
  ['piano lesson every Wednesday at 4', '16:00', undefined],
  ['breakfast with Tom on Friday at 8 and dinner with Ana on Friday at 8', '08:00', '8 as 08:00'],
  ['optician on Thursday at 7pm', '19:00', undefined],
])('%s is at %s', (say, hour, assumed) => {
  const { input, assumed: told } = first(say);
  expect(String(input['start']).slice(11)).toBe(hour);
  expect(told).toBe(assumed);
});

test.each([
  ['remind me to water the ferns every day from December on', 'every day starting 2026-12-01', 'water the ferns'],
  [
    'starting in December remind me to swim every Saturday at 10',
    'every saturday at 10:00 starting 2026-12-01',
    'swim',
  ],
  ['remind me to rest every 6 hours until I feel better', 'every 6 hour until I feel better', 'rest'],
  ['every weekday at 6:45 remind me to take levothyroxine', 'every weekday at 06:45', 'take levothyroxine'],
  ['until further notice remind me every night at 10 to lock up', 'every day at 22:00', 'lock up'],
  [
    'remind me to stretch every hour between 9 and 5 on weekdays',
    'every hour on weekdays between 09:00 and 17:00',
    'stretch',
  ],
])('%s', (say, when, what) => {
  expect(first(say).input).toMatchObject({ when, what, recurs: true });
});

test('the third Tuesday in January is a day', () => {
  expect(first('dentist on the third Tuesday in January at 3').input).toMatchObject({ start: '2027-01-19T15:00' });
});

test('what is counted from something that nobody knows is asked for, and counted from the answer', () => {
  const asked = first('remind me an hour before the recital to tune the violin');
  expect(asked.input).toEqual({ what: 'tune the violin', from: 'an hour before the recital', by: -60 });
  const open = { agent: asked.agent, tool: asked.tool, input: asked.input, lacks: 'when' as const };
  const answered = first('Friday at 6pm', { kinds: [], name: 'it', open });
  expect(answered.input).toMatchObject({ what: 'tune the violin', at: '2026-11-20T17:00' });
});

test('what is known of it is not asked for, whatever was talked about before', () => {
  const known = { ...NOTHING_KNOWN, events: ['Recital'], starts: { Recital: Date.parse('2026-11-20T17:00Z') } };
  const read = understand('remind me an hour before the recital', PLACE, known, {
    kinds: ['event'],
    name: 'Dentist',
    at: 0,
  });
  expect(read).toMatchObject({ requests: [{ input: { what: 'recital', at: '2026-11-20T17:00' } }] });
});

test.each([
  ['turn the heating up by 2 degrees', { by: 2 }],
  ['dim the lights by 20%', { by: -20 }],
  ['make the office a bit warmer', { way: 'up' }],
  ['turn the heating up to 22', { value: 22 }],
  ['set the thermostat to 19', { value: 19 }],
])('%s', (say, level) => {
  const { by, way, value } = first(say).input;
  expect(JSON.parse(JSON.stringify({ by, way, value }))).toEqual(level);
});

test.each([
  [
    'remind me to take my pills at 8 and 8',
    [['every day at 08:00 and 20:00', 'take my pills']],
    '8 and 8 as every day at 08:00 and 20:00',
  ],
  [
    'remind me to feed the cat at 6 and 6 for 7 days',
    [['every day at 06:00 and 18:00 for 7 days', 'feed the cat']],
    '6 and 6 as every day at 06:00 and 18:00',
  ],
  [
    'remind me daily at 7, 3 and 11 to feed the baby',
    [['daily at 07:00 and 15:00 and 23:00', 'feed the baby']],
    undefined,
  ],
])('hours in a row go on through the day: %s', (say, wanted, assumed) => {
  const read = understand(say, PLACE, NOTHING_KNOWN);
  const requests = read.kind === 'requests' ? read.requests : [];
  expect(requests.map(({ input }) => [input['when'], input['what']])).toEqual(wanted);
  expect(requests[0]?.assumed).toBe(assumed);
});

test.each([
  ['remind me to stretch at 9, 1 and 5', ['2026-11-16T09:00', '2026-11-15T13:00', '2026-11-15T17:00']],
  ['remind me at 8am and 8pm to take tablets', ['2026-11-16T08:00', '2026-11-15T20:00']],
  ['remind me at 8 in the morning and 8 at night to check my sugar', ['2026-11-16T08:00', '2026-11-15T20:00']],
  ['remind me tomorrow at 10 and 4 to call Joan', ['2026-11-16T10:00', '2026-11-16T16:00']],
  ['remind me tomorrow at 8 and 8 to take the pill', ['2026-11-16T08:00', '2026-11-16T20:00']],
])('each hour of a row is a time of its own: %s', (say, wanted) => {
  const read = understand(say, PLACE, NOTHING_KNOWN);
  expect(read.kind === 'requests' ? read.requests.map(({ input }) => input['at']) : []).toEqual(wanted);
});

test('what is counted is no hour', () => {
  expect(first('book a table at 7 and 2 taxis').input).toMatchObject({ start: '2026-11-15T19:00' });
});

test('a leap day that the year has not is said, with the next that has one', () => {
  const why = 'There is no 29 February in 2027; the next is in 2028.';
  expect(understand('add an event on Feb 29: leap party', PLACE)).toEqual({ kind: 'wrong', why });
  expect(understand('remind me on 29 February 2027 to check the tyres', PLACE)).toEqual({ kind: 'wrong', why });
  expect(first('remind me on 29 February 2028 to check the tyres').input['at']).toBe('2028-02-29');
});

test('hours in a row stand before what is done then, too', () => {
  expect(first('every day at 8 and 20 take eye drops, remind me for 2 weeks').input).toMatchObject({
    what: 'take eye drops',
    when: 'every day at 08:00 and 20:00 for 14 days',
  });
  expect(first('every day at 7, 13 and 19 remind me to feed the fish').input).toMatchObject({
    what: 'feed the fish',
    when: 'every day at 07:00 and 13:00 and 19:00',
  });
});

test('months are counted from a day as weeks are', () => {
  expect(first('remind me to renew my passport 3 months before 31 March 2027').input).toMatchObject({
    what: 'renew my passport',
    at: '2026-12-31',
  });
});

test('from a day to a day: what comes again has its end', () => {
  expect(first('remind me to take the bins out every Monday from 1 December to 31 January').input).toMatchObject({
    what: 'take the bins out',
    when: 'every monday starting 2026-12-01 until 2027-01-31',
  });
});
