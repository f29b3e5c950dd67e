/** Since when a value is as it is: the first of those outside the range with none within it after, or where its climb began. */
import { type Block, block, citeReading, type Desk, nameOf } from '../desk.ts';
import { isBetterHigher } from '../evidence/measures.ts';
import { type Reading, sayFlag } from '../evidence/series.ts';
import { capital, sayDate } from '../wording.ts';
import { causesFor } from './causes.ts';
import { eventsAt } from './moves.ts';

export function tellTurn(desk: Desk, id: string, readings: readonly Reading[]): Block {
  const name = nameOf(id);
  const last = readings.at(-1)!;
  const say = (one: Reading) => `${one.shown} on ${sayDate(one.time)}${citeReading(desk, one, name)}`;
  if (readings.length < 2) return block(`**There is one ${name} only: ${say(last)}.** One value shows no direction.`);
  const from = isOff(last) ? readings.findLastIndex((each) => !isOff(each)) + 1 : bestBefore(id, readings);
  const first = readings[from]!;
  const before = readings[from - 1];
  if (first === last && !isOff(last))
    return block(`**It has not got worse: the last ${name}, ${say(last)}, is the best of the ${readings.length}.**`);
  const near = before === undefined ? '' : eventsAt(desk, before.time, first.time);
  return block(
    isOff(last)
      ? `**${capital(name)} has been ${sayFlag(last.flag)} since ${sayDate(first.time)}: ${first.shown}.**${citeReading(desk, first, name)}${before === undefined ? ' That is the first value there is.' : ` Before that it was ${say(before)}.`} The last was ${say(last)}.`
      : `**${capital(name)} moved the wrong way after ${say(first)}, its best; it is within the range still: ${say(last)}.**`,
    [near === '' ? undefined : `At that time your record has ${near}.`, causesFor(desk, id, last.flag)],
  );
}

function isOff({ flag }: Reading): boolean {
  return flag !== undefined && flag !== 'normal';
}

function bestBefore(id: string, readings: readonly Reading[]): number {
  const values = readings.map(({ value }) => value);
  return values.lastIndexOf(isBetterHigher(id) ? Math.max(...values) : Math.min(...values));
}
