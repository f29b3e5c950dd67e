/**
 * The index in memory as it is kept on disk: its arrays as they are, in the database beside the passages, with the
 * revision of the passages it was made from. It is only a faster way to open: where it is not of the last revision it is
 * not used, and what it was made from is all there.
 */
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { Snapshot } from '../../../search/local/kept.ts';
import { inTransaction } from '../../database.ts';

export const SNAPSHOT_SCHEMA = `
  CREATE TABLE IF NOT EXISTS snapshot (
    part TEXT NOT NULL, piece INTEGER NOT NULL, revision INTEGER NOT NULL, data BLOB NOT NULL, PRIMARY KEY (part, piece));
`;

/** SQLite takes a value of a gigabyte; smaller ones are kinder to its memory. */
const PIECE = 16 * 1024 * 1024;

const talliesSchema = z.array(z.object({ scope: z.int(), passages: z.int(), embedded: z.int() }));

export function writeSnapshot(db: DatabaseSync, revision: number, snapshot: Snapshot): void {
  const { tallies, passages, files, scopes, digests } = snapshot;
  const add = db.prepare('INSERT INTO snapshot (part, piece, revision, data) VALUES (?, ?, ?, ?)');
  const parts: [string, ArrayBufferView][] = [
    ...Object.entries({ passages, files, scopes, digests }),
    ['tallies', new TextEncoder().encode(JSON.stringify(tallies))],
    ...Object.entries(snapshot.postings).map(([name, data]): [string, ArrayBufferView] => [`postings.${name}`, data]),
    ...Object.entries(snapshot.vectors()).map(([name, data]): [string, ArrayBufferView] => [`vectors.${name}`, data]),
  ];
  inTransaction(db, () => {
    db.exec('DELETE FROM snapshot');
    for (const [part, data] of parts) {
      const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
      for (let piece = 0; piece === 0 || piece * PIECE < bytes.length; piece++)
        add.run(part, piece, revision, bytes.subarray(piece * PIECE, (piece + 1) * PIECE));
    }
  });
}

/** The snapshot of this revision; undefined where there is none. */
export function readSnapshot(db: DatabaseSync, revision: number): Snapshot | undefined {
  const pieces = db.prepare('SELECT data FROM snapshot WHERE part = ? AND revision = ? ORDER BY piece');
  const read = (part: string) => join(pieces.all(part, revision) as { data: Uint8Array }[]);
  const numbers = (part: string) => new Uint32Array(read(part));
  if (pieces.get('tallies', revision) === undefined) return undefined;
  return {
    passages: numbers('passages'),
    files: numbers('files'),
    scopes: numbers('scopes'),
    digests: new Uint8Array(read('digests')),
    tallies: talliesSchema.parse(JSON.parse(Buffer.from(read('tallies')).toString('utf8'))),
    postings: {
      lengths: numbers('postings.lengths'),
      terms: numbers('postings.terms'),
      offsets: numbers('postings.offsets'),
      docs: numbers('postings.docs'),
      counts: new Uint16Array(read('postings.counts')),
    },
    vectors: () => ({
      bytes: new Uint8Array(read('vectors.bytes')),
      scales: new Float32Array(read('vectors.scales')),
      offsets: new Int32Array(read('vectors.offsets')),
    }),
  };
}

function join(pieces: readonly { data: Uint8Array }[]): ArrayBuffer {
  const whole = new Uint8Array(pieces.reduce((sum, { data }) => sum + data.length, 0));
  let at = 0;
  for (const { data } of pieces) {
    whole.set(data, at);
    at += data.length;
  }
  return whole.buffer;
}
