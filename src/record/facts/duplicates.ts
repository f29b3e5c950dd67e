/** Whether the record already says what a fact says. */
import type { RecordNode } from '../patient.ts';
import { isStop } from './content.ts';
import type { Fact } from './fact.ts';

/** The entry that already says it; undefined when the fact is news. */
export function duplicateOf(fact: Fact, known: RecordNode[], now: string): RecordNode | undefined {
  const label = LABELS[fact.kind];
  const pressure = fact.kind === 'measurement' ? PRESSURE.exec(String(fact.value)) : null;
  if (pressure) return pressureOf(Number(pressure[1]), Number(pressure[2]), fact.time ?? now, known);
  return known.find(
    (node) => node.label === label && isSameThing(fact, node) && sameness[fact.kind](fact, node, now, known),
  );
}

export const PRESSURE = /^(\d{2,3})\s*\/\s*(\d{2,3})$/;

/** A pressure is held as two measurements of one moment under a panel. */
function pressureOf(systolic: number, diastolic: number, day: string, known: RecordNode[]): RecordNode | undefined {
  const measured = (code: string, value: number, at: (time: unknown) => boolean) =>
    known.find(({ properties: p }) => p.code === code && p.value === value && at(p.time));
  const upper = measured('8480-6', systolic, (time) => sameDay(day, time));
  const when = upper?.properties.time;
  if (!upper || !measured('8462-4', diastolic, (time) => time === when)) return undefined;
  const panel = known.find(({ properties: p }) => PANELS.has(String(p.code)) && p.time === when);
  return panel ?? upper;
}

const PANELS = new Set(['85354-9', '55284-4']);
export const PRESSURE_CODES = ['8480-6', '8462-4', ...PANELS];

/** The regimen in force that a medication fact is about, whether it confirms, changes or ends it. */
export function regimenOf(fact: Fact, known: RecordNode[]): RecordNode | undefined {
  return known.find((node) => node.label === 'IntakeRegimen' && isSameThing(fact, node) && isRunning(node));
}

export const LABELS: Record<Fact['kind'], string> = {
  measurement: 'Observation',
  medication: 'IntakeRegimen',
  condition: 'ConditionCase',
  symptom: 'SymptomEpisode',
  allergy: 'AllergyRecord',
  procedure: 'Procedure',
  encounter: 'Encounter',
  practitioner: 'Practitioner',
  organization: 'Organization',
};

type Sameness = (fact: Fact, node: RecordNode, now: string, known: RecordNode[]) => boolean;

const sameness: Record<Fact['kind'], Sameness> = {
  measurement: isSameMeasurement,
  medication: isSameRegimen,
  condition: (_fact, { properties: p }) => isOpen(p),
  symptom: (fact, { properties: p }, now) =>
    p.end === undefined && daysBetween(String(p.onset_date ?? now), fact.time ?? now) <= 7,
  allergy: (_fact, { properties: p }) => (p.status ?? 'active') === 'active',
  procedure: (fact, { properties: p }) => sameDay(fact.time, p.start),
  encounter: (fact, { properties: p }, now) => sameDay(fact.time ?? now, p.start),
  practitioner: () => true,
  organization: () => true,
};

export function isSameThing(fact: Fact, { label, properties: p }: RecordNode): boolean {
  if (fact.kind === 'encounter') return true;
  if (fact.code && p.code === fact.code.code && p.system === fact.code.system) return true;
  const held = plain(String(p.name ?? ''));
  if (held === '') return false;
  const loose = label === 'IntakeRegimen' || label === 'AllergyRecord' || label === 'ConditionCase';
  return namesOf(fact.name).some((said) => said === held || (loose && hasWords(held, said)));
}

/** "hypertension (high blood pressure)" goes by either name. */
export function namesOf(name: string): string[] {
  const inside = /\(([^()]*)\)/.exec(name)?.[1] ?? '';
  return [name.replace(/\([^()]*\)/g, ' '), inside].map(plain).filter((words) => words !== '');
}

/** The same value on the same day; one told without a date is the newest one held, if that says the same. */
function isSameMeasurement(fact: Fact, { properties: p }: RecordNode, now: string, known: RecordNode[]): boolean {
  const sameUnit = typeof fact.value !== 'number' || (p.unit ?? undefined) === fact.unit;
  if (p.value !== fact.value || !sameUnit) return false;
  if (fact.time !== undefined) return sameDay(fact.time, p.time);
  return (
    sameDay(now, p.time) ||
    !known.some((other) => isSameThing(fact, other) && String(other.properties.time) > String(p.time))
  );
}

function isSameRegimen(fact: Fact, node: RecordNode, now: string): boolean {
  if (fact.once) return node.properties.status === 'completed' && sameDay(fact.time ?? now, node.properties.start);
  if (isStop(fact)) return node.properties.status === 'stopped' && node.properties.source_message !== undefined;
  if (!isRunning(node)) return false;
  const dose = Number.parseFloat(fact.dose ?? '');
  return (
    fact.change === undefined &&
    (Number.isNaN(dose) || node.properties.dose === undefined || node.properties.dose === dose)
  );
}

/** A condition that is neither over nor refuted. */
export function isOpen({ verification, status }: RecordNode['properties']): boolean {
  return verification !== 'refuted' && status !== 'resolved';
}

function isRunning({ properties: p }: RecordNode): boolean {
  return (p.status ?? 'active') === 'active' && p.end === undefined;
}

export function plain(name: string): string {
  return name
    .toLowerCase()
    .replace(/^(dr|prof|doctor)\.?\s+/, '')
    .replace(/\ballergy( to)?\b/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function hasWords(held: string, said: string): boolean {
  const words = new Set(held.split(' '));
  return said.split(' ').every((word) => words.has(word));
}

export function sameDay(said: string | undefined, held: unknown): boolean {
  if (typeof held !== 'string' || said === undefined) return false;
  const length = Math.min(said.length, held.length, 10);
  return said.slice(0, length) === held.slice(0, length);
}

function daysBetween(a: string, b: string): number {
  return Math.abs(Date.parse(a.slice(0, 10)) - Date.parse(b.slice(0, 10))) / 86_400_000;
}
