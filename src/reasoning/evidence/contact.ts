/** Whom to turn to: the number that the papers give, who prescribes it, who is seen for it, and when that is next. */
import type { Chart } from '../chart.ts';
import type { Desk } from '../desk.ts';
import { citePassage } from '../desk.ts';
import type { EncounterView } from '../patient.ts';
import { lower, sayDate } from '../wording.ts';
import { lineFor } from './directory.ts';
import { itemsFor, medicinesFor } from './items.ts';

/** Somebody to turn to again, not the place that wrote one prescription. */
const PERSON = /^(?:dr|prof|nurse|mr|mrs|ms|sister|midwife)\b/i;

/** The number in a paper that belongs to these concepts, with whose it is; `whom` is what a rule calls them. */
export function numberFor(desk: Desk, concepts: readonly string[], whom = ''): string {
  const line = lineFor(desk.chart, concepts, whom);
  if (line === undefined) return '';
  const [author] = desk.chart.people(line.passage.uuid);
  const name =
    line.label !== ''
      ? withThe(lowerLabel(line.label))
      : author !== undefined && PERSON_OR_ROLE.test(author)
        ? author
        : `the number in your ${lower(line.passage.title)}`;
  return `${name}, ${line.number}${citePassage(desk, line.passage)}`;
}

const PERSON_OR_ROLE = /^(?:dr|prof|nurse|mr|mrs|ms|sister|midwife)\b|,|\b(?:nurse|clinic|team|unit)\b/i;

/** A word of the house in small letters, the name of a person as it is written. */
function lowerLabel(label: string): string {
  return /^(?:dr\b|\p{Lu}\p{Ll}+ \p{Lu})/iu.test(label) && /^\p{Lu}/u.test(label) ? label : lower(label);
}

function withThe(name: string): string {
  return /^(?:(?:the|your|our|his|her|my|their|dr|nurse)\b|\p{Lu})/u.test(name) ? name : `the ${name}`;
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
  return `your visit on ${sayDate(visit.clock ?? visit.time)}${name === undefined ? '' : ` with ${name}`}${marker}`;
}
