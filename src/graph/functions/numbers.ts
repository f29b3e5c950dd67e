import { failRun } from '../cypher/reject.ts';
import type { Value } from '../values.ts';
import { type Definition, needInteger, needNumber, wrongType } from './registry.ts';

const oneArgument: Record<string, (x: number) => number> = {
  ceil: Math.ceil,
  floor: Math.floor,
  sqrt: Math.sqrt,
  exp: Math.exp,
  log: Math.log,
  log10: Math.log10,
  sin: Math.sin,
  cos: Math.cos,
  tan: Math.tan,
  cot: (x) => 1 / Math.tan(x),
  asin: Math.asin,
  acos: Math.acos,
  atan: Math.atan,
  sinh: Math.sinh,
  cosh: Math.cosh,
  tanh: Math.tanh,
  degrees: (x) => (x * 180) / Math.PI,
  radians: (x) => (x * Math.PI) / 180,
  haversin: (x) => (1 - Math.cos(x)) / 2,
};

const simple = Object.fromEntries(
  Object.entries(oneArgument).map(([name, apply]): [string, Definition] => [
    name,
    { min: 1, max: 1, returns: 'float', run: ([x]) => apply(needNumber(name, x!)) },
  ]),
);

export const numberFunctions: Record<string, Definition> = {
  ...simple,
  abs: {
    min: 1,
    max: 1,
    returns: 'number',
    run: ([x]) => {
      if (typeof x === 'bigint') return x < 0n ? -x : x;
      return Math.abs(needNumber('abs', x!));
    },
  },
  sign: {
    min: 1,
    max: 1,
    returns: 'integer',
    run: ([x]) => BigInt(Math.sign(needNumber('sign', x!)) || 0),
  },
  round: { min: 1, max: 3, returns: 'float', run: round },
  atan2: {
    min: 2,
    max: 2,
    returns: 'float',
    run: ([y, x]) => (x === null ? null : Math.atan2(needNumber('atan2', y!), needNumber('atan2', x!))),
  },
  isNaN: { min: 1, max: 1, returns: 'boolean', run: ([x]) => Number.isNaN(needNumber('isNaN', x!)) },
  e: { min: 0, max: 0, returns: 'float', run: () => Math.E },
  pi: { min: 0, max: 0, returns: 'float', run: () => Math.PI },
  rand: { min: 0, max: 0, returns: 'float', run: () => Math.random() },
  toInteger: { min: 1, max: 1, returns: 'integer', run: ([x]) => toInteger(x!, true) },
  toFloat: { min: 1, max: 1, returns: 'float', run: ([x]) => toFloat(x!, true) },
  toIntegerOrNull: { min: 1, max: 1, returns: 'integer', run: ([x]) => toInteger(x!, false) },
  toFloatOrNull: { min: 1, max: 1, returns: 'float', run: ([x]) => toFloat(x!, false) },
  toIntegerList: {
    min: 1,
    max: 1,
    returns: 'list',
    run: ([list]) => mapList('toIntegerList', list!, (x) => toInteger(x, false)),
  },
  toFloatList: {
    min: 1,
    max: 1,
    returns: 'list',
    run: ([list]) => mapList('toFloatList', list!, (x) => toFloat(x, false)),
  },
};

export function mapList(name: string, list: Value, apply: (item: Value) => Value): Value {
  if (!Array.isArray(list)) throw wrongType(name, list);
  return list.map((item) => (item === null ? null : apply(item)));
}

type Rounding = (x: number) => number;

const modes: Record<string, Rounding> = {
  UP: (x) => (x < 0 ? Math.floor(x) : Math.ceil(x)),
  DOWN: Math.trunc,
  CEILING: Math.ceil,
  FLOOR: Math.floor,
  HALF_UP: (x) => Math.sign(x) * Math.round(Math.abs(x)),
  HALF_DOWN: (x) => Math.sign(x) * Math.ceil(Math.abs(x) - 0.5),
  HALF_EVEN: (x) => {
    const down = Math.floor(x);
    if (x - down !== 0.5) return Math.round(x);
    return down % 2 === 0 ? down : down + 1;
  },
};

function round(args: Value[]): Value {
  const x = needNumber('round', args[0]!);
  if (args.length === 1) return Math.floor(x + 0.5);
  if (args[1] === null || args[2] === null) return null;
  const mode = args.length === 3 ? modes[String(args[2]).toUpperCase()] : modes.HALF_UP;
  if (!mode) throw failRun('InvalidArgumentValue', `The rounding modes are ${Object.keys(modes).join(', ')}.`);
  const places = needInteger('round', args[1]!);
  if (places < 0 || places > 100) throw failRun('NumberOutOfRange', 'round() takes from 0 to 100 places.');
  return Number(`${mode(Number(`${x}e${places}`))}e-${places}`) || roundPlain(x, places, mode);
}

function roundPlain(x: number, places: number, mode: Rounding): number {
  const scale = 10 ** places;
  return mode(x * scale) / scale;
}

function toInteger(x: Value, strict: boolean): Value {
  if (typeof x === 'bigint') return x;
  if (typeof x === 'number') return Number.isFinite(x) ? BigInt(Math.trunc(x)) : null;
  if (typeof x === 'boolean' && !strict) return x ? 1n : 0n;
  if (typeof x !== 'string') return refuse('toInteger', x, strict);
  const text = x.trim();
  if (/^[+-]?\d+$/.test(text)) {
    const value = BigInt(text.replace('+', ''));
    return BigInt.asIntN(64, value) === value ? value : null;
  }
  const float = parseFloatText(text);
  return float === null || !Number.isFinite(float) ? null : BigInt(Math.trunc(float));
}

function toFloat(x: Value, strict: boolean): Value {
  if (typeof x === 'bigint' || typeof x === 'number') return Number(x);
  if (typeof x !== 'string') return refuse('toFloat', x, strict);
  return parseFloatText(x.trim());
}

function parseFloatText(text: string): number | null {
  return /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(text) ? Number(text) : null;
}

function refuse(name: string, value: Value, strict: boolean): null {
  if (strict) throw wrongType(name, value);
  return null;
}
