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
      const told = cells.flatMap((cell, place) =>
        cell === '' ? [] : [[heads![place] ?? '', cell].filter(Boolean).join(' ')],
      );
      return [`${of}: ${told.join('; ')}.`, ''];
    })
    .join('\n');
}

const cellsOf = (line: string) =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim());

/** It names what stands below it: words over figures. */
function isHead(of: string, cells: readonly string[], below: readonly string[]): boolean {
  const share = (some: readonly string[], form: RegExp) => some.filter((cell) => form.test(cell)).length / some.length;
  if (cells.length === 0 || cells.length !== below.length || share(below, /\d/) < MOST_OF) return false;
  return of === '' || share(cells, /^\p{L}|^$/u) >= MOST_OF;
}

const MOST_OF = 0.5;
