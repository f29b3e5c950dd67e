/**
 * The file that a backup is: a line of JSON (what it is, and of an encrypted one salt and nonce), then a line of JSON that
 * lists the parts, then the parts one after another.
 */
import { closeSync, openSync, readSync } from 'node:fs';

export interface BackupPart {
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
}

export interface Head {
  readonly consilium: 'backup';
  readonly version: 1;
  readonly encrypted?: { readonly salt: string; readonly nonce: string };
}

export const MARK = '{"consilium":"backup"';

export function readAt(file: string, position: number, length: number): Buffer {
  const handle = openSync(file, 'r');
  try {
    const buffer = Buffer.alloc(length);
    return buffer.subarray(0, readSync(handle, buffer, 0, length, position));
  } finally {
    closeSync(handle);
  }
}
