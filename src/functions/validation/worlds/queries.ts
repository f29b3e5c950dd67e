/**
 * Questions to a table, which holds all there is of its kind: how many rows have these cells ("Silva placed two orders"), which row
 * has most of something ("the largest order came from AT"), what stands beside a name ("500 g of potatoes"). Answered only where each
 * word of the criterion is a column, a cell, a number, or the noun for a row.
 */
import { porterStem, wordsIn } from '../../../text/index.ts';
import { isStopword } from '../../text/words.ts';
import type { Table } from '../form/records.ts';
import { readNumber, type Seen, seen } from '../seen.ts';

const MOST = /^(?:largest|biggest|highest|greatest|maximum|dearest|longest|latest|newest|heaviest|oldest-last)$/;
const LEAST = /^(?:smallest|lowest|minimum|cheapest|shortest|earliest|first|lightest)$/;
const DATED = /^(?:latest|newest|earliest|first)$/;
const BOUND = /\b(at least|at most|more than|fewer than|less than|exactly|only)\b/i;
/** What is said of all, of none or of each is asked elsewhere. */
const DENIED = /\b(?:not|never|no|none|nobody|without|neither|each|every|all|both)\b|n't\b/i;
/** Between columns and cells a row needs a noun and a verb. */
const SPARE = 2;

interface Asked {
  readonly words: readonly string[];
  readonly stems: ReadonlySet<string>;
  readonly text: string;
}

export function judgeQuery(table: Table, criterion: string): Seen | undefined {
  if (table.rows.length === 0 || DENIED.test(criterion)) return undefined;
  const text = criterion
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[.!]+$/, '');
  const words = wordsIn(text).map(({ lower }) => lower);
  const asked: Asked = { text, words, stems: new Set(words.map(porterStem)) };
  return judgeExtreme(table, asked) ?? judgeCount(table, asked) ?? judgeBeside(table, asked);
}

/** Columns that are named, and cells that are. */
function named(table: Table, { stems, text }: Asked) {
  const columns = table.header.flatMap((name, at) =>
    partsOf(name).some((part) => stems.has(porterStem(part))) ? [at] : [],
  );
  const cells = new Map<number, Set<string>>();
  for (const row of table.rows)
    for (const [at, cell] of row.entries())
      if (/\p{L}{2}/u.test(cell) && holdsPhrase(text, cell)) cells.set(at, (cells.get(at) ?? new Set()).add(cell));
  return { columns, cells };
}

const partsOf = (name: string) =>
  name
    .toLowerCase()
    .split(/[\W_]+/)
    .filter((part) => part.length > 1);

function holdsPhrase(text: string, cell: string): boolean {
  const flat = (one: string) =>
    ` ${one
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()} `;
  return flat(text).includes(flat(cell));
}

/** Words that are neither a column, a cell nor a number. */
function spareWords(table: Table, { words }: Asked, cells: ReadonlyMap<number, ReadonlySet<string>>): string[] {
  const inCells = [...cells.values()].flatMap((some) => [...some]).flatMap((cell) => partsOf(cell));
  const columns = table.header.flatMap(partsOf).map(porterStem);
  return words.filter(
    (word) =>
      word.length > 1 &&
      !isStopword(word) &&
      readNumber(word) === undefined &&
      !inCells.includes(word) &&
      !columns.includes(porterStem(word)) &&
      !MOST.test(word) &&
      !LEAST.test(word),
  );
}

const numberOf = (cell: string) => {
  const digits = /-?\d[\d,]*(?:\.\d+)?/.exec(cell)?.[0].replace(/,(?=\d{3}\b)/g, '');
  return digits === undefined ? undefined : Number(digits);
};

