/**
 * What the consultant asks of the record, and the rows it gets. A request is a sentence: CypherAgent turns it into
 * Cypher, with a model or without. Rows come back as JSON under the names of their columns.
 */
import type { Json } from 'consilium/kernel';

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
