import { expect, test } from 'vitest';
import { NOTHING_KNOWN } from '../known.ts';
import { understand } from '../read.ts';

const PLACE = { now: Date.parse('2026-11-15T11:00:00Z'), zone: 'Europe/Berlin' };

test.each([
  ['put inventory on 10 December, one to 19:00', '13:00', 360, undefined],
  ['lunch with Priya on Monday 12:30-13:45', '12:30', 75, undefined],
  ['put the club on Friday seven to 20:30', '19:00', 90, '7 as 19:00'],
  ['put the fair on Friday 8 to 20:30', '08:00', 750, '8 as 08:00'],
  ['put the shift on Friday from 9:00 to 21:30', '09:00', 750, '9 as 09:00'],
  ['put the night shift on Friday from 11 to 2am', '23:00', 180, undefined],
  ['put standby on Friday from ten pm to 2:00', '22:00', 240, undefined],
  ['put the party on Saturday, eight to midnight', '20:00', 240, undefined],
  ['put lunch on Monday, noon to 2', '12:00', 120, undefined],
  ['put deep work on Tuesday half past eight to 11:15', '08:30', 165, '8:30 as 08:30'],
  ['put a meeting on 11 December from nine till 3pm', '09:00', 360, undefined],
  ['book a room Monday 2 to 4', '14:00', 120, undefined],
])('%s begins at %s', (say, hour, minutes, assumed) => {
  const read = understand(say, PLACE, NOTHING_KNOWN);
  const [request] = read.kind === 'requests' ? read.requests : [];
  expect(String(request?.input['start']).slice(11)).toBe(hour);
  expect(request?.input['minutes']).toBe(minutes);
  expect(request?.assumed).toBe(assumed);
});

test('"from 8pm to noon" is an end, and no list called noon', () => {
  const read = understand('put fasting every day from 8pm to noon', PLACE, NOTHING_KNOWN);
  expect(read).toMatchObject({ requests: [{ tool: 'add_event', input: { minutes: 960 } }] });
});
