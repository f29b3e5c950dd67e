import { averageSeconds } from './temporal/duration.ts';
import { nanosPerDay, nanosPerSecond, type Temporal } from './temporal/types.ts';
import { isNumber, type MapValue, type TypeName, typeOf, type Value } from './values.ts';

/** `=` with three values: null when the answer depends on a null. */
export function equals(a: Value, b: Value): boolean | null {
  if (a === null || b === null) return null;
  if (isNumber(a) && isNumber(b)) return sameNumber(a, b);
  if (typeof a !== 'object' || typeof b !== 'object') return a === b;
  if (Array.isArray(a)) return Array.isArray(b) ? equalLists(a, b) : false;
  if (a instanceof Map) return b instanceof Map ? equalMaps(a, b) : false;
  if (Array.isArray(b) || b instanceof Map || a.kind !== b.kind) return false;
  return keyOf(a) === keyOf(b);
}

function sameNumber(a: bigint | number, b: bigint | number): boolean {
  return a >= b && a <= b;
}

function equalLists(a: Value[], b: Value[]): boolean | null {
  if (a.length !== b.length) return false;
  let unknown = false;
  for (let i = 0; i < a.length; i++) {
    const same = equals(a[i]!, b[i]!);
    if (same === false) return false;
    if (same === null) unknown = true;
  }
  return unknown ? null : true;
}

function equalMaps(a: MapValue, b: MapValue): boolean | null {
  if (a.size !== b.size) return false;
  for (const key of a.keys()) if (!b.has(key)) return false;
  let unknown = false;
  for (const [key, value] of a) {
    const same = equals(value, b.get(key)!);
    if (same === false) return false;
    if (same === null) unknown = true;
  }
  return unknown ? null : true;
}

/** `<`, `<=`, `>`, `>=`: negative, zero or positive; null when the two cannot be compared, NaN when never true. */
export function compare(a: Value, b: Value): number | null {
  if (a === null || b === null) return null;
  if (isNumber(a) && isNumber(b)) return a < b ? -1 : a > b ? 1 : sameNumber(a, b) ? 0 : Number.NaN;
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : a > b ? 1 : 0;
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b);
  if (Array.isArray(a) && Array.isArray(b)) return compareLists(a, b);
  const kind = typeOf(a);
  if (kind !== typeOf(b) || !(kind in instantKeys)) return null;
  return order(a, b);
}

function compareLists(a: Value[], b: Value[]): number | null {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const same = equals(a[i]!, b[i]!);
    if (same === true) continue;
    return same === null ? null : compare(a[i]!, b[i]!);
  }
  return a.length - b.length;
}

const ranks: Record<TypeName, number> = {
  map: 0,
  node: 1,
  relationship: 2,
  list: 3,
  path: 4,
  datetime: 5,
  localdatetime: 6,
  date: 7,
  time: 8,
  localtime: 9,
  duration: 10,
  string: 11,
  boolean: 12,
  integer: 13,
  float: 13,
  null: 14,
};

/** The total order of ORDER BY, min and max, in which every value has its place. */
export function order(a: Value, b: Value): number {
  const rank = ranks[typeOf(a)] - ranks[typeOf(b)];
  if (rank !== 0) return rank;
  if (isNumber(a) && isNumber(b)) return orderNumbers(a, b);
  if (Array.isArray(a) && Array.isArray(b)) return orderLists(a, b);
  if (a instanceof Map && b instanceof Map) return orderMaps(a, b);
  if (typeof a === 'object' && a !== null && 'kind' in a) return orderKinds(a, b as typeof a);
  return a === b ? 0 : a! < b! ? -1 : 1;
}

function orderNumbers(a: bigint | number, b: bigint | number): number {
  if (Number.isNaN(a)) return Number.isNaN(b) ? 0 : 1;
  if (Number.isNaN(b)) return -1;
  return a < b ? -1 : a > b ? 1 : 0;
}

function orderLists(a: Value[], b: Value[]): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const result = order(a[i]!, b[i]!);
    if (result !== 0) return result;
  }
  return a.length - b.length;
}

function orderMaps(a: MapValue, b: MapValue): number {
  const [keysA, keysB] = [[...a.keys()].sort(), [...b.keys()].sort()];
  return (
    orderLists(keysA, keysB) ||
    orderLists(
      keysA.map((key) => a.get(key)!),
      keysB.map((key) => b.get(key)!),
    )
  );
}

type Kinded = Extract<Value, { kind: string }>;

function orderKinds(a: Kinded, b: Kinded): number {
  if (a.kind === 'node' || a.kind === 'relationship') {
    const other = b as typeof a;
    const [x, y] = [a.properties.get('uuid'), other.properties.get('uuid')];
    return (typeof x === 'string' && typeof y === 'string' && orderText(x, y)) || a.id - other.id;
  }
  if (a.kind === 'path') {
    const other = b as typeof a;
    return orderLists(a.nodes, other.nodes) || orderLists(a.relationships, other.relationships);
  }
  const [x, y] = [orderKey(a), orderKey(b as Temporal)];
  return x < y ? -1 : x > y ? 1 : 0;
}

function orderText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Temporal kinds that `<` can compare; durations only have a place in ORDER BY. */
const instantKeys: Record<string, true> = {
  date: true,
  localtime: true,
  time: true,
  localdatetime: true,
  datetime: true,
};

function orderKey(value: Temporal): bigint | number {
  switch (value.kind) {
    case 'date':
      return value.day;
    case 'localtime':
      return value.nanos;
    case 'time':
      return value.nanos - value.offset * nanosPerSecond;
    case 'localdatetime':
      return BigInt(value.day) * BigInt(nanosPerDay) + BigInt(value.nanos);
    case 'datetime':
      return (
        BigInt(value.day) * BigInt(nanosPerDay) + BigInt(value.nanos) - BigInt(value.offset) * BigInt(nanosPerSecond)
      );
    case 'duration':
      return averageSeconds(value);
  }
}

/** A text that two values share exactly when DISTINCT and grouping treat them as one. */
export function keyOf(value: Value): string {
  if (value === null) return '~';
  switch (typeof value) {
    case 'string':
      return `s${value.length}:${value}`;
    case 'boolean':
      return value ? 'T' : 'F';
    case 'bigint':
      return `n${value}`;
    case 'number':
      return Number.isInteger(value) ? `n${BigInt(value)}` : `n${value}`;
    default:
      return Array.isArray(value) ? `[${value.map(keyOf).join(',')}]` : keyOfObject(value);
  }
}

function keyOfObject(value: MapValue | Kinded): string {
  if (value instanceof Map)
    return `{${[...value.keys()]
      .sort()
      .map((key) => `${keyOf(key)}=${keyOf(value.get(key)!)}`)
      .join(',')}}`;
  switch (value.kind) {
    case 'node':
      return `(${value.id})`;
    case 'relationship':
      return `<${value.id}>`;
    case 'path':
      return `/${value.nodes.map((n) => n.id).join(',')}|${value.relationships.map((r) => r.id).join(',')}`;
    case 'duration':
      return `P${value.months},${value.days},${value.seconds},${value.nanos}`;
    case 'date':
      return `d${value.day}`;
    case 'localtime':
      return `l${value.nanos}`;
    case 'time':
      return `t${value.nanos},${value.offset}`;
    case 'localdatetime':
      return `L${value.day},${value.nanos}`;
    case 'datetime':
      return `D${value.day},${value.nanos},${value.offset},${value.zone ?? ''}`;
  }
}
