/** Brings a scope in step with the disk: what is new or changed is read, what is gone leaves, the rest is not touched. */
import { realpathSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
import { systemClock } from '../kernel/clock.ts';
import { ConsiliumError, toConsiliumError } from '../kernel/errors.ts';
import { callAside } from '../threads/index.ts';
import type { FileFacts, Holdings, StoredFile, Volume } from './holdings.ts';
import {
  type FoundFile,
  findRepository,
  type Passage,
  type Place,
  READING,
  type ReadText,
  type Repository,
  readContent,
  readWhole,
  type Skip,
  walkFiles,
  works,
} from './reading/index.ts';
import type { IndexReport, IndexRequest } from './search.ts';

export type FilesReport = Omit<IndexReport, 'ms' | 'scope'>;

/** So many passages are written in one transaction. */
const BATCH = 500;
/** A file changed less than this before it was read may be changed again within the same tick of its clock. */
const SETTLE_MS = 2000;

export async function indexFiles(request: IndexRequest, scope: number, holdings: Holdings): Promise<FilesReport> {
  const known = new Map((await holdings.files(scope)).map((file) => [file.path, file]));
  const { found, roots, skipped } = findFiles(request.paths, known);
  const gone = [...known.values()].filter(({ path }) => !found.has(path) && roots.some((root) => isBelow(path, root)));
  const writer = openWriter(scope, holdings);
  const repositoryOf = openRepositories();
  const partly: Skip[] = [];
  let unchanged = 0;
  let done = 0;
  for (const [path, { file, root }] of found) {
    stopIfAborted(request.signal);
    request.onProgress?.({ phase: 'reading', done, total: found.size, file: path });
    done++;
    const before = known.get(path);
    if (before?.settled && before.mtime === file.mtime && before.size === file.size) {
      unchanged++;
      continue;
    }
    const read = await readFile(file, root, before, repositoryOf);
    if (read.kind === 'skipped') {
      skipped.push({ file: path, why: read.why });
      if (before !== undefined) gone.push(before);
    } else if (read.kind === 'same') {
      await holdings.settleFile((before as StoredFile).id, file.mtime, read.settled);
      unchanged++;
    } else {
      if (read.lacks !== undefined) partly.push({ file: path, why: read.lacks });
      await writer.add(read);
    }
  }
  await writer.flush();
  await remove(gone, scope, holdings);
  request.onProgress?.({ phase: 'reading', done, total: found.size });
  const { files, passages, overtaken } = writer.done;
  return { files, unchanged: unchanged + overtaken, removed: gone.length, chunks: passages, skipped, partly };
}

/** Stores what `volumes` hold in place of what the scope held: for sources that are not files. */
export async function indexVolumes(
  volumes: readonly Volume[],
  scope: number,
  holdings: Holdings,
): Promise<Omit<FilesReport, 'skipped' | 'partly'>> {
  const known = new Map((await holdings.files(scope)).map((file) => [file.path, file]));
  const writer = openWriter(scope, holdings);
  let unchanged = 0;
  for (const volume of volumes) {
    const { path, hash } = volume.facts;
    if (known.get(path)?.hash === hash) unchanged++;
    else await writer.add(volume);
    known.delete(path);
  }
  await writer.flush();
  await remove([...known.values()], scope, holdings);
  const { files, passages, overtaken } = writer.done;
  return { files, unchanged: unchanged + overtaken, removed: known.size, chunks: passages };
}

interface FoundFiles {
  readonly found: Map<string, { file: FoundFile; root: string }>;
  /** What was asked for, as the disk names it. */
  readonly roots: string[];
  readonly skipped: Skip[];
}

/** A path that is gone is fine where something below it was indexed: that is then removed. */
function findFiles(paths: readonly string[], known: ReadonlyMap<string, StoredFile>): FoundFiles {
  const found: FoundFiles['found'] = new Map();
  const roots: string[] = [];
  const skipped: Skip[] = [];
  for (const path of paths) {
    const root = realPath(path);
    if (root === undefined) {
      const absolute = resolve(path);
      if (![...known.keys()].some((file) => isBelow(file, absolute)))
        throw new ConsiliumError('PATH_UNKNOWN', `There is no file or folder ${path}.`, {
          hint: 'Check the path; it is read from the folder in which the command runs.',
          details: { path },
        });
      roots.push(absolute);
      continue;
    }
    roots.push(root);
    const walk = walkFiles(root);
    for (const file of walk.files) found.set(file.path, { file, root });
    skipped.push(...walk.skipped);
  }
  return { found, roots, skipped };
}

function realPath(path: string): string | undefined {
  if (path.includes('\0')) return undefined;
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

function isBelow(path: string, root: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep);
}

type ReadFile =
  | { readonly kind: 'skipped'; readonly why: string }
  | { readonly kind: 'same'; readonly settled: boolean }
  | {
      readonly kind: 'read';
      readonly facts: FileFacts;
      readonly passages: readonly Passage[];
      readonly lacks?: string | undefined;
    };

async function readFile(
  file: FoundFile,
  root: string,
  before: StoredFile | undefined,
  repositoryOf: (folder: string) => Repository,
): Promise<ReadFile> {
  const settled = file.mtime < systemClock.now() - SETTLE_MS;
  const content = await readContent(file);
  if (content.kind === 'skipped') return content;
  const repository = repositoryOf(dirname(file.path));
  // A new commit gives code a new hash to be cited with, though its words are the same.
  const hash = `${content.hash}:${repository.commit ?? ''}`;
  if (before?.hash === hash) return { kind: 'same', settled };
  const top = repository.commit === undefined ? topOf(root, file.path) : repository.root;
  const name = relative(top, file.path).replaceAll(sep, '/');
  const place = { path: file.path, name, mtime: file.mtime, repository };
  const read = await readAside(content.bytes, place);
  if (typeof read === 'string') return { kind: 'skipped', why: read };
  const facts = { path: file.path, name, hash, mtime: file.mtime, size: file.size, settled };
  return { kind: 'read', facts, ...read };
}

/** Of so many bytes on a file is read in a thread. */
const LARGE = 64 * 1024;
const LONGEST_MS = 60_000;

async function readAside(bytes: Buffer, place: Place): Promise<ReadText | string> {
  if (bytes.length < LARGE) return readWhole(bytes, place);
  try {
    // Of a large file the memory is its own: it goes over as it is.
    const transfer = bytes.byteLength === bytes.buffer.byteLength ? [bytes.buffer as ArrayBuffer] : [];
    return await callAside(READING, works, 'passages', [bytes, place], { long: true, limitMs: LONGEST_MS, transfer });
  } catch (thrown) {
    const { code } = toConsiliumError(thrown);
    if (code === 'WORK_TIMEOUT') return `It could not be read within ${LONGEST_MS / 1000} seconds.`;
    if (code === 'WORK_TOO_LARGE') return 'Reading it takes too much memory.';
    throw thrown;
  }
}

/** Names begin below the folder that was asked for, or with the file itself. */
function topOf(root: string, path: string): string {
  return root === path ? dirname(path) : root;
}

function openRepositories(): (folder: string) => Repository {
  const known = new Map<string, Repository>();
  return (folder) => {
    let repository = known.get(folder);
    if (repository === undefined) {
      repository = findRepository(folder);
      known.set(folder, repository);
    }
    return repository;
  };
}

interface Writer {
  add(volume: Volume): Promise<void>;
  flush(): Promise<void>;
  /** `overtaken`: files that somebody else stored just so in the meantime. */
  readonly done: { files: number; passages: number; overtaken: number };
}

/** Collects files and stores them some at a time; a file is never split between two transactions. */
function openWriter(scope: number, holdings: Holdings): Writer {
  let waiting: Volume[] = [];
  let waitingPassages = 0;
  const done = { files: 0, passages: 0, overtaken: 0 };
  const flush = async () => {
    if (waiting.length === 0) return;
    const stored = await holdings.replaceFiles(scope, waiting);
    done.files += stored.files;
    done.passages += stored.passages;
    done.overtaken += waiting.length - stored.files;
    waiting = [];
    waitingPassages = 0;
  };
  return {
    async add({ facts, passages }) {
      waiting.push({ facts, passages });
      waitingPassages += passages.length;
      if (waitingPassages >= BATCH) await flush();
    },
    flush,
    done,
  };
}

async function remove(files: readonly StoredFile[], scope: number, holdings: Holdings): Promise<void> {
  if (files.length === 0) return;
  await holdings.removeFiles(
    scope,
    files.map(({ id }) => id),
  );
}

export function stopIfAborted(signal: AbortSignal | undefined): void {
  if (!signal?.aborted) return;
  if (signal.reason instanceof ConsiliumError) throw signal.reason;
  throw new ConsiliumError('CANCELLED', 'Indexing was cancelled; the files finished before that are in the index.');
}
