/** What is asked of in no particular way: by what is named, a measure, a medicine, or anything else that the record can hold. */

import { type Block, type Desk, nameOf } from '../desk.ts';
import { itemsFor } from '../evidence/items.ts';
import { observationsOf } from '../evidence/observed.ts';
import { readingsOf } from '../evidence/series.ts';
import { hasCue } from '../frames/cues.ts';
import type { Frame, Subject } from '../types.ts';
import { answerActivity } from './activity.ts';
import { answerAvoid } from './avoid.ts';
import { explainComplaint, explainMedicine, takenThatCause } from './complaints.ts';
import { answerThing } from './conditions.ts';
import { tellPartOfDay } from './courses.ts';
import { explainBeside } from './explain.ts';
import { answerGeneral } from './known.ts';
import { isOfPaper, OF_THINGS_TAKEN } from './matters.ts';
import { answerMeasure } from './measures.ts';
import { answerMedicines, medicinesOf } from './medicines.ts';
import { answerFromPapers } from './papers.ts';
import { answerDocuments, answerLabs } from './rest.ts';
import { triedFor } from './tried.ts';
import { answerVisit } from './visits.ts';

const TAKING = /\b(?:take|taking|on|given|use|using|prescribed|medic\w*|tablets?|pills?|drugs?)\b/i;
const OF_MEDICINES = new Set<Frame['aspect']>(['take', 'dose', 'purpose', 'why-stopped', 'tried', 'effects']);
const OF_SERIES = new Set<Frame['aspect']>(['compare', 'extreme']);
const OF_TIMES = new Set<Frame['aspect']>(['when', 'since']);

/** "What do I get for the hot flushes?" asks for what helps, not for what brings them on. */
const AGAINST = /\b(?:for|against) (?:my |the |this |that |these |those )?\w/i;

/** By what is named: a measure, a medicine, or anything else that the record can hold. */
export function general(desk: Desk, frame: Frame): Block | undefined {
  const kinds = new Set(frame.subjects.map(({ kind }) => kind));
  if (frame.aspect === 'effects')
    return effectsHere(desk, frame) ?? answerGeneral(desk, frame.text) ?? answerFromPapers(desk, frame);
  const isAgainst = AGAINST.test(frame.text) && medicinesOf(desk, frame.subjects).length > 0;
  if (frame.aspect === 'take' && kinds.size > 0 && !isAgainst && [...kinds].every((kind) => kind === 'symptom'))
    return takenThatCause(desk, frame);
  if (frame.aspect === 'take' || (frame.aspect === 'list' && kinds.has('observation'))) {
    if (medicinesOf(desk, frame.subjects).length > 0) return answerMedicines(desk, frame);
  }
  if (frame.aspect === 'list' && frame.subjects.every(({ id }) => id === 'thing:medicines')) {
    const part = tellPartOfDay(desk, frame);
    if (part !== undefined) return part;
  }
  if (frame.aspect === 'list' && kinds.has('drug_class')) {
    // "What antibiotics am I allergic to?"
    const allergic = frame.subjects.some(({ id }) => id === 'thing:allergies');
    const kept = { ...frame, subjects: frame.subjects.filter(({ kind }) => kind !== 'thing') };
    return (allergic ? answerAvoid(desk, kept) : undefined) ?? answerMedicines(desk, frame);
  }
  if (
    ['list', 'dose', 'take'].includes(frame.aspect) &&
    TAKING.test(frame.text) &&
    medicinesOf(desk, frame.subjects).length > 0
  )
    return answerMedicines(desk, frame);
  if (OF_TIMES.has(frame.aspect) && kinds.has('system') && frame.subjects.some(({ id }) => id === 'thing:medicines'))
    return answerMedicines(desk, frame);
  if (OF_TIMES.has(frame.aspect) && kinds.has('condition') && TESTED.test(frame.text)) {
    const values = measured(desk, { ...frame, aspect: 'value' });
    if (values !== undefined) return { ...values, about: observedIn(desk, frame) };
  }
  const isWhole = [...kinds].every((kind) => kind === 'thing' || kind === 'system');
  if (frame.subjects.some(({ id }) => id === 'thing:labs') && isWhole) return answerLabs(desk, frame);
  if (frame.subjects.some(({ id }) => id === 'thing:documents') && isWhole && isOfPaper(frame))
    return answerDocuments(desk, frame);
  if (
    OF_MEDICINES.has(frame.aspect) &&
    (medicinesOf(desk, frame.subjects).length + triedFor(desk, frame, []).length > 0 ||
      kinds.has('drug') ||
      kinds.has('drug_class') ||
      frame.subjects.some(({ id }) => id === 'thing:medicines'))
  )
    return answerMedicines(desk, frame);
  if (
    frame.aspect === 'list' &&
    frame.subjects.some(({ id, as }) => id === 'thing:medicines' || as === 'medicines_for')
  )
    return answerMedicines(desk, frame);
  if (
    frame.subjects.some(({ id }) => ['thing:visits', 'thing:hospital', 'thing:emergency'].includes(id)) &&
    ![...kinds].some((kind) => OF_THINGS_TAKEN.has(kind)) &&
    !frame.subjects.some(({ id }) => id === 'thing:allergies')
  )
    return answerVisit(desk, frame);
  if (kinds.has('observation')) return measured(desk, frame) ?? answerMeasure(desk, frame);
  if (OF_SERIES.has(frame.aspect)) {
    const values = measured(desk, frame);
    if (values !== undefined) return values;
  }
  if (frame.aspect === 'trend' || frame.aspect === 'value')
    return (
      (/\bcontrol/i.test(frame.text) || hasCue('sizes', frame.text) ? measured(desk, frame) : undefined) ??
      answerActivity(desk, frame) ??
      measured(desk, frame) ??
      answerThingOr(desk, frame)
    );
  if ((kinds.has('drug') || kinds.has('drug_class')) && !kinds.has('condition'))
    return isAllergyAsked(desk, frame) ? answerThing(desk, frame) : answerMedicines(desk, frame);
  if (frame.aspect === 'todo') return undefined;
  return answerThingOr(desk, frame);
}

