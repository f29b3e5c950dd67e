/**
 * Criteria about the records of a table: "Two members pay a fee of 25", "Everybody has paid", "Nobody joined before 2020". What is
 * said of a record is read by its columns and cells: a cell that is named, a yes in a named column, more or less than a number.
 */
import { porterStem, singular, wordsIn } from '../../../text/index.ts';
import { root } from '../../statements/wording.ts';
import { isStopword } from '../../text/words.ts';
import { readNumber, type Seen, seen } from '../seen.ts';

export interface Table {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

type Fits = (row: readonly string[]) => boolean;

const QUANTIFIED =
  /^(?:there (?:is|are) )?(?:(?<every>every(?:body|one)?|each|all)|(?<none>no ?body|no one|none|no|not one)|(?<some>some(?:body|one)?|at least one|an?)|(?<bound>exactly|at least|at most|more than|fewer than|only)? ?(?<n>\d+|one|two|three|four|five|six|seven|eight|nine|ten))(?: of the| of them)? (?<rest>.+)$/i;
const COMPARED =
  /\b(?<word>before|earlier than|after|later than|since|(?:more|greater|higher|larger|bigger) than|over|above|at least|(?:less|smaller|lower) than|under|below|fewer than|at most|from|in)\s+(?:€|£|\$)?(?<n>\d{4}-\d{2}-\d{2}|\d[\d.,]*|zero)/i;
const YES = /^(?:yes|y|true|x|1|✓|✔|done|paid)$/i;
const YES_OR_NO = /^(?:yes|no|y|n|true|false|x|1|0|✓|✔|-)?$/i;
/** So many words may be left that are neither a column nor a cell: the noun, the verb. */
const SPARE = 3;

export function judgeRecords(table: Table, text: string): Seen | undefined {
  const groups = QUANTIFIED.exec(text)?.groups;
  if (groups === undefined || table.rows.length === 0) return undefined;
  const fits = readFits(table, groups['rest']!);
  if (fits === undefined) return undefined;
  const count = table.rows.filter(fits).length;
  const message = `${count} of ${table.rows.length} records are so.`;
  if (groups['every'] !== undefined) return seen(count === table.rows.length, message);
  if (groups['none'] !== undefined) return seen(count === 0, message);
  if (groups['some'] !== undefined) return seen(count > 0, message);
  const n = readNumber(groups['n']);
  if (n === undefined) return undefined;
  const bound = groups['bound']?.toLowerCase() ?? '';
  const holds =
    bound === 'at least'
      ? count >= n
      : bound === 'at most'
        ? count <= n
        : bound === 'more than'
          ? count > n
          : bound === 'fewer than'
            ? count < n
            : count === n;
  return seen(holds, message);
}

function readFits(table: Table, said: string): Fits | undefined {
  const denied = /\b(?:not|never|without)\b|n't\b/i.test(said);
  const compared = COMPARED.exec(said)?.groups;
  const words = wordsIn(said)
    .map(({ lower }) => lower)
    .filter((word) => !isStopword(word) && !/^(?:not|never|without)$/.test(word));
  const columns = new Map(words.map((word) => [word, columnNamed(table, word)]));
  const named = [...columns].filter(([, at]) => at >= 0);
  if (compared !== undefined) return turned(comparison(table, compared, named.at(-1)?.[1]), denied);
  const values = words.filter((word) => columns.get(word)! < 0 && isCell(table, word));
  const spare = words.filter((word) => columns.get(word)! < 0 && !values.includes(word));
  if (spare.length > SPARE) return undefined;
  if (values.length > 0) return turned((row) => values.every((word) => row.some((cell) => isSame(cell, word))), denied);
  const [flag] = named.filter(([, at]) => table.rows.every((row) => YES_OR_NO.test(row[at] ?? '')));
  return flag === undefined || spare.length > 1 ? undefined : turned((row) => YES.test(row[flag[1]] ?? ''), denied);
}

const turned = (fits: Fits | undefined, denied: boolean): Fits | undefined =>
  fits && denied ? (row) => !fits(row) : fits;

/** Of the column that is named, or of the one column whose cells are dates where a year or a day is asked for. */
function comparison(
  table: Table,
  { word = '', n = '' }: Readonly<Record<string, string | undefined>>,
  named: number | undefined,
): Fits | undefined {
  const isDate =
    /^\d{4}(?:-\d{2}-\d{2})?$/.test(n) && !/more|less|over|above|below|under|least|most|fewer|er than/.test(word);
  const dates = table.header.flatMap((_, at) =>
    table.rows.every((row) => /^(?:\d{4}-\d{2}-\d{2}.*)?$/.test(row[at] ?? '')) ? [at] : [],
  );
  const at = isDate ? (dates.includes(named ?? -1) ? named : dates.length === 1 ? dates[0] : undefined) : named;
  if (at === undefined) return undefined;
  const lower = word.toLowerCase();
  const compare = (cell: string): number | undefined => {
    if (cell === '') return undefined;
    if (isDate) return cell.slice(0, n.length).localeCompare(n);
    const value = Number(cell.replace(/[^\d.-]/g, ''));
    if (n.toLowerCase() === 'zero') return Number.isFinite(value) ? Math.sign(value) : undefined;
    return Number.isFinite(value) ? Math.sign(value - Number(n.replace(/,/g, ''))) : undefined;
  };
  return (row) => {
    const way = compare(row[at] ?? '');
    if (way === undefined) return false;
    if (/before|earlier|less|under|below|fewer|smaller|lower/.test(lower)) return way < 0;
    if (/after|later|more|over|above|greater|higher|larger|bigger/.test(lower)) return way > 0;
    if (/least|since|from/.test(lower)) return way >= 0;
    return lower === 'in' ? way === 0 : way <= 0;
  };
}

/** "ids" is too short to be known as a plural. */
export function baseOf(word: string): string {
  const lower = word.toLowerCase();
  return root(lower.length <= 4 ? lower.replace(/s$/, '') : singular(lower));
}

/** "Shipping" and "shipped" are one, whatever else either may mean. */
export function isSameBase(a: string, b: string): boolean {
  return baseOf(a) === baseOf(b) || porterStem(a.toLowerCase()) === porterStem(b.toLowerCase());
}

function columnNamed({ header }: Table, word: string): number {
  return header.findIndex((name) => name.split(/[\W_]+/).some((part) => part !== '' && isSameBase(part, word)));
}

function isSame(cell: string, word: string): boolean {
  return (
    cell.toLowerCase() === word ||
    cell
      .toLowerCase()
      .split(/[\s,]+/)
      .includes(word)
  );
}

function isCell({ rows }: Table, word: string): boolean {
  return rows.some((row) => row.some((cell) => isSame(cell, word)));
}
