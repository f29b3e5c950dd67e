/** The highest, the lowest, the average of a measurement, and how often it was taken. */
import { daysBetween } from '../../_shared/clock.ts';
import { measureOf, PRESSURE } from '../../_shared/measures.ts';
import { capital, count, round, sayDate, saySpan, sayUnit } from '../../_shared/wording.ts';
import type { Desk } from './desk.ts';
import type { Reading } from './readings.ts';

const ASKED = [
  ['highest', /\b(highest|maximum|max|peak|worst|biggest|largest)\b/i],
  ['lowest', /\b(lowest|minimum|min|smallest|best)\b/i],
  ['average', /\b(average|mean(?= (?:of|value|bp|blood))|median|typical(?:ly)?)\b/i],
  [
    'ever',
    /\b(?:ever|have i been|was (?:it|my)|been)\b.{0,30}\b(?:below|under|above|over|(?:less|more|higher|lower) than)\s*\d/i,
  ],
  ['count', /\bhow (?:many|often) (?:times|was|were|did|readings?|values?|measurements?|tests?)\b/i],
] as const;

export type Extreme = (typeof ASKED)[number][0];

export function extremeIn(question: string, loinc: string): Extreme | undefined {
  const asked = ASKED.find(([, pattern]) => pattern.test(question))?.[0];
  if (!/\b(worst|best)\b/i.test(question) || asked === undefined) return asked;
  // The best of a value that should be high is the highest.
  return (measureOf(loinc).better === 'higher') === /\bbest\b/i.test(question) ? 'highest' : 'lowest';
}

export function tellExtreme(desk: Desk, loinc: string, all: readonly Reading[], extreme: Extreme): string {
  const { say } = measureOf(loinc);
  const readings = within(lastOf(all, desk.question), desk);
  if (readings.length === 0)
    return `**Your record has no ${say} from that time.** The last: ${all.at(-1)!.shown} on ${sayDate(all.at(-1)!.time)}.${marks(desk, [all.at(-1)!])}`;
  const [first, last] = [readings[0]!, readings.at(-1)!];
  const span = readings.length === 1 ? '' : `, ${sayDate(first.time)} to ${sayDate(last.time)}`;
  if (extreme === 'ever') return tellEver(desk, loinc, readings);
  if (extreme === 'count')
    return `**Your record has ${count(readings.length, 'value')} of ${say}${span}.**${marks(desk, [last])} The last: ${last.shown}.`;
  if (extreme === 'average')
    return `**The average of ${readings.length === all.length ? `all ${readings.length}` : `the last ${readings.length}`} values of ${say} is ${average(loinc, readings)}${span}.**${marks(desk, readings.slice(-6))}`;
  const sign = extreme === 'highest' ? 1 : -1;
  const found = readings.reduce((best, each) => (each.value * sign > best.value * sign ? each : best));
  const ago = found === last ? ' It is also the last.' : ` The last was ${last.shown} on ${sayDate(last.time)}.`;
  const over = daysBetween(first.time, last.time);
  return `**${capital(`the ${extreme} ${say} in your record was ${found.shown} on ${sayDate(found.time)}`)}**, of ${count(readings.length, 'value')}${over > 0 ? ` over ${saySpan(over)}` : ''}.${marks(desk, [found])}${ago}${marks(desk, [last])}`;
}

/** "Was it ever below 6.5?" */
function tellEver(desk: Desk, loinc: string, readings: readonly Reading[]): string {
  const [, word = '', number = ''] =
    /\b(below|under|above|over|less than|more than|higher than|lower than)\s*(\d+(?:[.,]\d+)?)/i.exec(desk.question) ??
    [];
  const limit = Number(number.replace(',', '.'));
  const down = /below|under|less|lower/i.test(word);
  const { say } = measureOf(loinc);
  const fitting = readings.filter(({ value }) => (down ? value < limit : value > limit));
  const last = fitting.at(-1);
  if (last === undefined) {
    const nearest = readings.reduce((best, each) =>
      (down ? each.value < best.value : each.value > best.value) ? each : best,
    );
    return `**No: none of the ${count(readings.length, 'value')} of ${say} in your record is ${word} ${number}.** The ${down ? 'lowest' : 'highest'}: ${nearest.shown} on ${sayDate(nearest.time)}.${marks(desk, [nearest])}`;
  }
  return `**Yes, ${fitting.length === 1 ? 'once' : `${fitting.length} times`} of ${readings.length}: the last time ${last.shown} on ${sayDate(last.time)}.**${marks(desk, [last])}`;
}

/** "this year", "in 2024", "in the last six months". */
function within(readings: readonly Reading[], { question, now }: Desk): readonly Reading[] {
  const year = /\bthis year\b/i.test(question) ? now.slice(0, 4) : /\bin ((?:19|20)\d\d)\b/i.exec(question)?.[1];
  return year === undefined ? readings : readings.filter(({ time }) => time.startsWith(year));
}

/** "my last 3 blood pressures" */
function lastOf(readings: readonly Reading[], question: string): readonly Reading[] {
  const said = /\blast (\d+|two|three|four|five|six|ten)\b(?!\s*(?:day|week|month|year))/i.exec(question)?.[1];
  const known: Record<string, number> = { two: 2, three: 3, four: 4, five: 5, six: 6, ten: 10 };
  const number = said === undefined ? 0 : (known[said.toLowerCase()] ?? Number(said));
  return number > 0 ? readings.slice(-number) : readings;
}

function average(loinc: string, readings: readonly Reading[]): string {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const unit = sayUnit(readings.at(-1)!.row.unit);
  if (loinc !== PRESSURE) return `${round(mean(readings.map(({ value }) => value)))} ${unit}`.trim();
  const lower = readings.map(({ shown }) => Number(/\/(\d+)/.exec(shown)?.[1] ?? Number.NaN));
  return `${Math.round(mean(readings.map(({ value }) => value)))}/${Math.round(mean(lower))} ${unit}`;
}

function marks({ notes }: Desk, readings: readonly Reading[]): string {
  return readings.map(({ cite }) => notes.entry(cite)).join('');
}
