/** A table that is sorted by a click on a column and taken away as a file. */
import { type ReactNode, useMemo, useState } from 'react';
import { type Column, sortRows, toCsv } from './rows.ts';

export type { Column } from './rows.ts';

export function Table<Row>(given: {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** The name of the file, without its ending; without it the table is only looked at. */
  file?: string;
  onRow?: (row: Row) => void;
  empty?: string;
  /** Where there is little room, each row is a list of its values by name, and nothing is cut off. */
  stacks?: boolean;
}) {
  const { columns, rows } = given;
  const [order, setOrder] = useState<{ id: string; down: boolean }>();
  const sorted = useMemo(() => sortRows(rows, columns, order), [rows, columns, order]);
  if (rows.length === 0) return <p className="empty">{given.empty ?? 'Nothing is here yet.'}</p>;
  return (
    <div className="table-frame">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      <section className="table-scroll" tabIndex={0} aria-label={given.label}>
        <table className={`table ${given.stacks ? 'stacks' : ''}`}>
          <thead>
            <tr>
              {columns.map(({ id, title, isNumber }) => (
                <th key={id} aria-sort={sortOf(order, id)} className={isNumber ? 'number' : ''}>
                  <button type="button" onClick={() => setOrder({ id, down: order?.id === id && !order.down })}>
                    {title}
                    <span aria-hidden="true">{order?.id === id ? (order.down ? ' ↓' : ' ↑') : ''}</span>
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sorted.map((row) => (
              <tr key={given.keyOf(row)}>
                {columns.map((column, index) => (
                  <td key={column.id} data-name={column.title} className={column.isNumber ? 'number value' : ''}>
                    {index === 0 && given.onRow ? (
                      <button type="button" className="link" onClick={() => given.onRow?.(row)}>
                        {show(column, row)}
                      </button>
                    ) : (
                      show(column, row)
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {given.file && (
        <button type="button" className="link" onClick={() => download(`${given.file}.csv`, toCsv(columns, sorted))}>
          Download as CSV
        </button>
      )}
    </div>
  );
}

function show<Row>(column: Column<Row>, row: Row): ReactNode {
  return column.show ? column.show(row) : (column.value(row) ?? '');
}

function sortOf(order: { id: string; down: boolean } | undefined, id: string): 'ascending' | 'descending' | 'none' {
  if (order?.id !== id) return 'none';
  return order.down ? 'descending' : 'ascending';
}

export function download(name: string, text: string, type = 'text/csv'): void {
  save(name, new Blob([text], { type: `${type};charset=utf-8` }));
}

export function save(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
