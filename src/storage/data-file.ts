/**
 * The data file as the rooms above hold it: something to hand on to the record and the graph, with nothing to take hold
 * of. The handle behind it is for storage, record and graph alone (`handle.ts`, which no other room may import).
 */
import type { DatabaseSync } from 'node:sqlite';

let reach: (file: DataFile) => DatabaseSync;

export class DataFile {
  readonly #handle: DatabaseSync;

  static {
    reach = (file) => file.#handle;
  }

  constructor(handle: DatabaseSync) {
    this.#handle = handle;
  }
}

export function handleOf(file: DataFile): DatabaseSync {
  return reach(file);
}
