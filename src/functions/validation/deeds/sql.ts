/** What a criterion asks of tables and queries: columns by their words, rows by a limit. */
import { readNumber, type Seen, seen } from '../seen.ts';
import { columnIs, type Table, tablesIn } from '../sql.ts';
import type { CodeArtifact } from './scope.ts';
import { type Asked, rootsOfName, sameRoot } from './wording.ts';

const PROPERTIES: readonly (readonly [RegExp, string])[] = [
  [
    /\bnot null\b|\bmandatory\b|\brequired\b|\b(?:cannot|may not|must not) be (?:null|empty|missing)\b|\bnever null\b/i,
    'not null',
  ],
  [/\bnullable\b|\boptional\b|\b(?:may|can) be null\b/i, 'nullable'],
  [/\bunique\b|\bno two\b|\bduplicates?\b/i, 'unique'],
  [/\bprimary key\b/i, 'primary key'],
  [/\bforeign key\b|\breferenc/i, 'foreign key'],
  [/\bdefault/i, 'default'],
  [/\bindex(?:ed)?\b/i, 'indexed'],
];

export function judgeSql(artifact: CodeArtifact, asked: Asked): Seen | undefined {
  if (artifact.code.language !== 'sql') return undefined;
  return judgeLimit(artifact, asked) ?? judgeSign(artifact, asked) ?? judgeColumns(artifact, asked);
}

