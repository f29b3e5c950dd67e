/** Brings a scope in step with the disk: what is new or changed is read, what is gone leaves, the rest is not touched. */
import { realpathSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
import { ConsiliumError } from '../kernel/errors.ts';
import {
  type FoundFile,
  findRepository,
  type Passage,
  type Repository,
  readContent,
  readPassages,
  type Skip,
  walkFiles,
} from './reading/index.ts';
import type { IndexReport, IndexRequest } from './search.ts';
import { asSigned, type Shelf } from './shelf.ts';
import type { Entry, FileFacts, Store, StoredFile } from './store.ts';

export type FilesReport = Omit<IndexReport, 'ms' | 'scope'>;

/** So many passages are written in one transaction. */
const BATCH = 500;
/** A file changed less than this before it was read may be changed again within the same tick of its clock. */
const SETTLE_MS = 2000;

export async function indexFiles(
  request: IndexRequest,
  scope: number,
  store: Store,
  shelf: () => Shelf,
): Promise<FilesReport> {
  const known = new Map(store.files(scope).map((file) => [file.path, file]));
  const { found, roots, skipped } = findFiles(request.paths, known);
  const gone = [...known.values()].filter(({ path }) => !found.has(path) && roots.some((root) => isBelow(path, root)));
  const writer = openWriter(scope, store, shelf);
  const repositoryOf = openRepositories();
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
      store.settleFile((before as StoredFile).id, file.mtime, read.settled);
      unchanged++;
    } else writer.add(read.facts, read.passages);
  }
  writer.flush();
  remove(gone, store, shelf);
  request.onProgress?.({ phase: 'reading', done, total: found.size });
  return { files: writer.files, unchanged, removed: gone.length, chunks: writer.passages, skipped };
}

/** Stores what `volumes` hold in place of what the scope held: for sources that are not files. */
export function indexVolumes(
  volumes: readonly { facts: FileFacts; passages: readonly Passage[] }[],
  scope: number,
  store: Store,
  shelf: () => Shelf,
): Omit<FilesReport, 'skipped'> {
  const known = new Map(store.files(scope).map((file) => [file.path, file]));
  const writer = openWriter(scope, store, shelf);
  let unchanged = 0;
  for (const { facts, passages } of volumes) {
    if (known.get(facts.path)?.hash === facts.hash) unchanged++;
    else writer.add(facts, passages);
    known.delete(facts.path);
  }
  writer.flush();
  remove([...known.values()], store, shelf);
  return { files: writer.files, unchanged, removed: known.size, chunks: writer.passages };
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
  | { readonly kind: 'read'; readonly facts: FileFacts; readonly passages: readonly Passage[] };

async function readFile(
  file: FoundFile,
  root: string,
  before: StoredFile | undefined,
  repositoryOf: (folder: string) => Repository,
): Promise<ReadFile> {
  const settled = file.mtime < Date.now() - SETTLE_MS;
  const content = await readContent(file);
  if (content.kind === 'skipped') return content;
  const repository = repositoryOf(dirname(file.path));
  // A new commit gives code a new hash to be cited with, though its words are the same.
  const hash = `${content.hash}:${repository.commit ?? ''}`;
  if (before?.hash === hash) return { kind: 'same', settled };
  const top = repository.commit === undefined ? topOf(root, file.path) : repository.root;
  const name = relative(top, file.path).replaceAll(sep, '/');
  const passages = await readPassages(content.bytes, { path: file.path, name, mtime: file.mtime, repository });
  if (typeof passages === 'string') return { kind: 'skipped', why: passages };
  const facts = { path: file.path, name, hash, mtime: file.mtime, size: file.size, settled };
  return { kind: 'read', facts, passages };
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
  add(facts: FileFacts, passages: readonly Passage[]): void;
  flush(): void;
  readonly files: number;
  readonly passages: number;
}

/** Collects files and stores them some at a time; a file is never split between two transactions. */
function openWriter(scope: number, store: Store, shelf: () => Shelf): Writer {
  let waiting: { facts: FileFacts; passages: readonly Passage[] }[] = [];
  let waitingPassages = 0;
  let files = 0;
  let passages = 0;
  const flush = () => {
    if (waiting.length === 0) return;
    const target = shelf();
    const stored = store.replaceFiles(scope, waiting);
    for (const { file, entries, replaced } of stored) {
      if (replaced !== undefined) target.remove(replaced);
      target.add(file, entries);
      giveKnownVectors(entries, store, target);
      files++;
      passages += entries.length;
    }
    waiting = [];
    waitingPassages = 0;
  };
  return {
    add(facts, found) {
      waiting.push({ facts, passages: found });
      waitingPassages += found.length;
      if (waitingPassages >= BATCH) flush();
    },
    flush,
    get files() {
      return files;
    },
    get passages() {
      return passages;
    },
  };
}

/** Words that were embedded before, here or elsewhere, have their vector already. */
function giveKnownVectors(entries: readonly Entry[], store: Store, shelf: Shelf): void {
  for (const { digest } of entries) {
    const vector = store.vector(digest);
    if (vector !== undefined) shelf.addVector(digest, asSigned(vector));
  }
}

function remove(files: readonly StoredFile[], store: Store, shelf: () => Shelf): void {
  if (files.length === 0) return;
  const target = shelf();
  store.removeFiles(files.map(({ id }) => id));
  for (const { id } of files) target.remove(id);
}

export function stopIfAborted(signal: AbortSignal | undefined): void {
  if (!signal?.aborted) return;
  if (signal.reason instanceof ConsiliumError) throw signal.reason;
  throw new ConsiliumError('CANCELLED', 'Indexing was cancelled; the files finished before that are in the index.');
}
