/**
 * What was done outside the shelf, to files and devices, on the shelf's own list of changes: "undo" means the last thing
 * that happened, whatever it was. A file is put back as it stood; what the world does not give back is said, and nothing
 * older is taken back in its place.
 */
import { ConsiliumError } from '../kernel/index.ts';
import type { Workspace } from '../memory/index.ts';
import type { Change, Shelf } from './shelf.ts';

const EFFECT = 'effect';
const ACTOR = 'undo';
const ALL = 1_000_000;

/** A file before and after, by its version; null where there was none. */
interface FileEffect {
  readonly path: string;
  readonly before: number | null;
  readonly after: number | null;
}

export interface Effects {
  /** Does something to files, and notes how they stood before. */
  onFiles<T>(user: string, paths: readonly string[], what: string, act: () => Promise<T>): Promise<T>;
  /** Notes what cannot be put back by itself. */
  note(user: string, what: string): void;
  /** Takes a change back: this one, or the last. */
  undo(user: string, id?: string): Promise<Change>;
}

export function openEffects(shelf: Shelf, files: (user: string) => Promise<Workspace>): Effects {
  const keep = (user: string, what: string, body: readonly FileEffect[]) =>
    shelf.put({ user, kind: EFFECT, body, what, text: '' });

  return {
    onFiles: async (user, paths, what, act) => {
      const workspace = await files(user);
      const before = await Promise.all(paths.map((path) => standing(workspace, path)));
      const done = await act();
      const after = await Promise.all(paths.map((path) => standing(workspace, path)));
      keep(
        user,
        what,
        paths.map((path, at) => ({ path, before: before[at]!, after: after[at]! })),
      );
      return done;
    },
    note: (user, what) => void keep(user, what, []),
    undo: async (user, id) => {
      const change = shelf.changes(user, ALL).find((each) => (id === undefined ? isOpen(each) : each.id === id));
      if (change === undefined && id === undefined)
        throw new ConsiliumError('NOTHING_TO_UNDO', 'There is nothing to undo.');
      if (change?.kind === EFFECT && !change.undone)
        await putBack(await files(user), change, shelf.get<FileEffect[]>(user, EFFECT, change.thing)?.body ?? []);
      return shelf.undo(user, id ?? change!.id);
    },
  };
}

/** Notices of reminders and patches that wait are nothing that a person did. */
function isOpen({ undone, kind, what }: Change): boolean {
  return !undone && kind !== 'notice' && kind !== 'patch' && !what.startsWith('Undone:');
}

async function standing(workspace: Workspace, path: string): Promise<number | null> {
  if (!(await workspace.exists(path))) return null;
  return (await workspace.read(path, { actor: ACTOR })).version;
}

/** Put back once, a file has a new version of the old words: the words count. */
async function isAsLeft(workspace: Workspace, { path, after }: FileEffect): Promise<boolean> {
  const now = await standing(workspace, path);
  if (now === null || after === null || now === after) return now === after;
  const [left, stands] = await Promise.all(
    [after, now].map((version) => workspace.read(path, { actor: ACTOR, version })),
  );
  return left!.content === stands!.content;
}

async function putBack(workspace: Workspace, { what }: Change, effects: readonly FileEffect[]): Promise<void> {
  if (effects.length === 0)
    throw new ConsiliumError('UNDO_IMPOSSIBLE', `The last thing that I did was: ${what}. That I cannot take back.`, {
      hint: 'Say how it shall be instead; earlier changes are under Changes.',
    });
  for (const effect of effects)
    if (!(await isAsLeft(workspace, effect)))
      throw new ConsiliumError('CHANGE_OVERTAKEN', `${effect.path} was changed again since then; nothing was undone.`);
  for (const { path, before } of effects)
    if (before === null) await workspace.remove(path, ACTOR);
    else await workspace.restore(path, before, ACTOR);
}
