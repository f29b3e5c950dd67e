/** What was measured, as FHIR: observations and the reports of them. */
import type { Properties, RecordNode } from '../../patient.ts';
import {
  concept,
  encounterOf,
  type Fields,
  type Links,
  quantity,
  refer,
  status,
  statusOf,
  subject,
  textList,
  type Writer,
  withoutEmpty,
} from './fields.ts';

export function writeObservation(p: Properties, node: RecordNode, links: Links): ReturnType<Writer> {
  return {
    resourceType: 'Observation',
    ...statusOf(p),
    category: p.category && [status('observation-category', p.category)],
    subject: subject(links),
    encounter: encounterOf(node, links),
    effectiveDateTime: p.time,
    ...measurement(p),
    note: noteOf(p),
    component: links.targets(node.uuid, 'HAS_COMPONENT').map(({ properties }) => withoutEmpty(measurement(properties))),
  };
}

const COMPARED = /^(<=|>=|<|>) [-\d.e+]+$/;

function measurement(p: Properties): Fields {
  const comparator = COMPARED.exec(String(p.text ?? ''))?.[1];
  return {
    code: concept(p),
    valueQuantity: typeof p.value === 'number' ? { ...quantity(p.value, p.unit), comparator } : undefined,
    valueString: typeof p.value === 'string' ? p.value : undefined,
    interpretation: p.interpretation && [status('v3-ObservationInterpretation', p.interpretation)],
    referenceRange: [
      {
        low: typeof p.ref_low === 'number' ? quantity(p.ref_low, p.unit) : undefined,
        high: typeof p.ref_high === 'number' ? quantity(p.ref_high, p.unit) : undefined,
        text: p.ref_text,
      },
    ],
  };
}

function noteOf(p: Properties): Fields[] | undefined {
  const isValue = p.text === p.value || (typeof p.value === 'number' && COMPARED.test(String(p.text ?? '')));
  return isValue ? undefined : textList(p.text);
}

export function writeReport(p: Properties, node: RecordNode, links: Links): ReturnType<Writer> {
  return {
    resourceType: 'DiagnosticReport',
    ...statusOf(p),
    code: concept(p),
    subject: subject(links),
    encounter: encounterOf(node, links),
    effectiveDateTime: p.time,
    conclusion: p.text,
    result: links.targets(node.uuid, 'HAS_RESULT').map((target) => refer('Observation', target)),
  };
}
