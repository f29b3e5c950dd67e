/**
 * Hot reload in development: a change anywhere in the team's folder loads the team anew, YAML and TypeScript both.
 * What is loaded anew are the files of the folder, however deep one imports the other; files outside of it (the
 * kernel, packages) stay as they were. Module state inside the folder begins afresh with each load, and old versions
 * stay in memory: this is for development, not for production.
 *
 * A team that does not load never replaces one that did.
 */
import { type FSWatcher, statSync, watch } from 'node:fs';
import { basename, resolve } from 'node:path';
import { systemClock } from '../kernel/clock.ts';
import { ConsiliumError } from '../kernel/errors.ts';
import { checkTeam, type LoadOptions, type Team } from './load.ts';
import type { Problem } from './problem.ts';

export type TeamChange =
  | { kind: 'loaded'; team: Team; warnings: readonly Problem[]; changed: readonly string[] }
  /** `team` is the last good one, if there ever was one. */
  | { kind: 'broken'; team: Team | undefined; problems: readonly Problem[]; changed: readonly string[] };

export interface TeamWatch {
  /** The newest team that loads. */
  readonly team: Team | undefined;
  /** Loads it anew now. */
  reload(): Promise<void>;
  /** Stops watching; resolves when a load under way has ended. */
  close(): Promise<void>;
}

/** An editor writes a file in several steps, and often several files at once. */
const SETTLE_MS = 80;

/** Versions are unique in the process: two watches of one folder must not get each other's modules. */
let lastVersion = 0;

/** Loads the team and watches it. Each load is reported, the first one too, before this returns. */
export async function watchTeam(
  dir: string,
  onChange: (change: TeamChange) => void,
  options: Omit<LoadOptions, 'version'> = {},
): Promise<TeamWatch> {
  const watching = new Watching(resolve(dir), onChange, options);
  await watching.reload();
  return watching;
}

class Watching implements TeamWatch {
  team: Team | undefined;
  readonly #dir: string;
  readonly #onChange: (change: TeamChange) => void;
  readonly #options: LoadOptions;
  readonly #watcher: FSWatcher;
  readonly #changed = new Set<string>();
  #callOff: (() => void) | undefined;
  #loading: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(dir: string, onChange: (change: TeamChange) => void, options: LoadOptions) {
    this.#dir = dir;
    this.#onChange = onChange;
    this.#options = options;
    this.#watcher = openWatcher(dir);
    this.#watcher.on('change', (_event, name) => this.#note(String(name ?? '')));
    this.#watcher.on('error', (error) =>
      this.#report({ kind: 'broken', team: this.team, problems: [watchFailed(dir, error)], changed: [] }),
    );
  }

  /** Loads are done one after the other. */
  reload(): Promise<void> {
    this.#loading = this.#loading.catch(() => {}).then(() => this.#load());
    return this.#loading;
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#callOff?.();
    this.#watcher.close();
    await this.#loading;
  }

  #note(name: string): void {
    if (!matters(name)) return;
    this.#changed.add(name);
    this.#callOff?.();
    // Files settle in the machine's time, whatever clock the house goes by.
    this.#callOff = systemClock.after(SETTLE_MS, () => void this.reload());
  }

  async #load(): Promise<void> {
    if (this.#closed) return;
    const changed = [...this.#changed].toSorted();
    this.#changed.clear();
    const { team, problems, warnings } = await checkTeam(this.#dir, { ...this.#options, version: ++lastVersion });
    if (team !== undefined) {
      this.team = team;
      this.#report({ kind: 'loaded', team, warnings, changed });
    } else this.#report({ kind: 'broken', team: this.team, problems, changed });
  }

  #report(change: TeamChange): void {
    if (!this.#closed) this.#onChange(change);
  }
}

function openWatcher(dir: string): FSWatcher {
  if (!statSync(dir, { throwIfNoEntry: false })?.isDirectory())
    throw new ConsiliumError('TEAM_UNKNOWN', `${dir} is not a folder: there is nothing to watch.`);
  return watch(dir, { recursive: true });
}

function watchFailed(dir: string, error: Error): Problem {
  return { file: dir, rule: 'watch', message: `Changes are no longer seen: ${error.message}` };
}

/** Tests, and what editors leave behind, are not part of the team. */
function matters(name: string): boolean {
  const file = basename(name);
  return file !== '' && !/^[.#]|~$|\.(test\.ts|swp|swx|tmp)$|^4913$/.test(file);
}
