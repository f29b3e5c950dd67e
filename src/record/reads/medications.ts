import type { RecordNode } from '../patient.ts';
import {
  byTimeDescending,
  type Entry,
  entryOf,
  linksOf,
  nodesOf,
  nowOf,
  number,
  open,
  type Reader,
  text,
} from './reader.ts';

export interface MedicationEntry extends Entry {
  status: string | null;
  start: string | null;
  end: string | null;
  dose: number | null;
  unit: string | null;
  frequency: string | null;
  route: string | null;
  as_needed: boolean | null;
  reason: string | null;
  text: string | null;
  current: boolean;
  prescriber: { uuid: string; name: string | null } | null;
}

export function readMedications(reader: Reader, scope: 'current' | 'all' = 'all'): MedicationEntry[] {
  return selectMedications(reader, open(reader, 'medications'), scope);
}

export function selectMedications(reader: Reader, tenant: number, scope: 'current' | 'all'): MedicationEntry[] {
  const prescribers = linksOf(reader, tenant, 'IntakeRegimen', 'PERFORMED_BY');
  const nodes = nodesOf(reader, tenant, 'IntakeRegimen');
  const superseded = new Set(nodes.map(({ properties }) => properties.supersedes));
  return nodes
    .map((node) => medicationEntry(node, prescribers.get(node.uuid)?.[0], nowOf(reader)))
    .map((entry) => (superseded.has(entry.uuid) ? { ...entry, current: false } : entry))
    .filter(({ current }) => scope === 'all' || current)
    .sort(byTimeDescending(({ start }) => start));
}

const TAKEN = new Set(['active', 'on-hold']);

function medicationEntry(node: RecordNode, prescriber: RecordNode | undefined, now: string): MedicationEntry {
  const { properties: p } = node;
  const end = text(p.end);
  const start = text(p.start);
  const status = text(p.status);
  return {
    ...entryOf(node),
    status,
    start,
    end,
    dose: number(p.dose),
    unit: text(p.unit),
    frequency: text(p.frequency),
    route: text(p.route),
    as_needed: typeof p.as_needed === 'boolean' ? p.as_needed : null,
    reason: text(p.reason),
    text: text(p.text),
    current:
      TAKEN.has(status ?? 'active') &&
      (end === null || end >= now.slice(0, end.length)) &&
      (start === null || start <= now),
    prescriber: prescriber ? { uuid: prescriber.uuid, name: text(prescriber.properties.name) } : null,
  };
}
