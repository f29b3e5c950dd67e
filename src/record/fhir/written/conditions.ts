/** What somebody has or had, as FHIR: conditions, symptoms, allergies. */

import type { Properties, RecordNode } from '../../patient.ts';
import { SYMPTOM_CATEGORY } from '../conditions.ts';
import { concept, encounterOf, type Links, status, subject, textList, type Writer } from './fields.ts';

export function writeCondition(p: Properties, node: RecordNode, links: Links): ReturnType<Writer> {
  return {
    resourceType: 'Condition',
    clinicalStatus: status('condition-clinical', p.status),
    verificationStatus: status('condition-ver-status', p.verification),
    category: p.category && [status('condition-category', p.category)],
    code: concept(p),
    subject: subject(links),
    encounter: encounterOf(node, links),
    onsetDateTime: p.onset_date,
    abatementDateTime: p.abatement_date,
    recordedDate: p.recorded_date,
    note: textList(p.text),
  };
}

export function writeSymptom(p: Properties, _node: RecordNode, links: Links): ReturnType<Writer> {
  return {
    resourceType: 'Condition',
    clinicalStatus: status('condition-clinical', p.status),
    category: [{ coding: [SYMPTOM_CATEGORY] }],
    severity: p.severity && { text: p.severity },
    code: concept(p),
    subject: subject(links),
    onsetDateTime: p.onset_date,
    abatementDateTime: p.end,
    note: textList(p.text),
  };
}

export function writeAllergy(p: Properties, node: RecordNode, links: Links): ReturnType<Writer> {
  return {
    resourceType: 'AllergyIntolerance',
    clinicalStatus: status('allergyintolerance-clinical', p.status),
    verificationStatus: status('allergyintolerance-verification', p.verification),
    type: p.type,
    category: p.category && [p.category],
    criticality: p.criticality,
    code: concept(p),
    patient: subject(links),
    encounter: encounterOf(node, links),
    onsetDateTime: p.onset_date,
    recordedDate: p.recorded_date,
    note: textList(p.text),
    reaction: Array.isArray(p.reactions) ? p.reactions.map((text) => ({ manifestation: [{ text }] })) : undefined,
  };
}
