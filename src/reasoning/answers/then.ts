/** Why a value of the past was so: what the record and the papers hold for those days. */
import { type Block, block, cite, citeReading, type Desk, nameOf, sayPassage } from '../desk.ts';
import { measureWords } from '../evidence/measures.ts';
import { findPassages } from '../evidence/passages.ts';
import type { Reading } from '../evidence/series.ts';
import { daysBetween } from '../patient.ts';
import type { Frame } from '../types.ts';
import { drugName, list, lower, sayDate } from '../wording.ts';

export function followsExtreme({ frames }: Desk, frame: Frame): boolean {
  const at = frames.indexOf(frame);
  return frame.inherited === true && frames.slice(0, at).at(-1)?.aspect === 'extreme';
}

export function worstOf(readings: readonly Reading[], id: string): Reading | undefined {
  const low = measureWords.better.higher.includes(id);
  return readings.toSorted((a, b) => (low ? a.value - b.value : b.value - a.value))[0];
}

const AROUND_DAYS = 45;

/** Why a value of the past was so: papers of those days, what was started or stopped then. */
export function explainThen(desk: Desk, id: string, reading: Reading): Block {
  const near = (time: string | null) => time !== null && Math.abs(daysBetween(time, reading.time)) < AROUND_DAYS;
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
  ];
  const name = nameOf(id);
  return block(
    `**${moved.length + papers.length === 0 ? 'Your record does not say why' : moved.length === 0 ? 'Your papers of that time say why' : `At that time your record has: ${list(moved.slice(0, 4))}`}.** The ${name} was ${reading.shown} on ${sayDate(reading.time)}${citeReading(desk, reading, name)}.`,
    papers.map((passage) => sayPassage(desk, passage)),
  );
}
