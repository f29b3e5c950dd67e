/** A value or a dose at a time that is over: on either side of a day, or in force then. */
import { type Block, block, cite, citeReading, type Desk, nameOf, quotePassage } from '../desk.ts';
import { findPassages } from '../evidence/passages.ts';
import type { Reading } from '../evidence/series.ts';
import { daysBetween, type MedicineView } from '../patient.ts';
import type { Frame } from '../types.ts';
import { capital, drugName, list, lower, sayDate } from '../wording.ts';
import { describe, how, reasonOf } from './describing.ts';
import { stopReason } from './stopping.ts';

/** The last value before the day, the first after it, and the newest where that is another. */
export function tellAround(desk: Desk, { scope }: Frame, id: string, readings: readonly Reading[]): Block {
  const day = scope.around!;
  const name = nameOf(id);
  const before = readings.findLast(({ time }) => time.slice(0, 10) <= day);
  const after = readings.find(({ time }) => time.slice(0, 10) > day);
  const newest = readings.at(-1)!;
  const say = (reading: Reading) => `${reading.shown} on ${sayDate(reading.time)}${citeReading(desk, reading, name)}`;
  const parts = [
    before === undefined ? `no ${name} before it` : `${say(before)} before it`,
    after === undefined ? `none after it` : `${say(after)} after it`,
  ];
  return block(
    `**${capital(scope.say ?? 'around then')} (${sayDate(day)}), your ${name} was ${list(parts)}.**`,
    [newest === after || newest === before ? undefined : `The last was ${say(newest)}.`],
    before === undefined && after === undefined ? 'absent' : 'answered',
  );
}

const FAR_DAYS = 45;
const NEAR_DAYS = 30;

/** No value of those days is on the list, but a paper of those days gives one. */
export function tellWrittenThen(desk: Desk, { scope }: Frame, id: string, nearest: Reading): Block | undefined {
  const day = scope.near;
  if (day === undefined || day.length < 10 || Math.abs(daysBetween(day, nearest.time)) <= FAR_DAYS) return undefined;
  const paper = findPassages(desk.chart, { concepts: [id], words: new Map(), named: true }).find(
    ({ passage: { time, text, remark } }) =>
      !remark && time !== null && /\d/.test(text) && Math.abs(daysBetween(day, time)) <= NEAR_DAYS,
  );
  if (paper === undefined) return undefined;
  const name = nameOf(id);
  return block(`**${quotePassage(desk, paper.passage)}**`, [
    `On the list of results the nearest ${name} is ${nearest.shown} on ${sayDate(nearest.time)}${citeReading(desk, nearest, name)}.`,
  ]);
}

const OF_THEN = new Set<Frame['aspect']>(['dose', 'take', 'list', 'about', 'have', 'value']);

/** "What dose did I take before the pen?": the courses that were in force then. */
export function tellThen(desk: Desk, { aspect, scope }: Frame, all: readonly MedicineView[]): Block | undefined {
  const from = scope.near ?? scope.from ?? scope.to;
  const to = scope.near ?? scope.to;
  if (!OF_THEN.has(aspect) || from === undefined || to === undefined || to.slice(0, 10) >= desk.now.slice(0, 10))
    return undefined;
  const inForce = all
    .filter(
      ({ start, end, status }) =>
        start !== null &&
        start.slice(0, to.length) <= to &&
        (end === null ? status === 'taken' : end.slice(0, from.length) >= from),
    )
    .toSorted((a, b) => b.start!.localeCompare(a.start!));
  const earlier = all
    .filter(({ start, end }) => start !== null && end !== null && end.slice(0, 10) <= laterOf(to))
    .toSorted((a, b) => b.end!.localeCompare(a.end!))
    .slice(0, 1);
  const shown = inForce.length > 0 ? inForce : scope.from === undefined ? earlier : [];
  if (shown.length === 0) return undefined;
  const say = (item: MedicineView) =>
    `${describe(item)}${how(item) === '' ? '' : ` (${lower(how(item))})`}, ${sayDate(item.start)} to ${item.end === null ? 'now' : sayDate(item.end)}${cite(desk, item, item.start)}`;
  const now = all.find((item) => item.status === 'taken' && !shown.includes(item));
  return block(`**${capital(scope.say ?? 'then')}: ${list(shown.slice(0, 4).map(say))}.**`, [
    shown.length === 1 && shown[0]!.end !== null ? stopReason(desk, shown[0]!) : undefined,
    now === undefined
      ? undefined
      : `Now: ${describe(now)}${how(now) === '' ? '' : ` (${lower(how(now))})`}, since ${sayDate(now.start)}${cite(desk, now, now.start)}.${reasonOf(now)}`,
    shown.length > 4 ? `And ${list(shown.slice(4, 8).map(({ name }) => drugName(name)))}.` : undefined,
  ]);
}

/** A course that ends on the day on which the next one begins was in force right before it. */
function laterOf(day: string): string {
  return new Date(Date.parse(day.slice(0, 10)) + 2 * 86_400_000).toISOString().slice(0, 10);
}