/** The question with the name of what "it" is, for who answers in general. */
export function withNames({ text, subjects, inherited }: Frame): string {
  return inherited ? `${text} ${subjects.map((subject) => subject.text).join(' ')}` : text;
}

/** "What are they doing to me?" of what is taken: what of the record it may have a part in. */
function effectsHere(desk: Desk, frame: Frame): Block | undefined {
  const held = frame.subjects.find((subject) =>
    itemsFor(subject, desk.chart).medicines.some(({ status }) => status === 'taken'),
  );
  return held === undefined ? undefined : explainMedicine(desk, frame, held);
}

function isAllergyAsked({ chart }: Desk, { text, subjects }: Frame): boolean {
  return (
    /\ballerg|\breact/i.test(text) ||
    subjects.every(
      (subject) => itemsFor(subject, chart).medicines.length === 0 && itemsFor(subject, chart).allergies.length > 0,
    )
  );
}

export function measured(desk: Desk, frame: Frame): Block | undefined {
  const observations = observationsOf(desk, frame.subjects);
  const direct = frame.subjects.some(({ kind }) => kind === 'observation');
  const held = observations.some((id) => readingsOf(desk.chart, id).length > 0);
  return direct || held ? answerMeasure(desk, frame) : undefined;
}

/** A value that is weighed comes with what it is and why it matters here. */
export function weighed(desk: Desk, frame: Frame): Block | undefined {
  const told = measured(desk, frame);
  return told === undefined ? undefined : explainBeside(desk, frame, told);
}

const TESTED = /\b(?:tested|checked|screened|measured) for\b/i;

/** What was measured is what "it" means next. */
function observedIn(desk: Desk, { subjects }: Frame): Subject[] {
  const [id] = observationsOf(desk, subjects).filter((each) => readingsOf(desk.chart, each).length > 0);
  return id === undefined
    ? [...subjects]
    : [{ id, kind: 'observation', as: 'itself', text: nameOf(id), start: 0, end: 0 }];
}

export function complaint(desk: Desk, frame: Frame): Block | undefined {
  const subject = frame.subjects.find(({ kind }) => kind === 'symptom');
  return subject === undefined ? undefined : explainComplaint(desk, frame, subject.id);
}

export function answerThingOr(desk: Desk, frame: Frame): Block | undefined {
  return frame.subjects.some(({ kind }) => kind !== 'system') ? answerThing(desk, frame) : undefined;
}
