/** What was done, as FHIR: encounters, procedures, immunisations, plans. */
import type { Properties, RecordNode } from '../../patient.ts';
import {
  ABSENT,
  concept,
  conceptList,
  encounterOf,
  type Links,
  refer,
  statusOf,
  subject,
  textList,
  type Writer,
} from './fields.ts';

export function writeEncounter(p: Properties, node: RecordNode, links: Links): ReturnType<Writer> {
  return {
    resourceType: 'Encounter',
    ...statusOf(p),
    class: p.class
      ? { system: 'http://terminology.hl7.org/CodeSystem/v3-ActCode', code: p.class }
      : { extension: [{ url: ABSENT, valueCode: 'unknown' }] },
    type: conceptList(p),
    subject: subject(links),
    participant: links
      .targets(node.uuid, 'PERFORMED_BY')
      .map((target) => ({ individual: refer('Practitioner', target) })),
    period: { start: p.start, end: p.end },
    reasonCode: textList(p.reason),
    serviceProvider: refer('Organization', links.targets(node.uuid, 'AT_ORGANIZATION')[0]),
  };
}

export function writeProcedure(p: Properties, node: RecordNode, links: Links): ReturnType<Writer> {
  const isMoment = p.start !== undefined && p.start === p.end;
  return {
    resourceType: 'Procedure',
    ...statusOf(p),
    code: concept(p),
    subject: subject(links),
    encounter: encounterOf(node, links),
    performedDateTime: isMoment ? p.start : undefined,
    performedPeriod: isMoment ? undefined : { start: p.start, end: p.end },
    performer: links.targets(node.uuid, 'PERFORMED_BY').map((target) => ({ actor: refer('Practitioner', target) })),
    reasonCode: textList(p.reason),
    note: textList(p.text),
  };
}

export function writeImmunization(p: Properties, node: RecordNode, links: Links): ReturnType<Writer> {
  return {
    resourceType: 'Immunization',
    ...statusOf(p),
    vaccineCode: concept(p),
    patient: subject(links),
    encounter: encounterOf(node, links),
    occurrenceDateTime: p.time,
  };
}

export function writeCarePlan(p: Properties, node: RecordNode, links: Links): ReturnType<Writer> {
  return {
    resourceType: 'CarePlan',
    ...statusOf(p),
    intent: 'plan',
    category: conceptList(p),
    subject: subject(links),
    encounter: encounterOf(node, links),
    period: { start: p.start, end: p.end },
  };
}
