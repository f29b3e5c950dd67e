/** Keys of the house: from the environment, or from a file that it names. They are never shown, not even in part. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { ConsiliumError } from '../kernel/errors.ts';

export interface KeyWanted {
  /** The variable that holds it; with `_FILE` behind it, the one that names its file. */
  readonly variable: string;
  /** What its errors are called: `CODE_WEAK`, `CODE_MISSING`. */
  readonly code: string;
  /** A key of fewer characters is one that somebody guesses. */
  readonly shortest: number;
  /** What has at least so many characters. */
  readonly called: string;
  readonly hint: string;
}

/** Undefined where none is given; `cwd`: from where the file is seen. */
export function readKey(
  env: Readonly<Record<string, string | undefined>>,
  cwd: string,
  { variable, code, shortest, called, hint }: KeyWanted,
): string | undefined {
  const path = env[`${variable}_FILE`];
  const key = env[variable] || (path ? readKeyFile(resolve(cwd, path), code) : undefined);
  if (!key && !path) return undefined;
  if (!key || key.length < shortest)
    throw new ConsiliumError(`${code}_WEAK`, `${called} has at least ${shortest} characters.`, { hint });
  return key;
}

function readKeyFile(path: string, code: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (thrown) {
    const { code: why } = thrown as NodeJS.ErrnoException;
    throw new ConsiliumError(`${code}_MISSING`, `The key's file ${path} cannot be read (${why}).`);
  }
}
