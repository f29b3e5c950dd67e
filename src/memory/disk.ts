/**
 * The only place that touches the files of a workspace. No link is followed anywhere below its root, nothing but plain
 * files is read, and a file is either the old or the new one, never half of each. In a sealed data folder files are sealed and
 * their names hidden, and what is neither is not there.
 */
import { constants } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, readdir, realpath, rename, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ConsiliumError, newId } from '../kernel/index.ts';
import { bearsMark, SEALED_MORE, type Seal, sealAbove } from '../storage/index.ts';
import { outside, type SafePath, TEMPORARY } from './path.ts';

export interface DiskEntry {
  readonly path: string;
  readonly size: number;
  readonly mtime: number;
}

export class Disk {
  readonly root: string;
  readonly #ignored: ReadonlySet<string>;
  readonly #seal: Seal | undefined;

  constructor(root: string, ignored: readonly string[]) {
    this.root = root;
    this.#ignored = new Set(ignored);
    this.#seal = sealAbove(root);
  }

  async prepare(folders: readonly string[]): Promise<void> {
    await guard(async () => {
      await mkdir(this.root, { recursive: true, mode: 0o700 });
      if (!(await lstat(this.root)).isDirectory()) throw outside(this.root);
      for (const folder of folders) await this.#enter(folder.split('/'), true);
    });
  }

