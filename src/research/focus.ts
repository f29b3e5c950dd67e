/** What a question asks beyond what its agent follows, and whether the table has something on all of it. */
import { aspectsAsked } from './evidence/excerpt.ts';
import type { EvidenceRow } from './evidence/table.ts';
import { isSame } from './fit.ts';
import type { Study } from './study.ts';
import { isOn, readText, type Topic, topicOf } from './topic.ts';
import { isOnMedicines, medicinesIn } from './treating.ts';

/** What a question asks beyond the agent's own subject: "and colchicine?" to who follows gout. */
export function focusOf({ name }: Study, question: string, rows: readonly EvidenceRow[]): Topic | undefined {
  const own = topicOf(name.replace(/ Research$/, ''));
  const known = new Set(own.subjects.flatMap(({ concepts }) => concepts));
  const topic = topicOf(question);
  const subjects = topic.subjects.filter(
    (subject) =>
      !subject.concepts.some((id) => known.has(id)) &&
      !own.subjects.some((each) => isSame(each, subject)) &&
      !name.toLowerCase().includes(subject.text.toLowerCase()),
  );
  if (subjects.length > 0) return { ...topic, subjects, label: subjects.map(({ text }) => text).join(', ') };
  // A name that nobody knows, asked about by itself: "and vamorolone?"
  const unknown = topic.words.filter(({ stem: form }) => !own.words.some((word) => word.stem === form));
  // What the evidence knows as a medicine is what is asked about.
  const therapies = new Set(rows.flatMap((row) => row.therapies.flatMap((name) => name.split(' '))));
  const medicines = unknown.filter(({ text }) => therapies.has(text.toLowerCase()));
  const words = medicines.length > 0 ? medicines : unknown;
  return topic.subjects.length > 0 || words.length === 0 || words.length > 3
    ? undefined
    : { ...topic, words, label: words.map(({ text }) => text).join(' ') };
}

/** The table has something on each thing that is asked about, and on whom; else it was not looked for yet. */
export function coversAll(study: Study, question: string, rows: readonly EvidenceRow[]): boolean {
  const medicines = medicinesIn(question, rows);
  if (!medicines.every((medicine) => rows.some((row) => row.level > 0 && isOnMedicines(row, [medicine])))) return false;
  if (question === '' || question === study.requirements.question) return true;
  const aspects = aspectsAsked(question);
  if (!aspects.every((id) => rows.some((row) => row.aspects?.includes(id)))) return false;
  const focus = medicines.length > 0 ? undefined : focusOf(study, question, rows);
  return focus === undefined || rows.some((row) => isOn(readText(`${row.title}. ${row.excerpt}`), focus));
}
