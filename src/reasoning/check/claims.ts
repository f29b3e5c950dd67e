/**
 * Dates and medicines that a model says of the patient, held against the record: a date that no entry and no paper has, and
 * a medicine said to be taken that is on no list, are marked where they stand.
 */

import { z } from 'zod';
import { readDates } from '../../clinical/dates/dates.ts';
import { wordsIn } from '../../text/index.ts';
import { readRows } from '../../text/rows.ts';
import type { Chart } from '../chart.ts';
import { itemsFor } from '../evidence/items.ts';
import { passagesOf } from '../evidence/passages.ts';
import { findPhrase, type Phrase, parsePhrase } from '../frames/phrase.ts';
import { spokenWords } from '../frames/recognise.ts';
import { subjectsIn } from '../frames/subjects.ts';
import { sayDate } from '../wording.ts';

const row = z.strictObject({
  id: z.string(),
  says: z.array(z.string()).min(1),
  example: z.string(),
  counter: z.string(),
});
export const claimWords = z
  .strictObject({ takes: z.array(row), unless: z.array(row) })
  .parse(readRows(new URL('./words.yml', import.meta.url)));
const phrasesOf = (rows: readonly z.output<typeof row>[]): Phrase[] =>
  rows.flatMap(({ says }) => says.map(parsePhrase));
const TAKES = phrasesOf(claimWords.takes);
const UNLESS = phrasesOf(claimWords.unless);

/** Whether a sentence says that the patient takes what it names. */
export function saysTaken(sentence: string): boolean {
  const words = spokenWords(sentence, subjectsIn(sentence));
  const found = (phrases: readonly Phrase[]) => phrases.some((phrase) => findPhrase(phrase, words) >= 0);
  return found(TAKES) && !found(UNLESS);
}

export interface Marked {
  said: string;
  marked: string[];
}

export function markClaims(chart: Chart, message: string, sentence: string, now: string): Marked {
  const medicines = markMedicines(chart, message, sentence);
  const dates = markDates(chart, message, medicines.said, now);
  return { said: dates.said, marked: [...medicines.marked, ...dates.marked] };
}

const DRUGS = new Set(['drug', 'drug_class']);

function markMedicines(chart: Chart, message: string, sentence: string): Marked {
  if (!saysTaken(sentence)) return { said: sentence, marked: [] };
  const marked: string[] = [];
  let said = sentence;
  const named = subjectsIn(sentence).filter(({ kind, alike = [] }) => DRUGS.has(kind) && alike.every(isNoMeasure));
  for (const subject of named.toReversed()) {
    const { medicines } = itemsFor(subject, chart);
    const held = medicines.some(({ status }) => status === 'taken');
    if (held || message.toLowerCase().includes(subject.text.toLowerCase()) || inPapers(chart, subject.text)) continue;
    const [over] = medicines.toSorted((a, b) => (b.end ?? '').localeCompare(a.end ?? ''));
    const mark =
      over === undefined
        ? '*(not on your list)*'
        : `*(${over.status === 'planned' ? 'planned' : `stopped${over.end === null ? '' : ` on ${sayDate(over.end)}`}`})*`;
    said = `${said.slice(0, subject.end)} ${mark}${said.slice(subject.end)}`;
    marked.push(`takes ${subject.text}`);
  }
  return { said, marked };
}

function isNoMeasure(id: string): boolean {
  return !id.startsWith('observation:');
}

function inPapers(chart: Chart, name: string): boolean {
  return passagesOf(chart).some(({ text }) => text.toLowerCase().includes(name.toLowerCase()));
}

const OF_PATIENT = new Set(['you', 'your', 'yours', 'was', 'were', 'since', 'last']);
const YEAR = /\b(?:19|20)\d\d\b/;

function markDates(chart: Chart, message: string, sentence: string, now: string): Marked {
  if (!YEAR.test(sentence) || !wordsIn(sentence).some(({ lower }) => OF_PATIENT.has(lower)))
    return { said: sentence, marked: [] };
  const at = new Date(now);
  const spans = (text: string) =>
    readDates(text, at).filter(({ start, end, time }) => time.length >= 7 && YEAR.test(text.slice(start, end)));
  const found = spans(sentence);
  if (found.length === 0) return { said: sentence, marked: [] };
  const known = [...datesOf(chart, now), ...spans(message).map(({ time }) => time)];
  const marked: string[] = [];
  let said = sentence;
  for (const { start, end, time } of found.toReversed()) {
    if (known.some((each) => each.startsWith(time) || time.startsWith(each))) continue;
    marked.push(`date ${sentence.slice(start, end).trim()}`);
    said = `${said.slice(0, end)} *(no such date in your record)*${said.slice(end)}`;
  }
  return { said, marked };
}

const read = new WeakMap<Chart['view'], string[]>();

/** Every day that an entry or a paper of the record names. */
function datesOf(chart: Chart, now: string): string[] {
  const known = read.get(chart.view);
  if (known !== undefined) return known;
  const { view } = chart;
  const times = [
    view.birthDate,
    ...view.conditions.flatMap(({ onset, end }) => [onset, end]),
    ...view.medicines.flatMap(({ start, end }) => [start, end]),
    ...view.symptoms.flatMap(({ onset, end }) => [onset, end]),
    ...[...view.series.values()].flatMap((points) => points.map(({ time }) => time)),
    ...[...view.findings, ...view.procedures, ...view.immunisations, ...view.documents].map(({ time }) => time),
    ...view.encounters.flatMap(({ time, end }) => [time, end]),
    ...view.allergies.map(({ uuid }) => chart.property(uuid, 'onset_date')),
  ].filter((time) => typeof time === 'string');
  const written = passagesOf(chart)
    .filter(({ text }) => YEAR.test(text))
    .flatMap(({ text, time }) => readDates(text, new Date(time ?? now)).map((span) => span.time));
  const all = [...new Set([...times, ...written].map((time) => time.slice(0, 10)))];
  read.set(view, all);
  return all;
}
