/** What resources of every kind are made of: concepts, references, texts; and what is left out of them. */
import type { Properties, RecordNode } from '../../patient.ts';

export interface Fhir {
  resourceType: string;
  id: string;
  [field: string]: unknown;
}

export interface Links {
  patient: string;
  /** The patient's own nodes that edges of a type lead to. */
  targets(from: string, type: string): RecordNode[];
}

export type Fields = Record<string, unknown>;
/** One label's. */
export type Writer = (properties: Properties, node: RecordNode, links: Links) => Fields & { resourceType: string };

export const ABSENT = 'http://hl7.org/fhir/StructureDefinition/data-absent-reason';

export function quantity(value: number, unit: unknown): Fields {
  return unit ? { value, unit, system: 'http://unitsofmeasure.org', code: unit } : { value };
}

/** FHIR demands a status; where the source gave none, none is made up. */
export function statusOf(p: Properties): Fields {
  return p.status ? { status: p.status } : { _status: { extension: [{ url: ABSENT, valueCode: 'unknown' }] } };
}

export function concept(p: Properties): Fields | undefined {
  const coding = p.code === undefined ? undefined : [{ system: p.system, code: p.code }];
  return p.name === undefined && !coding ? undefined : { coding, text: p.name };
}

export function conceptList(p: Properties): Fields[] | undefined {
  const what = concept(p);
  return what && [what];
}

export function status(codeSystem: string, code: unknown): Fields | undefined {
  if (code === undefined) return undefined;
  return { coding: [{ system: `http://terminology.hl7.org/CodeSystem/${codeSystem}`, code }] };
}

export function subject(links: Links): Fields {
  return { reference: `Patient/${links.patient}` };
}

export function encounterOf(node: RecordNode, links: Links): Fields | undefined {
  return refer('Encounter', links.targets(node.uuid, 'RECORDED_IN')[0]);
}

export function refer(type: string, target: RecordNode | undefined): Fields | undefined {
  return target && { reference: `${type}/${target.uuid}` };
}

export function nameText(name: unknown): Fields[] | undefined {
  return name === undefined ? undefined : [{ text: name }];
}

export function words(text: unknown): string[] | undefined {
  return typeof text === 'string' ? text.split(' ') : undefined;
}

export function textList(text: unknown): Fields[] | undefined {
  return text === undefined ? undefined : [{ text }];
}

/** FHIR has no empty objects, lists or nulls. */
export function withoutEmpty<Value>(value: Value): Value {
  if (Array.isArray(value)) {
    const items = value.map(withoutEmpty).filter((item) => !isEmpty(item));
    return items as Value;
  }
  if (value === null || typeof value !== 'object') return value;
  const kept = Object.entries(value).map(([key, field]) => [key, withoutEmpty(field)] as const);
  return Object.fromEntries(kept.filter(([, field]) => !isEmpty(field))) as Value;
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
