/**
 * Plain text of which each line is a record: a table whose values commas, semicolons or tabs part, and logs, whose lines begin with
 * the time. A record is no sentence and does not go on in the next line.
 */
import type { Laid } from './layout.ts';

const SEPARATORS = [',', ';', '\t'] as const;
/** So many lines tell what the rest is. */
const LOOKED_AT = 40;
/** No header cell is a sentence. */
const CELL = 60;
const STAMP =
  /^\W{0,2}(?:\d{4}[-/]\d{2}[-/]\d{2}|\d{2}[-/.](?:\d{2}|[A-Z][a-z]{2})[-/.]\d{4}|[A-Z][a-z]{2} {1,2}\d{1,2}(?= \d{2}:\d{2})|\d{2}:\d{2}:\d{2})[T ,:]?|^\S+ \S+ \S+ \[\d{2}\/[A-Z][a-z]{2}\/\d{4}:/;

/** Each line as a row, by the place where it starts; empty: it is no table and no log. */
export function readRecords(source: string, path?: string): ReadonlyMap<number, Laid> {
  const laid = new Map<number, Laid>();
  if (!(path !== undefined && /\.(?:csv|tsv|log)$/i.test(path)) && !isTable(source) && !isLog(source)) return laid;
  let start = 0;
  for (const line of source.split('\n')) {
    if (line.trim() !== '') laid.set(start, { kind: 'row' });
    start += line.length + 1;
  }
  return laid;
}

function linesOf(source: string): string[] {
  return source
    .slice(0, 20_000)
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .slice(0, LOOKED_AT);
}

function isTable(source: string): boolean {
  const lines = linesOf(source);
  return lines.length >= 3 && SEPARATORS.some((separator) => isTableBy(lines, separator));
}

function isTableBy(lines: readonly string[], separator: string): boolean {
  const [head = '', ...rest] = lines;
  const cells = cellsOf(head, separator);
  // What people write has a blank behind its commas and ends in a full stop.
  const isHead = cells.every((cell) => cell.length <= CELL && cell.trim() !== '' && !/[.:!?{(]$/.test(cell.trim()));
  const isLoose = separator === ',' && lines.every((line) => /,\s/.test(line) && !/"/.test(line));
  return (
    cells.length >= 2 &&
    isHead &&
    !isLoose &&
    rest.every((line) => cellsOf(line, separator).length === cells.length && !/[{;]\s*$/.test(line))
  );
}

function cellsOf(line: string, separator: string): string[] {
  const cells = [''];
  let isQuoted = false;
  for (const sign of line.slice(0, 2000)) {
    if (sign === '"') isQuoted = !isQuoted;
    else if (sign === separator && !isQuoted) cells.push('');
    else cells[cells.length - 1] += sign;
  }
  return cells;
}

/** Nearly every line begins with a time; those between go on with one. */
function isLog(source: string): boolean {
  const lines = linesOf(source);
  const stamped = lines.filter((line) => STAMP.test(line)).length;
  return stamped >= 3 && STAMP.test(lines[0]!) && stamped >= lines.length * 0.6;
}
