/**
 * What was done outside the shelf, to files and devices, on the shelf's own list of changes: "undo" means the last thing
 * that happened, whatever it was. A file is put back as it stood, a device as it was; what the world does not give back is
 * said, and nothing older is taken back in its place.
 */
import { ConsiliumError } from '../kernel/index.ts';
import type { Workspace } from '../memory/index.ts';
import { openHome } from './home-link.ts';
import { type HomeOrder, holds } from './home-order.ts';
import type { Reminders } from './reminders.ts';
import type { Change, Shelf } from './shelf.ts';
import { MOVED_ON, TODO } from './todo.ts';

const EFFECT = 'effect';
const ACTOR = 'undo';
const ALL = 1_000_000;

/** A file before and after, by its version; null where there was none. */
interface FileEffect {
  readonly path: string;
  readonly before: number | null;
  readonly after: number | null;
}

/** What a device was told, and the order that takes it back. */
export interface DeviceEffect {
  readonly device: string;
  readonly name: string;
  readonly back: HomeOrder;
}

type Effect = FileEffect | DeviceEffect;

/** Asks a person before something is opened, unlocked or disarmed. */
export type Confirm = (effect: DeviceEffect) => Promise<boolean>;

export interface Effects {
  /** Does something to files, and notes how they stood before. */
  onFiles<T>(user: string, paths: readonly string[], what: string, act: () => Promise<T>): Promise<T>;
  /** Notes what was done to a device; without the order back it cannot be taken back. */
  note(user: string, what: string, effect?: DeviceEffect): void;
  /** Takes a change back: this one, or the last. Undefined: the person said no. */
  undo(user: string, id?: string, confirm?: Confirm): Promise<Change | undefined>;
  /** What was done and can be seen, the newest first; `fixed` where it cannot be taken back. */
  list(user: string, limit?: number): (Change & { readonly fixed: boolean })[];
}

export function openEffects(given: {
  shelf: Shelf;
  files: (user: string) => Promise<Workspace>;
  reminders: Pick<Reminders, 'follow'>;
}): Effects {
  const { shelf, files, reminders } = given;
  const keep = (user: string, what: string, body: readonly Effect[]) =>
    shelf.put({ user, kind: EFFECT, body, what, text: '' });
  const effectsOf = (user: string, { thing }: Change) => shelf.get<Effect[]>(user, EFFECT, thing)?.body ?? [];

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
    note: (user, what, effect) => void keep(user, what, effect === undefined ? [] : [effect]),
    undo: async (user, id, confirm) => {
      const change = shelf.changes(user, ALL).find((each) => (id === undefined ? isOpen(each) : each.id === id));
      if (change === undefined && id === undefined)
        throw new ConsiliumError('NOTHING_TO_UNDO', 'There is nothing to undo.');
      if (change?.kind === EFFECT && !change.undone) {
        const effects = effectsOf(user, change);
        const isDone = await putBack(await files(user), change, effects, confirm);
        if (!isDone) return undefined;
      }
      const undone = shelf.undo(user, id ?? change!.id);
      if (undone.kind === TODO) await reminders.follow(user, undone.thing);
      return undone;
    },
    list: (user, limit = 50) =>
      shelf
        .changes(user, ALL)
        .filter(isShown)
        .slice(0, limit)
        .map((change) => ({
          ...change,
          fixed: change.kind === EFFECT && !change.undone && effectsOf(user, change).length === 0,
        })),
  };
}

/** Notices of reminders, what waits for an answer and what the house moves on are nothing that a person did. */
function isShown({ kind, what }: Change): boolean {
  return kind !== 'notice' && kind !== 'patch' && kind !== ASKED && !what.startsWith(MOVED_ON);
}

/** What a tool keeps while a question waits. */
export const ASKED = 'asked';

function isOpen(change: Change): boolean {
  return isShown(change) && !change.undone && !change.what.startsWith('Undone:');
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

async function putBack(
  workspace: Workspace,
  { what }: Change,
  effects: readonly Effect[],
  confirm: Confirm | undefined,
): Promise<boolean> {
  if (effects.length === 0)
    throw new ConsiliumError('UNDO_IMPOSSIBLE', `The last thing that I did was: ${what}. That I cannot take back.`, {
      hint: 'Say how it shall be instead; earlier changes are under Changes.',
    });
  const files = effects.filter((effect) => 'path' in effect);
  for (const effect of files)
    if (!(await isAsLeft(workspace, effect)))
      throw new ConsiliumError('CHANGE_OVERTAKEN', `${effect.path} was changed again since then; nothing was undone.`);
  for (const effect of effects) if ('device' in effect && !(await orderBack(effect, confirm))) return false;
  for (const { path, before } of files)
    if (before === null) await workspace.remove(path, ACTOR);
    else await workspace.restore(path, before, ACTOR);
  return true;
}

async function orderBack(effect: DeviceEffect, confirm: Confirm | undefined): Promise<boolean> {
  const { back, device, name } = effect;
  if (back.guarded) {
    if (confirm === undefined)
      throw new ConsiliumError('UNDO_ASKS', `To ${back.say} ${name} somebody has to be asked first.`, {
        hint: 'Say "undo that" in the chat.',
      });
    if (!(await confirm(effect))) return false;
  }
  const home = await openHome(process.env);
  await home.call(back.domain, back.service, back.data);
  const now = await home.device(device);
  if (holds(back, now)) return true;
  throw new ConsiliumError('HOME_NOT_DONE', `I asked for it, but ${name} is ${now.state.replaceAll('_', ' ')}.`);
}
