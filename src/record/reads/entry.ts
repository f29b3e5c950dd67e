import { ConsiliumError } from '../../kernel/errors.ts';
import { handleOf } from '../../storage/handle.ts';
import { type Bundle, exportPatient } from '../export.ts';
import type { Properties } from '../patient.ts';
import { open, type Reader } from './reader.ts';

export interface FullEntry {
  uuid: string;
  label: string;
  properties: Properties;
  /** What it is connected to, out and in, within this record. */
  links: { type: string; direction: 'out' | 'in'; uuid: string; label: string; name: string | null }[];
}

/** One entry whole: what a citation opens. */
export function readEntry(reader: Reader, uuid: string): FullEntry {
  const tenant = open(reader, 'entry');
  const row = handleOf(reader.data)
    .prepare('SELECT id, label, props FROM graph_node WHERE tenant = ? AND uuid = ?')
    .get(tenant, uuid);
  if (!row) throw new ConsiliumError('ENTRY_NOT_FOUND', 'This record has no such entry.');
  const links = handleOf(reader.data)
    .prepare(
      `SELECT e.type, 'out' AS direction, n.uuid, n.label, n.props ->> '$.name' AS name
         FROM graph_edge e JOIN graph_node n ON n.id = e.dst WHERE e.tenant = ?1 AND e.src = ?2
       UNION ALL SELECT e.type, 'in', n.uuid, n.label, n.props ->> '$.name'
         FROM graph_edge e JOIN graph_node n ON n.id = e.src WHERE e.tenant = ?1 AND e.dst = ?2 AND n.label <> 'Patient'`,
    )
    .all(tenant, row.id as number) as unknown as FullEntry['links'];
  return { uuid, label: row.label as string, properties: JSON.parse(row.props as string), links };
}

/** The whole record as FHIR, audited like any other read. */
export function readBundle(reader: Reader): Bundle {
  open(reader, 'export');
  return exportPatient(handleOf(reader.data), reader.patientId);
}
