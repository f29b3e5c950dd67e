/** Rows of the session tables as the kernel reads them. What cannot be read back whole is an error, never a guess. */
import { ConsiliumError, type Entry, type Event, type Json, type SessionRow } from '../kernel/index.ts';
import { unpackEvents } from './packing.ts';

export type Row = Record<string, null | number | bigint | string | Uint8Array>;

export function toSession(row: Row | undefined): SessionRow | undefined {
  if (row === undefined) return undefined;
  const invocation = row['open_invocation'] as string | null;
  return {
    id: row['id'] as string,
    app: row['app'] as string,
    user: row['user'] as string,
    title: row['title'] as string,
    created: Number(row['created']),
    updated: Number(row['updated']),
    lastSeq: Number(row['last_seq']),
    compactedAt: Number(row['compacted_at']),
    ...(row['outer'] !== null && { outer: row['outer'] as string }),
    open: invocation === null ? null : { invocation, seq: Number(row['open_seq']), ...leaseOf(row) },
  };
}

function leaseOf(row: Row): { lease?: { holder: string; until: number } } {
  const holder = row['holder'] as string | null;
  return holder === null ? {} : { lease: { holder, until: Number(row['lease']) } };
}

/** A log with a hole or an unreadable line is not a log: better no answer than one from half a story. */
export function readEvents(session: string, after: number, rows: readonly Row[]): Event[] {
  const events: Event[] = [];
  let expected = after + 1;
  for (const row of rows) {
    const batch = parse(unpackEvents(row['body'] as string, row['packed'] as Uint8Array | null) ?? '');
    if (!Array.isArray(batch)) throw corrupt(session, `the events from ${expected} on cannot be read`);
    for (const event of batch as Event[]) {
      if (event.seq <= after) continue;
      if (event.seq !== expected) throw corrupt(session, `event ${expected} is missing`);
      events.push(event);
      expected++;
    }
  }
  return events;
}

export function toEntry(scope: string, owner: string, row: Row): Entry {
  const value = parse(row['value'] as string);
  if (value === undefined) throw corrupt(owner, `the ${scope} state ${String(row['key'])} cannot be read`);
  const expires = row['expires'];
  return expires === null ? { value: value as Json } : { value: value as Json, expires: Number(expires) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function corrupt(session: string, what: string): ConsiliumError {
  return new ConsiliumError('SESSION_CORRUPT', `Session ${session} is damaged: ${what}.`, {
    hint: 'Other sessions are not affected. Start a new one, or restore the data file from a backup.',
  });
}
