/** Files that a learner brings through the page: kept in a folder of their course, which is then read as any other. */
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { ConsiliumError } from '../../kernel/errors.ts';

/** What can be learned from. */
const KINDS = ['.pdf', '.md', '.markdown', '.txt', '.html', '.htm'];
const MOST_FILES = 500;
const LONGEST_NAME = 120;

export interface Brought {
  /** The folder of the course. */
  readonly folder: string;
  readonly file: string;
  /** Takes the file away again. */
  drop(): Promise<void>;
}

export async function keepUpload(dir: string, scope: string, name: string, bytes: Uint8Array): Promise<Brought> {
  const safe = safeName(name);
  if (bytes.length === 0) throw invalid('The file is empty.');
  const folder = join(dir, scope);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const there = await readdir(folder);
  if (there.length >= MOST_FILES && !there.includes(safe))
    throw invalid(`A course has at most ${MOST_FILES} files.`, 'Begin another course.');
  const file = join(folder, safe);
  await writeFile(file, bytes, { mode: 0o600 });
  return { folder, file, drop: () => rm(file, { force: true }) };
}

/** The last part of a path, in letters that every disk takes. */
function safeName(name: string): string {
  const last = name.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const kind = extname(last).toLowerCase();
  if (!KINDS.includes(kind))
    throw invalid(`A course is made of ${KINDS.join(', ')}, not of "${kind || last.slice(0, 20)}".`);
  const stem = last
    .slice(0, -kind.length)
    .replace(/[^\p{L}\p{N} ._()-]+/gu, '-')
    .replace(/^[.\s-]+/, '')
    .trim();
  if (stem === '') throw invalid('The file needs a name.');
  return `${stem.slice(0, LONGEST_NAME)}${kind}`;
}

function invalid(message: string, hint?: string): ConsiliumError {
  return new ConsiliumError('FILE_INVALID', message, hint === undefined ? {} : { hint });
}
