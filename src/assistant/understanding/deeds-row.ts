/** "I need to email Tom by Friday, pick up the suit and ring the school": deeds in a row, each with the time that stands with it. */
import { readClause } from './clause.ts';
import type { Reading } from './segments.ts';
import type { Range } from './time/piece.ts';
import { titleOf, wholeName } from './titles.ts';

/** A time behind the last of them is of all; one that stands before the last is of its own deed alone. */
export function deedsInRow(
  reading: Reading,
  parts: readonly Range[],
  isDeed: (name: string) => boolean,
): Reading[] | undefined {
  const { clause, tool } = reading;
  const drop = new Set(tool.drop);
  const own = parts.map(({ from, to }) => readClause(clause.message, from, to));
  const names = own.map((one) => titleOf({ clause: one, drop }, wholeName));
  const isRow = parts.length > 1 && names.every((name) => name !== undefined && isDeed(name));
  if (!isRow || !own.slice(0, -1).some(({ whens }) => whens.length > 0)) return undefined;
  return own.map((one, at) => ({
    ...reading,
    clause: { ...one, list: one.list ?? clause.list, quote: { text: names[at]!, from: one.from, to: one.to } },
  }));
}
