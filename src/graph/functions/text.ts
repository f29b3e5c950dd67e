import { numberText } from '../arithmetic.ts';
import { failRun, reject } from '../cypher/reject.ts';
import { formatTemporal } from '../temporal/format.ts';
import { isNumber, isTemporal, type Value } from '../values.ts';
import { mapList } from './numbers.ts';
import { type Definition, needInteger, needText, wrongType } from './registry.ts';

export const textFunctions: Record<string, Definition> = {
  toLower: text1('toLower', (s) => s.toLowerCase()),
  toUpper: text1('toUpper', (s) => s.toUpperCase()),
  lower: text1('lower', (s) => s.toLowerCase()),
  upper: text1('upper', (s) => s.toUpperCase()),
  trim: trimmer('trim', true, true),
  btrim: trimmer('btrim', true, true),
  ltrim: trimmer('ltrim', true, false),
  rtrim: trimmer('rtrim', false, true),
  normalize: text1('normalize', (s) => s.normalize('NFC')),
  left: {
    min: 2,
    max: 2,
    returns: 'string',
    run: ([s, n]) => needText('left', s!).slice(0, count('left', n!)),
  },
  right: {
    min: 2,
    max: 2,
    returns: 'string',
    run: ([s, n]) => {
      const text = needText('right', s!);
      return text.slice(Math.max(0, text.length - count('right', n!)));
    },
  },
  substring: {
    min: 2,
    max: 3,
    returns: 'string',
    run: ([s, start, length]) => {
      if (start === null || length === null) return null;
      const text = needText('substring', s!);
      const from = count('substring', start!);
      return text.slice(from, length === undefined ? undefined : from + count('substring', length));
    },
  },
  replace: {
    min: 3,
    max: 3,
    returns: 'string',
    run: ([s, search, by]) => {
      if (search === null || by === null) return null;
      const pieces = splitText(needText('replace', s!), needText('replace', search!));
      const joined = needText('replace', by!);
      if (pieces.length * joined.length > 10_000_000) throw reject('limit', 'A text grew too long.');
      return pieces.join(joined);
    },
  },
  split: {
    min: 2,
    max: 2,
    returns: 'list',
    run: ([s, by]) => {
      if (by === null) return null;
      const text = needText('split', s!);
      if (!Array.isArray(by)) return splitText(text, needText('split', by!));
      return by.reduce<string[]>(
        (parts, mark) => parts.flatMap((part) => splitText(part, needText('split', mark))),
        [text],
      );
    },
  },
  toString: text('toString'),
  toStringOrNull: { min: 1, max: 1, returns: 'string', run: ([value]) => toText(value!, false) },
  toStringList: {
    min: 1,
    max: 1,
    returns: 'list',
    run: ([list]) => mapList('toStringList', list!, (x) => toText(x, false)),
  },
  toBoolean: { min: 1, max: 1, returns: 'boolean', run: ([value]) => toBoolean(value!, true) },
  toBooleanOrNull: { min: 1, max: 1, returns: 'boolean', run: ([value]) => toBoolean(value!, false) },
  toBooleanList: {
    min: 1,
    max: 1,
    returns: 'list',
    run: ([list]) => mapList('toBooleanList', list!, (x) => toBoolean(x, false)),
  },
};

/** Typed apart: in an object literal `toString` is taken for the method of every object. */
function text(_: 'toString'): never {
  return { min: 1, max: 1, returns: 'string', run: ([value]: Value[]) => toText(value!, true) } as never;
}

function text1(name: string, apply: (text: string) => string): Definition {
  return { min: 1, max: 1, returns: 'string', run: ([s]) => apply(needText(name, s!)) };
}

function trimmer(name: string, start: boolean, end: boolean): Definition {
  return {
    min: 1,
    max: 2,
    returns: 'string',
    run: ([s, marks]) => {
      if (marks === null) return null;
      const text = needText(name, s!);
      const isMark = (char: string) => (marks === undefined ? /\s/.test(char) : needText(name, marks).includes(char));
      let from = 0;
      let to = text.length;
      while (start && from < to && isMark(text[from]!)) from++;
      while (end && to > from && isMark(text[to - 1]!)) to--;
      return text.slice(from, to);
    },
  };
}

function splitText(text: string, mark: string): string[] {
  return mark === '' ? [...text] : text.split(mark);
}

function count(name: string, value: Value): number {
  const n = needInteger(name, value);
  if (n < 0) throw failRun('NumberOutOfRange', `${name}() takes no negative number.`);
  return n;
}

function toText(value: Value, strict: boolean): Value {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  if (isNumber(value)) return numberText(value);
  if (isTemporal(value)) return formatTemporal(value);
  if (strict) throw wrongType('toString', value);
  return null;
}

function toBoolean(value: Value, strict: boolean): Value {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'bigint' && !strict) return value !== 0n;
  if (typeof value === 'string') {
    const word = value.trim().toLowerCase();
    return word === 'true' ? true : word === 'false' ? false : null;
  }
  if (strict) throw wrongType('toBoolean', value);
  return null;
}
