/** What a run came to: words as words, lists as lists, the rest as JSON to open. */
import type { ReactNode } from 'react';
import Markdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { sayName } from '../pieces/fields.ts';
import { Code, sayMs } from '../pieces/parts.tsx';
import type { RunMeta } from './calls.ts';

export function Result({ output }: { output: Record<string, unknown> }) {
  const notes = footnotesOf(output);
  const shown = Object.entries(output).filter(([name]) => notes === '' || name !== 'footnotes');
  return (
    <dl className="result">
      {shown.map(([name, value]) => (
        <div key={name}>
          <dt>{sayName(name)}</dt>
          <dd>
            {name === 'citations' && notes !== '' ? (
              <Open value={value} />
            ) : (
              show(typeof value === 'string' && /\[\^\d/.test(value) ? `${value}\n\n${notes}` : value, name)
            )}
          </dd>
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
  const columns = columnsOf(rows.slice(0, SHOWN));
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

/** What reads at a glance comes first; an id is for programs, and leaves when there is more than fits. */
function columnsOf(rows: readonly Record<string, unknown>[]): string[] {
  const all = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const named = all.length > MOST_COLUMNS ? all.filter((name) => name !== 'id') : all;
  const isPlain = (name: string) => rows.every((row) => saySmall(row[name]) !== undefined);
  return [...named.filter(isPlain), ...named.filter((name) => !isPlain(name))].slice(0, MOST_COLUMNS);
}

const MOST_COLUMNS = 6;

function cell(value: unknown): ReactNode {
  const said = saySmall(value);
  if (said === undefined) return <Open value={value} />;
  return said.length > 60 ? <span className="wide">{said}</span> : said;
}

/** A scalar, or a few of them with their names; undefined: more than a line. */
function saySmall(value: unknown): string | undefined {
  if (value === undefined || value === null) return '';
  if (typeof value !== 'object') return sayScalar(value);
  const parts = Object.entries(value);
  const isSmall = parts.length <= 4 && parts.every(([, part]) => part === null || typeof part !== 'object');
  if (!isSmall) return undefined;
  if (Array.isArray(value)) return value.map(sayScalar).join(', ');
  return parts.map(([name, part]) => `${name.replaceAll('_', ' ')} ${sayScalar(part)}`).join(', ');
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
    sayMs(meta.ms),
  ];
  return (
    <>
      <p className="soft meta">{parts.join(' · ')}</p>
      {meta.truncated && (
        <p className="problem">
          The input was cut: {meta.truncated.kept} of {meta.truncated.of} tokens of {meta.truncated.path} were read.
        </p>
      )}
      <Remarks unsupported={meta.unsupported} warnings={meta.warnings} />
    </>
  );
}

/** What a reader is to know before relying on it. */
export function Remarks({
  unsupported = [],
  warnings,
}: Partial<Pick<RunMeta, 'unsupported'>> & Pick<RunMeta, 'warnings'>) {
  return (
    <>
      {warnings.map((warning) => (
        <p key={warning} className="problem">
          {warning}
        </p>
      ))}
      {unsupported.length > 0 && (
        <div className="problem">
          <p>No source supports:</p>
          <ul>
            {unsupported.map(({ field, start, text, why }) => (
              <li key={`${field} ${start}`}>
                {text} <span className="soft">{why}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}
