import type { RecordNode } from '../patient.ts';
import { byTimeDescending, type Entry, entryOf, nodesOf, open, type Reader, text } from './reader.ts';

export interface ConditionEntry extends Entry {
  status: string | null;
  verification: string | null;
  category: string | null;
  onset_date: string | null;
  abatement_date: string | null;
  recorded_date: string | null;
  text: string | null;
  active: boolean;
}

export function readConditions(reader: Reader, scope: 'active' | 'all' = 'all'): ConditionEntry[] {
  return selectConditions(reader, open(reader, 'conditions'), scope);
}

export function selectConditions(reader: Reader, tenant: number, scope: 'active' | 'all'): ConditionEntry[] {
  return nodesOf(reader, tenant, 'ConditionCase')
    .map(conditionEntry)
    .filter(({ active }) => scope === 'all' || active)
    .sort(byTimeDescending(({ onset_date, recorded_date }) => onset_date ?? recorded_date));
}

const LIVE = new Set(['active', 'recurrence', 'relapse']);

function conditionEntry(node: RecordNode): ConditionEntry {
  const { properties: p } = node;
  const live = p.status === undefined ? p.abatement_date === undefined : LIVE.has(String(p.status));
  return {
    ...entryOf(node),
    status: text(p.status),
    verification: text(p.verification),
    category: text(p.category),
    onset_date: text(p.onset_date),
    abatement_date: text(p.abatement_date),
    recorded_date: text(p.recorded_date),
    text: text(p.text),
    active: live && p.verification !== 'refuted',
  };
}

export interface SymptomEntry extends Entry {
  status: string | null;
  severity: string | null;
  onset_date: string | null;
  end: string | null;
  text: string | null;
}

export function readSymptoms(reader: Reader): SymptomEntry[] {
  return selectSymptoms(reader, open(reader, 'symptoms'));
}

export function selectSymptoms(reader: Reader, tenant: number): SymptomEntry[] {
  return nodesOf(reader, tenant, 'SymptomEpisode')
    .map((node) => ({
      ...entryOf(node),
      status: text(node.properties.status),
      severity: text(node.properties.severity),
      onset_date: text(node.properties.onset_date),
      end: text(node.properties.end),
      text: text(node.properties.text),
    }))
    .sort(byTimeDescending(({ onset_date }) => onset_date));
}

export interface AllergyEntry extends Entry {
  status: string | null;
  verification: string | null;
  type: string | null;
  category: string | null;
  criticality: string | null;
  onset_date: string | null;
  recorded_date: string | null;
  reactions: string[];
  text: string | null;
  active: boolean;
}

export function readAllergies(reader: Reader, scope: 'active' | 'all' = 'all'): AllergyEntry[] {
  return selectAllergies(reader, open(reader, 'allergies'), scope);
}

/** The dangerous ones first. */
export function selectAllergies(reader: Reader, tenant: number, scope: 'active' | 'all'): AllergyEntry[] {
  return nodesOf(reader, tenant, 'AllergyRecord')
    .map(allergyEntry)
    .filter(({ active }) => scope === 'all' || active)
    .sort((a, b) => Number(b.criticality === 'high') - Number(a.criticality === 'high'));
}

function allergyEntry(node: RecordNode): AllergyEntry {
  const { properties: p } = node;
  return {
    ...entryOf(node),
    status: text(p.status),
    verification: text(p.verification),
    type: text(p.type),
    category: text(p.category),
    criticality: text(p.criticality),
    onset_date: text(p.onset_date),
    recorded_date: text(p.recorded_date),
    reactions: Array.isArray(p.reactions) ? p.reactions.map(String) : [],
    text: text(p.text),
    active: (p.status ?? 'active') === 'active' && p.verification !== 'refuted',
  };
}
