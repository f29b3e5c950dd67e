/** "The injection", "my patch", "the brown one": a form that stands for the medicine of this record that has it. */

import { z } from 'zod';
import { wordsIn } from '../../text/index.ts';
import { readRows } from '../../text/rows.ts';
import type { Chart } from '../chart.ts';
import type { MedicineView } from '../patient.ts';
import type { Subject } from '../types.ts';
import { drugName } from '../wording.ts';
import { isCue } from './cues.ts';

const GIVEN_FOR = new Set<Subject['kind']>(['observation', 'procedure', 'condition', 'symptom']);

/** "My blood pressure capsule", "the transplant tablets": what is given for it. */
export function withForms(subjects: Subject[], text: string): Subject[] {
  const words = wordsIn(text);
  return subjects.flatMap((subject): Subject[] => {
    const next = words.find(({ start }) => start >= subject.end);
    const isForm =
      next !== undefined && next.start - subject.end <= 1 && isCue('forms', next.lower) && GIVEN_FOR.has(subject.kind);
    if (isForm) return [{ ...subject, as: 'medicines_for', end: next.end, text: text.slice(subject.start, next.end) }];
    const before = subjects.find(({ end }) => end < subject.start && subject.start - end <= 1);
    const isPart = subject.id === 'thing:medicines' && before !== undefined && GIVEN_FOR.has(before.kind);
    return isPart ? [] : [subject];
  });
}

const spoken = z.array(z.string()).min(1);

/** How a form is written on the list, by what people call it. */
export const formRows = z
  .array(z.strictObject({ said: spoken, written: spoken, example: z.string(), counter: z.string() }))
  .parse(readRows(new URL('./forms.yml', import.meta.url)));

const WRITTEN: readonly (readonly [said: ReadonlySet<string>, written: RegExp])[] = formRows.map((row) => [
  new Set(row.said),
  new RegExp(
    `\\b(?:${row.written.map((word) => (word.endsWith('~') ? word.slice(0, -1) : `${word}\\b`)).join('|')})`,
    'i',
  ),
]);
const PLAIN_FORM = /^(?:tablets?|pills?|capsules?|medicines?|meds?|tabs)$/;

/** Tablets and medicines say nothing of which. */
export function isPlainForm(word: string): boolean {
  return PLAIN_FORM.test(word);
}

/** Whether a medicine has the form that people call so. */
export function isInForm({ name, note, route }: MedicineView, word: string): boolean {
  const written = WRITTEN.find(([said]) => said.has(word))?.[1];
  const text = `${name} ${note ?? ''} ${route ?? ''}`;
  return written === undefined ? text.toLowerCase().includes(word) : written.test(text);
}

/** A pen is a medicine as well. */
const ANY_FORM = /^(?:medicines?|meds?)$/i;

/** Whether its list shows a form that is not the one people mean: an infusion is no tablet. */
export function isOtherForm({ name, note, route }: MedicineView, word: string): boolean {
  if (ANY_FORM.test(word)) return false;
  const text = `${name} ${note ?? ''} ${route ?? ''}`;
  const shown = WRITTEN.filter(([, written]) => written.test(text));
  return shown.length > 0 && !shown.some(([said]) => said.has(word));
}

export function isForm(word: string): boolean {
  return PLAIN_FORM.test(word) || WRITTEN.some(([said]) => said.has(word));
}

const OWN = new Set(['the', 'my', 'this', 'that', 'these', 'those', 'i', 'weekly', 'monthly', 'fortnightly', 'daily']);
const MOST = 2;
/** Words that a vaccine or a test is named by: then the form is none of a medicine. */
const OTHER = new Set<Subject['kind']>(['vaccine', 'drug', 'drug_class']);

export function withFormMeant(subjects: Subject[], text: string, { view }: Chart): Subject[] {
  if (subjects.some(({ kind }) => OTHER.has(kind))) return subjects;
  const words = wordsIn(text);
  for (const [at, word] of words.entries()) {
    if (!WRITTEN.some(([said]) => said.has(word.lower)) || !OWN.has(words[at - 1]?.lower ?? '')) continue;
    const inForm = view.medicines.filter((item) => isInForm(item, word.lower));
    const taken = inForm.filter(({ status }) => status === 'taken');
    const meant = taken.length > 0 ? taken : inForm;
    if (meant.length === 0 || new Set(meant.map(({ name }) => drugName(name))).size > MOST) return subjects;
    const rest = subjects.filter(({ start, end }) => end <= word.start || start >= word.end);
    return [...rest, ...meant.map((item) => toSubject(item, word.start, word.end))];
  }
  return subjects;
}

function toSubject(item: MedicineView, start: number, end: number): Subject {
  const id = item.concepts[0] ?? `entry:${item.uuid}`;
  return { id, kind: 'drug', as: 'itself', text: drugName(item.name), start, end };
}
