import { hash } from 'node:crypto';

/** The namespace of every uuid this project derives. Fixed for ever: Types must be the same in every installation. */
export const CONSILIUM_NAMESPACE = '6f1c9d1e-52f4-4b0c-9a53-8d7c0e4b21a7';

/** RFC 9562 version 5: the same name gives the same uuid, everywhere. */
export function uuidV5(name: string, namespace: string = CONSILIUM_NAMESPACE): string {
  const digest = hash('sha1', Buffer.concat([namespaceBytes(namespace), Buffer.from(name, 'utf8')]), 'buffer');
  digest[6] = (digest[6]! & 0x0f) | 0x50;
  digest[8] = (digest[8]! & 0x3f) | 0x80;
  const hex = digest.toString('hex', 0, 16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/**
 * A Type is known by its terminology and its wording: sources word one code differently. A code that stands for another
 * kind of thing than its terminology is for (a symptom in SNOMED CT, words without a code) has the label in its key, so
 * that no import can turn one kind of Type into another.
 */
export function typeUuid(label: string, system: string | null, code: string | null, name: string | null): string {
  const key = `${system ?? ''}|${code ?? ''}|${name ?? ''}`;
  return uuidV5(code !== null && NATURAL_LABEL[system ?? ''] === label ? key : `${key}|${label}`);
}

const NATURAL_LABEL: Record<string, string> = {
  'http://snomed.info/sct': 'ConditionType',
  'http://hl7.org/fhir/sid/icd-10': 'ConditionType',
  'http://hl7.org/fhir/sid/icd-10-cm': 'ConditionType',
  'http://hl7.org/fhir/sid/icd-9-cm': 'ConditionType',
  'http://loinc.org': 'ObservationType',
  'http://www.nlm.nih.gov/research/umls/rxnorm': 'Medication',
  'http://www.whocc.no/atc': 'Medication',
  'http://hl7.org/fhir/sid/ndc': 'Medication',
};

export function componentUuid(panelUuid: string, system: string | null, code: string | null): string {
  return uuidV5(`${panelUuid}|${system ?? ''}|${code ?? ''}`);
}

function namespaceBytes(namespace: string): Buffer {
  return Buffer.from(namespace.replaceAll('-', ''), 'hex');
}
