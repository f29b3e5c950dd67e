/** Numbers of code, and of a claim about it: products, names of constants, lists by how many they hold, units either way. */
import { type Amount, amountsIn } from '../../statements/index.ts';
import { readStatuses } from '../deeds/sheets.ts';

const NUMBER = /(?<![\w.])\d[\d_]*(?:\.\d+)?(?:e\d+)?/gi;
const PRODUCT = /\d[\d_.]*(?:\s*\*\s*\d[\d_.]*)+/g;
const SHIFT = /(\d+)\s*<<\s*(\d+)/g;
const NAME = /\b[A-Za-z_]\w*\b/g;
const WORN = /(\d+)(?:mb|kb|gb|ms|s|m|h|d)\b/gi;
const SPELLED: Readonly<Record<string, number>> = { ZERO: 0, ONE: 1, TEN: 10 };

export function numbersOf(text: string, values: ReadonlyMap<string, string>): number[] {
  const found = new Set(literals(text));
  for (const name of text.match(NAME) ?? []) {
    const value = values.get(name);
    if (value !== undefined && value.length < 60) for (const one of literals(value)) found.add(one);
    if (Object.hasOwn(SPELLED, name)) found.add(SPELLED[name]!);
  }
  for (const { number, name } of readStatuses()) if (new RegExp(name).test(text)) found.add(number);
  return [...found];
}

function literals(text: string): number[] {
  const read = (one: string) => Number(one.replace(/_/g, ''));
  const listed = /\bin\s+((?:[\w"'.-]+\s+){1,9}[\w"'.-]+);/.exec(text)?.[1]?.split(/\s+/).length;
  return [
    ...(text.match(NUMBER) ?? []).map(read),
    ...[...text.matchAll(WORN)].map(([, one]) => read(one!)),
    ...(text.match(PRODUCT) ?? []).map((one) => one.split('*').reduce((all, part) => all * read(part.trim()), 1)),
    ...[...text.matchAll(SHIFT)].map(([, base, by]) => Number(base) * 2 ** Number(by)),
    ...(listed === undefined ? [] : [listed]),
  ].filter(Number.isFinite);
}

export interface Asked {
  readonly written: string;
  /** Any of these is the number. */
  readonly any: ReadonlySet<number>;
  readonly start: number;
  readonly end: number;
}

/** What a claim counts; "one" and "a" are no numbers that code would write down. */
export function numbersAsked(text: string): Asked[] {
  return amountsIn(text)
    .filter(({ written, value }) => /\d/.test(written) || value > 1 || /\bzero\b/i.test(written))
    .map((one) => ({ written: one.written, any: new Set(waysOf(one)), start: one.start, end: one.end }));
}

function waysOf({ dimension, value, written }: Amount): number[] {
  const bare = Number(/\d[\d,]*(?:\.\d+)?/.exec(written)?.[0]?.replace(/,/g, '') ?? value);
  const ways = [bare, value];
  if (dimension === 'time') ways.push(value * 1000, value / 60, value / 3600, value / 86_400);
  if (dimension === 'data') ways.push(value * 1.024, value * 1.048576, value * 1.073741824, value / 1e6, value / 1e3);
  if (dimension === 'percent') ways.push(value / 100);
  return ways.map((one) => Math.round(one * 1e6) / 1e6);
}
