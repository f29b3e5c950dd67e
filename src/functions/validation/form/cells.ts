/** Cells of one line of a table: what parts them is what the file parts its lines by, and a quoted cell may hold it. */
import type { Artifact } from '../seen.ts';

const SEPARATORS = [',', ';', '\t', '|'] as const;

export function isSeparated(path: string | undefined): boolean {
  return /\.(?:csv|tsv)$/i.test(path ?? '');
}

/** The sign that parts most lines into most cells; a row of a Markdown table is parted by bars. */
export function separatorOf({ text, path }: Pick<Artifact, 'text' | 'path'>, line: string): string {
  if (!isSeparated(path)) return line.includes('|') ? '|' : ',';
  const head = text.split('\n', 1)[0]!;
  return SEPARATORS.reduce<string>(
    (best, one) => (cellsOf(head, one).length > cellsOf(head, best).length ? one : best),
    ',',
  );
}

export function cellsOf(line: string, separator: string): string[] {
  const cells = [''];
  let quoted = false;
  for (const sign of line) {
    if (sign === '"') quoted = !quoted;
    if (sign === separator && !quoted) cells.push('');
    else cells[cells.length - 1] += sign;
  }
  return cells;
}
