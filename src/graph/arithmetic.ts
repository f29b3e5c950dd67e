import { failRun, reject } from './cypher/reject.ts';
import { shiftInstant } from './temporal/arithmetic.ts';
import { addDurations, divideDuration, scaleDuration } from './temporal/duration.ts';
import { isNumber, isTemporal, typeOf, type Value } from './values.ts';

export type Operator = '+' | '-' | '*' | '/' | '%' | '^';

/** Values grow no further than this, whatever a query adds up. */
const longestList = 1_000_000;
const longestText = 10_000_000;

export function calculate(operator: Operator, a: Value, b: Value): Value {
  if (operator === '+' && (Array.isArray(a) || Array.isArray(b))) return joinLists(a, b);
  if (a === null || b === null) return null;
  if (typeof a === 'bigint' && typeof b === 'bigint') return integers(operator, a, b);
  if (isNumber(a) && isNumber(b)) return floats(operator, Number(a), Number(b));
  if (operator === '+') {
    const text = joinTexts(a, b);
    if (text !== undefined) return text;
  }
  const moved = temporal(operator, a, b);
  if (moved !== undefined) return moved;
  throw failRun('InvalidArgumentType', `${operator} does not work on ${typeOf(a)} and ${typeOf(b)}.`);
}

export function negate(value: Value): Value {
  if (value === null) return null;
  if (typeof value === 'bigint') return inRange(-value);
  if (typeof value === 'number') return -value;
  if (isTemporal(value) && value.kind === 'duration') return scaleDuration(value, -1);
  throw failRun('InvalidArgumentType', `A ${typeOf(value)} has no negative.`);
}

function integers(operator: Operator, a: bigint, b: bigint): Value {
  switch (operator) {
    case '+':
      return inRange(a + b);
    case '-':
      return inRange(a - b);
    case '*':
      return inRange(a * b);
    case '^':
      return Number(a) ** Number(b);
    default:
      if (b === 0n) throw failRun('NumberOutOfRange', 'An integer was divided by zero.');
      return operator === '/' ? inRange(a / b) : a % b;
  }
}

export function inRange(value: bigint): bigint {
  if (BigInt.asIntN(64, value) !== value) throw failRun('NumberOutOfRange', 'An integer grew past 64 bits.');
  return value;
}

function floats(operator: Operator, a: number, b: number): Value {
  switch (operator) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return a / b;
    case '%':
      return a % b;
    case '^':
      return a ** b;
  }
}

function joinLists(a: Value, b: Value): Value {
  if (a === null || b === null) return null;
  const joined = Array.isArray(a) ? (Array.isArray(b) ? [...a, ...b] : [...a, b]) : [a, ...(b as Value[])];
  if (joined.length > longestList) throw reject('limit', 'A list grew too long.');
  return joined;
}

function joinTexts(a: Value, b: Value): string | undefined {
  const text = (value: Value) => (typeof value === 'string' ? value : isNumber(value) ? numberText(value) : undefined);
  if (typeof a !== 'string' && typeof b !== 'string') return undefined;
  const [left, right] = [text(a), text(b)];
  if (left === undefined || right === undefined) return undefined;
  if (left.length + right.length > longestText) throw reject('limit', 'A text grew too long.');
  return left + right;
}

/** 1.0 keeps its point: a float never looks like an integer. */
export function numberText(value: bigint | number): string {
  if (typeof value === 'bigint') return String(value);
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? 'Infinity' : '-Infinity';
  if (Object.is(value, -0)) return '-0.0';
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e7 || size < 1e-3)) {
    const [digits, power] = value.toExponential().split('e') as [string, string];
    return `${digits.includes('.') ? digits : `${digits}.0`}E${Number(power)}`;
  }
  return Number.isInteger(value) ? `${value}.0` : String(value);
}

function temporal(operator: Operator, a: Value, b: Value): Value | undefined {
  const duration = (value: Value) => (isTemporal(value) && value.kind === 'duration' ? value : undefined);
  const [left, right] = [duration(a), duration(b)];
  if (left && right && (operator === '+' || operator === '-'))
    return addDurations(left, right, operator === '+' ? 1 : -1);
  if (left && isNumber(b) && operator === '*') return scaleDuration(left, Number(b));
  if (right && isNumber(a) && operator === '*') return scaleDuration(right, Number(a));
  if (left && isNumber(b) && operator === '/') return divideDuration(left, Number(b));
  if (right && isTemporal(a) && a.kind !== 'duration' && (operator === '+' || operator === '-'))
    return shiftInstant(a, right, operator === '+' ? 1 : -1);
  if (left && isTemporal(b) && b.kind !== 'duration' && operator === '+') return shiftInstant(b, left, 1);
  return undefined;
}
