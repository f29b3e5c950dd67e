/** What a message tells about the person, and how it gets into the record: once, whoever reads it. */
import {
  convert,
  extractFacts,
  type Fact,
  type FactKind,
  type ObservationEntry,
  observationByCode,
} from 'consilium/clinical';
import { type AgentContext, type Json, takeTurn } from 'consilium/kernel';
import { plausibleDoseUnits } from 'consilium/reasoning';
import { type StoredFact, tellRecord } from 'consilium/record';
import { aside } from 'consilium/threads';
import { cached } from './cache.ts';
import { nowOf } from './clock.ts';
import { sayUnit } from './wording.ts';

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

/** Every fact in a message, as the offline engine reads it, counting days from that instant. */
export function readFacts(message: string, now: string): Told[] {
  return readOn(`${now.slice(0, 10)}${message}`);
}

export const works = { facts: (dated: string) => factsOn(dated.slice(10), dated) };

/** The same in the thread itself; of `now` the day counts. */
export function factsOn(message: string, now: string): Told[] {
  return settle(extractFacts(message, { now: `${now.slice(0, 10)}T12:00:00Z` }), message);
}
const readOn = cached(aside(import.meta.url, works).facts);

/** Names visits by whom they were with, and doses by the unit that is meant. */
function settle(facts: Fact[], message: string): Told[] {
  const doctors = facts.filter(({ kind }) => kind === 'practitioner');
  const visits = facts.filter(({ kind }) => kind === 'encounter');
  return withReactions(facts).map((fact): Told => {
    if (fact.kind === 'encounter' && doctors.length === 1 && visits.length === 1)
      return { ...fact, name: `Visit with ${doctors[0]!.name}` };
    if (fact.change === 'started' && fact.time === undefined && SINCE.test(message.slice(0, fact.start))) {
      const { change: _change, ...known } = fact;
      return known;
    }
    if (fact.kind === 'measurement' && TAKEN.test(message.slice(0, fact.start))) return toMedicine(fact, message);
    if (fact.kind === 'measurement' && fact.unit === undefined) return withOnlyUnit(fact);
    const bare = fact.kind === 'medication' && /^\d+(?:\.\d+)?$/.test(fact.dose ?? '');
    const units = bare ? plausibleDoseUnits(fact.name, Number(fact.dose)) : [];
    const unit = units.length === 1 ? units[0]! : undefined;
    return unit === undefined
      ? fact
      : { ...fact, dose: `${fact.dose} ${unit}`, assumed: `"${fact.dose}" as ${WORDS[unit] ?? unit}` };
  });
}

/** "Dizzy since I started ramipril" tells of the dizziness; the ramipril is known. */
const SINCE = /\b(since|after|before|when)\s+(?:\w+\s+){0,2}?(?:started|starting|began|beginning)\s+(?:\w+\s+){0,2}$/i;

/** "I started vitamin D 1000 IU": what is taken was not measured. */
const TAKEN = /\b(start(?:ed|ing)?|tak(?:e|ing)|took|stopped)\s+(?:\w+\s+)?$/i;

function toMedicine({ start, end, name, certainty, experiencer, negated, time }: Fact, message: string): Told {
  const verb = TAKEN.exec(message.slice(0, start))?.[1]?.toLowerCase() ?? '';
  const dose = /\d[\d.,]*\s*(?:iu|mg|mcg|µg|ug|g|units?)\b/i.exec(message.slice(start, start + 60))?.[0];
  const often =
    /\b(?:once|twice|three times) (?:a day|daily|a week)\b|\bdaily\b|\bweekly\b|\bevery (?:day|morning|night|week)\b/i.exec(
      message.slice(start),
    )?.[0];
  const change = verb.startsWith('start') ? 'started' : verb === 'stopped' ? 'stopped' : undefined;
  return {
    kind: 'medication',
    text: message.slice(start, end),
    start,
    end,
    name: name.replace(/\s*\([^)]*\)/, ''),
    certainty,
    experiencer,
    negated,
    ...(time !== undefined && { time }),
    ...(dose !== undefined && { dose }),
    ...(often !== undefined && { frequency: often }),
    ...(change !== undefined && { change }),
  };
}

const MOLAR_BELOW = 34;

/** A sugar of 19 is mmol/L: in mg/dL nobody would be awake. */
function isMolarGlucose({ name, value }: Fact): boolean {
  return /^glucose|blood sugar/i.test(name) && typeof value === 'number' && value < MOLAR_BELOW;
}

