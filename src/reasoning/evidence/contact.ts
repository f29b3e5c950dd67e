/** Whom to turn to: the number that the papers give, who prescribes it, who is seen for it, and when that is next. */
import type { Chart } from '../chart.ts';
import type { Desk } from '../desk.ts';
import { citePassage } from '../desk.ts';
import type { EncounterView } from '../patient.ts';
import { lower, sayDate } from '../wording.ts';
import { itemsFor, medicinesFor } from './items.ts';
import { findPassages, type Passage } from './passages.ts';

const NUMBER = /(?:\+?\d[\d\s().-]{6,}\d)/;
/** Somebody to turn to again, not the place that wrote one prescription. */
const PERSON = /^(?:dr|prof|nurse|mr|mrs|ms|sister)\b/i;
const CALLING = /\b(?:call|ring|phone|contact|tell|line|at|on)\b/i;

/** A telephone number in a paper that speaks of these concepts, with whose it is. */
export function numberFor(desk: Desk, concepts: readonly string[]): string {
  const isNumber = ({ text, remark }: Passage) => !remark && NUMBER.test(text) && CALLING.test(text);
  const found = findPassages(desk.chart, { concepts, words: new Map(), wide: true })
    .filter(({ passage, named }) => named && isNumber(passage))
    .toSorted((a, b) => (b.passage.time ?? '').localeCompare(a.passage.time ?? ''))[0]?.passage;
  if (found === undefined) return '';
  const whose =
    /\b(?:call|ring|phone|contact|tell)\s+((?:the |us|dr\.? |your )?[\w.' -]{2,40}?)\s+(?:at|on)\s+\+?\d/i.exec(
      found.text,
    )?.[1];
  const name = whose === undefined || /^us\b/i.test(whose) ? `the number in your ${lower(found.title)}` : whose;
  return `${name}, ${NUMBER.exec(found.text)![0].trim()}${citePassage(desk, found)}`;
}

/** The doctor who belongs to a matter: who prescribed the medicine, else who was last seen about it, else the last one seen. */
export function doctorFor({ chart }: Desk, concepts: readonly string[]): string | undefined {
  const subjects = concepts.map((id) => ({ id, as: 'itself' as const, text: '' }));
  const medicines = subjects.flatMap((subject) => [
    ...itemsFor(subject, chart).medicines,
    ...medicinesFor(subject, chart),
  ]);
  const current = medicines
    .filter(({ status }) => status === 'taken')
    .toSorted((a, b) => (b.start ?? '').localeCompare(a.start ?? ''));
  const names = current.flatMap(({ uuid }) => chart.people(uuid).slice(0, 1));
  return names.find((name) => PERSON.test(name)) ?? lastSeen(chart)?.name ?? names[0];
}

function lastSeen(chart: Chart): { name: string; visit: EncounterView } | undefined {
  const past = pastVisits(chart);
  for (const visit of past) {
    const [name] = chart.people(visit.uuid);
    if (name !== undefined) return { name, visit };
  }
  return undefined;
}

export function pastVisits({ view }: Chart): EncounterView[] {
  return view.encounters
    .filter(({ scheduled, time, status }) => !scheduled && status !== 'cancelled' && time !== null && time <= view.now)
    .toSorted((a, b) => b.time!.localeCompare(a.time!));
}

export function comingVisits({ view }: Chart): EncounterView[] {
  return view.encounters
    .filter(({ scheduled }) => scheduled)
    .toSorted((a, b) => (a.time ?? '').localeCompare(b.time ?? ''));
}

/** "Dr Patel" or "your doctor", and the visit that is coming anyway. */
export function nextVisit(desk: Desk, person?: string): string {
  const [visit] = comingVisits(desk.chart).filter(
    ({ uuid }) => person === undefined || desk.chart.people(uuid).includes(person),
  );
  if (visit === undefined) return '';
  const [name] = desk.chart.people(visit.uuid);
  const marker = desk.notes.entry({
    uuid: visit.uuid,
    label: visit.label,
    name: visit.reason ?? visit.name,
    date: visit.time,
  });
  return `your visit on ${sayDate(visit.time)}${name === undefined ? '' : ` with ${name}`}${marker}`;
}
