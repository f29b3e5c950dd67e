import type { Value } from '../values.ts';
import type { BinaryOperator, Expression, ProjectionEntry, Variable } from './ast.ts';
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

/** Parses an expression, loosest operator first: OR, XOR, AND, NOT, comparison, predicate, sum, product, power, sign. */
export function parseExpression(cursor: Cursor): Expression {
  return nested(cursor, () => parseLeft(cursor, { OR: 'OR' }, parseXor));
}

/** Words that cannot name a variable without backticks. */
const reserved = new Set(
  `ALL ASC ASCENDING BY CREATE DELETE DESC DESCENDING DETACH EXISTS LIMIT MATCH MERGE OPTIONAL ORDER REMOVE RETURN SET SKIP
   WHERE WITH UNION UNWIND AND AS CONTAINS DISTINCT ENDS IN IS NOT OR STARTS XOR CASE WHEN THEN ELSE END FOREACH CALL
   TRUE FALSE NULL`.split(/\s+/),
);

export function parseVariable(cursor: Cursor): Variable {
  const token = peek(cursor);
  if (token.kind !== 'quoted' && (token.kind !== 'name' || reserved.has(token.word)))
    throw surprise(cursor, 'a variable');
  next(cursor);
  return { kind: 'variable', name: token.text, start: token.start, end: token.end };
}

function parseXor(cursor: Cursor): Expression {
  return parseLeft(cursor, { XOR: 'XOR' }, parseAnd);
}

function parseAnd(cursor: Cursor): Expression {
  return parseLeft(cursor, { AND: 'AND' }, parseNot);
}

/** A row of operands joined by operators of one strength, grouped from the left. */
function parseLeft(
  cursor: Cursor,
  operators: Record<string, BinaryOperator>,
  operand: (cursor: Cursor) => Expression,
): Expression {
  let left = operand(cursor);
  while (true) {
    const token = peek(cursor);
    const operator = operators[token.kind === 'symbol' ? token.text : token.word];
    if (operator === undefined || !['symbol', 'name'].includes(token.kind)) return left;
    next(cursor);
    const right = operand(cursor);
    left = { kind: 'binary', operator, left, right, start: left.start, end: right.end };
  }
}

function parseNot(cursor: Cursor): Expression {
  const start = peek(cursor).start;
  if (!takeWord(cursor, 'NOT')) return parseComparison(cursor);
  const of = nested(cursor, () => parseNot(cursor));
  return { kind: 'unary', operator: 'NOT', of, start, end: of.end };
}

const comparisons = new Set(['=', '<>', '<', '<=', '>', '>=']);

function parseComparison(cursor: Cursor): Expression {
  const operands = [parsePredicate(cursor)];
  const operators: BinaryOperator[] = [];
  while (peek(cursor).kind === 'symbol' && comparisons.has(peek(cursor).text)) {
    operators.push(next(cursor).text as BinaryOperator);
    operands.push(parsePredicate(cursor));
  }
  const left = operands[0]!;
  if (operators.length === 0) return left;
  const end = operands[operands.length - 1]!.end;
  if (operators.length === 1)
    return { kind: 'binary', operator: operators[0]!, left, right: operands[1]!, start: left.start, end };
  return { kind: 'chain', operands, operators, start: left.start, end };
}

function parsePredicate(cursor: Cursor): Expression {
  let left = parseSum(cursor);
  while (true) {
    const operator = takePredicate(cursor);
    if (operator) {
      const right = parseSum(cursor);
      left = { kind: 'binary', operator, left, right, start: left.start, end: right.end };
    } else if (takeWord(cursor, 'IS')) {
      const negated = takeWord(cursor, 'NOT');
      const end = needWord(cursor, 'NULL').end;
      left = { kind: 'isNull', of: left, negated, start: left.start, end };
    } else return left;
  }
}

