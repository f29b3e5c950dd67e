import type {
  Clause,
  Expression,
  Projection,
  ProjectionItem,
  Query,
  RemoveItem,
  SetItem,
  SingleQuery,
  SortItem,
} from './ast.ts';
import {
  type Cursor,
  endOfLast,
  isSymbol,
  isWord,
  mistake,
  needName,
  needSymbol,
  needWord,
  next,
  openCursor,
  peek,
  surprise,
  takeSymbol,
  takeWord,
} from './cursor.ts';
import { parseExpression } from './expressions.ts';
import { locate } from './lexer.ts';
import { parseVariable } from './names.ts';
import { parseNamedPath, parsePath, parsePatterns } from './patterns.ts';
import { nearest, reject } from './reject.ts';

/** Parses one statement. With `writes` (scratch graphs only) the clauses that write are parsed, else they are refused. */
export function parseQuery(source: string, options: { writes?: boolean } = {}): Query {
  const cursor = openCursor(
    source,
    { expression: parseExpression, pattern: parsePath, subquery: parseSubquery },
    options.writes ?? false,
  );
  if (peek(cursor).kind === 'end') throw reject('syntax', 'The query is empty.', { detail: 'UnexpectedSyntax' });
  const query = parseUnion(cursor);
  endStatement(cursor);
  return query;
}

function endStatement(cursor: Cursor): void {
  let ended = false;
  while (takeSymbol(cursor, ';')) ended = true;
  if (peek(cursor).kind === 'end') return;
  if (ended)
    throw reject('single_statement', 'A query is one statement; this text holds more than one.', {
      hint: 'Send the statements one by one.',
    });
  refuseClause(cursor);
  const near = nearest(peek(cursor).text, clauseWords);
  throw Object.assign(surprise(cursor, near ? `a clause (did you mean ${near}?)` : 'a clause or the end of the query'));
}

const clauseWords = [
  'MATCH',
  'OPTIONAL MATCH',
  'WHERE',
  'WITH',
  'UNWIND',
  'RETURN',
  'ORDER BY',
  'SKIP',
  'LIMIT',
  'UNION',
];

function parseUnion(cursor: Cursor): Query {
  const start = peek(cursor).start;
  const parts = [parseSingle(cursor)];
  const modes: boolean[] = [];
  while (takeWord(cursor, 'UNION')) {
    modes.push(takeWord(cursor, 'ALL'));
    parts.push(parseSingle(cursor));
  }
  if (modes.some((mode) => mode !== modes[0]))
    throw mistake(cursor, start, 'UNION and UNION ALL cannot be mixed.', 'InvalidClauseComposition');
  return { parts, all: modes[0] ?? false, start, end: endOfLast(cursor) };
}

/** What may stand in the braces of EXISTS { … }: a query, or patterns with an optional WHERE. */
function parseSubquery(cursor: Cursor): Query {
  if (!isSymbol(cursor, '(') && !isSymbol(cursor, '=', 1)) return parseUnion(cursor);
  const start = peek(cursor).start;
  const patterns = parsePatterns(cursor);
  const where = takeWord(cursor, 'WHERE') ? parseExpression(cursor) : undefined;
  const end = endOfLast(cursor);
  return {
    parts: [{ clauses: [{ kind: 'match', optional: false, patterns, ...(where ? { where } : {}), start, end }] }],
    all: false,
    start,
    end,
  };
}

function parseSingle(cursor: Cursor): SingleQuery {
  const clauses: Clause[] = [];
  while (true) {
    const clause = parseClause(cursor);
    if (!clause) break;
    clauses.push(clause);
    if (clause.kind === 'return') break;
  }
  if (clauses.length === 0) {
    const near = nearest(peek(cursor).text, clauseWords);
    throw surprise(cursor, near ? `a clause (did you mean ${near}?)` : 'a clause');
  }
  return { clauses };
}

function parseClause(cursor: Cursor): Clause | undefined {
  const start = peek(cursor).start;
  const clause = readClause(cursor, start);
  if (clause) return clause;
  if (cursor.writes) return readWrite(cursor, start);
  refuseClause(cursor);
  return undefined;
}

function readClause(cursor: Cursor, start: number): Clause | undefined {
  if (takeWord(cursor, 'MATCH')) return parseMatch(cursor, start, false);
  if (takeWord(cursor, 'OPTIONAL')) {
    needWord(cursor, 'MATCH');
    return parseMatch(cursor, start, true);
  }
  if (takeWord(cursor, 'UNWIND')) {
    const list = parseExpression(cursor);
    needWord(cursor, 'AS');
    return { kind: 'unwind', list, variable: parseVariable(cursor), start, end: endOfLast(cursor) };
  }
  if (takeWord(cursor, 'WITH')) {
    const projection = parseProjection(cursor, start);
    const where = takeWord(cursor, 'WHERE') ? parseExpression(cursor) : undefined;
    return { kind: 'with', projection, ...(where ? { where } : {}), start, end: endOfLast(cursor) };
  }
  if (takeWord(cursor, 'RETURN'))
    return { kind: 'return', projection: parseProjection(cursor, start), start, end: endOfLast(cursor) };
  return undefined;
}

const forbidden = new Set(
  `CREATE MERGE SET DELETE DETACH NODETACH REMOVE FOREACH LOAD COPY CALL USE USING DROP ALTER SHOW GRANT DENY REVOKE START
   STOP TERMINATE RENAME ENABLE DEALLOCATE REALLOCATE DRYRUN INSERT FINISH BEGIN COMMIT ROLLBACK IMPORT EXPORT ATTACH
   INSTALL CHECKPOINT UPDATE ADD TRUNCATE`.split(/\s+/),
);

