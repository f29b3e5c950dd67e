import type { Properties, RecordNode } from '../patient.ts';
import { byTimeDescending, type Entry, entryOf, linksOf, nodesOf, nowOf, open, type Reader, text } from './reader.ts';

export interface Named {
  uuid: string;
  name: string | null;
}

export interface EncounterEntry extends Entry {
  status: string | null;
  class: string | null;
  start: string | null;
  end: string | null;
  reason: string | null;
  scheduled: boolean;
  practitioners: Named[];
  organization: Named | null;
}

/** `recent` is the last three months; `scheduled` what lies ahead, the next one first. */
export type EncounterScope = 'all' | 'past' | 'scheduled' | 'recent';

export function readEncounters(reader: Reader, scope: EncounterScope = 'all'): EncounterEntry[] {
  return selectEncounters(reader, open(reader, 'encounters'), scope);
}

export function selectEncounters(reader: Reader, tenant: number, scope: EncounterScope): EncounterEntry[] {
  const now = nowOf(reader);
  const performers = linksOf(reader, tenant, 'Encounter', 'PERFORMED_BY');
  const places = linksOf(reader, tenant, 'Encounter', 'AT_ORGANIZATION');
  const entries = nodesOf(reader, tenant, 'Encounter')
    .map((node) => encounterEntry(node, performers.get(node.uuid) ?? [], places.get(node.uuid)?.[0], now))
    .filter((entry) => isWithin(entry, scope, now))
    .sort(byTimeDescending(({ start }) => start));
  return scope === 'scheduled' ? entries.reverse() : entries;
}

function isWithin(entry: EncounterEntry, scope: EncounterScope, now: string): boolean {
  const isPast = !entry.scheduled && entry.status !== 'cancelled' && (entry.start ?? '') <= now;
  if (scope === 'past') return isPast;
  if (scope === 'scheduled') return entry.scheduled;
  return scope === 'all' || (isPast && (entry.start ?? '') >= threeMonthsBefore(now));
}

export function threeMonthsBefore(now: string): string {
  const day = new Date(now);
  const date = day.getUTCDate();
  day.setUTCMonth(day.getUTCMonth() - 3);
  if (day.getUTCDate() !== date) day.setUTCDate(0);
  return `${day.toISOString().slice(0, 19)}Z`;
}

function encounterEntry(
  node: RecordNode,
  performers: RecordNode[],
  place: RecordNode | undefined,
  now: string,
): EncounterEntry {
  const { properties: p } = node;
  const start = text(p.start);
  const status = text(p.status);
  return {
    ...entryOf(node),
    status,
    class: text(p.class),
    start,
    end: text(p.end),
    reason: text(p.reason),
    scheduled: status !== 'cancelled' && status !== 'finished' && start !== null && start > now,
    practitioners: performers.map(named),
    organization: place ? named(place) : null,
  };
}

function named({ uuid, properties }: RecordNode): Named {
  return { uuid, name: text(properties.name) };
}

export interface ProcedureEntry extends Entry {
  status: string | null;
  start: string | null;
  end: string | null;
  reason: string | null;
  practitioners: Named[];
}

export function readProcedures(reader: Reader): ProcedureEntry[] {
  const tenant = open(reader, 'procedures');
  const performers = linksOf(reader, tenant, 'Procedure', 'PERFORMED_BY');
  return nodesOf(reader, tenant, 'Procedure')
    .map((node) => ({
      ...entryOf(node),
      status: text(node.properties.status),
      start: text(node.properties.start),
      end: text(node.properties.end),
      reason: text(node.properties.reason),
      practitioners: (performers.get(node.uuid) ?? []).map(named),
    }))
    .sort(byTimeDescending(({ start }) => start));
}

export interface TimedEntry extends Entry {
  status: string | null;
  time: string | null;
}

export function readImmunizations(reader: Reader): TimedEntry[] {
  const tenant = open(reader, 'immunizations');
  return nodesOf(reader, tenant, 'Immunization')
    .map(timedEntry)
    .sort(byTimeDescending(({ time }) => time));
}

function timedEntry(node: RecordNode): TimedEntry {
  return { ...entryOf(node), status: text(node.properties.status), time: text(node.properties.time) };
}

export interface DocumentEntry extends TimedEntry {
  mime: string | null;
  /** The first words; the whole is in `readEntry`. */
  excerpt: string | null;
  characters: number;
}

const EXCERPT = 240;

export function readDocuments(reader: Reader): DocumentEntry[] {
  const tenant = open(reader, 'documents');
  return nodesOf(reader, tenant, 'DocumentReference')
    .map((node) => ({ ...timedEntry(node), ...describeText(node.properties) }))
    .sort(byTimeDescending(({ time }) => time));
}

function describeText(p: Properties): Pick<DocumentEntry, 'mime' | 'excerpt' | 'characters'> {
  const words = text(p.text);
  return {
    mime: text(p.mime),
    excerpt: words && (words.length > EXCERPT ? `${words.slice(0, EXCERPT).trimEnd()}…` : words),
    characters: words?.length ?? 0,
  };
}
