/**
 * Criteria about tables as tables: a CSV file or a table of a document, by its columns and rows. "The email column is never
 * empty", "every action has an owner", "no two rows have the same id", "all dates are in ISO form".
 */
import { type Artifact, readNumber, type Seen, seen } from '../seen.ts';
import { cellsOf, isSeparated, separatorOf } from './cells.ts';
import { isSameBase, judgeRecords, type Table } from './records.ts';

export function judgeTables(artifact: Artifact, criterion: string): Seen | undefined {
  if (artifact.code !== undefined) return undefined;
  const tables = tablesOf(artifact);
  if (tables.length === 0) return undefined;
  const text = criterion
    .replace(/["`“”]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[.!]+$/, '');
  const whole = isSeparated(artifact.path) ? judgeWhole(tables[0]!, text) : undefined;
  return (
    whole ??
    firstOf(
      tables,
      (table) =>
        judgeFilled(table, text) ?? judgeUnique(table, text) ?? judgeOrder(table, text) ?? judgeKind(table, text),
    ) ??
    (isSeparated(artifact.path) ? judgeRecords(tables[0]!, text) : undefined)
  );
}

function firstOf(tables: readonly Table[], judge: (table: Table) => Seen | undefined): Seen | undefined {
  for (const table of tables) {
    const found = judge(table);
    if (found !== undefined) return found;
  }
  return undefined;
}

export function tablesOf(artifact: Artifact): Table[] {
  const lines = artifact.text.split('\n').filter((line) => line.trim() !== '');
  if (isSeparated(artifact.path)) {
    const sign = separatorOf(artifact, lines[0] ?? '');
    const [header = [], ...rows] = lines.map((line) => cellsOf(line, sign).map(bare));
    return rows.length === 0 ? [] : [{ header, rows }];
  }
  const tables: Table[] = [];
  for (const [at, line] of lines.entries()) {
    if (!/^\s*\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)+\|?\s*$/.test(line) || at === 0) continue;
    const rows: string[][] = [];
    for (const next of lines.slice(at + 1)) {
      if (!next.includes('|')) break;
      rows.push(barred(next));
    }
    tables.push({ header: barred(lines[at - 1]!), rows });
  }
  return tables;
}

const bare = (cell: string) => cell.trim().replace(/^"|"$/g, '').trim();

function barred(line: string): string[] {
  return line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map(bare);
}

/** Which column a phrase names: "due date" is the column Due, "owners" the column Owner. */
function columnOf({ header }: Table, said: string): number {
  const wanted = said
    .toLowerCase()
    .split(/\W+/)
    .filter(
      (word) => word !== '' && !/^(?:an?|the|its|own|value|values|column|columns|field|fields|of|in)$/.test(word),
    );
  return header.findIndex((name) => {
    const words = name
      .toLowerCase()
      .split(/[\W_]+/)
      .filter((word) => word !== '');
    const isSaid = (word: string) => wanted.some((one) => isSameBase(one, word));
    return words.length > 0 && words.every(isSaid) && wanted.length <= words.length + 1;
  });
}

const EMPTY = /^(?:|-+|–|—|\?+|tbd|tba|n\/a|none|open|null)$/i;
const FILLED =
  /^(?:(?:every|each|all)(?: of the)? (?:[\w-]+ ){0,3}?(?:has|have|names?|gives?|states?|lists?|shows?|is given|are given|with) (?<has>.+)|(?:the )?(?<column>[\w -]+?)(?: column| field)? (?:is|are) (?<never>never|not|always)(?: left)? (?:empty|blank|missing|filled(?: in)?|given|present)|(?:no|there is no|there are no) (?:[\w-]+ ){0,2}(?:lacks?|without|is missing|misses|with no|with an empty) (?<lacks>.+))$/i;

function judgeFilled(table: Table, text: string): Seen | undefined {
  const groups = FILLED.exec(text)?.groups;
  const said = groups?.['has'] ?? groups?.['column'] ?? groups?.['lacks'];
  if (said === undefined) return undefined;
  const columns = said.split(/,? and |, /).map((one) => columnOf(table, one));
  if (columns.includes(-1)) return undefined;
  const odd = table.rows.findIndex((row) => columns.some((at) => EMPTY.test(row[at] ?? '')));
  return seen(
    odd < 0,
    odd < 0 ? 'Each row has it.' : `Row ${odd + 1} (${table.rows[odd]!.join(', ').slice(0, 60)}) has none.`,
  );
}

const UNIQUE =
  /^(?:(?:the |all |every |each )?(?<a>[\w -]+?)(?: (?:values?|column))? (?:is|are)(?: all)? (?:unique|distinct|different)(?: in each row)?|no two (?:rows|records|entries|lines|[\w-]+) (?:have|share|carry)(?: the)?(?: same)? (?<b>[\w -]+)|no (?<c>[\w -]+?) (?:occurs|appears|is used|comes up|is listed) (?:twice|more than once))$/i;

function judgeUnique(table: Table, text: string): Seen | undefined {
  const groups = UNIQUE.exec(text)?.groups;
  const at = columnOf(table, groups?.['a'] ?? groups?.['b'] ?? groups?.['c'] ?? '');
  if (groups === undefined || at < 0) return undefined;
  const values = table.rows.map((row) => row[at] ?? '');
  const twice = values.find((value, index) => value !== '' && values.indexOf(value) !== index);
  return seen(twice === undefined, twice === undefined ? 'Each is another.' : `"${twice}" stands there twice.`);
}

const ORDER =
  /^(?:the )?(?:rows|records|entries|lines|[\w-]+) (?:is|are) (?:in (?<a>ascending|descending|alphabetical|chronological) order(?: of| by)?|(?:sorted|ordered|listed)(?: (?:by|in order of))?) ?(?:the )?(?<what>[\w -]*?)(?:,? (?:in )?(?<way>ascending|descending|newest first|latest first|largest first)(?: order)?)?$/i;

/** "The rows are sorted by the date of joining": by the column that has a word of it. */
function judgeOrder(table: Table, text: string): Seen | undefined {
  const groups = ORDER.exec(text)?.groups;
  if (groups === undefined) return undefined;
  const words = (groups['what'] ?? '').split(/\W+/).filter((word) => word.length > 1);
  const at = words.map((word) => columnOf(table, word)).find((one) => one >= 0);
  if (at === undefined) return undefined;
  const cells = table.rows.map((row) => row[at] ?? '');
  const isDown = /descending|first/i.test(groups['a'] ?? groups['way'] ?? '');
  const odd = cells.findIndex((cell, index) => {
    const way = index === 0 ? 0 : cells[index - 1]!.localeCompare(cell, 'en', { numeric: true });
    return isDown ? way < 0 : way > 0;
  });
  return seen(odd < 0, odd < 0 ? 'They are in order.' : `"${cells[odd]}" is out of order.`);
}

const KINDS: readonly (readonly [RegExp, RegExp, RegExp])[] = [
  [
    /\b(?:iso(?: 8601)?|yyyy-mm-dd)\b|\byear,? (?:then )?month,? (?:and|then)? ?day\b|\byear-month-day\b/i,
    /^\d{4}-\d{2}-\d{2}(?:[T ].*)?$/,
    /\d[-./]\d|\b\d{4}\b/,
  ],
  [/\b(?:whole numbers?|integers?)\b/i, /^-?\d+$/, /^/],
  [/\b(?:numbers?|numeric)\b/i, /^-?\d+(?:[.,]\d+)*$/, /^/],
  [/\bpositive\b/i, /^(?!0+(?:[.,]0+)?$)\d/, /^/],
];

/** "All dates are in ISO form": of the columns whose cells are dates, or of the one that is named. */
function judgeKind(table: Table, text: string): Seen | undefined {
  const groups =
    /^(?:(?:all|every|each)(?: of the)? |the )?(?<what>[\w -]+?)(?: (?:in|of) the (?<where>[\w -]+?))?(?: column)? (?:is|are|contains?|holds?|has|uses?)(?: only)?(?: given| written)? (?<kind>.+)$/i.exec(
      text,
    )?.groups;
  const kind = KINDS.find(([name]) => name.test(groups?.['kind'] ?? ''));
  if (groups === undefined || kind === undefined) return undefined;
  const named = columnOf(table, groups['where'] ?? groups['what']!);
  const isDate = (cells: readonly string[]) =>
    cells.filter((one) => /^\d{4}-\d\d-\d\d|^\d{1,2}[./]\d{1,2}[./]\d{2,4}$/.test(one)).length * 2 > cells.length;
  const column = (at: number) => table.rows.map((row) => row[at] ?? '').filter((one) => one !== '');
  const wanted =
    named >= 0
      ? [named]
      : /\bdates?\b/i.test(groups['what']!)
        ? table.header.flatMap((_, at) => (isDate(column(at)) ? [at] : []))
        : [];
  if (wanted.length === 0) return undefined;
  const odd = wanted.flatMap(column).find((cell) => !kind[1].test(cell));
  return seen(odd === undefined, odd === undefined ? 'Each cell is.' : `"${odd}" is not.`);
}

/** Header, and as many cells in each row. */
function judgeWhole({ header, rows }: Table, text: string): Seen | undefined {
  if (
    /^(?:the )?(?:first (?:line|row)) (?:is|holds|contains|names|gives) (?:an? |the )?(?:header|column names?|names of the columns|columns)\b|^(?:has|there is|starts with|begins with) an? header(?: (?:line|row))?$/i.test(
      text,
    )
  ) {
    const holds =
      header.every((cell) => /^[\p{L}_][\p{L}\p{N}_ .()/-]*$/u.test(cell)) && new Set(header).size === header.length;
    return seen(holds, `The first line reads ${header.join(', ').slice(0, 80)}.`);
  }
  if (
    /^(?:every|each|all) (?:rows?|lines?|records?) (?:has|have|contains?) (?:the same number of|as many|equally many) (?:columns|cells|fields|values)/i.test(
      text,
    )
  ) {
    const odd = rows.findIndex((row) => row.length !== header.length);
    return seen(odd < 0, odd < 0 ? `Each has ${header.length}.` : `Row ${odd + 1} has ${rows[odd]!.length}.`);
  }
  const counted =
    /^(?:the (?:file|table) )?(?:has|holds|contains|lists|there (?:is|are)) (?:an? header(?: row| line)? and )?(?<bound>exactly |at least |at most )?(?<n>\w+) (?:data )?(?:records|rows|entries|lines of data)$/i.exec(
      text,
    )?.groups;
  const n = readNumber(counted?.['n']);
  if (n !== undefined && /\bheader\b|\b(?:records|data)\b/i.test(text)) {
    const bound = counted!['bound']?.trim().toLowerCase();
    const holds = bound === 'at least' ? rows.length >= n : bound === 'at most' ? rows.length <= n : rows.length === n;
    return seen(holds, `It has ${rows.length} records.`);
  }
  const cells = readNumber(
    /^(?:every|each|all) (?:rows?|lines?|records?) (?:has|have|contains?) (?:exactly )?(\w+) (?:columns|cells|fields|values)$/i.exec(
      text,
    )?.[1],
  );
  if (cells === undefined) return undefined;
  const odd = [header, ...rows].find((row) => row.length !== cells);
  return seen(odd === undefined, odd === undefined ? 'Each has.' : `One has ${odd.length}.`);
}
