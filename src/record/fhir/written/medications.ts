/** What is taken, as FHIR: requests, and statements where only such say it. */
import type { Properties, RecordNode } from '../../patient.ts';
import {
  ABSENT,
  concept,
  encounterOf,
  type Links,
  quantity,
  refer,
  statusOf,
  subject,
  textList,
  type Writer,
} from './fields.ts';

/** Statuses that only a MedicationStatement may have. */
const STATED = new Set(['intended', 'not-taken']);

export function writeRegimen(p: Properties, node: RecordNode, links: Links): ReturnType<Writer> {
  const isStatement = STATED.has(String(p.status));
  const dosage = {
    text: p.text,
    timing: {
      code: p.frequency && { text: p.frequency },
      repeat: { boundsPeriod: isStatement ? undefined : { end: p.end } },
    },
    asNeededBoolean: p.as_needed,
    route: p.route && { text: p.route },
    doseAndRate: typeof p.dose === 'number' ? [{ doseQuantity: quantity(p.dose, p.unit) }] : undefined,
  };
  const common = {
    ...statusOf(p),
    medicationCodeableConcept: concept(p) ?? { extension: [{ url: ABSENT, valueCode: 'unknown' }] },
    subject: subject(links),
    reasonCode: textList(p.reason),
    note: textList(p.note),
  };
  if (isStatement) {
    const period = { start: p.start, end: p.end };
    const context = encounterOf(node, links);
    return { resourceType: 'MedicationStatement', ...common, context, effectivePeriod: period, dosage: [dosage] };
  }
  return {
    resourceType: 'MedicationRequest',
    intent: 'order',
    ...common,
    encounter: encounterOf(node, links),
    authoredOn: p.start,
    requester: refer('Practitioner', links.targets(node.uuid, 'PERFORMED_BY')[0]),
    dosageInstruction: [dosage],
  };
}