function takePredicate(cursor: Cursor): BinaryOperator | undefined {
  if (takeWord(cursor, 'STARTS', 'WITH')) return 'STARTS WITH';
  if (takeWord(cursor, 'ENDS', 'WITH')) return 'ENDS WITH';
  if (takeWord(cursor, 'CONTAINS')) return 'CONTAINS';
  if (takeWord(cursor, 'IN')) return 'IN';
  if (takeSymbol(cursor, '=~')) return '=~';
  return undefined;
}

function parseSum(cursor: Cursor): Expression {
  return parseLeft(cursor, { '+': '+', '-': '-' }, parseProduct);
}

function parseProduct(cursor: Cursor): Expression {
  return parseLeft(cursor, { '*': '*', '/': '/', '%': '%' }, parsePower);
}

function parsePower(cursor: Cursor): Expression {
  return parseLeft(cursor, { '^': '^' }, parseSign);
}

function parseSign(cursor: Cursor): Expression {
  const token = peek(cursor);
  if (token.kind !== 'symbol' || (token.text !== '-' && token.text !== '+')) return parsePostfix(cursor);
  next(cursor);
  const digits = peek(cursor);
  if (token.text === '-' && digits.kind === 'integer') {
    const value = -BigInt(digits.text);
    if (value < -(2n ** 63n)) throw mistake(cursor, token.start, 'This integer is too small.', 'IntegerOverflow');
    next(cursor);
    return parseSuffixes(cursor, { kind: 'literal', value, start: token.start, end: digits.end });
  }
  const of = nested(cursor, () => parseSign(cursor));
  return { kind: 'unary', operator: token.text as '-' | '+', of, start: token.start, end: of.end };
}

function parsePostfix(cursor: Cursor): Expression {
  return parseSuffixes(cursor, parseAtom(cursor));
}

/** `.key`, `[index]`, `[from..to]`, and last of all `:Label`. */
function parseSuffixes(cursor: Cursor, atom: Expression): Expression {
  let of = atom;
  while (true) {
    if (takeSymbol(cursor, '.')) {
      const key = needName(cursor, 'a property name');
      of = { kind: 'property', of, key, start: of.start, end: endOfLast(cursor) };
    } else if (takeSymbol(cursor, '[')) of = parseBrackets(cursor, of);
    else break;
  }
  if (!isSymbol(cursor, ':')) return of;
  const labels: string[] = [];
  while (takeSymbol(cursor, ':')) labels.push(needName(cursor, 'a label'));
  return { kind: 'hasLabels', of, labels, start: of.start, end: endOfLast(cursor) };
}

function parseBrackets(cursor: Cursor, of: Expression): Expression {
  const from = isSymbol(cursor, '..') ? undefined : cursor.grammar.expression(cursor);
  if (takeSymbol(cursor, '..')) {
    const to = isSymbol(cursor, ']') ? undefined : cursor.grammar.expression(cursor);
    const end = needSymbol(cursor, ']').end;
    return { kind: 'slice', of, ...(from ? { from } : {}), ...(to ? { to } : {}), start: of.start, end };
  }
  const end = needSymbol(cursor, ']').end;
  return { kind: 'index', of, index: from!, start: of.start, end };
}

