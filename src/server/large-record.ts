/** A section of a record that holds far more than people have: read and written out in a thread, where a server keeps some. */
import { type PatientRows, withCopy } from '../graph/index.ts';
import { type AuditEvent, assessByRange, copyRecord, isVast, type Reader, readSection } from '../record/index.ts';
import { callAside, keepsThreads } from '../threads/index.ts';

interface Written {
  readonly json: string;
  /** What was read, to be told by whoever gives it away. */
  readonly read: readonly Pick<AuditEvent, 'action'>[];
}

const LONG = { long: true, limitMs: 60_000 };

/** As JSON; a page of it and one entry too, since a value is judged by all that somebody has. Undefined where the record is of a usual size and is read in place. */
export async function readVast(
  reader: Reader,
  section: string,
  query: Record<string, string>,
  most?: number,
): Promise<string | undefined> {
  if (!keepsThreads() || !isVast(reader, most)) return undefined;
  const rows = await copyRecord(reader);
  const given = { patientId: reader.patientId, now: reader.now ?? '', section, query };
  const { json, read } = await callAside(import.meta.url, works, 'write', [rows, given], LONG);
  for (const { action } of read) reader.audit({ patientId: reader.patientId, action, actor: reader.actor });
  return json;
}

interface Given {
  readonly patientId: string;
  readonly now: string;
  readonly section: string;
  readonly query: Record<string, string>;
}

export const works = {
  write: (rows: PatientRows, { patientId, now, section, query }: Given): Written =>
    withCopy(rows, (data) => {
      const read: AuditEvent[] = [];
      const audit = (event: AuditEvent) => void read.push(event);
      const reader: Reader = { data, patientId, now, actor: 'thread', audit, assess: assessByRange };
      return { json: JSON.stringify(readSection(reader, section, query)), read };
    }),
};
