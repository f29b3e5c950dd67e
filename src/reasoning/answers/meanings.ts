/** What the words of a question mean in general: from the nearest to the widest, and what a number or a class of it says. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import type { KnowledgeResult } from '../../knowledge/index.ts';
import { sentencesOf } from '../../text/index.ts';
import { type Desk, nameOf } from '../desk.ts';
import { itemsFor } from '../evidence/items.ts';
import { drugOfLevel } from '../evidence/levels.ts';
import type { Reference } from '../evidence/reference.ts';
import { readingsOf } from '../evidence/series.ts';
import { definedIn, speaksOf } from '../frames/defined.ts';
import {
  glossary,
  gradeIn,
  meaningOf,
  numberIn,
  sourceOf,
  stepOf,
  type Term,
  termsIn,
  toldAs,
  worksOf,
} from '../glossary/index.ts';
import type { Frame, Subject } from '../types.ts';
import { capital, lower, round } from '../wording.ts';
import {
  isAbout,
  type Known,
  knownOf,
  levelMeaning,
  openingOf,
  referenceFor,
  type Said,
  sayReference,
} from './known.ts';

const MOST_TERMS = 2;

/** The terms of a question, else those in the name of what it is about. */
export function termsOf({ text }: Frame, subject: Subject | undefined): Term[] {
  const found = termsIn(text);
  const asked = found.filter((term) => !isPartOf(term, text, subject));
  if (found.length > 0 || subject === undefined) return asked.slice(0, MOST_TERMS);
  const own = subject.id.startsWith('own:') ? nameOf(subject.id) : `${subject.text} ; ${nameOf(subject.id)}`;
  return termsIn(own).slice(0, MOST_TERMS);
}

/** "Necrosis" within "avascular necrosis": a piece of the name of an illness is not what is asked for. */
function isPartOf({ name, start, end }: Term, text: string, subject: Subject | undefined): boolean {
  if (subject === undefined || !ILL.has(subject.kind) || subject.text.length <= name.length) return false;
  const at = text.toLowerCase().indexOf(subject.text.toLowerCase());
  return at >= 0 && at <= start && end <= at + subject.text.length && meaningOf(subject.id) !== undefined;
}

const ILL = new Set<Subject['kind']>(['condition', 'symptom', 'procedure']);

/** The level of a medicine, the word itself, its own entry, then what the reference has. */
export function meaningsOf(desk: Desk, frame: Frame, subject: Subject | undefined): Said[] {
  const level = subject?.kind === 'observation' ? drugOfLevel(subject.id) : undefined;
  const terms = termsOf(frame, subject);
  const told = [...worksHere(desk, subject), ...terms.flatMap((term) => sayTerm(desk, frame, term, subject))];
  const entry = subject === undefined || told.length > 0 ? undefined : meaningOf(subject.id);
  const own = entry === undefined ? [] : [{ text: entry, marker: desk.notes.source(sourceOf(subject!.id)) }];
  const wider = own.length + told.length > 0 || subject === undefined ? undefined : widerOf(subject);
  const known =
    subject === undefined || level !== undefined || own.length > 0
      ? undefined
      : (knownOf(nameOf(toldAs(subject.id)), [subject.text, ...(openCatalogue().get(subject.id)?.names ?? [])]) ??
        (wider === undefined ? undefined : knownOf(nameOf(wider), openCatalogue().get(wider)?.names ?? [])));
  return [
    ...(level === undefined ? [] : levelMeaning(desk, level)),
    ...told,
    ...own,
    ...(told.length + own.length > 0 ? [] : fromReference(desk, frame, subject, known)),
    ...standingOf(desk, known?.entry, subject),
  ];
}

/** An illness that only this record names so is told as one of the kind that its name holds: "juvenile … epilepsy". */
function widerOf({ id, text }: Subject): string | undefined {
  if (!id.startsWith('own:'))
    return openCatalogue()
      .get(id)
      ?.parents.find((each) => each.startsWith('condition:'));
  return conceptsIn(`${nameOf(id)} ; ${text}`)[0];
}

function fromReference(desk: Desk, frame: Frame, subject: Subject | undefined, known: Known | undefined): Said[] {
  const near = referenceFor(frame.text, subject?.text);
  const phrase = definedIn(frame.text);
  const isMeant = (found: Reference) =>
    isAbout(found, subject) &&
    (phrase === undefined || speaksOf(phrase, `${found.entry.title} ${found.entry.also.join(' ')} ${found.text}`));
  const meant = near !== undefined && isMeant(near) ? near : undefined;
  const isSame = meant !== undefined && known?.entry.id === meant.entry.id;
  return [
    ...(known === undefined ? [] : openingOf(desk, known)),
    ...(meant === undefined || (isSame && meant.section === 'what it is') ? [] : sayReference(desk, meant)),
  ];
}

/** Of a medicine how it works, for the reason for which it is taken here. */
function worksHere(desk: Desk, subject: Subject | undefined): Said[] {
  if (subject?.kind !== 'drug' && subject?.kind !== 'drug_class') return [];
  const works = worksOf([subject.id], reasonsOf(desk, subject));
  if (works === undefined) return [];
  return [{ text: `${capital(nameOf(subject.id))}: ${lower(works)}`, marker: desk.notes.source(glossary.source) }];
}

/** What the record gives a medicine for, as concepts. */
export function reasonsOf({ chart }: Desk, subject: Subject): string[] {
  const held = itemsFor(subject, chart).medicines;
  return held.flatMap(({ reason }) => (reason === null ? [] : conceptsIn(reason)));
}

export function conceptsIn(text: string): string[] {
  return openCatalogue()
    .find(text, { kinds: ['condition', 'symptom', 'procedure', 'allergen'] })
    .map(({ concept }) => concept.id);
}

/** The meaning, and what the number or the class that was said, or that the record holds, stands for. */
function sayTerm(desk: Desk, { text }: Frame, term: Term, subject: Subject | undefined): Said[] {
  const marker = desk.notes.source(term.source);
  const grade = gradeIn(term, text);
  if (grade !== undefined)
    return [
      { text: term.means, marker },
      {
        text: `${capital(term.name.length < 8 ? term.name.toUpperCase() : term.name)} ${grade.said} means ${grade.says}.`,
        marker,
      },
    ];
  const held = subject?.kind === 'observation' ? readingsOf(desk.chart, subject.id).at(-1)?.value : undefined;
  const value = term.steps.length === 0 ? undefined : (numberIn(term, text) ?? held);
  const step = value === undefined ? undefined : stepOf(term, value);
  return [
    { text: term.means, marker },
    ...(step === undefined ? [] : [{ text: `${round(value!)} means ${step}.`, marker }]),
  ];
}

/** What a high or a low value means, where this person's last one is high or low. */
function standingOf(desk: Desk, entry: KnowledgeResult | undefined, subject: Subject | undefined): Said[] {
  if (entry === undefined || subject?.kind !== 'observation') return [];
  const last = readingsOf(desk.chart, subject.id).at(-1);
  const side = last?.flag?.endsWith('high') ? 'high values' : last?.flag?.endsWith('low') ? 'low values' : undefined;
  const section = entry.sections.find(({ name }) => name === side);
  if (section === undefined) return [];
  const marker = desk.notes.knowledge(entry);
  const lead = side === 'high values' ? 'A high value' : 'A low value';
  return [{ text: `${lead}: ${lower(sentencesOf(section.text).slice(0, 2).join(' '))}`, marker }];
}
