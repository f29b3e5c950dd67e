/** What lies on the desk when an answer is written: the question, the rows, the footnotes. Every answer is a function of it. */
import type { Person } from 'consilium/clinical';
import type { State } from 'consilium/kernel';
import type { Footnotes } from '../../_shared/footnotes.ts';
import {
  type Allergy,
  type Condition,
  citeEncounter,
  type Dated,
  type Encounter,
  type HeldCode,
  type Identity,
  isScheduled,
  type Kind,
  type Regimen,
  type Symptom,
  type Topic,
  type Value,
} from '../../_shared/graph.ts';
import { sayDate } from '../../_shared/wording.ts';

export interface Desk {
  /** What is asked, without what is told beside it. */
  question: string;
  /** All of the message. */
  message: string;
  now: string;
  state: State;
  person: Person;
  notes: Footnotes;
  rows: Rows;
}

export interface Rows {
  patient: Identity[];
  codes: HeldCode[];
  kinds: Kind[];
  pressure: Value[];
  values: Value[];
  conditions: Condition[];
  medications: Regimen[];
  allergies: Allergy[];
  encounters: Encounter[];
  symptoms: Symptom[];
  procedures: Dated[];
  immunizations: Dated[];
  documents: Dated[];
  entry: Topic[];
  mention: { uuid: string; label: string; name: string | null; time: string | null; reason: string | null }[];
}

/** "Worth asking at your visit on 8 Dec 2026 (blood pressure check)[^3]: …", where a visit lies ahead. */
export function nextStep({ rows, now, notes }: Desk, what: string): string {
  const next = rows.encounters
    .filter((visit) => isScheduled(visit, now))
    .toSorted((a, b) => (a.start! < b.start! ? -1 : 1))[0];
  if (next === undefined) return '';
  const why = next.reason === null ? '' : ` (${next.reason.charAt(0).toLowerCase()}${next.reason.slice(1)})`;
  return `Worth asking at your visit on ${sayDate(next.start)}${why}${notes.entry(citeEncounter(next))}: ${what}.`;
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
