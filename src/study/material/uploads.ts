/** Files that a learner brings through the page: kept in a folder of their course, which is then read as any other. */
import { randomUUID } from 'node:crypto';
import { link, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { ConsiliumError } from '../../kernel/errors.ts';
import { sealAbove } from '../../storage/index.ts';

/** What can be learned from. */
const KINDS = ['.pdf', '.md', '.markdown', '.txt', '.html', '.htm'];
const MOST_FILES = 500;
/** In bytes: disks take 255, in whatever script. */
const LONGEST_NAME = 200;

export interface Brought {
  /** The folder of the course. */
  readonly folder: string;
  readonly file: string;
  /** It is what there is from now on. */
  keep(): Promise<void>;
  /** Takes the file away again; true where another of that name was there before, and is again. */
  drop(): Promise<boolean>;
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
  const isAgain = there.includes(safe);
  // Beside the courses: what lies in their folders is read.
  const [next, former] = [join(dir, `.${randomUUID()}`), join(dir, `.${randomUUID()}`)];
  try {
    await writeFile(next, sealAbove(dir)?.close(bytes, file) ?? bytes, { mode: 0o600, flush: true });
    if (isAgain) await link(file, former);
    await rename(next, file);
  } catch (thrown) {
    for (const left of [next, former]) await rm(left, { force: true });
    throw thrown;
  }
  return {
    folder,
    file,
    keep: () => rm(former, { force: true }),
    drop: async () => {
      await (isAgain ? rename(former, file) : rm(file, { force: true }));
      return isAgain;
    },
  };
}

/** All files of a course. */
export async function dropUploads(dir: string, scope: string): Promise<void> {
  await rm(join(dir, scope), { recursive: true, force: true });
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
  return `${RESERVED.test(stem) ? `${stem}-` : cutTo(stem, LONGEST_NAME)}${kind}`;
}

/** Names that some systems keep for devices, whatever stands behind the dot. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/** As many whole characters as fit into so many bytes. */
function cutTo(text: string, bytes: number): string {
  let left = bytes;
  return Array.from(text)
    .filter((letter) => {
      left -= Buffer.byteLength(letter);
      return left >= 0;
    })
    .join('')
    .trim();
}

function invalid(message: string, hint?: string): ConsiliumError {
  return new ConsiliumError('FILE_INVALID', message, hint === undefined ? {} : { hint });
}