/** The row that has most or least: of the column that is named, else of the only one that can be meant. */
function judgeExtreme(table: Table, asked: Asked): Seen | undefined {
  const word = asked.words.find((one) => MOST.test(one) || LEAST.test(one));
  const { columns, cells } = named(table, asked);
  if (word === undefined || cells.size !== 1 || spareWords(table, asked, cells).length > SPARE) return undefined;
  const [at, wanted] = [...cells][0]!;
  const isDate = (column: number) => table.rows.every((row) => /^(?:\d{4}-\d{2}-\d{2}.*)?$/.test(row[column] ?? ''));
  const isMeasure = (column: number) =>
    table.rows.every((row) => /^\D{0,3}-?\d[\d.,]*\D{0,8}$/.test(row[column] ?? '')) &&
    !/\bid\b|_id$|^id|number|no\.?$/i.test(table.header[column]!);
  const fits = table.header.flatMap((_, column) =>
    column !== at && (DATED.test(word) ? isDate(column) : !isDate(column) && isMeasure(column)) ? [column] : [],
  );
  const meant = fits.filter((column) => columns.includes(column));
  const column = meant.length === 1 ? meant[0] : fits.length === 1 ? fits[0] : undefined;
  if (column === undefined) return undefined;
  const value = (row: readonly string[]) =>
    (DATED.test(word) ? Date.parse(row[column] ?? '') : numberOf(row[column] ?? '')) ?? Number.NaN;
  const known = table.rows.filter((row) => Number.isFinite(value(row)));
  const most = (MOST.test(word) ? Math.max : Math.min)(...known.map(value));
  const rows = known.filter((row) => value(row) === most);
  return seen(
    rows.every((row) => wanted.has(row[at] ?? '')),
    `It is that of ${rows.map((row) => row[at]).join(', ')}.`,
  );
}

/** "Silva placed two orders", "There are three shipped orders". */
function judgeCount(table: Table, asked: Asked): Seen | undefined {
  const { cells } = named(table, asked);
  const numbers = asked.words.flatMap((word) => readNumber(word.replace(/^an?$/, '')) ?? []);
  if (numbers.length !== 1 || cells.size === 0 || [...cells.values()].some((some) => some.size > 1)) return undefined;
  const isRecord =
    table.rows.length > 1 &&
    !table.rows.some((row) => row.some((cell) => numberOf(cell) === numbers[0] && cells.has(row.indexOf(cell))));
  if (!isRecord || spareWords(table, asked, cells).length > SPARE || /\d\s*(?:%|[a-z€$£])/i.test(asked.text))
    return undefined;
  const found = table.rows.filter((row) => [...cells].every(([at, some]) => some.has(row[at] ?? '')));
  // A name that stands in one row only is asked for what stands beside it.
  const isGroup = [...cells].some(([at, some]) => table.rows.filter((row) => some.has(row[at] ?? '')).length > 1);
  if (!isGroup) return undefined;
  const n = numbers[0]!;
  const bound = BOUND.exec(asked.text)?.[1]?.toLowerCase();
  const count = found.length;
  const holds =
    bound === 'at least'
      ? count >= n
      : bound === 'at most'
        ? count <= n
        : bound === 'more than'
          ? count > n
          : /fewer|less/.test(bound ?? '')
            ? count < n
            : count === n;
  return seen(holds, `${count} of ${table.rows.length} rows are so.`);
}

/** One row is named by its first cell; beside it stands the number that is asked for, or another. */
function judgeBeside(table: Table, asked: Asked): Seen | undefined {
  const keys = table.rows.filter((row) => {
    const own = partsOf(row[0] ?? '').filter((part) => !isStopword(part));
    return own.length > 0 && own.every((part) => asked.stems.has(porterStem(part)));
  });
  const figures = asked.text.match(/(?<![\w.])-?\d[\d,]*(?:\.\d+)?(?![\w.]*\d)/g) ?? [];
  const [row] = keys;
  if (row === undefined || keys.length !== 1 || figures.length !== 1 || BOUND.test(asked.text)) return undefined;
  const { columns } = named(table, asked);
  const meant = row.flatMap((cell, at) => (at > 0 && numberOf(cell) !== undefined ? [at] : []));
  const column = meant.length === 1 ? meant[0] : meant.filter((at) => columns.includes(at)).at(0);
  const cells = new Map([
    [0, new Set([row[0]!])],
    ...(column === undefined ? [] : [[column, new Set([row[column]!])] as const]),
  ]);
  if (column === undefined || spareWords(table, asked, cells).length > SPARE) return undefined;
  const cell = row[column]!;
  const isOne = (cell.match(/\d[\d,]*(?:\.\d+)?/g) ?? []).length === 1;
  if (!isOne) return undefined;
  const n = Number(figures[0]!.replace(/,/g, ''));
  return seen(numberOf(cell) === n, `The table gives ${cell} for ${row[0]}.`);
}
