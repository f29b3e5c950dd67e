import type { Scope } from './mapping.ts';
import type { Concept, Note, Parsed } from './schemas.ts';
import { coded, conceptName, time } from './values.ts';

/** Marks a symptom from conversation among exported Conditions, so that it comes back as one. */
export const SYMPTOM_CATEGORY = { system: 'urn:consilium:category', code: 'symptom', display: 'Symptom' };

export function mapCondition(condition: Parsed<'Condition'>, scope: Scope): void {
  if (condition.category[0]?.coding[0]?.system === SYMPTOM_CATEGORY.system) mapSymptom(condition, scope);
  else mapCase(condition, scope);
}

function mapCase(condition: Parsed<'Condition'>, scope: Scope): void {
  const what = coded(condition.code);
  scope.node('ConditionCase', scope.uuid, {
    ...what,
    status: codeOf(condition.clinicalStatus),
    verification: codeOf(condition.verificationStatus),
    category: codeOf(condition.category[0]),
    onset_date: onset(condition),
    abatement_date: time(condition.abatementDateTime ?? condition.abatementPeriod?.end),
    recorded_date: time(condition.recordedDate),
    text: noteText(condition.note),
  });
  scope.edge('HAS_CONDITION', scope.patient, scope.uuid);
  scope.edge('IS_A', scope.uuid, scope.type('ConditionType', what));
  scope.edge('RECORDED_IN', scope.uuid, scope.find(condition.encounter, 'Encounter'));
}

function mapSymptom(condition: Parsed<'Condition'>, scope: Scope): void {
  const what = coded(condition.code);
  scope.node('SymptomEpisode', scope.uuid, {
    ...what,
    status: codeOf(condition.clinicalStatus),
    severity: conceptName(condition.severity),
    onset_date: onset(condition),
    end: time(condition.abatementDateTime ?? condition.abatementPeriod?.end),
    text: noteText(condition.note),
  });
  scope.edge('HAS_SYMPTOM', scope.patient, scope.uuid);
  scope.edge('IS_A', scope.uuid, scope.type('SymptomType', what));
}

function onset(resource: Parsed<'Condition'> | Parsed<'AllergyIntolerance'>): string | null {
  return time(resource.onsetDateTime ?? resource.onsetPeriod?.start);
}

export function mapAllergy(allergy: Parsed<'AllergyIntolerance'>, scope: Scope): void {
  const reactions = allergy.reaction
    .flatMap(({ manifestation, description }) =>
      manifestation.length > 0 ? manifestation.map(conceptName) : [description ?? null],
    )
    .filter((reaction) => reaction !== null);
  scope.node('AllergyRecord', scope.uuid, {
    ...coded(allergy.code ?? allergy.reaction.find((reaction) => reaction.substance)?.substance),
    status: codeOf(allergy.clinicalStatus),
    verification: codeOf(allergy.verificationStatus),
    type: allergy.type,
    category: allergy.category[0],
    criticality: allergy.criticality,
    onset_date: onset(allergy),
    recorded_date: time(allergy.recordedDate),
    reactions: reactions.length > 0 ? reactions : null,
    text: noteText(allergy.note),
  });
  scope.edge('HAS_ALLERGY', scope.patient, scope.uuid);
  scope.edge('RECORDED_IN', scope.uuid, scope.find(allergy.encounter, 'Encounter'));
}

export function codeOf(concept: Concept | undefined): string | null {
  return concept?.coding[0]?.code ?? concept?.text ?? null;
}

export function noteText(notes: Note[]): string | null {
  return notes.flatMap((note) => note.text ?? []).join('\n') || null;
}
