/** How values moved: over years as years, with the turn and what happened at it. */

import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { describeTrend } from '../../clinical/index.ts';
import { type Block, block, cite, citeReading, type Desk, nameOf } from '../desk.ts';
import { hasInfluences, influencesOn, isInfluence } from '../evidence/influences.ts';
import { isBetterHigher, measureWords } from '../evidence/measures.ts';
import { type Reading, sayFlag } from '../evidence/series.ts';
import { daysBetween } from '../patient.ts';
import type { Frame } from '../types.ts';
import { capital, drugName, list, lower, round, sayDate, saySpan } from '../wording.ts';
import { causesFor } from './causes.ts';
import { isAsWanted, sayLimit } from './limits.ts';
import { stepFor } from './steps.ts';

export function tellMoved(desk: Desk, frame: Frame, id: string, readings: Reading[]): Block {
  const name = nameOf(id);
  const last = readings.at(-1)!;
  if (readings.length < 2)
    return block(
      `**There is one ${name} only: ${last.shown} on ${sayDate(last.time)}${standing(last)}.**${citeReading(desk, last, name)} One value shows no direction.`,
    );
  const first = readings[0]!;
  const overall = directionOf(readings);
  const direction =
    frame.aspect === 'compare' || (overall === 'stable' && isMove(id, first, last)) ? comparedAs(first, last) : overall;
  const settles = settle(frame, id, direction, first, last);
  const span = saySpan(Math.round(daysBetween(first.time, last.time)));
  const verb = {
    rising: 'rose',
    falling: 'fell',
    stable: 'stayed much the same',
    fluctuating: 'went up and down',
    unknown: 'moved',
  }[direction];
  const path =
    direction === 'stable'
      ? `between ${first.shown} on ${sayDate(first.time)} and ${last.shown} on ${sayDate(last.time)}`
      : `from ${first.shown} on ${sayDate(first.time)} to ${last.shown} on ${sayDate(last.time)}`;
  const change = last.lower === undefined && direction !== 'stable' ? `, ${sayChange(first, last)}` : '';
  const lead = `**${settles}${settles === '' ? capital(name) : name} ${verb}, ${path}${change}, over ${span}.**${citeReading(desk, first, name)}${citeReading(desk, last, name)}`;
  return {
    ...block(
      last.flag === undefined
        ? lead
        : `${lead} The last value is ${meetsGoal(desk, id, last) ? 'within the goal set for you or usual for your condition' : last.flag === 'normal' ? 'within the range' : sayFlag(last.flag)}.`,
      [
        paceOf(desk, readings),
        movedBy(desk, id, direction, readings),
        turnsOf(desk, id, readings),
        readings.length > 2 ? table(readings) : undefined,
        last.flag !== 'normal' ? causesFor(desk, id, last.flag) : undefined,
        sayLimit(desk, id, last),
        last.flag !== undefined && last.flag !== 'normal' ? stepFor(desk, id, last) : undefined,
      ],
    ),
    nth: 0,
  };
}

/** Three centimetres of height are two in a hundred, and yet a loss. */
function isMove(id: string, first: Reading, last: Reading): boolean {
  const least = measureWords.matters[id];
  return least !== undefined && Math.abs(last.value - first.value) >= least;
}

/** Two values that are held against each other differ, however little. */
function comparedAs(first: Reading, last: Reading): ReturnType<typeof directionOf> {
  return last.value > first.value ? 'rising' : last.value < first.value ? 'falling' : 'stable';
}

/** Judged as a single value is: by the goal of this person, else by the one that is usual. */
function meetsGoal(desk: Desk, id: string, last: Reading): boolean {
  return isAsWanted(desk, id, last) || last.meets !== undefined;
}

const YEAR_DAYS = 365.25;

/** "How fast?": by the year, and what came last by itself. */
function paceOf({ message }: Desk, readings: readonly Reading[]): string | undefined {
  const [first, before, last] = [readings[0]!, readings.at(-2)!, readings.at(-1)!];
  const days = daysBetween(first.time, last.time);
  if (!/\bhow (?:fast|quickly|rapidly)\b/i.test(message) || last.lower !== undefined || days < YEAR_DAYS / 4)
    return undefined;
  const unit = last.shown.replace(/^[\d.,/-]+\s*/, '');
  const pace = Number(((Math.abs(last.value - first.value) / days) * YEAR_DAYS).toPrecision(2));
  const step = `${round(Math.abs(last.value - before.value))} ${unit}`.trim();
  return `That is about ${`${pace} ${unit}`.trim()} a year; from the value before to the last it was ${step} in ${saySpan(Math.round(daysBetween(before.time, last.time)))}.`;
}

/** "10.5 kg more" */
function sayChange(first: Reading, last: Reading): string {
  const by = last.value - first.value;
  const share = Math.round((Math.abs(by) / (Math.abs(first.value) || 1)) * 100);
  const unit = last.shown.replace(/^[\d.,/-]+\s*/, '');
  return `${[Math.abs(round(by)), unit].filter((part) => part !== '').join(' ')} ${by > 0 ? 'more' : 'less'}${share >= 5 ? ` (${share} %)` : ''}`;
}

/** "By date, it began to fall after empagliflozin was started on 11 Mar 2025." */
function movedBy(desk: Desk, id: string, direction: string, readings: readonly Reading[]): string | undefined {
  if (direction !== 'rising' && direction !== 'falling') return undefined;
  const [first, last] = [readings[0]!, readings.at(-1)!];
  const started = influencesOn(desk.chart, id, direction === 'rising' ? 'up' : 'down').medicines.filter(
    ({ start }) => start !== null && daysBetween(first.time, start) > -45 && start < last.time,
  );
  const [one] = started;
  return one === undefined
    ? undefined
    : `By date, it ${direction === 'rising' ? 'rose' : 'fell'} after ${drugName(one.name)} was started on ${sayDate(one.start)}${cite(desk, one, one.start)}.`;
}

