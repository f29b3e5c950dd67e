import { uuidV5 } from '../identity.ts';
import { noteText } from './conditions.ts';
import type { Scope } from './mapping.ts';
import type { Concept, Parsed, Reference } from './schemas.ts';
import { attachmentText, clockTime, coded, conceptName, time } from './values.ts';

export function mapEncounter(encounter: Parsed<'Encounter'>, scope: Scope): void {
  scope.node('Encounter', scope.uuid, {
    ...coded(encounter.type[0]),
    status: encounter.status,
    class: encounter.class?.code,
    start: time(encounter.period?.start),
    clock: clockTime(encounter.period?.start),
    end: time(encounter.period?.end),
    reason: reasonText(encounter, scope),
  });
  scope.edge('HAS_ENCOUNTER', scope.patient, scope.uuid);
  for (const { individual } of encounter.participant)
    scope.edge('PERFORMED_BY', scope.uuid, findPractitioner(individual, scope));
  scope.edge('AT_ORGANIZATION', scope.uuid, scope.find(encounter.serviceProvider, 'Organization'));
}

const APPOINTED: Record<string, string> = {
  fulfilled: 'finished',
  cancelled: 'cancelled',
  noshow: 'cancelled',
  'entered-in-error': 'entered-in-error',
};

/** A visit that is arranged: an Encounter to come, with who is to be seen. */
export function mapAppointment(appointment: Parsed<'Appointment'>, scope: Scope): void {
  const what = coded(appointment.serviceType[0]);
  const named = appointment.description ?? what.name;
  scope.node('Encounter', scope.uuid, {
    ...what,
    name: what.name ?? named ?? null,
    status: APPOINTED[appointment.status ?? ''] ?? 'planned',
    class: 'AMB',
    start: time(appointment.start),
    clock: clockTime(appointment.start),
    end: time(appointment.end),
    reason: reasonText(appointment, scope) ?? named ?? null,
    text: wordsOf(appointment.comment, appointment.patientInstruction),
  });
  scope.edge('HAS_ENCOUNTER', scope.patient, scope.uuid);
  for (const { actor } of appointment.participant)
    scope.edge('PERFORMED_BY', scope.uuid, findPractitioner(actor, scope));
}

export function mapProcedure(procedure: Parsed<'Procedure'>, scope: Scope): void {
  const at = time(procedure.performedDateTime);
  scope.node('Procedure', scope.uuid, {
    ...coded(procedure.code),
    status: procedure.status,
    start: at ?? time(procedure.performedPeriod?.start),
    end: at ?? time(procedure.performedPeriod?.end),
    reason: reasonText(procedure, scope),
    text: wordsOf(conceptName(procedure.outcome), noteText(procedure.note)),
  });
  scope.edge('HAS_PROCEDURE', scope.patient, scope.uuid);
  for (const { actor } of procedure.performer) scope.edge('PERFORMED_BY', scope.uuid, findPractitioner(actor, scope));
  scope.edge('RECORDED_IN', scope.uuid, scope.find(procedure.encounter, 'Encounter'));
}

export function mapImmunization(immunization: Parsed<'Immunization'>, scope: Scope): void {
  scope.node('Immunization', scope.uuid, {
    ...coded(immunization.vaccineCode),
    status: immunization.status,
    time: time(immunization.occurrenceDateTime),
    text: wordsOf(conceptName(immunization.statusReason), noteText(immunization.note)),
  });
  scope.edge('HAS_IMMUNIZATION', scope.patient, scope.uuid);
  scope.edge('RECORDED_IN', scope.uuid, scope.find(immunization.encounter, 'Encounter'));
}

export function mapReport(report: Parsed<'DiagnosticReport'>, scope: Scope): void {
  scope.node('DiagnosticReport', scope.uuid, {
    ...coded(report.code),
    status: report.status,
    time: time(report.effectiveDateTime ?? report.effectivePeriod?.start ?? report.issued),
    text: report.conclusion,
  });
  scope.edge('HAS_REPORT', scope.patient, scope.uuid);
  for (const result of report.result) scope.edge('HAS_RESULT', scope.uuid, scope.find(result, 'Observation'));
  scope.edge('RECORDED_IN', scope.uuid, scope.find(report.encounter, 'Encounter'));
}

export function mapDocument(document: Parsed<'DocumentReference'>, scope: Scope): void {
  const attachments = document.content.flatMap(({ attachment }) => attachment ?? []);
  let words: string | null = null;
  const readable = attachments.find((attachment) => {
    words = attachmentText(attachment);
    return words !== null;
  });
  const what = coded(document.type);
  scope.node('DocumentReference', scope.uuid, {
    ...what,
    name: what.name ?? document.description ?? attachments[0]?.title ?? null,
    status: document.status,
    time: time(document.date ?? document.context?.period?.start),
    mime: (readable ?? attachments[0])?.contentType,
    text: words,
  });
  scope.edge('HAS_DOCUMENT', scope.patient, scope.uuid);
  for (const author of document.author) scope.edge('PERFORMED_BY', scope.uuid, findPractitioner(author, scope));
  for (const encounter of document.context?.encounter ?? [])
    scope.edge('RECORDED_IN', scope.uuid, scope.find(encounter, 'Encounter'));
}

export function mapCarePlan(plan: Parsed<'CarePlan'>, scope: Scope): void {
  const what = coded(plan.category[0]);
  scope.node('CarePlan', scope.uuid, {
    ...what,
    name: what.name ?? plan.title ?? null,
    status: plan.status,
    start: time(plan.period?.start),
    end: time(plan.period?.end),
    text: wordsOf(
      plan.description,
      ...plan.activity.map(({ detail }) => detail?.description ?? conceptName(detail?.code)),
      noteText(plan.note),
    ),
  });
  scope.edge('HAS_CARE_PLAN', scope.patient, scope.uuid);
  scope.edge('RECORDED_IN', scope.uuid, scope.find(plan.encounter, 'Encounter'));
}

/** Directly, through the role in which they acted, or by name alone where a source writes no more than that. */
export function findPractitioner(reference: Reference | undefined, scope: Scope): string | undefined {
  return (
    scope.find(reference, 'Practitioner') ??
    scope.find(scope.read(reference, 'PractitionerRole')?.practitioner, 'Practitioner') ??
    namePractitioner(reference, scope)
  );
}

function namePractitioner(reference: Reference | undefined, scope: Scope): string | undefined {
  if (reference?.reference !== undefined || reference?.display === undefined) return undefined;
  const uuid = uuidV5(`Practitioner|${reference.display}`);
  scope.node('Practitioner', uuid, { name: reference.display });
  return uuid;
}

function wordsOf(...parts: (string | null | undefined)[]): string | null {
  return parts.filter(Boolean).join('\n') || null;
}

interface Reasoned {
  reasonCode: Concept[];
  reasonReference: Reference[];
}

/** A reason in words: coded, as the reference shows it, or the name of the condition that it points at. */
export function reasonText({ reasonCode, reasonReference }: Reasoned, scope: Scope): string | null {
  const worded = conceptName(reasonCode[0]);
  if (worded) return worded;
  const [reference] = reasonReference;
  if (reference?.display) return reference.display;
  const condition = scope.read(reference, 'Condition');
  return condition ? (conceptName(condition.code) ?? noteText(condition.note)) : null;
}
