import type { Expression } from '../cypher/ast.ts';
import { failRun } from '../cypher/reject.ts';
import { readField } from '../temporal/fields.ts';
import { isNode, isRelationship, isTemporal, typeOf, type Value } from '../values.ts';
import type { Compile, Evaluator } from './evaluator.ts';

export function readProperty(of: Value, key: string): Value {
  if (of === null) return null;
  if (typeof of === 'object') {
    if (of instanceof Map) return of.get(key) ?? null;
    if (isNode(of) || isRelationship(of)) return of.properties.get(key);
    if (isTemporal(of)) {
      const field = readField(of, key);
      if (field === undefined) throw failRun('InvalidArgumentValue', `A ${of.kind} has no ${key}.`);
      return field;
    }
  }
  throw failRun('InvalidArgumentType', `A ${typeOf(of)} has no properties.`);
}

export function hasLabels(of: Value, labels: string[]): Value {
  if (of === null) return null;
  if (isNode(of)) return labels.every((label) => of.labels.includes(label));
  if (isRelationship(of)) return labels.every((label) => of.type === label);
  throw failRun('InvalidArgumentType', `A ${typeOf(of)} has no labels.`);
}

export function readIndex(of: Value, index: Value): Value {
  if (of === null || index === null) return null;
  if (Array.isArray(of)) {
    if (typeof index !== 'bigint')
      throw failRun('InvalidArgumentType', `A list is read by integers, not by a ${typeOf(index)}.`);
    return of.at(Number(index)) ?? null;
  }
  if (of instanceof Map || isNode(of) || isRelationship(of)) {
    if (typeof index !== 'string')
      throw failRun('MapElementAccessByNonString', `Properties are read by text, not by a ${typeOf(index)}.`);
    return readProperty(of, index);
  }
  throw failRun('InvalidArgumentType', `A ${typeOf(of)} cannot be read with [].`);
}

export function compileSlice(expression: Extract<Expression, { kind: 'slice' }>, compile: Compile): Evaluator {
  const of = compile(expression.of);
  const from = expression.from ? compile(expression.from) : undefined;
  const to = expression.to ? compile(expression.to) : undefined;
  return (row, context) => {
    const list = of(row, context);
    const start = from ? from(row, context) : 0n;
    const end = to ? to(row, context) : undefined;
    if (list === null || start === null || end === null) return null;
    if (!Array.isArray(list) || typeof start !== 'bigint' || (end !== undefined && typeof end !== 'bigint'))
      throw failRun('InvalidArgumentType', 'A slice takes a list and integers.');
    return list.slice(Number(start), end === undefined ? undefined : Number(end));
  };
}

export function compileMapProjection(
  expression: Extract<Expression, { kind: 'projection' }>,
  compile: Compile,
): Evaluator {
  const of = compile(expression.of);
  const entries = expression.entries.map((entry) =>
    entry.kind === 'entry' ? { ...entry, value: compile(entry.value) } : entry,
  );
  return (row, context) => {
    const source = of(row, context);
    if (source === null) return null;
    const result = new Map<string, Value>();
    for (const entry of entries) {
      if (entry.kind === 'entry') result.set(entry.key, entry.value(row, context));
      else if (entry.kind === 'property') result.set(entry.key, readProperty(source, entry.key));
      else {
        const all =
          source instanceof Map
            ? source
            : isNode(source) || isRelationship(source)
              ? source.properties.toMap()
              : new Map();
        for (const [key, value] of all) result.set(key, value);
      }
    }
    return result;
  };
}
