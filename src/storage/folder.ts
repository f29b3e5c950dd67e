import { chmodSync, mkdirSync } from 'node:fs';
import { ConsiliumError } from '../kernel/index.ts';

/** The folder is its owner's alone. */
export function makeFolder(dir: string): void {
  try {
    mkdirSync(dir, { recursive: true });
    chmodSync(dir, 0o700);
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException;
    const full = code === 'ENOSPC';
    throw new ConsiliumError(
      full ? 'STORAGE_FULL' : code === 'EROFS' || code === 'EACCES' ? 'STORAGE_READONLY' : 'STORAGE_UNUSABLE',
      `The data folder ${dir} cannot be used: ${(thrown as Error).message}`,
      { hint: full ? 'Free some space.' : 'Choose another folder with --home or CONSILIUM_HOME.', cause: thrown },
    );
  }
}