function directionOf(readings: readonly Reading[]) {
  const [first, last] = [readings[0]!, readings.at(-1)!];
  const { direction } = describeTrend(readings.map(({ time, value }) => ({ time, value })));
  const change = (last.value - first.value) / (Math.abs(first.value) || 1);
  if (direction === 'fluctuating' && Math.abs(change) > 0.3) return change > 0 ? 'rising' : 'falling';
  return direction;
}

function settle({ text }: Frame, id: string, direction: string, first: Reading, last: Reading): string {
  const up = last.value > first.value;
  const asked = /\b(?:gone up|going up|risen|rising|increased|gained)\b/i.test(text)
    ? 'up'
    : /\b(?:gone down|going down|fallen|falling|dropp\w*|decreased|lost)\b/i.test(text)
      ? 'down'
      : undefined;
  if (asked !== undefined && /^\W*(?:and\s+)?(?:is|are|has|have|did)\b/i.test(text))
    return `${(asked === 'up') === up && last.value !== first.value ? 'Yes' : 'No'}${direction === 'stable' ? ', only a little' : ''}: `;
  if (!/\b(?:better|worse|improv\w*|worsen\w*)\b/i.test(text)) return '';
  if (direction === 'stable') return 'Not much: ';
  if (/\bbetter or worse\b|\bworse or better\b/i.test(text))
    return up === isBetterUp(id, first, last) ? 'Better: ' : 'Worse: ';
  const improved = up === isBetterUp(id, first, last);
  const asksWorse = /\bworse/i.test(text);
  if (direction === 'fluctuating') return 'Not clearly: ';
  return `${improved !== asksWorse ? 'Yes' : 'No'}: `;
}

/** Of what no list knows, too little says that more is better. */
function isBetterUp(id: string, ...readings: readonly Reading[]): boolean {
  return isBetterHigher(id) || (id.startsWith('own:') && readings.some(({ flag }) => flag?.endsWith('low')));
}

function standing({ flag }: Reading): string {
  return flag === undefined ? '' : flag === 'normal' ? ', within the range' : `, ${sayFlag(flag)}`;
}

const SHARP = 0.25;
const NEAR_DAYS = 120;

/** The sharpest turn of a long series, and what the record holds at that time: a medicine begun or stopped, a condition, a stay. */
export function turnsOf(desk: Desk, id: string, readings: readonly Reading[]): string {
  const name = nameOf(id);
  const dips = readings.flatMap((each, at) => {
    const before = readings[at - 1];
    if (before === undefined) return [];
    const change = (each.value - before.value) / (Math.abs(before.value) || 1);
    return Math.abs(change) >= SHARP ? [{ each, before, change }] : [];
  });
  const sharp = dips
    .toSorted((a, b) => Math.abs(b.change) - Math.abs(a.change))
    .slice(0, 2)
    .toSorted((a, b) => a.each.time.localeCompare(b.each.time));
  return sharp
    .map(({ each, before, change }) => {
      const near = eventsAt(desk, before.time, each.time, id);
      const word = change < 0 ? 'It fell' : 'It rose';
      return `${word} from ${before.shown} to ${each.shown} on ${sayDate(each.time)}${citeReading(desk, each, name)}${near === '' ? '' : `; at that time your record has ${near}`}.`;
    })
    .join(' ');
}

/** What began or ended between two days or shortly before the second. */
export function eventsAt(desk: Desk, from: string, to: string, of?: string): string {
  const early = new Date(Math.max(Date.parse(from), Date.parse(to) - NEAR_DAYS * 86_400_000)).toISOString();
  const inside = (time: string | null) =>
    time !== null && time.slice(0, 10) >= early.slice(0, 10) && time.slice(0, 10) <= to.slice(0, 10);
  const { view } = desk.chart;
  const bears = ({ concepts }: { concepts: readonly string[] }) =>
    of === undefined || of.startsWith('own:') || !hasInfluences(of) || isInfluence(concepts, of);
  const conditions = view.conditions
    .filter((item) => inside(item.onset) && bears(item))
    .map((item) => `${lower(item.name)}${cite(desk, item, item.onset)}`);
  const started = view.medicines
    .filter((item) => inside(item.start) && bears(item))
    .map((item) => `${drugName(item.name)} started on ${sayDate(item.start)}${cite(desk, item, item.start)}`);
  const stopped = view.medicines
    .filter((item) => item.status !== 'changed' && inside(item.end) && !inside(item.start) && bears(item))
    .map((item) => `${drugName(item.name)} stopped on ${sayDate(item.end)}${cite(desk, item, item.end)}`);
  return list([...conditions, ...started, ...stopped].slice(0, 4));
}

function table(readings: readonly Reading[]): string {
  const shown = readings.length > 8 ? [readings[0]!, ...thinned(readings)] : readings;
  return [
    '| date | value | |',
    '| --- | --- | --- |',
    ...shown.map((each) => `| ${sayDate(each.time)} | ${each.shown} | ${sayFlag(each.flag)} |`),
  ].join('\n');
}

/** The newest and, of the others, those at which it turned. */
function thinned(readings: readonly Reading[]): Reading[] {
  const inner = readings.slice(1, -3);
  const values = inner.map(({ value }) => value);
  const keep = new Set([values.indexOf(Math.min(...values)), values.indexOf(Math.max(...values))]);
  return [...inner.filter((_, at) => keep.has(at)), ...readings.slice(-3)];
}

export function isKnown(id: string): boolean {
  return openCatalogue().get(id) !== undefined;
}
