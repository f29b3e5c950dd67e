import { noteText } from './conditions.ts';
import { findPractitioner, reasonText } from './events.ts';
import type { Scope } from './mapping.ts';
import type { Concept, Dosage, Parsed, Reference } from './schemas.ts';
import { type Coded, coded, conceptName, frequencyText, time, unitOf } from './values.ts';

export function mapMedicationRequest(request: Parsed<'MedicationRequest'>, scope: Scope): void {
  const dosage = request.dosageInstruction[0];
  putRegimen(scope, medicationOf(request, scope), {
    status: request.status,
    start: time(request.authoredOn ?? dosage?.timing?.repeat?.boundsPeriod?.start),
    end: time(dosage?.timing?.repeat?.boundsPeriod?.end ?? endOf(request)),
    ...doseOf(dosage),
    reason: reasonText(request, scope),
    ...wordsOf(dosage, noteText(request.note)),
    status_reason: conceptName(request.statusReason),
  });
  scope.edge('PERFORMED_BY', scope.uuid, findPractitioner(request.requester, scope));
  scope.edge('RECORDED_IN', scope.uuid, scope.find(request.encounter, 'Encounter'));
}

const OVER = new Set(['stopped', 'completed', 'cancelled']);

/** Of an order that is over, the end of its supply is the end of the course; of a live one it is only when to ask for more. */
function endOf({ status, dispenseRequest }: Parsed<'MedicationRequest'>): string | undefined {
  return OVER.has(status ?? '') ? dispenseRequest?.validityPeriod?.end : undefined;
}

export function mapMedicationStatement(statement: Parsed<'MedicationStatement'>, scope: Scope): void {
  const dosage = statement.dosage[0];
  putRegimen(scope, medicationOf(statement, scope), {
    status: statement.status,
    start: time(statement.effectivePeriod?.start ?? statement.effectiveDateTime),
    end: time(statement.effectivePeriod?.end),
    ...doseOf(dosage),
    reason: reasonText(statement, scope),
    ...wordsOf(dosage, noteText(statement.note)),
    status_reason: conceptName(statement.statusReason[0]),
  });
  scope.edge('RECORDED_IN', scope.uuid, scope.find(statement.context, 'Encounter'));
}

type Regimen = Record<string, string | number | boolean | null | undefined>;

function putRegimen(scope: Scope, what: Coded, regimen: Regimen): void {
  scope.node('IntakeRegimen', scope.uuid, { ...what, ...regimen });
  scope.edge('HAS_REGIMEN', scope.patient, scope.uuid);
  scope.edge('OF_MEDICATION', scope.uuid, scope.type('Medication', what));
}

/** How it is taken, and what was remarked; a remark alone stands for both. */
function wordsOf(dosage: Dosage | undefined, remark: string | null): Regimen {
  return dosage?.text === undefined ? { text: remark } : { text: dosage.text, note: remark };
}

interface Medicated {
  medicationCodeableConcept?: Concept;
  medicationReference?: Reference;
}

function medicationOf({ medicationCodeableConcept, medicationReference }: Medicated, scope: Scope): Coded {
  if (medicationCodeableConcept) return coded(medicationCodeableConcept);
  const medication = scope.read(medicationReference, 'Medication');
  const what = coded(medication?.code);
  return { ...what, name: what.name ?? medicationReference?.display ?? null };
}

function doseOf(dosage: Dosage | undefined): Regimen {
  const amount = dosage?.doseAndRate[0];
  const quantity = amount?.doseQuantity ?? amount?.doseRange?.high ?? amount?.doseRange?.low;
  return {
    dose: quantity?.value,
    unit: unitOf(quantity),
    frequency: frequencyText(dosage),
    route: conceptName(dosage?.route),
    as_needed: dosage?.asNeededBoolean ?? (dosage?.asNeededCodeableConcept ? true : null),
  };
}
