import { expect, test } from 'vitest';
import { parseInstant } from './parse.ts';

test('a date read as a datetime is the beginning of that day, not an offset', () => {
  const day = parseInstant('date', '2011-07-17');
  expect(parseInstant('datetime', '2011-07-17')).toEqual({
    kind: 'datetime',
    day: (day as { day: number }).day,
    nanos: 0,
    offset: 0,
  });
  expect(parseInstant('datetime', '2011-07-17T00:00-05:00')).toMatchObject({ offset: -5 * 3600 });
  expect(parseInstant('time', '10:00-05:00')).toMatchObject({ offset: -5 * 3600 });
});
