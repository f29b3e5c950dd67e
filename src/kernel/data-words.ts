/** Data that came without words, as lines that a person reads: what each thing is called, and what it is. */
import type { Json } from './event.ts';

export function sayData(data: Json): string {
  if (typeof data !== 'object' || data === null) return sayValue(data);
  return linesOf(data, 0).join('\n');
}

function linesOf(data: Json[] | Record<string, Json>, depth: number): string[] {
  const indent = '  '.repeat(depth);
  const rows: [string, Json][] = Array.isArray(data)
    ? data.map((value) => ['', value])
    : Object.entries(data).map(([name, value]) => [sayName(name), value]);
  return rows.flatMap(([name, value]) => {
    const inner = innerOf(value);
    if (inner === undefined) return [`${indent}- ${name === '' ? '' : `${name}: `}${sayValue(value)}`];
    return [...(name === '' ? [] : [`${indent}- ${name}:`]), ...linesOf(inner, depth + (name === '' ? 0 : 1))];
  });
}

/** What has parts to tell one by one; a short list of plain things is told in its line. */
function innerOf(value: Json): Json[] | Record<string, Json> | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (!Array.isArray(value)) return Object.keys(value).length > 0 ? value : undefined;
  return value.some((each) => typeof each === 'object' && each !== null) ? value : undefined;
}

function sayValue(value: Json): string {
  if (value === null) return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(sayValue).join(', ');
  return typeof value === 'object' ? 'none' : String(value);
}

/** `hours_studied`, `hoursStudied`: hours studied. */
function sayName(name: string): string {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .trim();
  return /[a-z]/.test(words) ? words.toLowerCase() : words;
}
