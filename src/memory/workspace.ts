/**
 * A workspace: the files of one agent, real ones in a folder of their own, with every version kept. What somebody
 * changes in the folder by other means is noticed and becomes a version too.
 */
import { ConsiliumError } from '../kernel/index.ts';
import { placeBelow } from '../storage/index.ts';
import { shaOf, textOf } from '../text/bytes.ts';
import type { Archive, FileAction, FileHit, FileVersion, StoredFile, TrailRow } from './archive.ts';
import { type Difference, diffLines } from './difference.ts';
import { Disk } from './disk.ts';
import { checkFolder, checkPath, foldPath, type SafePath } from './path.ts';

export interface WorkspaceQuotas {
  readonly fileBytes: number;
  readonly files: number;
  readonly bytes: number;
}

export const DEFAULT_QUOTAS: WorkspaceQuotas = { fileBytes: 2_000_000, files: 10_000, bytes: 200_000_000 };

export interface WorkspacesOptions {
  readonly archive: Archive;
  /** The folder below which all workspaces are: `CONSILIUM_HOME/memory`, say. */
  readonly dir: string;
  readonly now: () => number;
  readonly quotas?: Partial<WorkspaceQuotas>;
  /** Names that are not looked at: they hold what can be made again. */
  readonly ignored?: readonly string[];
}

export interface Workspaces {
  /** Opens a workspace (`research_agents/duchenne_md`), making it and its folders if they are not there. */
  open(name: string, folders?: readonly string[]): Promise<Workspace>;
  /** Removes a workspace with every version of its files; that it was there and who removed it stays on the trail. */
  remove(name: string, actor: string): Promise<void>;
}

export interface FileEntry {
  readonly path: string;
  readonly size: number;
  readonly version: number;
  /** Milliseconds since the epoch. */
  readonly modified: number;
}

export interface FileContent extends FileEntry {
  /** Text; of other files, base64. */
  readonly content: string;
  readonly encoding: 'utf8' | 'base64';
}

export function openWorkspaces(options: WorkspacesOptions): Workspaces {
  const { archive } = options;
  const opened = new Map<string, Promise<Workspace>>();
  return {
    open: (name, folders = []) => {
      const { path, segments } = checkPath(name);
      const key = `${path} ${folders.join(',')}`;
      let workspace = opened.get(key);
      if (workspace === undefined) {
        const disk = new Disk(placeBelow(options.dir, segments), options.ignored ?? ['node_modules', '.git']);
        workspace = disk.prepare(folders).then(() => new Workspace(path, disk, archive, options));
        if (opened.size > 10_000) opened.clear();
        opened.set(key, workspace);
        workspace.catch(() => opened.delete(key));
      }
      return workspace;
    },
    remove: async (name, actor) => {
      const { path, segments } = checkPath(name);
      for (const key of opened.keys()) if (key.startsWith(`${path} `)) opened.delete(key);
      await new Disk(placeBelow(options.dir, segments), []).removeAll();
      archive.forget(path, { at: options.now(), actor });
    },
  };
}

export class Workspace {
  readonly name: string;
  readonly root: string;
  readonly #disk: Disk;
  readonly #archive: Archive;
  readonly #now: () => number;
  readonly #quotas: WorkspaceQuotas;
  /** Changes happen one after another. */
  #tail: Promise<unknown> = Promise.resolve();

  constructor(name: string, disk: Disk, archive: Archive, options: WorkspacesOptions) {
    this.name = name;
    this.root = disk.root;
    this.#disk = disk;
    this.#archive = archive;
    this.#now = options.now;
    this.#quotas = { ...DEFAULT_QUOTAS, ...options.quotas };
  }

  /** The same content again makes no new version. */
  async write(path: string, content: string | Uint8Array, actor: string): Promise<FileEntry> {
    return this.#inLine(() => this.#put(checkPath(path), toBytes(content), actor, 'written'));
  }

