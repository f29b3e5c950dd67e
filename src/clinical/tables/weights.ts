import { readFileSync } from 'node:fs';

/**
 * Reads `data/<name>.yml` of learned weights: the values of its head, and each line of `rows` in one walk. Thousands of
 * lines are read at every start, so that they are not split, joined and split again like the small files of `tables.ts`.
 */
export function readWeights(name: string, tell: (line: string) => void): Map<string, string> {
  const text = readFileSync(new URL(`../data/${name}.yml`, import.meta.url), 'utf8');
  const rows = text.indexOf(ROWS);
  const head = new Map<string, string>();
  for (const line of text.slice(0, rows).split('\n')) {
    const at = line.indexOf(': ');
    if (at > 0 && !line.startsWith('#')) head.set(line.slice(0, at), line.slice(at + 2));
  }
  for (let from = rows + ROWS.length; from < text.length; ) {
    const end = text.indexOf('\n', from);
    const to = end < 0 ? text.length : end;
    if (to > from + 2) tell(text.slice(from + 2, to));
    from = to + 1;
  }
  return head;
}

const ROWS = '\nrows: |\n';
