/** Markers of a cancer that was treated: judged by their course since then, not by the range of healthy people. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { citeReading, type Desk, nameOf } from '../desk.ts';
import { measureWords } from '../evidence/measures.ts';
import type { Reading } from '../evidence/series.ts';
import { sayDate } from '../wording.ts';

/** So many times the lowest is more than chance. */
const RISEN = 1.5;

export interface Course {
  risen: boolean;
  /** ", up from its lowest, 0.11 µg/L on 8 Jun 2026". */
  say: string;
  why: string;
}

export function courseOf(desk: Desk, id: string, one: Reading, readings: readonly Reading[]): Course | undefined {
  const ill = measureWords.markers.find(({ measure }) => measure === id)?.of;
  if (ill === undefined) return undefined;
  const held = desk.chart.view.conditions.find(({ concepts }) =>
    concepts.some((each) => openCatalogue().isA(each, ill)),
  );
  if (held === undefined) return undefined;
  const since = readings.filter(({ time }) => time >= (held.onset ?? '') && time < one.time);
  const lowest = since.toSorted((a, b) => a.value - b.value)[0];
  if (lowest === undefined) return undefined;
  const risen = one.value > lowest.value * RISEN;
  const name = nameOf(id);
  return {
    risen,
    say: `, ${risen ? 'up from' : 'near'} its lowest, ${lowest.shown} on ${sayDate(lowest.time)}${citeReading(desk, lowest, name)}`,
    why: `With ${nameOf(ill)} in the record the usual range does not hold for ${name}: ${risen ? 'a rise from the lowest value is what counts, and has to be looked into.' : 'what counts is whether it rises from the lowest value.'}`,
  };
}
