/** What tools returned, in words: sentences stay as they are, data becomes lists and tables, never raw JSON. */
import type { Json } from '../../kernel/event.ts';
import { splitName } from '../../text/index.ts';
import type { OfflineResult } from '../policy.ts';

export function tellResults(results: readonly OfflineResult[]): string {
  const told = results.map((result) => ({ title: toTitle(result.tool), text: tellResult(result) }));
  if (told.length === 1) return told[0]!.text;
  return told.map(({ title, text }) => `**${title}**\n\n${text}`).join('\n\n');
}

function tellResult({ tool, output, error }: OfflineResult): string {
  if (error !== undefined)
    return `${toTitle(tool)} did not work: ${withStop(error.message)}${error.hint ? ` ${error.hint}` : ''}`;
  return isNothing(output) ? `${toTitle(tool)} found nothing.` : tellValue(output);
}

const MAX_ITEMS = 30;
const MAX_COLUMNS = 6;

export function tellValue(value: Json): string {
  if (Array.isArray(value)) return tellList(value);
  return isRecord(value) ? tellRecord(value, 0) : tellScalar(value);
}

function tellList(items: readonly Json[]): string {
  const shown = items.slice(0, MAX_ITEMS);
  const columns = columnsOf(shown);
  const text =
    columns === undefined ? shown.map((item) => `- ${tellItem(item)}`).join('\n') : tellTable(shown, columns);
  return items.length > shown.length ? `${text}\n\n…and ${items.length - shown.length} more.` : text;
}

/** The columns of a table, if the items are flat and alike. */
function columnsOf(items: readonly Json[]): string[] | undefined {
  if (items.length < 2 || !items.every(isRecord)) return undefined;
  const rows = items as { [key: string]: Json }[];
  if (!rows.every((row) => Object.values(row).every((cell) => !isRecord(cell) && !Array.isArray(cell))))
    return undefined;
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return columns.length > 1 && columns.length <= MAX_COLUMNS ? columns : undefined;
}

function tellTable(items: readonly Json[], columns: readonly string[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rows = (items as { [key: string]: Json }[]).map((row) =>
    line(
      columns.map((column) =>
        tellScalar(row[column] ?? null)
          .replace(/\|/g, '\\|')
          .replace(/\s*\n\s*/g, ' '),
      ),
    ),
  );
  return [line(columns.map(toWords)), line(columns.map(() => '---')), ...rows].join('\n');
}

function tellItem(item: Json): string {
  if (Array.isArray(item)) return item.map(tellItem).join(', ');
  if (!isRecord(item)) return tellScalar(item);
  const parts = Object.entries(item).filter(([, value]) => !isNothing(value));
  return parts.map(([key, value]) => `${toWords(key)}: ${tellItem(value)}`).join(', ');
}

function tellRecord(record: { [key: string]: Json }, depth: number): string {
  const indent = '  '.repeat(depth);
  return Object.entries(record)
    .filter(([, value]) => !isNothing(value))
    .map(([key, value]) => {
      const label = `${indent}- **${toTitle(key)}**:`;
      if (Array.isArray(value) && value.every((item) => !isRecord(item)))
        return `${label} ${value.map(tellItem).join(', ')}`;
      if (Array.isArray(value))
        return [label, ...value.slice(0, MAX_ITEMS).map((item) => `${indent}  - ${tellItem(item)}`)].join('\n');
      return isRecord(value) ? `${label}\n${tellRecord(value, depth + 1)}` : `${label} ${tellScalar(value)}`;
    })
    .join('\n');
}

function tellScalar(value: Json): string {
  if (value === true) return 'yes';
  if (value === false) return 'no';
  return value === null ? '–' : String(value);
}

function isNothing(value: Json): boolean {
  if (value === null || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

function isRecord(value: Json): value is { [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function toWords(name: string): string {
  return splitName(name).join(' ');
}

function toTitle(name: string): string {
  const words = toWords(name) || name;
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function withStop(sentence: string): string {
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}
