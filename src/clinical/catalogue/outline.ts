/**
 * The catalogue's own files: flat YAML whose bulk is a text block of `a | b | c` lines, in which a deeper line belongs to
 * the shallower one above it. A clinician reads them as an outline; the reader gives back lines with depth and place.
 */
import { readFileSync } from 'node:fs';
import { ConsiliumError } from '../../kernel/errors.ts';

export interface Line {
  file: string;
  number: number;
  depth: number;
  cells: string[];
}

export interface Outline {
  source: string;
  lines: Line[];
}

const INDENT = 2;

export function readOutline(name: string): Outline {
  const file = `catalogue/data/${name}.yml`;
  return parseOutline(readFileSync(new URL(`./data/${name}.yml`, import.meta.url), 'utf8'), file);
}

export function parseOutline(text: string, file: string): Outline {
  const source = /^source: (.+)$/m.exec(text)?.[1];
  if (source === undefined) throw invalid(file, 1, 'names no source');
  const rows = text.split('\n');
  const first = rows.indexOf('rows: |');
  if (first < 0) throw invalid(file, 1, 'has no block "rows: |"');
  const lines: Line[] = [];
  for (const [index, row] of rows.slice(first + 1).entries()) {
    const written = row.trimEnd();
    if (written.trim() === '' || written.trim().startsWith('#')) continue;
    lines.push(readLine(written, file, first + index + 2, lines.at(-1)?.depth ?? -1));
  }
  return { source, lines };
}

function readLine(written: string, file: string, number: number, before: number): Line {
  const indent = written.length - written.trimStart().length;
  const depth = indent / INDENT - 1;
  if (!Number.isInteger(depth) || depth < 0 || depth > before + 1)
    throw invalid(file, number, `is indented by ${indent} spaces, which belongs to no line above it`);
  return { file, number, depth, cells: written.split('|').map((cell) => cell.trim()) };
}

export function invalid(file: string, line: number, what: string): ConsiliumError {
  return new ConsiliumError('DATA_INVALID', `${file}:${line} ${what}.`, {
    hint: 'The head of the file says what a line looks like.',
  });
}

/** The last line that stands above each depth: who a line belongs to. */
export function parentsOf<Value>(): { enter(depth: number, value: Value): Value | undefined } {
  const open: Value[] = [];
  return {
    enter(depth, value) {
      open.length = depth;
      const parent = open[depth - 1];
      open[depth] = value;
      return parent;
    },
  };
}
