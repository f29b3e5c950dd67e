/**
 * What the consultant asks of the record, and the rows it gets. A request is a sentence: CypherAgent turns it into
 * Cypher, with a model or without. Rows come back as JSON under the names of their columns.
 */
import type { Person } from 'consilium/clinical';
import { type AgentContext, ConsiliumError, type Json } from 'consilium/kernel';
import { ageAt } from 'consilium/record';
import type { Cited } from './footnotes.ts';

export interface Identity {
  uuid: string;
  name: string | null;
  gender: string | null;
  birth_date: string | null;
  country: string | null;
}

export interface Measured {
  uuid: string;
  value: number | string | null;
  unit: string | null;
  time: string | null;
  ref_low: number | null;
  ref_high: number | null;
  interpretation: string | null;
}

/** A code under which the record holds measurements. */
export interface HeldCode {
  code: string | null;
  count: number;
}

/** A kind of measurement that the record holds, with its newest values. */
export interface Kind {
  name: string;
  code: string | null;
  count: number;
  newest: (Measured & { category: string | null; source: string | null })[];
}

export interface Value extends Measured {
  name: string;
  code: string | null;
}

export interface Condition {
  uuid: string;
  name: string;
  status: string | null;
  verification: string | null;
  onset_date: string | null;
  abatement_date: string | null;
  text: string | null;
}

export interface Regimen {
  uuid: string;
  name: string;
  status: string | null;
  start: string | null;
  until: string | null;
  dose: number | null;
  unit: string | null;
  frequency: string | null;
  route: string | null;
  as_needed: boolean | null;
  reason: string | null;
  text: string | null;
  supersedes: string | null;
  prescriber: string | null;
}

export interface Allergy {
  uuid: string;
  name: string;
  status: string | null;
  verification: string | null;
  criticality: string | null;
  reactions: string[] | null;
  onset_date: string | null;
  text: string | null;
}

export interface Encounter {
  uuid: string;
  name: string | null;
  status: string | null;
  class: string | null;
  start: string | null;
  until: string | null;
  reason: string | null;
  practitioners: string[];
  organization: string | null;
}

export interface Symptom {
  uuid: string;
  name: string;
  status: string | null;
  severity: string | null;
  onset_date: string | null;
  until: string | null;
}

/** Whatever has a name and a time: procedures, vaccinations, documents. */
export interface Dated {
  uuid: string;
  name: string;
  time: string | null;
  status: string | null;
  text: string | null;
}

export interface Topic {
  label: string;
  properties: Record<string, Json>;
  /** Of a Type: what the patient's own entry points at it. */
  type: string | null;
}

export const REQUESTS = {
  patient: 'Who is the patient?',
  codes: 'Which codes of measurements are there?',
  kinds: 'Which kinds of measurements are there, with the newest values of each?',
  pressure: 'All blood pressures, oldest first',
  conditions: 'All conditions with status and dates',
  medications: 'All medications with dose, dates and prescriber',
  allergies: 'All allergies with reactions',
  encounters: 'All encounters with practitioner and place',
  symptoms: 'All symptoms with dates',
  procedures: 'All procedures with dates',
  immunizations: 'All vaccinations with dates',
  documents: 'All documents with their text',
} as const;

export type RequestId = keyof typeof REQUESTS;

export function requestValues(codes: readonly string[], name: string): string {
  return `All values of ${name} (codes ${codes.join(', ')}), oldest first`;
}

export function requestEntry(uuid: string): string {
  return `The entry with the uuid ${uuid}`;
}

export function requestMention(words: string): string {
  return `Everything that mentions "${words.replaceAll('"', '')}"`;
}

/** What a tool result of CypherAgent holds, as objects; undefined where it is not JSON (a model may have told it in words). */
export function readRows<Row>(output: Json | undefined): Row[] | undefined {
  let table: unknown = output;
  if (typeof output === 'string')
    try {
      table = JSON.parse(output);
    } catch {
      return undefined;
    }
  const { columns, rows } = (table ?? {}) as { columns?: string[]; rows?: Json[][] };
  if (!Array.isArray(columns) || !Array.isArray(rows)) return undefined;
  return rows.map(
    (row) => Object.fromEntries(columns.map((column, i) => [column, plain(column, row[i] ?? null)])) as Row,
  );
}

const TAGGED = new Set(['name', 'reason', 'text']);
const TAG = /\s*\((?:procedure|disorder|finding|situation|environment|regime\/therapy|observable entity)\)$/i;

/** SNOMED's names end in what kind of thing they name: no reader needs "Fever (finding)". */
function plain(column: string, value: Json): Json {
  return typeof value === 'string' && TAGGED.has(column) ? value.replace(TAG, '') : value;
}

/** The patient that this session is about; a question about a record without one is a mistake of the asker. */
export function patientOf(context: AgentContext): string {
  const patient = context.state.get('patient_id');
  if (typeof patient === 'string') return patient;
  throw new ConsiliumError('NO_PATIENT', 'This session is not about a patient.', {
    hint: 'Choose one with --patient (consilium patients lists them).',
  });
}

export function personOf(identity: Identity | undefined, now: string): Person {
  const age = ageAt(identity?.birth_date ?? null, now);
  const sex = identity?.gender;
  return { ...(sex === 'male' || sex === 'female' ? { sex } : {}), ...(age !== null && { age }) };
}

const LIVE = new Set(['active', 'recurrence', 'relapse']);

export function isActive({ status, verification, abatement_date }: Condition): boolean {
  const live = status === null ? abatement_date === null : LIVE.has(status);
  return live && verification !== 'refuted' && verification !== 'entered-in-error';
}

/** What is taken now: begun, not ended, not replaced by what was told later. */
export function currentRegimens(regimens: readonly Regimen[], now: string): Regimen[] {
  const replaced = new Set(regimens.map(({ supersedes }) => supersedes));
  return regimens.filter(
    ({ uuid, status, start, until }) =>
      !replaced.has(uuid) &&
      ['active', 'on-hold'].includes(status ?? 'active') &&
      (until === null || until >= now.slice(0, until.length)) &&
      (start === null || start.slice(0, 10) <= now.slice(0, 10)),
  );
}

export function isScheduled({ status, start }: Encounter, now: string): boolean {
  return status !== 'cancelled' && status !== 'finished' && start !== null && start > now;
}

export const citeValue = (value: { uuid: string; time: string | null }, name: string): Cited => ({
  uuid: value.uuid,
  label: 'Observation',
  name,
  date: value.time,
});
export const citeCondition = ({ uuid, name, onset_date }: Condition): Cited => ({
  uuid,
  label: 'ConditionCase',
  name,
  date: onset_date,
});
export const citeRegimen = ({ uuid, name, start, until }: Regimen): Cited => ({
  uuid,
  label: 'IntakeRegimen',
  name,
  date: start ?? until,
});
export const citeAllergy = ({ uuid, name, onset_date }: Allergy): Cited => ({
  uuid,
  label: 'AllergyRecord',
  name: `${name} allergy`,
  date: onset_date,
});
export const citeEncounter = ({ uuid, name, reason, start }: Encounter): Cited => ({
  uuid,
  label: 'Encounter',
  name: reason ?? name ?? 'Visit',
  date: start,
});
export const citeSymptom = ({ uuid, name, onset_date }: Symptom): Cited => ({
  uuid,
  label: 'SymptomEpisode',
  name,
  date: onset_date,
});
