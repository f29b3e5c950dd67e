/** The rows of a table: how they are sorted, and as a file. */
import type { ReactNode } from 'react';

export interface Column<Row> {
  readonly id: string;
  readonly title: string;
  /** What it is sorted by and what the file holds, unless that is said by itself. */
  readonly value: (row: Row) => string | number | null | undefined;
  readonly written?: (row: Row) => string | number | null | undefined;
  /** What is shown, where that is more than the value. */
  readonly show?: (row: Row) => ReactNode;
  readonly isNumber?: boolean;
}

/** What has no value stands last, whichever way. */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  order: { id: string; down: boolean } | undefined,
): readonly Row[] {
  const column = columns.find(({ id }) => id === order?.id);
  if (column === undefined) return rows;
  const sign = order?.down ? -1 : 1;
  return rows.toSorted((one, other) => {
    const [a, b] = [column.value(one), column.value(other)];
    if (a == null || a === '' || b == null || b === '')
      return Number(a == null || a === '') - Number(b == null || b === '');
    return (
      sign *
      (typeof a === 'number' && typeof b === 'number'
        ? a - b
        : String(a).localeCompare(String(b), 'en', { numeric: true }))
    );
  });
}

/** As spreadsheets read it. A cell that would begin a formula is text. */
export function toCsv<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const cell = (value: string | number | null | undefined) => {
    const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value ?? '');
    return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const lines = [
    columns.map(({ title }) => cell(title)),
    ...rows.map((row) => columns.map(({ value, written = value }) => cell(written(row)))),
  ];
  return `${lines.map((line) => line.join(',')).join('\r\n')}\r\n`;
}
