/** "No, it was 100", "that was yesterday", "forget the ibuprofen": what a message changes of what was told before. */
import { createRequire } from 'node:module';
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { MONTHS } from '../../text/index.ts';
import type { Chart } from '../chart.ts';
import { commandIn } from '../frames/manner.ts';
import { subjectsIn } from '../frames/subjects.ts';
import type { EntryView } from '../patient.ts';
import { pattern } from '../patterns.ts';
import type { Subject } from '../types.ts';

const require = createRequire(import.meta.url);

/** English alone, and when somebody first corrects a day: all of it is some 270 modules at every start. */
function chrono(): typeof import('chrono-node/en') {
  return require('chrono-node/en');
}

export interface Amendment {
  kind: 'correct' | 'retract' | 'stop';
  subjects: Subject[];
  value?: string;
  unit?: string;
  /** YYYY-MM-DD. */
  time?: string;
}

const LONGEST = 160;
/** What was heard of a medicine is no order. */
const HEARD = pattern('heard_withdrawn');
const NAMES_ENTRY = new Set<Subject['kind']>(['drug', 'drug_class', 'allergen', 'symptom', 'condition']);
const NUMBER =
  /(?<![\d.])(\d{1,3}\s*\/\s*\d{1,3}|\d+(?:[.,]\d+)?)\s*(mg\/dl|mmol\/l|mmol|kg|lbs?|pounds|mg|mcg|µg|ug|g|units?|%|cm)?(?![\d/])/i;
const DATED = new RegExp(
  `\\b(?:yesterday|today|this morning|last night|last week|(?:last |on )?(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)|\\d+ days? ago|a week ago|two days ago|on the \\d|in (?:${MONTHS.join('|')})|(?:${MONTHS.join('|')}) \\d)`,
  'i',
);

export function amendmentIn(message: string, now: string): Amendment | undefined {
  if (message.length > LONGEST || /\?\s*$/.test(message)) return undefined;
  if (HEARD.test(message)) return undefined;
  const subjects = subjectsIn(message);
  const act = commandIn(message, subjects);
  const named = subjects.filter(({ kind }) => kind !== 'thing' && kind !== 'system');
  /** "Put epilim down as stopped, he's had no fit": of what an order names, a medicine is what stops. */
  const medicines = named.filter(({ kind }) => kind === 'drug' || kind === 'drug_class');
  if (act === 'command') return { kind: 'stop', subjects: medicines.length > 0 ? medicines : named };
  if (act === 'retract' && /\bfrom (?:my|the)\b/i.test(message)) return undefined;
  if (act === 'retract') return { kind: 'retract', subjects: named };
  if (act !== 'correct') return undefined;
  const number = NUMBER.exec(message.replace(DATED, ' '));
  const day = DATED.test(message) ? chrono().parseDate(DATED.exec(message)![0], new Date(now)) : null;
  /** "It was the bisoprolol I stopped": the thing itself was another one. */
  const renamed = named.some(({ kind }) => NAMES_ENTRY.has(kind));
  if (number === null && day === null && !renamed) return undefined;
  return {
    kind: 'correct',
    subjects: named,
    ...(number !== null && { value: number[1]!.replace(/\s/g, '').replace(',', '.') }),
    ...(number?.[2] !== undefined && { unit: number[2] }),
    ...(day !== null && { time: day.toISOString().slice(0, 10) }),
  };
}

/** Entries told in conversation that an amendment names. */
export function toldEntries(chart: Chart, subjects: readonly Subject[]): EntryView[] {
  const catalogue = openCatalogue();
  const { view } = chart;
  const items: EntryView[] = [
    ...view.conditions,
    ...view.medicines,
    ...view.allergies,
    ...view.symptoms,
    ...view.procedures,
    ...view.encounters,
  ];
  const values = [...view.series].flatMap(([id, points]) =>
    points.map(({ uuid }) => ({ uuid, label: 'Observation', name: catalogue.get(id)?.name ?? id, concepts: [id] })),
  );
  const ids = subjects.flatMap(({ id, alike = [] }) => [id, ...alike]);
  return [...items, ...values].filter(
    ({ uuid, concepts, name }) =>
      chart.wasTold(uuid) &&
      (concepts.some((concept) => ids.some((id) => catalogue.isA(concept, id))) ||
        subjects.some(({ text }) => name.toLowerCase().includes(text.toLowerCase()))),
  );
}