function judgeLimit({ text }: CodeArtifact, { text: said, negative }: Asked): Seen | undefined {
  const asks =
    /\b(?:at most|no more than|only|limited to|up to|the first|top)\s+(?:the\s+)?(?:first |top )?([\w,]+)\s+(?:\w+\s+)?(?:rows?|results?|records?|entries|lines|\w+s)\b/i.exec(
      said,
    );
  const wanted = readNumber(asks?.[1]);
  if (wanted === undefined || /\b(?:characters?|digits?|bytes?|letters?|decimals?)\b/i.test(said)) return undefined;
  const limit = /\blimit\s+(\d+)|\bfetch\s+first\s+(\d+)|\btop\s*\(?\s*(\d+)/i.exec(text);
  const given = limit === null ? undefined : Number(limit[1] ?? limit[2] ?? limit[3]);
  return seen(
    (given !== undefined && given <= wanted) !== negative,
    given === undefined ? 'No limit is set.' : `The limit is ${given}.`,
  );
}

const SIGN =
  /\bnegative\b|\bpositive\b|\bbelow zero\b|\bgreater than zero\b|\bat least\b|\bbetween\b|\bof zero\b|\b(?:be|is|are) zero\b/i;
const ALLOWED = /\b(?:may|can|could|allowed|possible|permitted|accepted|accepts)\b/i;
const REFUSED = /\b(?:cannot|not|never|no|rejected|refused|impossible|prevented)\b|n't\b/i;

/** "Prices cannot be negative": a check on that column. */
function judgeSign(artifact: CodeArtifact, asked: Asked): Seen | undefined {
  if (!SIGN.test(asked.text)) return undefined;
  const own = columnsNamed(artifact, asked);
  // "A payment of zero": the table is named, and its checked column is meant.
  const checked = columnsMeant(artifact, asked).filter(({ column }) => /\bcheck\s*\(/i.test(column.text));
  const named = own.length > 0 ? own : checked.length === 1 ? checked : [];
  if (named.length === 0) return undefined;
  const least = /\bzero\b(?<!\b(?:below|than) zero)/i.test(asked.text) ? '>(?!=)' : '(?:>|between)';
  const odd = named.find(
    ({ table, column }) =>
      !new RegExp(`check\\s*\\([^;]*\\b${column.name}\\b\\s*${least}|\\bunsigned\\b`, 'i').test(
        `${column.text} ${table.text}`,
      ),
  );
  const isAllowed = ALLOWED.test(asked.text) && !REFUSED.test(asked.text);
  return seen(
    (odd === undefined) !== isAllowed,
    odd === undefined ? 'A check keeps it so.' : `Nothing checks ${odd.column.name}.`,
  );
}

function judgeColumns(artifact: CodeArtifact, asked: Asked): Seen | undefined {
  const property = PROPERTIES.find(([pattern]) => pattern.test(asked.text))?.[1];
  if (property === undefined) return undefined;
  const every = /\b(?:every|each|all) (?:\w+ )?columns?\b/i.test(asked.text);
  const named = every ? columnsMeant(artifact, asked) : columnsNamed(artifact, asked);
  if (named.length === 0) return undefined;
  const holds = ({ table, column }: Column) => {
    if (property === 'indexed') return isIndexed(artifact, table.name, column.name);
    if (property === 'default') return /\bdefault\b/i.test(column.text) && valueFits(column.text, asked.text);
    return columnIs(column.text, table, column.name, property);
  };
  const odd = named.find((one) => !holds(one));
  // "cannot be null", "no two … the same": the denial is the property.
  const denied = asked.negative && !/\b(?:null|duplicates?|no two|empty)\b/i.test(asked.text);
  return seen(
    (odd === undefined) !== denied,
    odd === undefined ? `It is ${property}.` : `${odd.column.name} is not ${property}.`,
  );
}

function valueFits(column: string, said: string): boolean {
  const given = /\bdefault\s+('[^']*'|[\w.()-]+)/i.exec(column)?.[1]?.replace(/'/g, '').toLowerCase() ?? '';
  const wanted = /\bdefaults? (?:to|is|of|value(?: of| is)?)\s+(.+?)[.\s]*$/i
    .exec(said)?.[1]
    ?.replace(/["'`]/g, '')
    .toLowerCase();
  return (
    wanted === undefined ||
    given === wanted ||
    given.startsWith(wanted) ||
    wanted.startsWith(given) ||
    (/now|current|creation/.test(wanted) && /now|current/.test(given))
  );
}

function isIndexed({ code, text }: CodeArtifact, table: string, column: string): boolean {
  return (
    code.symbols.some(
      ({ kind, header }) =>
        kind === 'index' &&
        new RegExp(`\\bon\\s+(?:\\w+\\.)?"?${table}"?\\s*(?:using\\s+\\w+\\s*)?\\([^;]*\\b${column}\\b`, 'i').test(
          header,
        ),
    ) || new RegExp(`\\b(?:index|key)\\s+\\w*\\s*\\(\\s*${column}\\b`, 'i').test(text)
  );
}

interface Column {
  readonly table: Table;
  readonly column: Table['columns'][number];
}

function allColumns(artifact: CodeArtifact): Column[] {
  return tablesIn(artifact).flatMap((table) => table.columns.map((column) => ({ table, column })));
}

/** "Every column of visit but the last": of the tables that are named, without those that are excepted. */
function columnsMeant(artifact: CodeArtifact, { text }: Asked): Column[] {
  const [said = '', excepted = ''] = text.split(/\b(?:except|apart from|other than|besides|but)\b/i);
  const names = (part: string) => new Set(part.toLowerCase().match(/\w+/g) ?? []);
  const [tables, without] = [names(said), names(excepted)];
  const all = allColumns(artifact).filter(({ column }) => !without.has(column.name.toLowerCase()));
  const own = all.filter(({ table }) => tables.has(table.name.toLowerCase()));
  return own.length > 0 ? own : all;
}

/** Columns whose words the criterion has; a table it names narrows them. */
function columnsNamed(artifact: CodeArtifact, { roots, text }: Asked): Column[] {
  const says = (name: string) =>
    text.includes(name) || rootsOfName(name).every((part) => roots.some((one) => sameRoot(one, part)));
  const named = allColumns(artifact).filter(({ column }) => column.name !== '' && says(column.name));
  const longest = Math.max(0, ...named.map(({ column }) => rootsOfName(column.name).length));
  const full = named.filter(({ column }) => rootsOfName(column.name).length === longest);
  const within = full.filter(({ table }) => says(table.name));
  return within.length > 0 ? within : full;
}
