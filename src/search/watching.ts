/** Watches paths and says, once they have come to rest, that something below them changed. */
import { type FSWatcher, statSync, watch } from 'node:fs';
import { dirname } from 'node:path';
import { ConsiliumError } from '../kernel/errors.ts';

/** Editors write in several steps, and often several files at once. */
const SETTLE_MS = 150;

export interface Watching {
  close(): void;
}

export function watchPaths(paths: readonly string[], onChange: () => void): Watching {
  const watchers: FSWatcher[] = [];
  let timer: NodeJS.Timeout | undefined;
  const note = () => {
    clearTimeout(timer);
    timer = setTimeout(onChange, SETTLE_MS);
  };
  const close = () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
  try {
    for (const path of paths) watchers.push(openWatcher(path, note));
  } catch (thrown) {
    close();
    throw thrown;
  }
  return { close };
}

/** A file is watched through its folder: editors replace files, and a watch on the old one would see nothing more. */
function openWatcher(path: string, note: () => void): FSWatcher {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined)
    throw new ConsiliumError('PATH_UNKNOWN', `There is no file or folder ${path} to watch.`, { details: { path } });
  const watcher = stat.isDirectory() ? watch(path, { recursive: true }) : watch(dirname(path));
  watcher.on('change', (_event, name) => {
    if (!/(^|[\\/])(\.git|node_modules)([\\/]|$)/.test(String(name ?? ''))) note();
  });
  // A watched folder that vanishes is a change like any other.
  watcher.on('error', note);
  return watcher;
}
