/** What a run came to: words as words, lists as lists, the rest as JSON to open. */
import type { ReactNode } from 'react';
import Markdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import type { RunMeta } from './calls.ts';
import { sayName } from './fields.ts';
import { Code } from './parts.tsx';

export function Result({ output }: { output: Record<string, unknown> }) {
  const notes = footnotesOf(output);
  const shown = Object.entries(output).filter(([name]) => notes === '' || name !== 'footnotes');
  return (
    <dl className="result">
      {shown.map(([name, value]) => (
        <div key={name}>
          <dt>{sayName(name)}</dt>
          <dd>{show(typeof value === 'string' && /\[\^\d/.test(value) ? `${value}\n\n${notes}` : value, name)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** `[^1]: …` lines, as Markdown reads them: the text that has the markers gets them as its notes. */
function footnotesOf({ footnotes }: Record<string, unknown>): string {
  const lines = Array.isArray(footnotes) ? footnotes : typeof footnotes === 'string' ? [footnotes] : [];
  return lines.every((line) => typeof line === 'string' && line.startsWith('[^')) ? lines.join('\n\n') : '';
}

function show(value: unknown, name = ''): ReactNode {
  if (value === null || value === undefined) return <span className="soft">none</span>;
  if (typeof value === 'string') return showText(value, name);
  if (typeof value !== 'object') return <span className="value">{sayScalar(value)}</span>;
  if (Array.isArray(value)) return <List items={value} />;
  return <Open value={value} />;
}

function showText(value: string, name: string): ReactNode {
  if (value === '') return <span className="soft">empty</span>;
  if (/code$|hash$/.test(name)) return <Code text={value} />;
  return (
    <div className="prose">
      <Markdown remarkPlugins={[remarkGfm]} components={{ img: ({ alt }) => <span className="soft">[{alt}]</span> }}>
        {value}
      </Markdown>
    </div>
  );
}

function sayScalar(value: unknown): string {
  if (typeof value === 'number' && !Number.isInteger(value)) return value.toFixed(3);
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value);
}

const SHOWN = 12;

function List({ items }: { items: readonly unknown[] }) {
  if (items.length === 0) return <span className="soft">none</span>;
  const rows = items.filter((item): item is Record<string, unknown> => isRecord(item));
  if (rows.length === items.length) return <Table rows={rows} />;
  return (
    <ul className="result-list">
      {items.slice(0, SHOWN).map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is shown once and does not move
        <li key={index}>{typeof item === 'object' ? <Open value={item} /> : String(item)}</li>
      ))}
      {items.length > SHOWN && <li className="soft">and {items.length - SHOWN} more</li>}
    </ul>
  );
}

function isRecord(item: unknown): boolean {
  return typeof item === 'object' && item !== null && !Array.isArray(item);
}

function Table({ rows }: { rows: readonly Record<string, unknown>[] }) {
  const columns = [...new Set(rows.slice(0, SHOWN).flatMap((row) => Object.keys(row)))].slice(0, 6);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls must be reachable by keyboard
    <section className="table" tabIndex={0} aria-label="Table">
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column}>{sayName(column)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, SHOWN).map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the table is shown once and does not move
            <tr key={index}>
              {columns.map((column) => (
                <td key={column}>{cell(row[column])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > SHOWN && <Open value={rows} label={`All ${rows.length}`} />}
    </section>
  );
}

function cell(value: unknown): ReactNode {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? <Open value={value} /> : sayScalar(value);
}

function Open({ value, label = 'Show' }: { value: unknown; label?: string }) {
  return (
    <details className="open">
      <summary>{label}</summary>
      <Code text={JSON.stringify(value, null, 2)} />
    </details>
  );
}

export function Meta({ meta }: { meta: RunMeta }) {
  const tokens = meta.usage.inputTokens + meta.usage.outputTokens;
  const parts = [
    meta.speakers.join(', ') === 'offline' ? 'Offline engine' : meta.speakers.join(', '),
    `preset ${meta.preset} (${meta.mode})`,
    `${meta.budget.input.tokens} of ${meta.budget.input.limit} tokens in`,
    `${meta.budget.output.tokens} of ${meta.budget.output.limit} out`,
    ...(tokens > 0 ? [`${tokens} model tokens`] : []),
    `${Math.round(meta.ms)} ms`,
  ];
  return (
    <>
      <p className="soft meta">{parts.join(' · ')}</p>
      {meta.truncated && (
        <p className="problem">
          The input was cut: {meta.truncated.kept} of {meta.truncated.of} tokens of {meta.truncated.path} were read.
        </p>
      )}
      {meta.warnings.map((warning) => (
        <p key={warning} className="problem">
          {warning}
        </p>
      ))}
    </>
  );
}
