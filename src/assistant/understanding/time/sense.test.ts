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
