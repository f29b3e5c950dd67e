/** Where FHIR comes from: files, folders, an upload. Reading is in chunks; nothing here holds a file. */
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { ConsiliumError } from '../kernel/errors.ts';

export interface Source {
  /** What messages call it. */
  name: string;
  /** Bytes, where known beforehand. */
  size?: number;
  open(): AsyncIterable<Uint8Array>;
}

const FHIR_FILE = /\.(json|ndjson|jsonl)$/i;
const CHUNK_BYTES = 256 * 1024;

/** The files named, and of folders (at any depth) those that may be FHIR, in the order of their names. */
export async function listSources(paths: readonly string[]): Promise<Source[]> {
  const sources: Source[] = [];
  for (const path of paths) {
    const found = await stat(path).catch(() => undefined);
    if (!found) {
      throw new ConsiliumError('FILE_NOT_FOUND', `There is no file or folder ${path}.`, { details: { file: path } });
    }
    if (found.isDirectory()) sources.push(...(await listFolder(path)));
    else sources.push(fileSource(path, basename(path), found.size));
  }
  return sources;
}

async function listFolder(folder: string): Promise<Source[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && FHIR_FILE.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  if (paths.length === 0) {
    throw new ConsiliumError('FILE_NOT_FOUND', `${folder} holds no .json or .ndjson file.`, {
      hint: 'Give the folder of the export, or the files themselves.',
      details: { file: folder },
    });
  }
  return Promise.all(paths.map(async (path) => fileSource(path, basename(path), (await stat(path)).size)));
}

function fileSource(path: string, name: string, size: number): Source {
  return { name, size, open: () => createReadStream(path, { highWaterMark: CHUNK_BYTES }) };
}

export function textSource(name: string, text: string): Source {
  const bytes = Buffer.from(text, 'utf8');
  return {
    name,
    size: bytes.length,
    async *open() {
      for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield bytes.subarray(at, at + CHUNK_BYTES);
    },
  };
}
