import type { Expression } from '../cypher/ast.ts';
import { printExpression } from '../cypher/print.ts';
import type { Warning } from './warning.ts';

/** `o.time > datetime() - duration('P3M')` compares text with a time, which is never true: the text is read first. */
export function readTimes(part: Extract<Expression, { kind: 'binary' }>, warnings: Warning[]): Expression | undefined {
  const left = isTimeProperty(part.left) ? timeKind(part.right) : undefined;
  const right = isTimeProperty(part.right) ? timeKind(part.left) : undefined;
  if (!left && !right) return undefined;
  const read = (expression: Expression, name: string): Expression => {
    const { start, end } = expression;
    return { kind: 'call', name, args: [expression], distinct: false, star: false, start, end };
  };
  const found: Expression = {
    ...part,
    left: left ? read(part.left, left) : part.left,
    right: right ? read(part.right, right) : part.right,
  };
  const message = `${printExpression(part)} compares ISO text with a ${left ?? right}. It was run as ${printExpression(found)}.`;
  warnings.push({ rule: 'time_text', message });
  return found;
}

function isTimeProperty(expression: Expression): boolean {
  if (expression.kind !== 'property' || expression.of.kind !== 'variable' || expression.of.symbol?.type !== 'node')
    return false;
  return timeKeys.has(expression.key) || expression.key.endsWith('_date');
}

/** The function whose kind of value an expression has: `date() - duration('P1Y')` is a date. */
function timeKind(expression: Expression): string | undefined {
  if (expression.kind === 'call') {
    const name = expression.name.toLowerCase().split('.')[0]!;
    return timeFunctions.has(name) ? name : undefined;
  }
  if (expression.kind !== 'binary' || !['+', '-'].includes(expression.operator)) return undefined;
  return timeKind(expression.left) ?? timeKind(expression.right);
}

const timeKeys = new Set(['time', 'start', 'end']);

const timeFunctions = new Set(['date', 'datetime', 'localdatetime']);
