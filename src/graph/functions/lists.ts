import { failRun, reject } from '../cypher/reject.ts';
import { equals } from '../order.ts';
import type { Value } from '../values.ts';
import { type Definition, needInteger, wrongType } from './registry.ts';

const longestRange = 1_000_000;

export const listFunctions: Record<string, Definition> = {
  coalesce: { min: 1, max: 1000, nulls: true, run: (args) => args.find((value) => value !== null) ?? null },
  nullIf: { min: 2, max: 2, nulls: true, run: ([a, b]) => (equals(a!, b!) === true ? null : a!) },
  size: {
    min: 1,
    max: 1,
    accepts: ['list', 'relationships', 'string', 'map'],
    returns: 'integer',
    run: ([value]) => {
      if (typeof value === 'string') return BigInt([...value].length);
      if (Array.isArray(value)) return BigInt(value.length);
      if (value instanceof Map) return BigInt(value.size);
      throw failRun('InvalidArgumentType', 'size() takes a list or a string.');
    },
  },
  char_length: { min: 1, max: 1, returns: 'integer', run: ([value]) => lengthOf('char_length', value!) },
  character_length: { min: 1, max: 1, returns: 'integer', run: ([value]) => lengthOf('character_length', value!) },
  isEmpty: {
    min: 1,
    max: 1,
    returns: 'boolean',
    run: ([value]) => {
      if (typeof value === 'string' || Array.isArray(value)) return value.length === 0;
      if (value instanceof Map) return value.size === 0;
      throw wrongType('isEmpty', value!);
    },
  },
  head: { min: 1, max: 1, run: ([list]) => needList('head', list!)[0] ?? null },
  last: { min: 1, max: 1, run: ([list]) => needList('last', list!).at(-1) ?? null },
  tail: { min: 1, max: 1, returns: 'list', run: ([list]) => needList('tail', list!).slice(1) },
  reverse: {
    min: 1,
    max: 1,
    run: ([value]) =>
      typeof value === 'string' ? [...value].reverse().join('') : [...needList('reverse', value!)].reverse(),
  },
  range: { min: 2, max: 3, returns: 'list', run: range },
};

function lengthOf(name: string, value: Value): Value {
  if (typeof value !== 'string') throw wrongType(name, value);
  return BigInt([...value].length);
}

function needList(name: string, value: Value): Value[] {
  if (!Array.isArray(value)) throw wrongType(name, value);
  return value;
}

function range(args: Value[]): Value {
  if (args.some((arg) => arg === null)) return null;
  const [start, end, step] = [...args, 1n].slice(0, 3).map((arg) => needInteger('range', arg)) as [
    number,
    number,
    number,
  ];
  if (step === 0) throw failRun('NumberOutOfRange', 'The step of range() cannot be zero.');
  const length = Math.max(0, Math.floor((end - start) / step) + 1);
  if (length > longestRange + 1) throw reject('limit', `range() may hold ${longestRange} numbers.`);
  return Array.from({ length }, (_, i) => BigInt(start) + BigInt(i) * BigInt(step));
}
