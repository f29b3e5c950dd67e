/** The extractors without a model: what the offline engine reads in the message, split by kind. */
import type { Json } from 'consilium/kernel';
import type { OfflinePolicy } from 'consilium/models';
import { EXTRACTORS, type Extractor, lacksDoseUnit, type Told } from './facts.ts';
import { toldIn } from './told.ts';

const LISTS: Record<string, string> = {
  measurement: 'measurements',
  practitioner: 'practitioners',
  organization: 'organizations',
  encounter: 'encounters',
  medication: 'medications',
  procedure: 'procedures',
  condition: 'conditions',
  symptom: 'symptoms',
  allergy: 'allergies',
};

export function extractorPolicy(extractor: Extractor): OfflinePolicy {
  const kinds: readonly string[] = EXTRACTORS[extractor];
  return ({ context }) => {
    const object: Record<string, Json> = Object.fromEntries(kinds.map((kind) => [LISTS[kind]!, []]));
    for (const fact of toldIn(context))
      if (kinds.includes(fact.kind) && !lacksDoseUnit(fact)) (object[LISTS[fact.kind]!] as Json[]).push(toItem(fact));
    return { object };
  };
}

function toItem({ kind: _kind, negated: _negated, original: _original, assumed: _assumed, ...item }: Told): Json {
  return item as unknown as Json;
}