/** A height of 172 can only be centimetres. */
function withOnlyUnit(fact: Fact): Told {
  const entry = fact.code && observationByCode(fact.code.code);
  if (entry === undefined || typeof fact.value !== 'number' || entry.unit === '') return fact;
  if (isMolarGlucose(fact)) return { ...fact, unit: 'mmol/L', assumed: `"${fact.value}" as mmol/L` };
  const [unit, ...others] = plausibleUnits(entry, fact.value);
  if (unit === undefined || others.length > 0) return fact;
  return { ...fact, unit, assumed: `"${fact.value}" as ${sayUnit(unit)}` };
}

/** The units in which a body can have this value. A weight of 82 is kilograms or pounds, not grams. */
export function plausibleUnits(entry: ObservationEntry, value: number): string[] {
  return [entry.unit, ...entry.units].filter((unit) => {
    const number = unit === entry.unit ? value : convert(value, unit, entry.unit);
    return number === undefined || (number >= entry.limits.low && number <= entry.limits.high);
  });
}

/** "Allergic to peanuts, hives": what stands right behind the substance is what it did. */
function withReactions(facts: Fact[]): Fact[] {
  const near = (allergy: Fact, symptom: Fact) => symptom.start >= allergy.end && symptom.start - allergy.end <= 3;
  const reactions = new Map<Fact, Fact>();
  for (const allergy of facts.filter(({ kind, reaction }) => kind === 'allergy' && reaction === undefined)) {
    const symptom = facts.find((fact) => fact.kind === 'symptom' && !fact.negated && near(allergy, fact));
    if (symptom !== undefined) reactions.set(symptom, allergy);
  }
  return facts.flatMap((fact) => {
    if (reactions.has(fact)) return [];
    const symptom = [...reactions].find(([, allergy]) => allergy === fact)?.[0];
    return [symptom === undefined ? fact : { ...fact, reaction: symptom.name }];
  });
}

const WORDS: Record<string, string> = { mg: 'milligrams', ug: 'micrograms', g: 'grams', units: 'units' };

/** A dose without a unit that could be several is asked about, never guessed. */
export function lacksDoseUnit({ kind, name, dose }: Pick<Told, 'kind' | 'name' | 'dose'>): boolean {
  return (
    kind === 'medication' && /^\d+(?:\.\d+)?$/.test(dose ?? '') && plausibleDoseUnits(name, Number(dose)).length > 1
  );
}

/** Stores in the name of an extractor; the same fact of the same message is stored once. */
export async function keepFacts(
  context: AgentContext,
  agent: string,
  facts: readonly unknown[],
): Promise<StoredFact[]> {
  const write = (some: readonly unknown[]) =>
    tellRecord(context, { name: 'facts', now: nowOf(context.state) }, some, agent);
  if (facts.length <= AT_ONCE) return facts.length === 0 ? [] : write(facts);
  const places = facts.map((_, at) => at).toSorted((a, b) => rank(facts[a]) - rank(facts[b]));
  const kept: StoredFact[] = [];
  for (let from = 0; from < places.length; from += AT_ONCE) {
    const some = places.slice(from, from + AT_ONCE);
    const results = await write(some.map((at) => facts[at]));
    for (const [i, at] of some.entries()) kept[at] = results[i]!;
    await takeTurn();
  }
  return kept;
}

/** So many in one transaction: others want to read and write too. */
const AT_ONCE = 6;
const VISIT = ['encounter', 'practitioner', 'organization'];

/** A visit, its doctor and its place belong together and come first. */
function rank(fact: unknown): number {
  return VISIT.includes((fact as { kind: string }).kind) ? 0 : 1;
}

// A type and not an interface, so that it fits where JSON is wanted.
export type Kept = { uuid: string; label: string; agent: string; kind: string; name: string; [detail: string]: Json };

/** Of what came back, what is new in the record since this message. A turn that is run again finds its own entries. */
export function newlyKept(context: AgentContext, agent: string, results: readonly StoredFact[]): Kept[] {
  return results.flatMap((result) => {
    if (result.status === 'skipped' || (result.status === 'duplicate' && !result.own)) return [];
    const { uuid, label, fact } = result;
    return [
      {
        ...(fact as unknown as Record<string, Json>),
        uuid,
        label,
        agent,
        kind: fact.kind,
        name: fact.name,
        turn: context.invocation,
      },
    ];
  });
}
