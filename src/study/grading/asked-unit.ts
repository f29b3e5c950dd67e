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
