/** What a message tells about the person, and how it gets into the record: once, whoever reads it. */
import { extractFacts, type Fact, type FactKind, identify } from 'consilium/clinical';
import type { AgentContext, Json } from 'consilium/kernel';
import { patientRecord, readEntry, type StoredFact, storeFacts } from 'consilium/record';
import { nowOf } from './clock.ts';

export const EXTRACTORS = {
  MedicalMeasurementsAgent: ['measurement'],
  MedicalContextAgent: ['practitioner', 'organization', 'encounter', 'medication', 'procedure'],
  DataExtractorAgent: ['condition', 'symptom', 'allergy'],
} as const satisfies Record<string, readonly FactKind[]>;

export type Extractor = keyof typeof EXTRACTORS;

export interface Told extends Fact {
  /** What was not said and is assumed, for the person to correct. */
  assumed?: string;
}

const CACHED = 64;
const cache = new Map<string, Told[]>();

/** Every fact in a message, as the offline engine reads it. Several agents read the same one. */
export function readFacts(message: string, now: string): Told[] {
  const key = `${now.slice(0, 10)} ${message}`;
  let facts = cache.get(key);
  if (facts === undefined) {
    facts = settle(extractFacts(message, { now }));
    cache.set(key, facts);
    if (cache.size > CACHED) cache.delete(cache.keys().next().value!);
  }
  return facts;
}

/** Names visits by whom they were with, and doses by the unit that is meant. */
function settle(facts: Fact[]): Told[] {
  const doctors = facts.filter(({ kind }) => kind === 'practitioner');
  const visits = facts.filter(({ kind }) => kind === 'encounter');
  return facts.map((fact): Told => {
    if (fact.kind === 'encounter' && doctors.length === 1 && visits.length === 1)
      return { ...fact, name: `Visit with ${doctors[0]!.name}` };
    const bare = fact.kind === 'medication' && /^\d+(?:\.\d+)?$/.test(fact.dose ?? '');
    const unit = bare ? doseUnit(fact.name) : undefined;
    return unit === undefined
      ? fact
      : { ...fact, dose: `${fact.dose} ${unit}`, assumed: `"${fact.dose}" as ${WORDS[unit]}` };
  });
}

const WORDS: Record<string, string> = { mg: 'milligrams', ug: 'micrograms', units: 'units' };

function doseUnit(drug: string): string | undefined {
  const { name, category } = identify(drug);
  if (category === 'insulin') return 'units';
  if (['levothyroxine', 'liothyronine', 'fentanyl'].includes(name)) return 'ug';
  return category === '' ? undefined : 'mg';
}

/** Stores in the name of an extractor; the same fact of the same message is stored once. */
export function keepFacts(context: AgentContext, agent: string, facts: readonly unknown[]): StoredFact[] {
  if (facts.length === 0) return [];
  const { db, patientId } = patientRecord(context);
  const provenance = { session: context.session.id, message: context.invocation, agent };
  return storeFacts(db, patientId, facts, provenance, { now: nowOf(context.state) });
}

// A type and not an interface, so that it fits where JSON is wanted.
export type Kept = { uuid: string; label: string; agent: string; kind: string; name: string; [detail: string]: Json };

/** Of what came back, what is new in the record since this message. A turn that is run again finds its own entries. */
export function newlyKept(context: AgentContext, agent: string, results: readonly StoredFact[]): Kept[] {
  return results.flatMap((result) => {
    if (result.status === 'skipped' || (result.status === 'duplicate' && !isOfThisTurn(context, result.uuid)))
      return [];
    const { uuid, label, fact } = result;
    return [{ ...(fact as unknown as Record<string, Json>), uuid, label, agent, kind: fact.kind, name: fact.name }];
  });
}

export function isOfThisTurn(context: AgentContext, uuid: string): boolean {
  return readEntry(patientRecord(context), uuid).properties.source_message === context.invocation;
}
