/** Checks on SQL: what its tables have. */
import type { CodeSymbol } from '../../reading/index.ts';
import type { Groups } from './recognise.ts';
import { type Artifact, type Check, type Seen, seen } from './seen.ts';

function onSql(
  check: (artifact: Artifact & { code: NonNullable<Artifact['code']> }, groups: Groups) => Seen | undefined,
): Check {
  return (artifact, groups) =>
    artifact.code?.language === 'sql' ? check(artifact as Parameters<typeof check>[0], groups) : undefined;
}

export interface Table {
  readonly name: string;
  readonly text: string;
  readonly columns: readonly { readonly name: string; readonly text: string }[];
}

export function tablesIn({ text, code }: Artifact): Table[] {
  return (code?.symbols ?? []).filter(({ kind }) => kind === 'table').map((symbol) => readTable(text, symbol));
}

function readTable(source: string, { name, start, end }: CodeSymbol): Table {
  const text = source.slice(start, end).replace(/--[^\n]*/g, '');
  const body = text.slice(text.indexOf('(') + 1, text.lastIndexOf(')'));
  const items: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at <= body.length; at++) {
    if (body[at] === '(') depth++;
    if (body[at] === ')') depth--;
    if (at === body.length || (body[at] === ',' && depth === 0)) {
      items.push(body.slice(from, at).trim());
      from = at + 1;
    }
  }
  const columns = items
    .filter((item) => !/^(?:primary|foreign|unique|check|constraint|index|key|exclude)\b/i.test(item))
    .map((item) => ({ name: /^["`[]?(\w+)/.exec(item)?.[1] ?? '', text: item }));
  return { name, text, columns };
}

const WHAT: Readonly<Record<string, (table: Table) => boolean>> = {
  'primary key': ({ text }) => /\bprimary\s+key\b/i.test(text),
  'foreign key': ({ text }) => /\breferences\b|\bforeign\s+key\b/i.test(text),
  'unique constraint': ({ text }) => /\bunique\b/i.test(text),
  'check constraint': ({ text }) => /\bcheck\s*\(/i.test(text),
};

export function columnIs(text: string, table: Table, column: string, what: string): boolean {
  const said = what.toLowerCase();
  if (/not null|required/.test(said)) return /\bnot\s+null\b|\bprimary\s+key\b/i.test(text);
  if (/nullable/.test(said)) return !/\bnot\s+null\b|\bprimary\s+key\b/i.test(text);
  if (/unique/.test(said))
    return (
      /\bunique\b|\bprimary\s+key\b/i.test(text) ||
      new RegExp(`\\bunique\\s*\\(\\s*${column}\\s*\\)`, 'i').test(table.text)
    );
  if (/primary/.test(said))
    return (
      /\bprimary\s+key\b/i.test(text) || new RegExp(`primary\\s+key\\s*\\([^)]*\\b${column}\\b`, 'i').test(table.text)
    );
  if (/foreign/.test(said))
    return (
      /\breferences\b/i.test(text) || new RegExp(`foreign\\s+key\\s*\\([^)]*\\b${column}\\b`, 'i').test(table.text)
    );
  return new RegExp(`\\b${said}\\b`, 'i').test(text);
}

export const SQL: Readonly<Record<string, Check>> = {
  select_star: onSql(({ text }) => {
    const at = text.replace(/--[^\n]*/g, (comment) => ' '.repeat(comment.length)).search(/\bselect\s+(?:\w+\.)?\*/i);
    return seen(at >= 0, at >= 0 ? 'It is used.' : 'It is not used.', { at: at >= 0 ? at : undefined });
  }),
  one_transaction: onSql(({ text }) => {
    const bare = text.replace(/--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'/g, ' ');
    const statements = bare
      .split(';')
      .map((one) => one.trim())
      .filter((one) => one !== '');
    const opens = (one: string) => /^(?:begin|start\s+transaction)\b/i.test(one);
    const closes = (one: string) => /^(?:commit|end)\b/i.test(one);
    const whole = statements.length > 2 && opens(statements[0]!) && closes(statements.at(-1)!);
    const holds = whole && statements.filter((one) => opens(one) || closes(one)).length === 2;
    return seen(holds, holds ? 'From BEGIN to COMMIT.' : 'Not all of it stands between one BEGIN and its COMMIT.');
  }),
  without_where: onSql(({ text }, { what = '' }) => {
    const verb = /delete/i.test(what)
      ? 'delete\\s+from'
      : /update/i.test(what)
        ? 'update'
        : '(?:delete\\s+from|update)';
    const bare = text.replace(/--[^\n]*|'(?:[^']|'')*'/g, (part) => ' '.repeat(part.length));
    const open = [...bare.matchAll(new RegExp(`(?:^|;)\\s*${verb}\\b[^;]*`, 'gi'))].find(
      ([one]) => !/\bwhere\b/i.test(one),
    );
    return seen(open !== undefined, open === undefined ? 'Each has a WHERE.' : 'One has no WHERE.', {
      evidence: open?.[0].replace(/^;/, '').trim().slice(0, 80),
      at: open?.index,
    });
  }),
  table_has: onSql((artifact, { name = '', what = '', other }) => {
    const table = tablesIn(artifact).find((one) => one.name.toLowerCase() === name.toLowerCase());
    if (table === undefined) return undefined;
    const column = /^(\w+) column$/i.exec(what)?.[1];
    if (column !== undefined)
      return seen(
        table.columns.some((one) => one.name.toLowerCase() === column.toLowerCase()),
        `Its columns are ${table.columns.map((one) => one.name).join(', ')}.`,
      );
    const holds = WHAT[what.toLowerCase()]?.(table);
    if (holds === undefined) return undefined;
    return seen(
      holds && (other === undefined || new RegExp(`\\b${other}\\b`, 'i').test(table.text)),
      `The table ${table.name} has ${holds ? 'a' : 'no'} ${what}.`,
    );
  }),
  each_table_has: onSql((artifact, { what = '' }) => {
    const tables = tablesIn(artifact);
    const odd = tables.find((table) => !WHAT[what.toLowerCase()]?.(table));
    return tables.length === 0
      ? undefined
      : seen(odd === undefined, odd === undefined ? 'Each has.' : `${odd.name} has none.`);
  }),
  column_is: onSql((artifact, { name = '', what = '' }) => {
    const bare = name.split('.').at(-1)!;
    const tables = tablesIn(artifact).filter(({ columns }) =>
      columns.some((one) => one.name.toLowerCase() === bare.toLowerCase()),
    );
    if (tables.length === 0) return undefined;
    if (/indexed/i.test(what)) return SQL['index_on']!(artifact, { name: bare }) as Seen | undefined;
    const holds = tables.every((table) =>
      columnIs(table.columns.find((one) => one.name.toLowerCase() === bare.toLowerCase())!.text, table, bare, what),
    );
    return seen(holds, `${bare} is ${holds ? '' : 'not '}${what}.`);
  }),
  each_column_is: onSql((artifact, { what = '' }) => {
    const all = tablesIn(artifact).flatMap((table) => table.columns.map((column) => ({ table, column })));
    const odd = all.find(({ table, column }) => !columnIs(column.text, table, column.name, what));
    return all.length === 0
      ? undefined
      : seen(odd === undefined, odd === undefined ? 'Each is.' : `${odd.table.name}.${odd.column.name} is not.`);
  }),
  index_on: onSql(({ text, code }, { name = '', other }) => {
    const found = code.symbols
      .filter(({ kind }) => kind === 'index')
      .find(
        ({ header }) =>
          new RegExp(`\\bon\\s+[\\w."]+\\s*(?:using\\s+\\w+\\s*)?\\([^;]*\\b${name}\\b`, 'i').test(header) &&
          (other === undefined || new RegExp(`\\bon\\s+[\\w."]*${other}\\b`, 'i').test(header)),
      );
    const inline = new RegExp(`\\b(?:index|key)\\s+\\w*\\s*\\(\\s*${name}\\b`, 'i').test(text);
    return seen(
      found !== undefined || inline,
      found !== undefined || inline ? `${name} is indexed.` : `${name} is not indexed.`,
    );
  }),
  references: onSql(({ text }, { name = '' }) => {
    const holds = new RegExp(`\\breferences\\s+(?:\\w+\\.)?["\`]?${name}\\b`, 'i').test(text);
    return seen(holds, holds ? `It refers to ${name}.` : `Nothing refers to ${name}.`);
  }),
  column_type: onSql((artifact, { name = '', value = '' }) => {
    const column = tablesIn(artifact)
      .flatMap(({ columns }) => columns)
      .find((one) => one.name.toLowerCase() === name.toLowerCase());
    if (column === undefined) return undefined;
    const given = /\bdefault\s+('[^']*'|\S+)/i.exec(column.text)?.[1];
    const fold = (text: string) => text.toLowerCase().replace(/[^\w.]/g, '');
    return seen(
      given !== undefined && fold(given) === fold(value),
      given === undefined ? 'It has no default.' : `Its default is ${given}.`,
    );
  }),
};