/** A clause that would write or administer, named as such wherever a clause may stand. */
function refuseClause(cursor: Cursor): void {
  const token = peek(cursor);
  if (!forbidden.has(token.word)) return;
  const { line, column } = locate(cursor.source, token.start);
  throw reject('read_only', `${token.word} is not allowed: queries only read. (line ${line}, column ${column})`, {
    hint: 'Use MATCH, OPTIONAL MATCH, WHERE, WITH, UNWIND and RETURN.',
    detail: 'InvalidClauseComposition',
    line,
    column,
  });
}

function parseMatch(cursor: Cursor, start: number, optional: boolean): Clause {
  const patterns = parsePatterns(cursor);
  const where = takeWord(cursor, 'WHERE') ? parseExpression(cursor) : undefined;
  return { kind: 'match', optional, patterns, ...(where ? { where } : {}), start, end: endOfLast(cursor) };
}

function parseProjection(cursor: Cursor, start: number): Projection {
  const distinct = takeWord(cursor, 'DISTINCT');
  const star = takeSymbol(cursor, '*');
  const items: ProjectionItem[] = [];
  if (!star || takeSymbol(cursor, ',')) {
    items.push(parseItem(cursor));
    while (takeSymbol(cursor, ',')) items.push(parseItem(cursor));
  }
  const order: SortItem[] = [];
  if (takeWord(cursor, 'ORDER')) {
    needWord(cursor, 'BY');
    do order.push(parseSort(cursor));
    while (takeSymbol(cursor, ','));
  }
  const skip = takeWord(cursor, 'SKIP') || takeWord(cursor, 'OFFSET') ? parseExpression(cursor) : undefined;
  const limit = takeWord(cursor, 'LIMIT') ? parseExpression(cursor) : undefined;
  return {
    distinct,
    star,
    items,
    order,
    ...(skip ? { skip } : {}),
    ...(limit ? { limit } : {}),
    start,
    end: endOfLast(cursor),
  };
}

function parseItem(cursor: Cursor): ProjectionItem {
  const first = peek(cursor).start;
  const expression = parseExpression(cursor);
  const text = cursor.source.slice(first, endOfLast(cursor));
  if (takeWord(cursor, 'AS')) return { expression, name: parseVariable(cursor).name, aliased: true };
  return {
    expression,
    name: expression.kind === 'variable' ? expression.name : text,
    aliased: expression.kind === 'variable',
  };
}

function parseSort(cursor: Cursor): SortItem {
  const expression = parseExpression(cursor);
  if (takeWord(cursor, 'DESC') || takeWord(cursor, 'DESCENDING')) return { expression, descending: true };
  if (!takeWord(cursor, 'ASC')) takeWord(cursor, 'ASCENDING');
  return { expression, descending: false };
}

function readWrite(cursor: Cursor, start: number): Clause | undefined {
  if (takeWord(cursor, 'CREATE'))
    return { kind: 'create', patterns: parsePatterns(cursor), start, end: endOfLast(cursor) };
  if (takeWord(cursor, 'MERGE')) return parseMerge(cursor, start);
  if (takeWord(cursor, 'SET')) return { kind: 'set', items: parseSetItems(cursor), start, end: endOfLast(cursor) };
  if (takeWord(cursor, 'REMOVE'))
    return { kind: 'remove', items: parseRemoveItems(cursor), start, end: endOfLast(cursor) };
  const detach = takeWord(cursor, 'DETACH');
  if (!detach && !isWord(cursor, 'DELETE')) return undefined;
  needWord(cursor, 'DELETE');
  const targets = [parseExpression(cursor)];
  while (takeSymbol(cursor, ',')) targets.push(parseExpression(cursor));
  return { kind: 'delete', detach, targets, start, end: endOfLast(cursor) };
}

function parseMerge(cursor: Cursor, start: number): Clause {
  const pattern = parseNamedPath(cursor);
  const onCreate: SetItem[] = [];
  const onMatch: SetItem[] = [];
  while (takeWord(cursor, 'ON')) {
    const created = isWord(cursor, 'CREATE');
    next(cursor);
    needWord(cursor, 'SET');
    (created ? onCreate : onMatch).push(...parseSetItems(cursor));
  }
  return { kind: 'merge', pattern, onCreate, onMatch, start, end: endOfLast(cursor) };
}

function parseSetItems(cursor: Cursor): SetItem[] {
  const items: SetItem[] = [];
  do {
    const variable = parseVariable(cursor);
    if (isSymbol(cursor, ':')) items.push({ kind: 'labels', of: variable, labels: parseLabels(cursor) });
    else if (isSymbol(cursor, '=') || isSymbol(cursor, '+='))
      items.push({ kind: 'all', of: variable, keep: next(cursor).text === '+=', value: parseExpression(cursor) });
    else {
      const { of, key } = parseTarget(cursor, variable);
      needSymbol(cursor, '=');
      items.push({ kind: 'property', of, key, value: parseExpression(cursor) });
    }
  } while (takeSymbol(cursor, ','));
  return items;
}

function parseRemoveItems(cursor: Cursor): RemoveItem[] {
  const items: RemoveItem[] = [];
  do {
    const variable = parseVariable(cursor);
    if (isSymbol(cursor, ':')) items.push({ kind: 'labels', of: variable, labels: parseLabels(cursor) });
    else items.push({ kind: 'property', ...parseTarget(cursor, variable) });
  } while (takeSymbol(cursor, ','));
  return items;
}

function parseTarget(cursor: Cursor, of: Expression): { of: Expression; key: string } {
  needSymbol(cursor, '.');
  return { of, key: needName(cursor, 'a property name') };
}

function parseLabels(cursor: Cursor): string[] {
  const labels: string[] = [];
  while (takeSymbol(cursor, ':')) labels.push(needName(cursor, 'a label'));
  return labels;
}
