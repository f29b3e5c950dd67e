/** `consilium backup`, `restore`, `seal`: what whoever keeps an installation needs. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ConsiliumError, machineUser } from '../kernel/index.ts';
import {
  changeFolder,
  checkBackup,
  homeDir,
  isSealed,
  plainIn,
  readBackupKey,
  readDataKey,
  restoreBackup,
} from '../storage/index.ts';
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
    const sealed = isSealed(home.dir);
    if (options.json) return printJson({ file: here(file), encrypted: key !== undefined, sealed, parts });
    const how = [key === undefined ? 'not encrypted' : 'encrypted', 'its parts sealed with the key of the data folder'];
    const says = sealed ? (key === undefined ? how.slice(1) : how).join(', ') : how[0];
    out().write(`${parts.length} parts in ${here(file)}, ${says}.\n`);
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

export async function seal(options: Options & { open?: boolean }): Promise<void> {
  const dir = homeDir(options.home, process.env);
  const key = readDataKey(terminal().env, terminal().cwd);
  if (key === undefined)
    throw new ConsiliumError('DATA_KEY_MISSING', 'There is no key to seal the data folder with.', {
      hint: 'Set CONSILIUM_DATA_KEY, or CONSILIUM_DATA_KEY_FILE to a file that holds the key. openssl rand -base64 32 makes one; keep it elsewhere than the folder, and twice.',
    });
  if (!existsSync(dir))
    throw new ConsiliumError('HOME_MISSING', `There is no folder ${dir}.`, {
      hint: 'With a key given, a new folder is sealed from the beginning: npm start.',
    });
  const to = options.open ? 'plain' : 'sealed';
  const files = await changeFolder(dir, key, to);
  const left = to === 'sealed' ? plainIn(dir).wrong : [];
  if (options.json) return printJson({ home: dir, state: to, files, plain: left });
  out().write(
    to === 'sealed'
      ? `${dir} is encrypted now: ${files} files. It opens with this key only.\n${left.length === 0 ? '' : `Not encrypted, since Consilium did not write them: ${left.join(', ')}. Remove them.\n`}`
      : `${dir} is plain again: ${files} files. Unset CONSILIUM_DATA_KEY and CONSILIUM_DATA_KEY_FILE.\n`,
  );
}
