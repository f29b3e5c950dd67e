/** The unit that a question asks in, "How many litres …", "… in mmHg?": a figure alone is meant in it, and so is the key. */
import type { Value } from './reading.ts';
import { readUnitAt, type Unit } from './units.ts';

const ASKED = /\b(?:how many|in how many|number of|in) (?=\p{L})/giu;

function askedUnits(question: string): Unit[] {
  return Array.from(question.matchAll(ASKED), (found) => {
    const at = found.index + found[0].length;
    const { unit, end } = readUnitAt(question, at);
    // "In a child" is no year, "in men" no minute: a unit ends where its word ends.
    return end > at + 2 && !/^[\p{L}-]/u.test(question.slice(end)) ? unit : undefined;
  }).filter((unit) => unit !== undefined && unit.kind !== '') as Unit[];
}

export function isAskedIn(symbol: string, question: string): boolean {
  return askedUnits(question).some((unit) => unit.symbol === symbol);
}

/** "5" where it was asked how many litres is 5 L. */
export function inAskedUnit(wanted: Value, question: string): Value {
  const [unit] = wanted.unit.symbol === '' ? askedUnits(question) : [];
  return unit === undefined ? wanted : { ...wanted, unit };
}

/** "4 mL/kg/%" for 4 mL, where it was asked how much per kilogram and per cent: what the question counts by is said again. */
export function withoutAskedRate(given: Value, { unit }: Value, question: string): Value {
  const [amount = '', ...per] = given.unit.symbol.split('/');
  if (per.length === 0 || unit.symbol.includes('/') || !per.every((each) => isCountedBy(each, question))) return given;
  return { ...given, unit: readUnitAt(amount, 0).unit };
}

const PER: Readonly<Record<string, string>> = {
  ...{ kg: 'kg|kilograms?|kilo', '%': '%|per ?cent', d: 'day', day: 'day|daily', h: 'hour', hour: 'hour|hourly' },
  ...{
    min: 'minute',
    week: 'week|weekly',
    year: 'year|yearly',
    month: 'month|monthly',
    m2: 'square met(?:re|er)|m2|m²',
  },
};

function isCountedBy(unit: string, question: string): boolean {
  const words = PER[unit.toLowerCase()];
  return words !== undefined && new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})`, 'iu').test(question);
}
