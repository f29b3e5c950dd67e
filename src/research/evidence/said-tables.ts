/** Tables in Markdown, said in words. */

const RULE = /^\s*\|?(?:\s*:?-{2,}:?\s*\|)+\s*(?::?-{2,}:?\s*)?$/;

/** A row of a table as a sentence: what it is of, and under each head what stands there. */
export function sayTables(text: string): string {
  const lines = text.split('\n').filter((line) => !RULE.test(line));
  const isRow = (line: string | undefined) => line?.trim().startsWith('|') === true;
  const nextRow = (at: number) =>
    isRow(lines[at + 1]) ? lines[at + 1] : lines[at + 1] === '' ? lines[at + 2] : undefined;
  let heads: string[] | undefined;
  return lines
    .flatMap((line, at) => {
      const next = nextRow(at);
      if (!isRow(line)) {
        if (line.trim() !== '') heads = undefined;
        return [line];
      }
      const [of = '', ...cells] = cellsOf(line);
      if (heads === undefined) {
        if (!isRow(next) || !isHead(of, cells, cellsOf(next!).slice(1))) return [line];
        heads = cells;
        return [''];
      }
      const told = cells.flatMap((cell, place) => sayCell(heads![place] ?? '', cell));
      return [`${of}: ${told.join('; ')}.`, ''];
    })
    .join('\n');
}

/** What says something by itself needs no head. */
function sayCell(head: string, cell: string): string[] {
  if (/^[-–—]?$/.test(cell)) return [];
  const isSaying = /^\p{L}/u.test(cell) && cell.split(/\s+/).length >= SAYING;
  return [[isSaying ? '' : head, cell].filter(Boolean).join(' ')];
}

const SAYING = 3;

const cellsOf = (line: string) =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim());

/** It names what stands below it: words over figures, or short names over words. */
function isHead(of: string, cells: readonly string[], below: readonly string[]): boolean {
  const share = (some: readonly string[], form: RegExp) => some.filter((cell) => form.test(cell)).length / some.length;
  if (cells.length === 0 || cells.length !== below.length) return false;
  const areNames = [of, ...cells].every(
    (cell) => /^\p{L}[^\d.:;]*$/u.test(cell) && cell.split(/\s+/).length <= LONGEST_HEAD,
  );
  if (areNames) return true;
  if (share(below, /\d/) < MOST_OF) return false;
  return of === '' || share(cells, /^\p{L}|^$/u) >= MOST_OF;
}

const MOST_OF = 0.5;
const LONGEST_HEAD = 3;
