/** Whether a source is on a medicine: it treats with it. One that names it in passing is on another. */
import { openCatalogue } from '../clinical/catalogue/index.ts';
import type { SourceItem } from '../sources/research/index.ts';
import { stem } from '../text/index.ts';
import { statementsOf } from './evidence/abstract.ts';
import { armsOf } from './evidence/arms.ts';
import { declaredIn, isCalled } from './evidence/declared.ts';
import { designOf } from './evidence/design.ts';
import { causedIn } from './evidence/harms.ts';
import type { EvidenceRow } from './evidence/table.ts';
import { isOnAll, therapiesOf } from './evidence/therapies.ts';
import { foldText } from './evidence/words.ts';
import { areApart, illnessesIn } from './illnesses.ts';
import { names, readText, type Subject, type Topic, topicOf } from './topic.ts';
import { isState } from './whom.ts';

/** They tell of what others studied. */
const GATHERING = ['meta_analysis', 'review', 'knowledge', 'notice'];

export function medicinesOf({ subjects }: Topic): Subject[] {
  return subjects.filter(({ kind }) => kind === 'medicine');
}

/** Medicines by name and nothing else: what names one of them is on it. */
export function medicinesTopic(named: readonly string[]): Topic {
  const subjects = named.map((text): Subject => {
    const [known] = medicinesOf(topicOf(text));
    return known ?? { text, kind: 'medicine', concepts: [], name: text.split(/[\s-]+/).map(stem) };
  });
  return { ...topicOf(''), subjects, label: named.join(', ') };
}

/** An item as it was found treats with one of these. */
export function treatsWith(item: SourceItem, asked: readonly Subject[]): boolean {
  const medicines = [...asked, ...otherNames(item, asked)];
  const isNamed = (text: string) => {
    const reading = readText(text);
    return medicines.some((medicine) => names(reading, medicine));
  };
  if (isNamed(`${item.title}. ${item.trial?.interventions.join(', ') ?? ''}. ${item.approval?.generic ?? ''}`))
    return true;
  if (declaredIn(item.title, item.text).some(({ as }) => medicines.some(({ text }) => isCalled(as, text)))) return true;
  const { id } = designOf(item);
  if (isOnAll(id) || GATHERING.includes(id)) return isNamed(item.text);
  const statements = statementsOf(item.text);
  const { names: arms } = armsOf(item.title, statements);
  if (isNamed([...arms.studied, ...arms.compared].join(', '))) return true;
  // Whose title and arms say with what it treats is on that.
  if (arms.studied.length > 0 || therapiesOf(item, arms).length > 0) return false;
  return statements.some(({ text, role }) => (role === 'result' || role === 'conclusion') && isNamed(text));
}

/** By which this one tells of what is asked about. */
function otherNames({ also = [] }: SourceItem, asked: readonly Subject[]): Subject[] {
  return also
    .filter(({ as }) => asked.some(({ text }) => isCalled(as, text)))
    .map(({ name }) => ({ text: name, kind: 'medicine', concepts: [], name: name.split(/[\s-]+/).map(stem) }));
}

/** A row of the table treats with one of these, or with what they are kinds of; one that treats with nothing by name, by what it found. */
export function isOnMedicines(row: EvidenceRow, medicines: readonly Subject[]): boolean {
  const { therapies, called = [], title, excerpt } = row;
  if (called.some((as) => medicines.some(({ text }) => isCalled(as, text)))) return true;
  const reading = readText(`${therapies.join(', ')}. ${title}. ${therapies.length === 0 ? excerpt : ''}`);
  return medicines.some((medicine) => therapies.includes(foldText(medicine.text)) || names(reading, medicine));
}

/** A medicine by its name is one of these; where none is asked for, any is. */
export function isOnTherapy(name: string, medicines: readonly Subject[]): boolean {
  if (medicines.length === 0) return true;
  const reading = readText(name);
  return medicines.some((medicine) => name === foldText(medicine.text) || names(reading, medicine));
}

/** The medicines that a question names: by what is known of them, or because a source treats with what nobody knows. */
export function medicinesIn(question: string, rows: readonly EvidenceRow[]): Subject[] {
  const topic = topicOf(question);
  const named = medicinesOf(topic);
  const known = foldText(topic.subjects.map(({ text }) => text).join(' '));
  const treated = new Set(rows.flatMap(({ therapies }) => therapies));
  const found = topic.words
    .filter(({ text }) => treated.has(foldText(text)) && !known.includes(foldText(text)))
    .map(({ text, stem }): Subject => ({ text, kind: 'medicine', concepts: [], name: [stem] }));
  return [...named, ...found];
}

/** What is on another disease, by its title, than the one that is asked about. What names none may be on any. */
export function isOnOtherDisease(title: string, question: string, therapies: readonly string[] = []): boolean {
  const catalogue = openCatalogue();
  const problems = topicOf(question).subjects.filter(({ kind, text }) => kind === 'problem' && !isState(text));
  const asked = problems.flatMap(({ concepts }) => concepts);
  const found = catalogue.find(title, { kinds: ['condition', 'symptom'] });
  const caused = causedIn(title, therapies, found);
  const own = found.filter(({ start }) => !caused.includes(start)).map(({ concept }) => concept.id);
  // What it may have caused is no disease that it was given for.
  if (caused.length > 0 && own.length === 0) return false;
  if (asked.length > 0 && own.length > 0)
    return !own.some((one) => asked.some((other) => catalogue.isA(one, other) || catalogue.isA(other, one)));
  return areApart(illnessesIn(title), illnessesIn(question));
}
