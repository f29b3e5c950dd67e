import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readDates } from './dates.ts';

const now = new Date('2026-03-11T10:00:00Z');
const time = (text: string) => readDates(text, now)[0]?.time;

describe('dates', () => {
  test.each([
    ['yesterday', '2026-03-10'],
    ['this morning', '2026-03-11'],
    ['last night', '2026-03-10'],
    ['3 weeks ago', '2026-02-18'],
    ['a couple of days ago', '2026-03-09'],
    ['for 3 days', '2026-03-08'],
    ['x3 weeks', '2026-02-18'],
    ['x 2 weeks', '2026-02-25'],
    ['since Monday', '2026-03-09'],
    ['last Friday', '2026-03-06'],
    ['in 2019', '2019'],
    ['last March', '2025-03'],
    ['in January', '2026-01'],
    ['last month', '2026-02'],
    ['last year', '2025'],
    ['2026-02-14', '2026-02-14'],
    ['02/14/2026', '2026-02-14'],
    ['14/02/2026', '2026-02-14'],
    ['14.02.2026', '2026-02-14'],
    ['February 3, 2025', '2025-02-03'],
    ['3rd of May 2024', '2024-05-03'],
    ['I have an appointment next Monday', '2026-03-16'],
    ['tomorrow', '2026-03-12'],
    ['over the past two months', '2026-01-11'],
    ['6 months ago', '2025-09-11'],
    ['two years ago', '2024-03-11'],
    ['in the fall of 2023', '2023-09'],
  ])('%s', (text, expected) => {
    expect(time(text)).toBe(expected);
  });

  test.each([
    'may be',
    'he sat down',
    'it may help',
    '120/80',
    '5 mg',
    'the sun is out',
    '13/45/2020',
  ])('"%s" is no date', (text) => {
    expect(time(text)).toBeUndefined();
  });

  test('the end of the month is kept within the month', () => {
    expect(readDates('one month ago', new Date('2026-03-31T00:00:00Z'))[0]?.time).toBe('2026-02-28');
  });

  test('every span lies in the text and every time is a date', () => {
    const words = fc.constantFrom(
      'last',
      'week',
      '3',
      'days',
      'ago',
      'on',
      'May',
      '5',
      'since',
      'in',
      '2019',
      'for',
      'x2',
      'months',
      ',',
      '12/3/24',
    );
    fc.assert(
      fc.property(fc.array(words, { maxLength: 12 }), (list) => {
        const text = list.join(' ');
        for (const span of readDates(text, now)) {
          expect(span.start).toBeGreaterThanOrEqual(0);
          expect(span.end).toBeLessThanOrEqual(text.length);
          expect(span.time).toMatch(/^\d{4}(?:-\d\d(?:-\d\d)?)?$/);
        }
      }),
    );
  });
});
