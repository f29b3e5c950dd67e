import type { BinaryOperator, Expression } from './ast.ts';
import { parseAtom } from './atoms.ts';
import {
  type Cursor,
  endOfLast,
  isSymbol,
  mistake,
  needName,
  needSymbol,
  needWord,
  nested,
  next,
  peek,
  takeSymbol,
  takeWord,
} from './cursor.ts';

/** Parses an expression, loosest operator first: OR, XOR, AND, NOT, comparison, predicate, sum, product, power, sign. */
export function parseExpression(cursor: Cursor): Expression {
  return nested(cursor, () => parseLeft(cursor, { OR: 'OR' }, parseXor));
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