function parseAtom(cursor: Cursor): Expression {
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

function parseList(cursor: Cursor): Expression {
  const start = needSymbol(cursor, '[').start;
  if (isName(cursor) && isWord(cursor, 'IN', 1)) {
    const comprehension = tryComprehension(cursor, start);
    if (comprehension) return comprehension;
  }
  const fromPattern = tryPatternComprehension(cursor, start);
  if (fromPattern) return fromPattern;
  const items: Expression[] = [];
  while (!isSymbol(cursor, ']')) {
    items.push(cursor.grammar.expression(cursor));
    if (!takeSymbol(cursor, ',')) break;
    if (isSymbol(cursor, ']')) throw surprise(cursor, 'an expression');
  }
  const end = needSymbol(cursor, ']').end;
  return { kind: 'list', items, start, end };
}

/** `[x IN list WHERE p | e]`. With neither WHERE nor |, it is a list of one IN predicate only if x is bound; take it as a copy. */
function tryComprehension(cursor: Cursor, start: number): Expression | undefined {
  const { at, depth } = cursor;
  const local = { name: parseVariable(cursor).name };
  next(cursor);
  const list = cursor.grammar.expression(cursor);
  if (isSymbol(cursor, ',')) {
    Object.assign(cursor, { at, depth });
    return undefined;
  }
  const where = takeWord(cursor, 'WHERE') ? cursor.grammar.expression(cursor) : undefined;
  const map = takeSymbol(cursor, '|') ? cursor.grammar.expression(cursor) : undefined;
  const end = needSymbol(cursor, ']').end;
  return { kind: 'comprehension', local, list, ...(where ? { where } : {}), ...(map ? { map } : {}), start, end };
}

function tryPatternComprehension(cursor: Cursor, start: number): Expression | undefined {
  if (!isSymbol(cursor, '(') && !(isName(cursor) && isSymbol(cursor, '=', 1) && isSymbol(cursor, '(', 2)))
    return undefined;
  const { at, depth } = cursor;
  try {
    const variable = isSymbol(cursor, '(') ? undefined : parseVariable(cursor);
    if (variable) needSymbol(cursor, '=');
    const pattern = cursor.grammar.pattern(cursor);
    if (pattern.relationships.length > 0 && (isWord(cursor, 'WHERE') || isSymbol(cursor, '|'))) {
      if (variable) pattern.variable = variable;
      const where = takeWord(cursor, 'WHERE') ? cursor.grammar.expression(cursor) : undefined;
      needSymbol(cursor, '|');
      const map = cursor.grammar.expression(cursor);
      const end = needSymbol(cursor, ']').end;
      return { kind: 'patternComprehension', pattern, ...(where ? { where } : {}), map, start, end };
    }
  } catch {
    // a list whose first item is in parentheses
  }
  Object.assign(cursor, { at, depth });
  return undefined;
}

export function parseMap(cursor: Cursor): Expression {
  const start = needSymbol(cursor, '{').start;
  const entries: [string, Expression][] = [];
  while (!isSymbol(cursor, '}')) {
    const key = needName(cursor, 'a key');
    needSymbol(cursor, ':');
    entries.push([key, cursor.grammar.expression(cursor)]);
    if (!takeSymbol(cursor, ',')) break;
    if (isSymbol(cursor, '}')) throw surprise(cursor, 'a key');
  }
  const end = needSymbol(cursor, '}').end;
  return { kind: 'map', entries, start, end };
}

function isName(cursor: Cursor): boolean {
  return ['name', 'quoted'].includes(peek(cursor).kind);
}

const quantifiers = new Set(['ALL', 'ANY', 'NONE', 'SINGLE']);

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

function tryQuantifier(cursor: Cursor): Expression | undefined {
  const { at, depth } = cursor;
  const token = next(cursor);
  next(cursor);
  if (!isName(cursor) || !isWord(cursor, 'IN', 1)) {
    Object.assign(cursor, { at, depth });
    return undefined;
  }
  const local = { name: parseVariable(cursor).name };
  next(cursor);
  const list = cursor.grammar.expression(cursor);
  needWord(cursor, 'WHERE');
  const where = cursor.grammar.expression(cursor);
  const end = needSymbol(cursor, ')').end;
  const mode = token.text.toLowerCase() as 'all' | 'any' | 'none' | 'single';
  return { kind: 'quantifier', mode, local, list, where, start: token.start, end };
}

function parseReduce(cursor: Cursor): Expression {
  const start = next(cursor).start;
  needSymbol(cursor, '(');
  const total = { name: parseVariable(cursor).name };
  needSymbol(cursor, '=');
  const initial = cursor.grammar.expression(cursor);
  needSymbol(cursor, ',');
  const local = { name: parseVariable(cursor).name };
  needWord(cursor, 'IN');
  const list = cursor.grammar.expression(cursor);
  needSymbol(cursor, '|');
  const body = cursor.grammar.expression(cursor);
  const end = needSymbol(cursor, ')').end;
  return { kind: 'reduce', total, initial, local, list, body, start, end };
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
