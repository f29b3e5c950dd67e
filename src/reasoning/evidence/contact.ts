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

/** A telephone number in a paper that speaks of these concepts, with whose it is; of the sentence that names one first. */
export function numberFor(desk: Desk, concepts: readonly string[]): string {
  const isNumber = ({ text, remark }: Passage) => !remark && NUMBER.test(text) && CALLING.test(text);
  const names = new Set(
    findPassages(desk.chart, { concepts, words: new Map(), named: true })
      .filter(({ passage }) => isNumber(passage))
      .map(({ passage }) => passage),
  );
  const found = findPassages(desk.chart, { concepts, words: new Map(), wide: true })
    .filter(({ passage, named }) => named && isNumber(passage))
    .map(({ passage }) => passage)
    .toSorted((a, b) => Number(names.has(b)) - Number(names.has(a)) || (b.time ?? '').localeCompare(a.time ?? ''))[0];
  return found === undefined ? '' : `${sayNumber(found)}${citePassage(desk, found)}`;
}

/** "the transplant line, 01632 960 417": whose number it is stands right before it. */
export function sayNumber({ text, title }: Passage): string {
  const found = NUMBER.exec(text)!;
  const words = text
    .slice(0, found.index)
    .split(/[.;:,()]/)
    .at(-1)!
    .trim()
    .split(/\s+/);
  while (words.length > 1 && JOINING.has(words.at(-1)!.toLowerCase())) words.pop();
  const from = words.findLastIndex((word) => JOINING.has(word.toLowerCase())) + 1;
  const whose = words.slice(from).join(' ');
  const name = whose === '' || words.length - from > MOST_WORDS ? `the number in your ${lower(title)}` : withThe(whose);
  return `${name}, ${found[0].trim()}`;
}

function withThe(name: string): string {
  return /^(?:the|your|our|dr|nurse|\p{Lu}\p{Ll})/u.test(name) ? name : `the ${name}`;
}

const MOST_WORDS = 5;
/** Where the name of whom to call begins behind, and what may stand between it and the number. */
const JOINING = new Set([
  'call',
  'ring',
  'phone',
  'contact',
  'tell',
  'telephone',
  'or',
  'and',
  'on',
  'at',
  'to',
  'is',
  'us',
  'via',
  'then',
  'number',
  'tel',
]);

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
