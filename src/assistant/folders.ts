/**
 * The folder of each person's files. Its name is the person's, one to one: what may not stand in a path is written as "=" and
 * its number, so that "ward laptop" and "ward_laptop" are two folders.
 */
import { existsSync } from 'node:fs';
import type { Workspace, Workspaces } from '../memory/index.ts';
import { placeBelow } from '../storage/index.ts';

export function folderOf(user: string): string {
  return user.replace(/[^\w.@+-]|^\.+$/g, (text) =>
    [...Buffer.from(text)].map((byte) => `=${byte.toString(16).padStart(2, '0')}`).join(''),
  );
}

/** Before, several names shared a folder: whoever had files in such a one takes them along, and no longer sees another's. */
export function openFolders(workspaces: Workspaces, dir: string): (user: string) => Promise<Workspace> {
  const taking = new Map<string, Promise<Workspace>>();
  return (user) => {
    const [name, shared] = [folderOf(user), user.replace(/[^\w.@+-]/g, '_')];
    if (name === shared || existsSync(placeBelow(dir, [name])) || !existsSync(placeBelow(dir, [shared])))
      return taking.get(user) ?? workspaces.open(name);
    const taken = taking.get(user) ?? takeAlong(workspaces, shared, name).finally(() => taking.delete(user));
    taking.set(user, taken);
    return taken;
  };
}

async function takeAlong(workspaces: Workspaces, from: string, to: string): Promise<Workspace> {
  const old = await workspaces.open(from);
  const { files } = await old.list();
  const own = await workspaces.open(to);
  for (const { path } of files) await own.write(path, (await old.read(path, { actor: ACTOR })).content, ACTOR);
  return own;
}

const ACTOR = 'consilium';
