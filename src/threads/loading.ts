/**
 * Modules loaded one after another, others having their turn in between. A module that is imported is loaded with all that it
 * imports at one go: of a team or a room that is half a thousand of them, and more than half a second in which nobody is served.
 */
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { openBreath } from '../kernel/breath.ts';
import { keepsThreads } from './aside.ts';

export interface Loading {
  /** Resolves when what this module imports from the disk is loaded; what fails is left to whoever imports it. */
  load(file: string): Promise<void>;
}

/** `breathe`: called between two of them. */
export function createLoading(breathe: () => Promise<void> | undefined = openBreath()): Loading {
  const seen = new Set<string>();
  /** What a module needs comes before it. */
  const visit = async (file: string): Promise<void> => {
    if (seen.has(file)) return;
    seen.add(file);
    const text = await readFile(file, 'utf8').catch(() => '');
    for (const [, named, room] of text.matchAll(IMPORTED))
      await visit(named === undefined ? join(ROOMS, room!, 'index.ts') : resolve(dirname(file), named));
    await import(/* @vite-ignore */ pathToFileURL(file).href).catch(() => {});
    await breathe();
  };
  // One at a time: what one has begun the next would take for done.
  let last = Promise.resolve();
  return {
    load: (file) => {
      last = last.then(() => visit(file));
      return last;
    },
  };
}

/** Of other files and of rooms, as they stand at the beginning of a module; types are none. */
const IMPORTED = /^(?:import|export)\s(?!type\b)[^;']*?'(?:(\.{1,2}\/[^']+)|consilium\/([\w-]+))'/gm;
const ROOMS = join(import.meta.dirname, '..');

const modules = createLoading();

/** Before a module is imported. Where no server keeps threads nobody else waits: all at one go is sooner there. */
export async function loadBefore(module: string | URL): Promise<void> {
  if (keepsThreads()) await modules.load(typeof module === 'string' ? module : fileURLToPath(module));
}
