/** `consilium backup`, `restore`: what whoever keeps an installation needs. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { machineUser } from '../kernel/index.ts';
import { checkBackup, homeDir, readBackupKey, restoreBackup } from '../storage/index.ts';
import { here, withApp } from './house.ts';
import { printJson, terminal } from './terminal.ts';

interface Options {
  home?: string;
  json?: boolean;
}

const out = () => terminal().stdout;
const WHO = { principal: machineUser(), actor: 'command line' };

export async function backup(file: string, options: Options): Promise<void> {
  await withApp(options, async ({ home, workshop }) => {
    const key = readBackupKey(terminal().env, terminal().cwd);
    const copyIndex = async (to: string) => (await workshop()).search.copyTo(to);
    const copies = { ...(existsSync(join(home.dir, 'search.db')) && { 'search.db': copyIndex }) };
    const parts = await home.backup(here(file), { key, copies });
    home.audit.write({ ...WHO, action: 'backup' });
    if (options.json) return printJson({ file: here(file), encrypted: key !== undefined, parts });
    out().write(`${parts.length} parts in ${here(file)}, ${key === undefined ? 'not encrypted' : 'encrypted'}.\n`);
  });
}

export async function restore(file: string, options: Options & { verify?: boolean }): Promise<void> {
  const key = readBackupKey(terminal().env, terminal().cwd);
  const parts = options.verify
    ? await checkBackup(here(file), key)
    : await restoreBackup(here(file), homeDir(options.home, process.env), key);
  if (options.json) return printJson({ ok: true, restored: !options.verify, parts });
  out().write(
    options.verify
      ? `${parts.length} parts, all as they were saved.\n`
      : `Restored ${parts.length} parts into ${homeDir(options.home, process.env)}.\n`,
  );
}
