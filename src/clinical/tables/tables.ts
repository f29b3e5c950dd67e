import { readFileSync } from 'node:fs';
import { ConsiliumError } from '../../kernel/errors.ts';

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
  const file = readData(name);
  const rows: string[][] = [];
  for (const line of (file.rows ?? '').split('\n')) {
    const text = line.trim();
    if (text === '' || text.startsWith('#')) continue;
    const cells = text.split('|').map((cell) => cell.trim());
    if (cells.length < min || cells.length > max || cells[0] === '')
      throw new ConsiliumError('DATA_INVALID', `data/${name}.yml: "${text.slice(0, 80)}" has ${cells.length} cells.`, {
        hint: `A line has ${min} to ${max} cells separated by "|".`,
      });
    rows.push(cells);
  }
  return { source: file.source ?? '', rows };
}

/** The brands of medicines: those that most people here write, then those of the rest of the world. */
export function readBrands(): Table[] {
  return ['brands', 'brands-world', 'brands-otc'].map((name) => readTable(name, 2, 3));
}

/**
 * Reads a flat YAML document: top-level `key: value` and `key: |` text blocks, nothing deeper. The few lines here read
 * that subset in a tenth of the time the YAML library needs to load and parse; a test holds the two against each other.
 */
export function readData(name: string): Record<string, string> {
  const text = readFileSync(new URL(`../data/${name}.yml`, import.meta.url), 'utf8');
  const data: Record<string, string> = {};
  let block: string | undefined;
  let lines: string[] = [];
  const close = () => {
    while (lines.at(-1) === '') lines.pop();
    if (block !== undefined) data[block] = `${lines.join('\n')}\n`;
  };
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith(' ')) {
      if (block !== undefined) lines.push(line.slice(2));
      continue;
    }
    if (line.startsWith('#')) continue;
    close();
    [block, lines] = [undefined, []];
    const at = line.indexOf(':');
    const value = line.slice(at + 1).trim();
    if (value === '|') block = line.slice(0, at);
    else data[line.slice(0, at)] = value.replace(/^"(.*)"$/, '$1');
  }
  close();
  return data;
}

/** "a, b , c" → ["a", "b", "c"] */
export function splitList(cell: string | undefined): string[] {
  const items: string[] = [];
  if (!cell) return items;
  for (let from = 0; from <= cell.length; ) {
    const comma = cell.indexOf(',', from);
    const to = comma < 0 ? cell.length : comma;
    const item = cell.slice(from, to).trim();
    if (item !== '') items.push(item);
    from = to + 1;
  }
  return items;
}
