/** Why a value of the past was so: what the record and the papers hold for those days. */
import { type Block, block, cite, citeReading, type Desk, nameOf, sayPassage } from '../desk.ts';
import { measureWords } from '../evidence/measures.ts';
import { findPassages } from '../evidence/passages.ts';
import type { Reading } from '../evidence/series.ts';
import { daysBetween } from '../patient.ts';
import { pattern } from '../patterns.ts';
import type { Frame } from '../types.ts';
import { drugName, list, lower, sayDate } from '../wording.ts';
import { noteOf } from './looked.ts';

const TIME_OF_EXTREME = pattern('time_of_extreme');

/** "What was the highest? Why?", "and the time it was really low, why was that?" */
export function followsExtreme({ frames, message }: Desk, frame: Frame): boolean {
  const at = frames.indexOf(frame);
  return (
    (frame.inherited === true && frames.slice(0, at).at(-1)?.aspect === 'extreme') || TIME_OF_EXTREME.test(message)
  );
}

/** The side that was asked for, else the worse one. */
export function extremeOf(desk: Desk, frame: Frame, readings: readonly Reading[], id: string): Reading | undefined {
  const asked = `${desk.frames[desk.frames.indexOf(frame) - 1]?.text ?? ''} ${frame.text}`;
  const low = /\b(?:lowest|smallest|minimum|least|low|down|dropped|fell|crashed)\b/i.test(asked)
    ? true
    : /\b(?:highest|largest|maximum|peak|most|high|up|shot|spiked)\b/i.test(asked)
      ? false
      : measureWords.better.higher.includes(id);
  return readings.toSorted((a, b) => (low ? a.value - b.value : b.value - a.value))[0];
}

const AROUND_DAYS = 75;
const VISIT_DAYS = 10;

/** Why a value of the past was so: papers of those days, what was started or stopped then. */
export function explainThen(desk: Desk, id: string, reading: Reading): Block {
  const near = (time: string | null) => time !== null && Math.abs(daysBetween(time, reading.time)) < AROUND_DAYS;
  const before = (time: string | null) => near(time) && time! <= reading.time;
  const sameDays = (time: string | null) => time !== null && Math.abs(daysBetween(time, reading.time)) < VISIT_DAYS;
  const papers = findPassages(desk.chart, { concepts: [id], words: new Map(), named: true, wide: true })
    .map(({ passage }) => passage)
    .filter(({ time, remark }) => !remark && near(time))
    .slice(0, 2);
  const { view } = desk.chart;
  const moved = [
    ...view.medicines
      .filter(({ start }) => near(start))
      .map((item) => `${drugName(item.name)} started on ${sayDate(item.start)}${cite(desk, item, item.start)}`),
    ...view.medicines
      .filter(({ end, status }) => status === 'stopped' && near(end))
      .map((item) => `${drugName(item.name)} stopped on ${sayDate(item.end)}${cite(desk, item, item.end)}`),
    ...view.conditions
      .filter(({ onset }) => near(onset))
      .map((item) => `${lower(item.name)} on ${sayDate(item.onset)}${cite(desk, item, item.onset)}`),
    ...view.procedures
      .filter(({ time }) => before(time))
      .map(
        (item) =>
          `${lower(item.name)} on ${sayDate(item.time)}${cite(desk, item, item.time)}${noteOf(desk, item) === undefined ? '' : ` (${lower(noteOf(desk, item)!.replace(/\.$/, ''))})`}`,
      ),
    ...view.encounters
      .filter(({ time, reason, scheduled }) => !scheduled && reason !== null && sameDays(time))
      .map((item) => `a visit for ${lower(item.reason!)} on ${sayDate(item.time)}${cite(desk, item, item.time)}`),
  ];
  const name = nameOf(id);
  return block(
    `**${moved.length + papers.length === 0 ? 'Your record does not say why' : moved.length === 0 ? 'Your papers of that time say why' : `At that time your record has: ${list(moved.slice(0, 6))}`}.** The ${name} was ${reading.shown} on ${sayDate(reading.time)}${citeReading(desk, reading, name)}.`,
    papers.map((passage) => sayPassage(desk, passage)),
  );
}
