/** Whether she is pregnant, plans to be or feeds a child: from conditions, findings, and recent notes of the record. */
import type { Catalogue } from '../clinical/catalogue/index.ts';
import { sentencesOf } from '../text/index.ts';
import { daysBetween, type PatientView, type Pregnancy } from './patient.ts';

const STATES: [concept: string, state: NonNullable<Pregnancy['state']>, days: number][] = [
  ['condition:pregnancy', 'pregnant', 300],
  ['condition:breastfeeding', 'breastfeeding', 730],
  ['condition:planning_a_pregnancy', 'planning', 730],
  ['condition:postpartum_state', 'postpartum', 84],
];
/** A plan in a note is older news than a diagnosis. */
const NOTE_DAYS = 365;
const NONE: Pregnancy = { state: null, evidence: [], since: null };

export function pregnancyOf(view: PatientView, catalogue: Catalogue): Pregnancy {
  if (view.sex === 'male') return NONE;
  for (const [concept, state, days] of STATES) {
    const found = view.conditions.find(
      ({ status, onset, concepts }) =>
        status === 'active' &&
        (onset === null || daysBetween(onset, view.now) <= days) &&
        concepts.some((id) => catalogue.isA(id, concept)),
    );
    if (found) return { state, evidence: [found.uuid], since: found.onset };
  }
  return fromFindings(view) ?? fromNotes(view, catalogue) ?? NONE;
}

function fromFindings(view: PatientView): Pregnancy | undefined {
  const found = view.findings.find(
    ({ name, text, time }) =>
      /pregnan/i.test(name) &&
      /^(?:pregnant|positive|yes)\b/i.test(text) &&
      time !== null &&
      daysBetween(time, view.now) <= 300,
  );
  return found ? { state: 'pregnant', evidence: [found.uuid], since: found.time } : undefined;
}

const NEGATED =
  /\b(?:not|no|never|denies|without|avoid|prevent|isn't|doesn't|if|should she|until|before|contracepti\w+)\b/i;

function fromNotes(view: PatientView, catalogue: Catalogue): Pregnancy | undefined {
  const recent = view.documents
    .filter(({ time }) => time !== null && time <= view.now && daysBetween(time, view.now) <= NOTE_DAYS)
    .sort((a, b) => (a.time! < b.time! ? 1 : -1));
  for (const { uuid, text, time } of recent)
    for (const sentence of sentencesOf(text)) {
      const found = catalogue
        .find(sentence, { kinds: ['condition'] })
        .find(({ concept: { id } }) => id === PLANNING || id === FEEDING);
      if (!found || NEGATED.test(sentence)) continue;
      return { state: found.concept.id === PLANNING ? 'planning' : 'breastfeeding', evidence: [uuid], since: time };
    }
  return undefined;
}

const PLANNING = 'condition:planning_a_pregnancy';
const FEEDING = 'condition:breastfeeding';
