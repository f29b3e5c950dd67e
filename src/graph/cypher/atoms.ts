import type { Value } from '../values.ts';
import type { Expression, ProjectionEntry, Variable } from './ast.ts';
import { parseList, parseMap, parseReduce, tryQuantifier } from './collections.ts';
import {
  type Cursor,
  endOfLast,
  isSymbol,
  isWord,
  mistake,
  needName,
  needSymbol,
  needWord,
  nested,
  next,
  peek,
  surprise,
  takeSymbol,
  takeWord,
} from './cursor.ts';
import { parseVariable } from './names.ts';

export function parseAtom(cursor: Cursor): Expression {
  const token = peek(cursor);
  switch (token.kind) {
    case 'string':
      return literal(cursor, token.text);
    case 'integer':
      return parseInteger(cursor);
    case 'float':
      return parseFloatLiteral(cursor);
    case 'parameter':
      next(cursor);
      return { kind: 'parameter', name: token.text, start: token.start, end: token.end };
    case 'symbol':
      return parseBracketed(cursor);
    case 'name':
    case 'quoted':
      return parseNamed(cursor);
    default:
      throw surprise(cursor, 'an expression');
  }
}

function literal(cursor: Cursor, value: Value): Expression {
  const token = next(cursor);
  return { kind: 'literal', value, start: token.start, end: token.end };
}

function parseInteger(cursor: Cursor): Expression {
  const token = peek(cursor);
  const value = BigInt(token.text);
  if (value >= 2n ** 63n) throw mistake(cursor, token.start, 'This integer is too large.', 'IntegerOverflow');
  return literal(cursor, value);
}

function parseFloatLiteral(cursor: Cursor): Expression {
  const token = peek(cursor);
  const value = Number(token.text);
  if (!Number.isFinite(value)) throw mistake(cursor, token.start, 'This number is too large.', 'FloatingPointOverflow');
  return literal(cursor, value);
}

function parseBracketed(cursor: Cursor): Expression {
  if (isSymbol(cursor, '(')) {
    const pattern = tryPattern(cursor);
    if (pattern) return pattern;
    const start = next(cursor).start;
    const inner = cursor.grammar.expression(cursor);
    const end = needSymbol(cursor, ')').end;
    return { ...inner, start, end };
  }
  if (isSymbol(cursor, '[')) return parseList(cursor);
  if (isSymbol(cursor, '{')) return parseMap(cursor);
  throw surprise(cursor, 'an expression');
}

/** `(a)-->(b)` as a predicate; undefined (and nothing consumed) when this is a parenthesis like any other. */
function tryPattern(cursor: Cursor): Expression | undefined {
  const { at, depth } = cursor;
  try {
    const pattern = cursor.grammar.pattern(cursor);
    if (pattern.relationships.length > 0) return { kind: 'pattern', pattern, start: pattern.start, end: pattern.end };
  } catch {
    // not a pattern: read again as an expression, whose error is the one to show
  }
  Object.assign(cursor, { at, depth });
  return undefined;
}

/** An atom that starts with a name: a constant, CASE, a quantifier, a subquery, a call, or a variable. */
function parseNamed(cursor: Cursor): Expression {
  const token = peek(cursor);
  if (token.word === 'TRUE') return literal(cursor, true);
  if (token.word === 'FALSE') return literal(cursor, false);
  if (token.word === 'NULL') return literal(cursor, null);
  if (token.word === 'CASE') return parseCase(cursor);
  if (['EXISTS', 'COUNT', 'COLLECT'].includes(token.word) && isSymbol(cursor, '{', 1)) return parseSubquery(cursor);
  if (quantifiers.has(token.word) && isSymbol(cursor, '(', 1)) {
    const quantifier = tryQuantifier(cursor);
    if (quantifier) return quantifier;
  }
  if (token.word === 'REDUCE' && isSymbol(cursor, '(', 1)) return parseReduce(cursor);
  if (isCall(cursor)) return parseCall(cursor);
  const variable = parseVariable(cursor);
  return isSymbol(cursor, '{') ? parseProjectionMap(cursor, variable) : variable;
}

const quantifiers = new Set(['ALL', 'ANY', 'NONE', 'SINGLE']);

function parseCase(cursor: Cursor): Expression {
  const start = needWord(cursor, 'CASE').start;
  const subject = isWord(cursor, 'WHEN') ? undefined : cursor.grammar.expression(cursor);
  const branches: { when: Expression; result: Expression }[] = [];
  while (takeWord(cursor, 'WHEN')) {
    const when = cursor.grammar.expression(cursor);
    needWord(cursor, 'THEN');
    branches.push({ when, result: cursor.grammar.expression(cursor) });
  }
  if (branches.length === 0) throw surprise(cursor, 'WHEN');
  const otherwise = takeWord(cursor, 'ELSE') ? cursor.grammar.expression(cursor) : undefined;
  const end = needWord(cursor, 'END').end;
  return { kind: 'case', ...(subject ? { subject } : {}), branches, ...(otherwise ? { otherwise } : {}), start, end };
}

function parseSubquery(cursor: Cursor): Expression {
  const token = next(cursor);
  needSymbol(cursor, '{');
  const query = nested(cursor, () => cursor.grammar.subquery(cursor));
  const end = needSymbol(cursor, '}').end;
  return {
    kind: 'subquery',
    mode: token.text.toLowerCase() as 'exists' | 'count' | 'collect',
    query,
    start: token.start,
    end,
  };
}

/** A name, perhaps with a namespace (`duration.between`), followed by a parenthesis. */
function isCall(cursor: Cursor): boolean {
  let ahead = 1;
  while (isSymbol(cursor, '.', ahead) && ['name', 'quoted'].includes(peek(cursor, ahead + 1).kind)) ahead += 2;
  return isSymbol(cursor, '(', ahead);
}

function parseCall(cursor: Cursor): Expression {
  const start = peek(cursor).start;
  let name = next(cursor).text;
  while (takeSymbol(cursor, '.')) name += `.${needName(cursor, 'a function name')}`;
  needSymbol(cursor, '(');
  const star = takeSymbol(cursor, '*');
  const distinct = takeWord(cursor, 'DISTINCT');
  const args: Expression[] = [];
  while (!star && !isSymbol(cursor, ')')) {
    args.push(cursor.grammar.expression(cursor));
    if (!takeSymbol(cursor, ',')) break;
  }
  const end = needSymbol(cursor, ')').end;
  return { kind: 'call', name, args, distinct, star, start, end };
}

function parseProjectionMap(cursor: Cursor, of: Variable): Expression {
  needSymbol(cursor, '{');
  const entries: ProjectionEntry[] = [];
  while (!isSymbol(cursor, '}')) {
    if (takeSymbol(cursor, '.')) {
      if (takeSymbol(cursor, '*')) entries.push({ kind: 'all' });
      else entries.push({ kind: 'property', key: needName(cursor, 'a property name') });
    } else {
      const start = peek(cursor).start;
      const key = needName(cursor, 'a key');
      const value: Expression = takeSymbol(cursor, ':')
        ? cursor.grammar.expression(cursor)
        : { kind: 'variable', name: key, start, end: endOfLast(cursor) };
      entries.push({ kind: 'entry', key, value });
    }
    if (!takeSymbol(cursor, ',')) break;
  }
  const end = needSymbol(cursor, '}').end;
  return { kind: 'projection', of, entries, start: of.start, end };
}
