/** The worst that a message makes with the record, and what of the record helpers must hear. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import type { Chart } from '../chart.ts';
import { belongs } from '../choosing.ts';
import { type Concern, concernsOf, whomFor } from '../concern.ts';
import type { Desk } from '../desk.ts';
import { type Ended, endedIn } from '../evidence/ended.ts';
import { openFootnotes } from '../footnotes.ts';
import { readMessage } from '../frames/index.ts';
import { asPatient } from '../frames/kin.ts';
import { withoutWriter } from '../frames/speaker.ts';
import { writeOut } from '../frames/speech.ts';
import { subjectsIn } from '../frames/subjects.ts';
import { factsIn, toldIn } from '../frames/told.ts';
import { NO_FOCUS } from '../types.ts';
import { drugName, lower } from '../wording.ts';

export interface Heard {
  readonly chart: Chart;
  readonly message: string;
  readonly now: string;
}

/** The worst concerns that what a message tells makes with the record: for who must answer before all else. */
export function dangersOf({ chart, message: written, now }: Heard): (Concern & { whom: string })[] {
  const message = withoutWriter(written);
  const said = asPatient(message, chart.view) ?? message;
  const { frames, text } = readMessage(said, chart, NO_FOCUS, now);
  const told = toldIn(frames, factsIn(text, now, chart.view));
  const all = concernsOf(chart.view, told, [], []).filter(
    ({ severity, family }) => severity === 'critical' || (severity === 'important' && family !== WEIGHED_LATER),
  );
  const found = all.filter(({ fresh }) => fresh);
  const critical = found
    .filter(({ severity }) => severity === 'critical')
    .toSorted((a, b) => Number(b.family === 'crises') - Number(a.family === 'crises'));
  const desk: Desk = {
    ...{ chart, now, notes: openFootnotes(), focus: NO_FOCUS, message: text, frames, told, facts: [] },
    ...{ said: new Map(), heard: [], quoted: new Set() },
  };
  const worst = [...critical, ...found.filter((concern) => !critical.includes(concern))];
  const beside = all.filter((concern) => !concern.fresh && belongs(concern, worst.slice(0, MOST_DANGERS)));
  return [...worst.slice(0, MOST_DANGERS), ...beside.slice(0, MOST_BESIDE)].map((concern) => ({
    ...concern,
    whom: whomFor(desk, concern),
  }));
}

/** What is to be asked about before a thing is taken helps nobody in the moment. */
const WEIGHED_LATER = 'cautions';
const MOST_DANGERS = 4;
const MOST_BESIDE = 2;

/** What of a record is there now, by kinds of concepts: one entry for each kind, in the order of the kinds. */
export function heldOf(
  { view }: Chart,
  kinds: readonly (readonly string[])[],
): { at: number; uuid: string; label: string; name: string; time: string | null }[] {
  const catalogue = openCatalogue();
  const all = [
    ...view.conditions.filter(({ status }) => status === 'active').map((item) => ({ item, time: item.onset })),
    ...view.procedures.filter(({ status }) => status !== 'not-done').map((item) => ({ item, time: item.time })),
    ...view.medicines.filter(({ status }) => status === 'taken').map((item) => ({ item, time: item.start })),
  ];
  return kinds.flatMap((ids, at) => {
    const found = all.find(({ item }) => item.concepts.some((id) => ids.some((each) => catalogue.isA(id, each))));
    if (found === undefined) return [];
    const { uuid, label, name } = found.item;
    return [{ at, uuid, label, name: label === 'IntakeRegimen' ? drugName(name) : lower(name), time: found.time }];
  });
}

/** What is told to have been given although this record ended it. */
export function endedOf({ chart, message, now }: Heard): Ended[] {
  const { frames, text } = readMessage(asPatient(message, chart.view) ?? message, chart, NO_FOCUS, now);
  return endedIn(chart, toldIn(frames, factsIn(text, now)));
}

/** The concepts of signs and conditions that a message names. */
export function signsIn(message: string): string[] {
  return subjectsIn(writeOut(message))
    .filter(({ kind }) => kind === 'symptom' || kind === 'condition')
    .flatMap(({ id, alike = [] }) => [id, ...alike]);
}
