import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { ConsiliumError } from '../kernel/errors.ts';

/**
 * Catalogues and lexicons are YAML files whose bulk is a text block of `a | b | c` lines: a few thousand entries then
 * parse in milliseconds, where as many YAML mappings would take most of a second of every start. For the same reason the
 * zod schemas (`schema.ts`) check the files in the tests and not at every start.
 */
export interface Table {
  source: string;
  rows: string[][];
}

/** Reads `data/<name>.yml`; every line must have between `min` and `max` cells. */
export function readTable(name: string, min: number, max: number): Table {
  const file = readData(name) as { source: string; rows: string };
  const rows: string[][] = [];
  for (const line of file.rows.split('\n')) {
    const text = line.trim();
    if (text === '' || text.startsWith('#')) continue;
    const cells = text.split('|').map((cell) => cell.trim());
    if (cells.length < min || cells.length > max || cells[0] === '')
      throw new ConsiliumError('DATA_INVALID', `data/${name}.yml: "${text.slice(0, 80)}" has ${cells.length} cells.`, {
        hint: `A line has ${min} to ${max} cells separated by "|".`,
      });
    rows.push(cells);
  }
  return { source: file.source, rows };
}

/** Reads a small YAML document whole; the caller's schema says what it is. */
export function readData(name: string): unknown {
  return parse(readFileSync(new URL(`./data/${name}.yml`, import.meta.url), 'utf8'));
}

/** "a, b , c" → ["a", "b", "c"] */
export function splitList(cell: string | undefined): string[] {
  return (cell ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