  /** `undefined`: there is no such file. */
  async read({ path, segments }: SafePath, mostBytes: number): Promise<{ content: Buffer; mtime: number } | undefined> {
    return guard(async () => {
      const folder = await this.#enter(segments.slice(0, -1), false);
      if (folder === undefined) return undefined;
      const place = join(folder, this.#nameOf(segments.at(-1)!));
      const file = await openPlain(place, path);
      if (file === undefined) return undefined;
      try {
        const { size, mtimeMs } = await file.stat();
        if (size > mostBytes + (this.#seal === undefined ? 0 : SEALED_MORE))
          throw new ConsiliumError('FILE_TOO_LARGE', `${path} has ${size} bytes; at most ${mostBytes} are read.`);
        const content = await file.readFile();
        return { content: this.#seal?.open(content, place) ?? content, mtime: Math.floor(mtimeMs) };
      } finally {
        await file.close();
      }
    });
  }

  /** Returns when it was changed, by the disk's clock. */
  async write({ segments }: SafePath, content: Uint8Array): Promise<number> {
    return guard(async () => {
      const folder = (await this.#enter(segments.slice(0, -1), true))!;
      const target = join(folder, this.#nameOf(segments.at(-1)!));
      const there = await lstat(target).catch(() => undefined);
      if (there?.isDirectory())
        throw new ConsiliumError('PATH_INVALID', `${segments.join('/')} is a folder, not a file.`);
      const temporary = join(folder, `${TEMPORARY}${newId()}`);
      try {
        const file = await open(temporary, 'wx', 0o600);
        try {
          await file.writeFile(this.#seal?.close(content, target) ?? content);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(temporary, target);
      } catch (thrown) {
        await rm(temporary, { force: true });
        throw thrown;
      }
      return Math.floor((await lstat(target)).mtimeMs);
    });
  }

  /** The whole folder. Links in it go, what they point to stays. */
  async removeAll(): Promise<void> {
    await guard(async () => {
      const there = await lstat(this.root).catch(() => undefined);
      if (there === undefined) return;
      if (!there.isDirectory()) throw outside(this.root);
      await rm(this.root, { recursive: true, force: true });
    });
  }

  async remove({ segments }: SafePath): Promise<void> {
    await guard(async () => {
      const folder = await this.#enter(segments.slice(0, -1), false);
      if (folder === undefined) return;
      const target = join(folder, this.#nameOf(segments.at(-1)!));
      const there = await lstat(target).catch(() => undefined);
      if (there?.isDirectory()) await rmdir(target);
      else await rm(target, { force: true });
    });
  }

  /** Every plain file, and every folder; links and devices are not there. */
  async walk(most: number): Promise<{ files: DiskEntry[]; folders: string[] }> {
    const files: DiskEntry[] = [];
    const folders: string[] = [];
    const visit = async (segments: string[]): Promise<void> => {
      const entries = await readdir(this.#place(segments), { withFileTypes: true }).catch(() => []);
      for (const entry of entries) {
        const name = this.#seal === undefined ? entry.name : this.#seal.show(entry.name);
        if (name === undefined) continue;
        const path = [...segments, name];
        if (files.length >= most || this.#ignored.has(name) || name.startsWith(TEMPORARY)) continue;
        if (entry.isDirectory() && path.length < 16) {
          folders.push(path.join('/'));
          await visit(path);
        } else if (entry.isFile()) {
          const stat = await lstat(this.#place(path)).catch(() => undefined);
          const more = await this.#moreIn(this.#place(path));
          if (stat?.isFile() && more !== undefined)
            files.push({ path: path.join('/'), size: stat.size - more, mtime: Math.floor(stat.mtimeMs) });
        }
      }
    };
    await guard(() => visit([]));
    return { files, folders };
  }

  #nameOf(segment: string): string {
    return this.#seal?.hide(segment) ?? segment;
  }

  #place(segments: readonly string[]): string {
    return join(this.root, ...segments.map((segment) => this.#nameOf(segment)));
  }

  /** By how much a file is longer than what it holds; undefined for one that is plain where it should be sealed. */
  async #moreIn(path: string): Promise<number | undefined> {
    if (this.#seal === undefined) return 0;
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(
      () => undefined,
    );
    try {
      const head = await file?.read(Buffer.alloc(SEALED_MORE), 0, SEALED_MORE, 0);
      return head !== undefined && bearsMark(head.buffer.subarray(0, head.bytesRead)) ? SEALED_MORE : undefined;
    } finally {
      await file?.close();
    }
  }

  /** Goes down folder by folder; a link on the way ends it. */
  async #enter(segments: readonly string[], make: boolean): Promise<string | undefined> {
    let folder = this.root;
    for (const segment of segments) {
      folder = join(folder, this.#nameOf(segment));
      let there = await lstat(folder).catch(() => undefined);
      if (there === undefined) {
        if (!make) return undefined;
        await mkdir(folder, { mode: 0o700 }).catch(ignoreExisting);
        there = await lstat(folder);
      }
      if (!there.isDirectory()) throw outside(segments.join('/'));
    }
    const real = await realpath(folder);
    const home = await realpath(this.root);
    if (real !== join(home, ...segments.map((segment) => this.#nameOf(segment)))) throw outside(segments.join('/'));
    return folder;
  }
}

async function openPlain(target: string, path: string): Promise<FileHandle | undefined> {
  let file: FileHandle;
  try {
    file = await open(target, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    if (code === 'ELOOP' || code === 'EMLINK' || code === 'ENXIO') throw outside(path);
    throw thrown;
  }
  if ((await file.stat()).isFile()) return file;
  await file.close();
  throw new ConsiliumError('PATH_INVALID', `${path} is not a plain file.`);
}

function ignoreExisting(thrown: NodeJS.ErrnoException): void {
  if (thrown.code !== 'EEXIST') throw thrown;
}

async function guard<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof ConsiliumError) throw thrown;
    const { code, message } = thrown as NodeJS.ErrnoException;
    if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG')
      throw new ConsiliumError('STORAGE_FULL', 'The disk is full: nothing was changed.', {
        hint: 'Free some space and try again; what was stored before is safe.',
        retryable: true,
        cause: thrown,
      });
    if (code === 'ENAMETOOLONG') throw new ConsiliumError('PATH_INVALID', 'The path is too long for this disk.');
    if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM')
      throw new ConsiliumError('STORAGE_READONLY', 'The workspace cannot be written or read here.', { cause: thrown });
    throw new ConsiliumError('STORAGE_IO', `The workspace could not be used: ${message}`, { cause: thrown });
  }
}
