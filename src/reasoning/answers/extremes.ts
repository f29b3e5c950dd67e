/** The highest, the lowest, how often, the average. */
import { type Block, block, citeReading, type Desk, nameOf } from '../desk.ts';
import { isBetterHigher } from '../evidence/measures.ts';
import { choose, PRESSURE, type Reading } from '../evidence/series.ts';
import type { Frame } from '../types.ts';
import { capital, list, round, sayDate, sayUnit } from '../wording.ts';
import { turnsOf } from './moves.ts';
import { ownBest } from './own-measure.ts';

export function tellAverage(desk: Desk, { text, scope }: Frame, id: string, readings: Reading[]): Block {
  const many = Number(/\blast (\d+)\b/i.exec(text)?.[1] ?? 0);
  const chosen = many > 0 ? readings.slice(-many) : choose(readings, scope);
  const mean = (values: readonly number[]) => round(values.reduce((sum, value) => sum + value, 0) / values.length);
  const upper = mean(chosen.map(({ value }) => value));
  const unit = sayUnit(chosen[0]?.point.original.unit);
  const shown =
    id === PRESSURE
      ? `${Math.round(upper)}/${Math.round(mean(chosen.map(({ lower }) => lower?.value ?? 0)))} mmHg`
      : `${upper} ${unit}`.trim();
  const parts = chosen
    .slice(-4)
    .map((each) => `${each.shown} on ${sayDate(each.time)}${citeReading(desk, each, nameOf(id))}`);
  return block(
    `**The average of ${chosen.length} ${nameOf(id)} values is ${shown}.** ${chosen.length > 4 ? 'The last of them: ' : ''}${capital(list(parts))}.`,
  );
}

export function extremesOf(readings: readonly Reading[]): Reading[] {
  const by = readings.toSorted((a, b) => a.value - b.value);
  return [by[0]!, by.at(-1)!].toSorted((a, b) => a.time.localeCompare(b.time));
}

/** The best is the lowest where less is better, the worst where more is. */
function isLowAsked(text: string, id: string): boolean {
  if (/\bbest\b/i.test(text)) return !isBetterHigher(id);
  if (/\bworst\b/i.test(text)) return isBetterHigher(id);
  return /\b(?:lowest|minimum)\b/i.test(text);
}

export function tellExtreme(desk: Desk, { text }: Frame, id: string, readings: Reading[]): Block {
  const name = nameOf(id);
  const limit = /\b(?:above|below|over|under|higher than|lower than)\s+(\d+(?:\.\d+)?)/i.exec(text);
  const last = readings.at(-1)!;
  const tail = `The last was ${last.shown} on ${sayDate(last.time)}${citeReading(desk, last, name)}.`;
  if (limit !== null) {
    const over = /above|over|higher/i.test(limit[0]);
    const hits = readings.filter(({ value }) => (over ? value > Number(limit[1]) : value < Number(limit[1])));
    const newest = hits.at(-1);
    if (newest === undefined)
      return block(
        `**No: none of the ${readings.length} values of ${name} was ${over ? 'above' : 'below'} ${limit[1]}.** ${tail}`,
      );
    return block(
      `**Yes, ${hits.length === 1 ? 'once' : `${hits.length} times`} of ${readings.length}: the last time ${newest.shown} on ${sayDate(newest.time)}.**${citeReading(desk, newest, name)} ${tail}`,
    );
  }
  if (/\bever\b.*\b(?:good|normal|fine|ok|okay|in range|on target)\b/i.test(text))
    return tellBest(desk, id, readings, tail);
  const own = /\bbest\b/i.test(text) ? ownBest(desk, id) : undefined;
  if (own !== undefined) return block(`**${own.lead}** ${tail}`, [own.said]);
  const low = isLowAsked(text, id);
  const one = readings.reduce((best, each) =>
    (low ? each.value < best.value : each.value > best.value) ? each : best,
  );
  return block(
    `**Your ${low ? 'lowest' : 'highest'} ${name} was ${one.shown} on ${sayDate(one.time)}.**${citeReading(desk, one, name)} It is taken from ${readings.length} values since ${sayDate(readings[0]!.time)}. ${tail}`,
  );
}

export function tellBest(desk: Desk, id: string, readings: Reading[], tail: string): Block {
  const name = nameOf(id);
  const good = readings.filter(({ flag }) => flag === 'normal');
  const best = readings.toSorted((a, b) => a.value - b.value)[0]!;
  if (good.length > 0)
    return block(
      `**Yes: ${good.length} of ${readings.length} values were within the range, the last on ${sayDate(good.at(-1)!.time)} with ${good.at(-1)!.shown}.**${citeReading(desk, good.at(-1)!, name)} ${tail}`,
    );
  return block(
    `**Not within the range: the best ${name} was ${best.shown} on ${sayDate(best.time)}.**${citeReading(desk, best, name)} ${tail}`,
    [turnsOf(desk, id, readings)],
  );
}

export function tellCount(desk: Desk, { scope }: Frame, id: string, readings: Reading[]): Block {
  const inside = choose(readings, scope);
  const name = nameOf(id);
  const times = inside.map((each) => `${each.shown} on ${sayDate(each.time)}${citeReading(desk, each, name)}`);
  const shown = times.length > 5 ? `the last ${times.slice(-3).join(', ')}` : list(times);
  return block(
    `**${capital(name)} was measured ${inside.length === 1 ? 'once' : `${inside.length} times`}${scope.say ? ` ${scope.say}` : ''}.**${inside.length > 0 ? ` ${capital(shown)}.` : ''}`,
  );
}
