/** Who somebody is stays known where a file says nothing of it: a Patient with only a name takes no birth date away. */
import type { DatabaseSync } from 'node:sqlite';
import type { Gathered } from './writing.ts';

/** What tells who a patient is; the asides of a record (its notes) are not among it. */
const IDENTITY = [
  'name',
  'gender',
  'birth_date',
  'deceased_date',
  'marital_status',
  'city',
  'state',
  'postal_code',
  'country',
  'phone',
  'contact',
];

/** Puts what is known and was not said back into what is about to be written; returns which it was. */
export function keepKnown(db: DatabaseSync, { patient, content }: Gathered): string[] {
  const node = content.nodes.find(({ uuid, label }) => uuid === patient && label === 'Patient');
  const known = node && storedProperties(db, patient);
  if (node === undefined || known === undefined) return [];
  const said = node.properties as Record<string, unknown>;
  // An address is one thing: of another town the old street code is no part.
  const isMoved = [...ADDRESS].some((part) => said[part] != null);
  const kept = IDENTITY.filter((field) => {
    if (said[field] != null || known[field] == null) return false;
    if (field === 'deceased_date' && said[field] === null) return false;
    return !(isMoved && ADDRESS.has(field));
  });
  for (const field of kept) said[field] = known[field];
  return kept;
}

const ADDRESS = new Set(['city', 'state', 'postal_code', 'country']);

function storedProperties(db: DatabaseSync, patient: string): Record<string, unknown> | undefined {
  const row = db
    .prepare(
      `SELECT n.props FROM graph_tenant t JOIN graph_node n ON n.tenant = t.id AND n.uuid = t.uuid
       WHERE t.uuid = ? AND n.label = 'Patient'`,
    )
    .get(patient);
  return row && (JSON.parse(String(row.props)) as Record<string, unknown>);
}
