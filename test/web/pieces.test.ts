/** The pieces of pages, where they count and compare. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sayDue } from '../../web/src/assistant/due.ts';
import { compareLines } from '../../web/src/pieces/compare.ts';
import { addDays, daysOf } from '../../web/src/pieces/days.ts';
import { type Column, sortRows, toCsv } from '../../web/src/pieces/rows.ts';

const COLUMNS: readonly Column<{ name: string; size: number | null }>[] = [
  { id: 'name', title: 'Name', value: ({ name }) => name },
  { id: 'size', title: 'Size', value: ({ size }) => size },
];

describe('a table', () => {
  const rows = [
    { name: 'b10', size: 2 },
    { name: 'b9', size: null },
    { name: 'a', size: 10 },
  ];
  const names = (order: { id: string; down: boolean } | undefined) =>
    sortRows(rows, COLUMNS, order).map(({ name }) => name);

  test('is sorted by numbers as numbers, and what has no value stands last either way', () => {
    expect(names(undefined)).toEqual(['b10', 'b9', 'a']);
    expect(names({ id: 'name', down: false })).toEqual(['a', 'b9', 'b10']);
    expect(names({ id: 'size', down: false })).toEqual(['b10', 'a', 'b9']);
    expect(names({ id: 'size', down: true })).toEqual(['a', 'b10', 'b9']);
  });

  test('is a file that a spreadsheet reads, and no cell of it a formula', () => {
    expect(
      toCsv(COLUMNS, [
        { name: 'a "b", c', size: 1 },
        { name: '=cmd()', size: null },
      ]),
    ).toBe('Name,Size\r\n"a ""b"", c",1\r\n\'=cmd(),\r\n');
    const ranked: Column<{ level: number }> = {
      ...{ id: 'level', title: 'Level', value: ({ level }) => `${level} high`, written: () => 'high' },
    };
    expect(toCsv([ranked], [{ level: 4 }])).toBe('Level\r\nhigh\r\n');
  });
});

describe('a difference', () => {
  test('gives back both texts', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 }).map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const changes = compareLines(before, after);
        const side = (without: string) =>
          changes
            .filter(({ kind }) => kind !== without)
            .map((change) => change.text)
            .join('\n');
        expect(side('added')).toBe(before);
        expect(side('removed')).toBe(after);
      }),
    );
  });

  test('keeps the lines that are common', () => {
    expect(compareLines('a\nb\nc', 'a\nx\nc').map(({ kind }) => kind)).toEqual(['same', 'removed', 'added', 'same']);
  });
});

describe('a calendar', () => {
  test('shows whole weeks from Monday, the month within, each day once', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1990, max: 2090 }), fc.integer({ min: 1, max: 12 }), (year, month) => {
        const name = `${year}-${String(month).padStart(2, '0')}`;
        const days = daysOf(name);
        expect(days.length % 7).toBe(0);
        expect(new Date(`${days[0]}T00:00:00Z`).getUTCDay()).toBe(1);
        expect(days.filter((day) => day.startsWith(name)).length).toBe(new Date(Date.UTC(year, month, 0)).getUTCDate());
        for (const [at, day] of days.entries()) if (at > 0) expect(day).toBe(addDays(days[at - 1]!, 1));
      }),
    );
  });
});

test('a todo is due by the clock of whoever looks, beside that of where it was said', () => {
  const at = new Date(2026, 10, 16, 9, 0).getTime();
  expect(sayDue({ due: '2026-11-16T17:00', zone: 'Asia/Tokyo', at })).toBe(
    'Mon 16 Nov, 09:00 (Mon 16 Nov, 17:00 in Asia/Tokyo)',
  );
  expect(sayDue({ due: '2026-11-16T09:00', zone: 'Europe/Berlin', at })).toBe('Mon 16 Nov, 09:00');
  expect(sayDue({ due: '2026-11-16', zone: 'Asia/Tokyo' })).toBe('Mon 16 Nov');
});