  /** Adds to the end of a text, in one step: `text`, or what it comes to for who knows the text so far. */
  append(path: string, text: string | ((before: string) => string), actor: string): Promise<FileEntry> {
    return this.#inLine(async () => {
      const safe = checkPath(path);
      const known = await this.#current(safe);
      const before = known === undefined ? '' : (textOf(known.content) ?? '');
      const more = typeof text === 'string' ? text : text(before);
      return this.#put(safe, toBytes(before + more), actor, 'written');
    });
  }

  /** Throws FILE_UNKNOWN. Without a version, as it is now. */
  async read(
    path: string,
    options: { readonly actor: string; readonly version?: number | undefined },
  ): Promise<FileContent> {
    const safe = checkPath(path);
    return this.#inLine(async () => {
      const found = options.version === undefined ? await this.#current(safe) : this.#past(safe, options.version);
      if (found === undefined) throw unknown(path, options.version);
      const { file, content } = found;
      const version = options.version ?? file.version;
      this.#archive.note(this.name, {
        at: this.#now(),
        actor: options.actor,
        action: 'read',
        path: file.path,
        version,
      });
      const text = textOf(content);
      return {
        ...toEntry({ ...file, version, size: content.byteLength }),
        content: text ?? Buffer.from(content).toString('base64'),
        encoding: text === undefined ? 'base64' : 'utf8',
      };
    });
  }

  async exists(path: string): Promise<boolean> {
    return (await this.#disk.read(checkPath(path), this.#quotas.fileBytes)) !== undefined;
  }

  /** All files below a folder, by path, and the folders. */
  async list(folder = ''): Promise<{ files: FileEntry[]; folders: string[] }> {
    const below = checkFolder(folder);
    const inside = (path: string) => below === '' || path.startsWith(`${below}/`);
    return this.#inLine(async () => {
      const { folders } = await this.#takeIn();
      const files = this.#archive.files(this.name).filter(({ present, path }) => present && inside(path));
      return { files: files.map(toEntry), folders: folders.filter(inside).toSorted() };
    });
  }

  /** Newest first. Throws FILE_UNKNOWN. */
  async versions(path: string): Promise<FileVersion[]> {
    return this.#archive.versions(this.#known(path).id);
  }

  async difference(path: string, from: number, to: number): Promise<Difference> {
    const file = this.#known(path);
    const [before, after] = [from, to].map((version) => {
      const content = this.#archive.content(file.id, version);
      if (content === undefined) throw unknown(path, version);
      return textOf(content);
    });
    if (before === undefined || after === undefined)
      throw new ConsiliumError('FILE_BINARY', `${file.path} is no text: its versions cannot be compared line by line.`);
    return diffLines(before, after);
  }

  /** An earlier version becomes the newest one; nothing is lost. */
  restore(path: string, version: number, actor: string): Promise<FileEntry> {
    return this.#inLine(async () => {
      const safe = checkPath(path);
      const past = this.#past(safe, version);
      if (past === undefined) throw unknown(path, version);
      return this.#put(safe, past.content, actor, 'restored');
    });
  }

  /** Its versions stay and can be restored. */
  remove(path: string, actor: string): Promise<void> {
    return this.#inLine(async () => {
      const safe = checkPath(path);
      if ((await this.#current(safe)) === undefined) throw unknown(path);
      await this.#disk.remove(safe);
      this.#archive.addVersion(this.name, { ...safe, mtime: 0, at: this.#now(), actor, action: 'removed' });
    });
  }

  /** With every version, for good; that it was there and who took it away stays on the trail. Nothing where there is none. */
  erase(path: string, actor: string): Promise<void> {
    return this.#inLine(async () => {
      const safe = checkPath(path);
      await this.#current(safe);
      const known = this.#archive.file(this.name, safe.path);
      if (known === undefined) return;
      await this.#disk.remove(safe);
      this.#archive.erase(this.name, known, { at: this.#now(), actor });
    });
  }

  makeFolder(path: string): Promise<void> {
    return this.#inLine(() => this.#disk.prepare([checkPath(path).path]));
  }

  /** An empty one; what has files in it is not removed. */
  removeFolder(path: string): Promise<void> {
    return this.#inLine(async () => {
      const safe = checkPath(path);
      const { files, folders } = await this.#disk.walk(this.#quotas.files);
      const inside = [...files.map((file) => file.path), ...folders].filter((one) => one.startsWith(`${safe.path}/`));
      if (inside.length > 0) throw new ConsiliumError('FOLDER_NOT_EMPTY', `The folder ${safe.path} is not empty.`);
      await this.#disk.remove(safe);
    });
  }

  async search(query: string, limit = 10): Promise<FileHit[]> {
    await this.#inLine(() => this.#takeIn());
    return this.#archive.search(this.name, query, Math.min(limit, 100));
  }

  /**
   * Takes out of every file, in every version, what must not have been kept; the trail says that it was done. A process that
   * is killed in between leaves it to be done again. Says how many files changed.
   */
  async reword(
    reword: (text: string) => string,
    by: { readonly actor: string; readonly action: string },
  ): Promise<number> {
    return this.#inLine(async () => {
      let changed = 0;
      for (const file of this.#archive.files(this.name)) {
        const safe = takeName(file.path);
        const there = file.present && safe ? await this.#disk.read(safe, this.#quotas.fileBytes) : undefined;
        const text = there && textOf(there.content);
        const next = text === undefined ? undefined : reword(text);
        const isOther = next !== undefined && next !== text;
        const mtime = isOther ? await this.#disk.write(safe!, toBytes(next)) : undefined;
        changed += this.#archive.reword(this.name, file, { reword, ...by, at: this.#now(), mtime }) > 0 ? 1 : 0;
      }
      return changed;
    });
  }

  /** Who did what, newest first. */
  async trail(limit = 200): Promise<TrailRow[]> {
    return this.#archive.trail(this.name, limit);
  }

  async #put(safe: SafePath, content: Uint8Array, actor: string, action: FileAction): Promise<FileEntry> {
    const known = await this.#current(safe);
    if (known !== undefined && known.file.sha === shaOf(content)) return toEntry(known.file);
    this.#checkQuota(safe, content, known?.file);
    const mtime = await this.#disk.write(safe, content);
    return toEntry(this.#archive.addVersion(this.name, { ...safe, content, mtime, at: this.#now(), actor, action }));
  }

  #checkQuota({ path, key }: SafePath, { byteLength }: Uint8Array, before: StoredFile | undefined): void {
    const { fileBytes, files, bytes } = this.#quotas;
    const twin = this.#archive.twin(this.name, key, path);
    if (twin !== undefined)
      throw new ConsiliumError('FILE_TWIN', `There is ${twin} already, which some disks take for the same file.`, {
        hint: 'Use that name, or another one altogether.',
      });
    if (byteLength > fileBytes)
      throw new ConsiliumError('FILE_TOO_LARGE', `A file has at most ${fileBytes} bytes; this one has ${byteLength}.`);
    const used = this.#archive.size(this.name);
    if (before === undefined && used.files >= files)
      throw new ConsiliumError('WORKSPACE_FULL', `A workspace has at most ${files} files.`);
    if (used.bytes - (before?.size ?? 0) + byteLength > bytes)
      throw new ConsiliumError('WORKSPACE_FULL', `A workspace has at most ${bytes} bytes; this would be more.`, {
        hint: 'Remove files that are no longer needed.',
      });
  }

  /** The file on the disk, with its newest version; what was changed outside is taken in first. */
  async #current(safe: SafePath): Promise<{ file: StoredFile; content: Uint8Array } | undefined> {
    const there = await this.#disk.read(safe, this.#quotas.fileBytes);
    const known = this.#archive.file(this.name, safe.path);
    const isKnown = known?.present === true;
    if (there === undefined) {
      if (isKnown) this.#note(safe, 'removed outside', undefined, 0);
      return undefined;
    }
    if (isKnown && known.sha === shaOf(there.content)) return { file: known, content: there.content };
    return { file: this.#note(safe, 'changed outside', there.content, there.mtime), content: there.content };
  }

  #note(safe: SafePath, action: FileAction, content: Uint8Array | undefined, mtime: number): StoredFile {
    return this.#archive.addVersion(this.name, { ...safe, content, mtime, at: this.#now(), actor: 'outside', action });
  }

  /** Looks through the folder for what changed without us. */
  async #takeIn(): Promise<{ folders: string[] }> {
    const { files, folders } = await this.#disk.walk(this.#quotas.files);
    const known = new Map(this.#archive.files(this.name).map((file) => [file.path, file]));
    for (const { path, size, mtime } of files) {
      const file = known.get(path);
      known.delete(path);
      if (file?.present && file.size === size && file.mtime === mtime) continue;
      const safe = takeName(path);
      if (safe === undefined || size > this.#quotas.fileBytes) continue;
      const now = await this.#current(safe);
      if (now !== undefined) this.#archive.touch(now.file.id, mtime);
    }
    for (const file of known.values())
      if (file.present) this.#note({ ...file, segments: file.path.split('/') }, 'removed outside', undefined, 0);
    return { folders };
  }

  #past({ path }: SafePath, version: number): { file: StoredFile; content: Uint8Array } | undefined {
    const file = this.#archive.file(this.name, path);
    const content = file && this.#archive.content(file.id, version);
    return content && { file, content };
  }

  #known(path: string): StoredFile {
    const file = this.#archive.file(this.name, checkPath(path).path);
    if (file === undefined) throw unknown(path);
    return file;
  }

  #inLine<T>(work: () => Promise<T>): Promise<T> {
    const run = this.#tail.then(work);
    this.#tail = run.catch(() => {});
    return run;
  }
}

/** Somebody else's program may choose names that we would not: they are left alone. */
function takeName(path: string): SafePath | undefined {
  try {
    const safe = checkPath(path);
    return safe.path === path ? safe : { path, segments: path.split('/'), key: foldPath(path) };
  } catch {
    return undefined;
  }
}

function toEntry({ path, size, version, modified }: StoredFile): FileEntry {
  return { path, size, version, modified };
}

function toBytes(content: string | Uint8Array): Uint8Array {
  return typeof content === 'string' ? Buffer.from(content.toWellFormed(), 'utf8') : content;
}

function unknown(path: string, version?: number): ConsiliumError {
  const which = version === undefined ? '' : ` in version ${version}`;
  return new ConsiliumError('FILE_UNKNOWN', `There is no file ${path.slice(0, 100)}${which} in this workspace.`);
}
