/** Tables of the material: what its rows are about, and what each column says of them. */
import { z } from 'zod';
import { readRows } from '../../text/rows.ts';
import type { Passage } from '../types.ts';
import { leaks } from './described.ts';
import { termKey } from './terms.ts';
import { conceptsIn } from './things.ts';

export interface Row {
  readonly subject: string;
  readonly value: string;
  /** As it stands on the page. */
  readonly words: string;
  /** As it is read out: "Timolol: main effect less secretion; …" */
  readonly told: string;
  /** No other row says the same in this column. */
  readonly isAlone: boolean;
}

/** One column of a table beside its first: of every row what it says there. */
export interface Column {
  readonly passage: Passage;
  /** "Main transporter". */
  readonly head: string;
  /** What the rows are: "Drug". */
  readonly of: string;
  readonly rows: readonly Row[];
}

export interface Table {
  readonly passage: Passage;
  readonly heads: readonly string[];
  readonly rows: readonly {
    readonly subject: string;
    readonly cells: readonly string[];
    readonly words: string;
    readonly told: string;
    /** Of a table that is turned each cell stands on a line of its own. */
    readonly lines?: readonly string[];
  }[];
}

const LONGEST_CELL = 60;
const FEWEST_ROWS = 3;

export function readTables(passage: Passage): Column[] {
  return wholeTables(passage).flatMap((table) => (table.rows.length >= FEWEST_ROWS ? columnsOf(table) : []));
}

export function wholeTables(passage: Passage): Table[] {
  return tablesIn(passage.text).flatMap(([first = '', ...lines]) => {
    const heads = cellsOf(first);
    const rows = lines
      .map((line) => ({ cells: cellsOf(line), words: line.trim() }))
      .filter(({ cells }) => cells.length === heads.length && isName(cells[0]) && !isRule(cells))
      .map((row) => ({ ...row, subject: subjectOf(row.cells[0] ?? '', heads[0] ?? '', passage) }))
      .map((row) => ({ ...row, told: rowTold(row.subject, heads, row.cells) }));
    return heads.length < 2 || rows.length === 0 ? [] : [turned({ passage, heads, rows })];
  });
}

const FEWEST_THINGS = 2;

/** Where each line is something that is told of the things above it ("Onset | days | weeks"), the table is of those things. */
function turned(table: Table): Table {
  const { passage, heads, rows } = table;
  const [first = '', ...things] = heads;
  if (things.length < FEWEST_THINGS || !isOfAttributes(first, things, rows)) return table;
  const named = ['', ...rows.map(({ subject }) => subject)];
  return {
    passage,
    heads: named,
    rows: things.map((subject, at) => {
      const cells = [subject, ...rows.map((row) => row.cells[at + 1] ?? '')];
      const lines = ['', ...rows.map(({ words }) => words)];
      return { subject, cells, lines, words: rows[0]?.words ?? '', told: rowTold(subject, named, cells) };
    }),
  };
}

/** Its first head says so ("feature"), or is blank while what stands above the others is known and what begins the lines is not. */
function isOfAttributes(first: string, things: readonly string[], rows: Table['rows']): boolean {
  const isKnown = (name: string) => conceptsIn(name).length > 0;
  if (!things.every((name) => isName(name)) || rows.some(({ subject }) => isKnown(subject))) return false;
  if (first !== '' && !attributeHeads().has(termKey(first))) return false;
  return things.filter(isKnown).length * 2 >= things.length;
}

let heads: ReadonlySet<string> | undefined;

function attributeHeads(): ReadonlySet<string> {
  heads ??= new Set(
    z
      .strictObject({ attributes: z.array(z.string()) })
      .parse(readRows(new URL('./tables.yml', import.meta.url)))
      .attributes.map(termKey),
  );
  return heads;
}

/** What a row says, as a sentence: "Mechanical mitral valve: target INR 2.5–3.5." */
export function rowSentences(passage: Passage): string[] {
  return wholeTables(passage).flatMap(({ rows }) => rows.map(({ told }) => told));
}

function rowTold(subject: string, heads: readonly string[], cells: readonly string[]): string {
  const told = heads.slice(1).flatMap((head, at) => {
    const { [at + 1]: cell = '' } = cells;
    return cell === '' ? [] : [cellTold(head, cell)];
  });
  return `${subject}: ${told.join('; ')}.`;
}

/** "main effect less secretion", "what it measures: visual field". */
export function cellTold(head: string, cell: string): string {
  return `${lowered(head)}${/^(?:what|how|where|when|why|which|who)\b/i.test(head) ? ':' : ''} ${cell}`.trim();
}

/** "Main transporter" within a sentence; "GFR" as it is. */
export function lowered(head: string): string {
  return /^\p{Lu}\p{Ll}/u.test(head) ? head.slice(0, 1).toLowerCase() + head.slice(1) : head;
}

/** The text without its tables, which are told row by row. */
export function withoutTables(text: string): string {
  return text.replace(/^[^\S\n]*\|.*\|[^\S\n]*(?:\n|$)/gm, '\n');
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

function columnsOf({ passage, heads, rows }: Table): Column[] {
  const [of = '', ...others] = heads;
  return others.flatMap((head, index) => {
    const said = rows.flatMap(({ subject, cells, words, told, lines }) => {
      const { [index + 1]: value = '' } = cells;
      return isCell(value) ? [{ subject, value, words: lines?.[index + 1] ?? words, told }] : [];
    });
    const times = (say: (row: (typeof said)[number]) => string) => {
      const counts = Map.groupBy(said, (row) => termKey(say(row)));
      return (row: (typeof said)[number]) => counts.get(termKey(say(row)))?.length ?? 0;
    };
    const [subjects, values] = [times(({ subject }) => subject), times(({ value }) => value)];
    const hidden = said
      .filter((row) => subjects(row) === 1)
      // "Cholera toxin" says itself that it is of Vibrio cholerae.
      .filter(({ subject, value }) => !leaks(value, subject) && !leaks(subject, value))
      .map((row) => ({ ...row, isAlone: values(row) === 1 }));
    const isTelling = new Set(hidden.map(({ value }) => termKey(value))).size > 1;
    return isCell(head) && isTelling && hidden.length >= FEWEST_ROWS ? [{ passage, head, of, rows: hidden }] : [];
  });
}

/** "Papillary", "anaplastic": what it is stands above the column. */
const ADJECTIVE = /^\p{L}+(?:ary|ory|ular|ic|al|ous|ive|oid)$/iu;

/** "1" in a column "Stage" is a stage, and of what the title says; "Papillary" in a column "Carcinoma" is a carcinoma. */
function subjectOf(cell: string, head: string, { source, topic }: Passage): string {
  if (ADJECTIVE.test(cell) && /^\p{L}{4,}$/u.test(head)) return `${cell} ${head.toLowerCase()}`;
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

/** What a row is of may be two letters: "AL", "AA". */
function isName(cell: string | undefined): boolean {
  return isCell(cell) || /^\p{Lu}[\p{L}\p{N}β+-]{1,7}$/u.test(cell ?? '');
}

/** A few words that name something; "yes", "+" and whole sentences are not asked for. */
export function isCell(cell: string | undefined): boolean {
  return (
    cell !== undefined &&
    cell.length <= LONGEST_CELL &&
    /\p{L}{3}|\d/u.test(cell) &&
    !/(?<!(?:^|[\s(])\p{Lu})[.!?]\s|^(?:yes|no|none|unknown|variable|varies)$/iu.test(cell)
  );
}
