/** Tables of the material: what its rows are about, and what each column says of them. */
import type { Passage } from '../types.ts';
import { leaks } from './described.ts';
import { termKey } from './terms.ts';

export interface Row {
  readonly subject: string;
  readonly value: string;
  /** As it stands on the page. */
  readonly words: string;
}

/** One column of a table beside its first: of every row what it says there. */
export interface Column {
  readonly passage: Passage;
  /** "Main transporter". */
  readonly head: string;
  readonly rows: readonly Row[];
}

const LONGEST_CELL = 60;
const FEWEST_ROWS = 3;

export function readTables(passage: Passage): Column[] {
  return tablesIn(passage.text).flatMap((lines) => (lines.length > FEWEST_ROWS ? columnsOf(lines, passage) : []));
}

/** Lines between bars; behind the first the rule stood, of which a blank line is left. */
function tablesIn(text: string): string[][] {
  const tables: string[][] = [];
  let open: string[] | undefined;
  for (const line of text.split('\n')) {
    if (/^\s*\|.*\|\s*$/.test(line)) {
      if (open === undefined) {
        open = [];
        tables.push(open);
      }
      open.push(line);
    } else if (line.trim() !== '' || (open?.length ?? 0) > 1) open = undefined;
  }
  return tables;
}

function columnsOf([first = '', ...lines]: readonly string[], passage: Passage): Column[] {
  const heads = cellsOf(first);
  const rows = lines.map((line) => ({ cells: cellsOf(line), words: line.trim() }));
  const whole = rows.filter(({ cells }) => cells.length === heads.length && isCell(cells[0]) && !isRule(cells));
  return heads.slice(1).flatMap((head, index) => {
    const told = whole.flatMap(({ cells, words }) => {
      const subject = subjectOf(cells[0] ?? '', heads[0] ?? '', passage);
      const { [index + 1]: value = '' } = cells;
      return isCell(value) ? [{ subject, value, words }] : [];
    });
    // What several rows share tells none of them.
    const alone = told.filter(
      (row) =>
        told.filter((other) => termKey(other.value) === termKey(row.value)).length === 1 &&
        told.filter((other) => termKey(other.subject) === termKey(row.subject)).length === 1,
    );
    // "Cholera toxin" says itself that it is of Vibrio cholerae.
    const hidden = alone.filter(({ subject, value }) => !leaks(value, subject) && !leaks(subject, value));
    return isCell(head) && hidden.length >= FEWEST_ROWS ? [{ passage, head, rows: hidden }] : [];
  });
}

/** "1" in a column "Stage" is a stage, and of what the title says. */
function subjectOf(cell: string, head: string, { source, topic }: Passage): string {
  if (/\p{L}{2}/u.test(cell) || !/\p{L}/u.test(head)) return cell;
  return `${source.title || topic}, ${head.toLowerCase()} ${cell}`;
}

function cellsOf(line: string): string[] {
  return line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim());
}

function isRule(cells: readonly string[]): boolean {
  return cells.every((cell) => /^[\s:-]*$/.test(cell));
}

/** A few words that name something; "yes", "+" and whole sentences are not asked for. */
function isCell(cell: string | undefined): boolean {
  return (
    cell !== undefined &&
    cell.length <= LONGEST_CELL &&
    /\p{L}{3}|\d/u.test(cell) &&
    !/[.!?]\s|^(?:yes|no)$/i.test(cell)
  );
}
