/**
 * What was done outside the shelf, to files and devices, on the shelf's own list of changes: "undo" means the last thing
 * that happened, whatever it was. A file is put back as it stood, a device as it was; what the world does not give back is
 * said, and nothing older is taken back in its place.
 */
import { ConsiliumError } from '../kernel/index.ts';
import type { Workspace } from '../memory/index.ts';
import type { Belonging } from './belonging.ts';
import type { HomeLink } from './home-link.ts';
import { type HomeOrder, holds } from './home-order.ts';
import { INTENT, openIntents } from './intents.ts';
import { EVENT, TODO } from './kinds.ts';
import type { Reminders } from './reminders.ts';
import { type Change, EFFECT, type Shelf, type WhichChanges } from './shelf.ts';
import { MOVED_ON, type Todo } from './todo.ts';

const ACTOR = 'undo';

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

/** A folder that was made. */
interface FolderEffect {
  readonly folder: string;
}

type Effect = FileEffect | FolderEffect | DeviceEffect;

/** Asks a person before something is opened, unlocked or disarmed. */
export type Confirm = (effect: DeviceEffect) => Promise<boolean>;

export interface Effects {
  /** Does something to files, and notes how they stood before. */
  onFiles<T>(user: string, paths: readonly string[], what: string, act: () => Promise<T>, key?: string): Promise<T>;
  /** Makes a folder, and notes it. */
  onFolder(user: string, folder: string, key: string): Promise<void>;
  /** Has a device do something, and notes it; without the order back it cannot be taken back. */
  onDevice<T>(
    user: string,
    what: string,
    back: DeviceEffect | undefined,
    act: () => Promise<T>,
    key?: string,
  ): Promise<T>;
  /** Brings what a killed process was about onto the list, as far as it happened. */
  takeUp(): Promise<void>;
  /** Takes a change back: this one, or the last. Undefined: the person said no. */
  undo(user: string, id?: string, confirm?: Confirm): Promise<Change | undefined>;
  /** What was done and can be seen, the newest first; `fixed` where it cannot be taken back. */
  list(user: string, limit?: number): (Change & { readonly fixed: boolean })[];
}

export function openEffects(given: {
  shelf: Shelf;
  files: (user: string) => Promise<Workspace>;
  reminders: Pick<Reminders, 'follow'>;
  belonging: Pick<Belonging, 'follow'>;
  home: HomeLink;
}): Effects {
  const { shelf, files, reminders, belonging, home } = given;
  const effectsOf = (user: string, { thing }: Change) => shelf.get<Effect[]>(user, EFFECT, thing)?.body ?? [];
  const keep = (user: string, key: string, what: string, body: readonly Effect[]) =>
    void shelf.put({ user, kind: EFFECT, body, what, text: '', key });

  const intents = openIntents<Plan>(shelf, async (user, id, { what, files: planned, device, key = id }, end) => {
    if (planned === undefined) {
      if (end !== 'failed') keep(user, key, end === 'left' ? `${what} (${UNSURE})` : what, device ?? []);
      return;
    }
    const workspace = await files(user);
    const now = await Promise.all(planned.map(({ path }) => standing(workspace, path)));
    const isMoved = planned.some(({ before }, at) => before !== now[at]);
    if (isMoved)
      keep(
        user,
        key,
        what,
        planned.map(({ path, before }, at) => ({ path, before, after: now[at]! })),
      );
  });

  return {
    onFiles: async (user, paths, what, act, key) => {
      const workspace = await files(user);
      const planned = await Promise.all(paths.map(async (path) => ({ path, before: await standing(workspace, path) })));
      return intents.carry(user, { what, files: planned, key }, act);
    },
    onFolder: async (user, folder, key) => {
      const workspace = await files(user);
      await workspace.makeFolder(folder);
      keep(user, key, `Made the folder ${folder}`, [{ folder }]);
    },
    onDevice: (user, what, back, act, key) =>
      intents.carry(user, { what, device: back === undefined ? [] : [back], key }, act),
    takeUp: async () => {
      await intents.takeUp();
      for (const user of new Set(shelf.ofAll<Todo>(TODO).flatMap(({ user: whose, body }) => (body.of ? [whose] : []))))
        await belonging.follow(user);
    },
    undo: async (user, id, confirm) => {
      const [last] = id === undefined ? shelf.changes(user, { ...SHOWN, open: true, limit: 1 }) : [];
      const change = id === undefined ? last : shelf.change(user, id);
      if (change === undefined && id === undefined)
        throw new ConsiliumError('NOTHING_TO_UNDO', 'There is nothing to undo.');
      if (change?.kind === EFFECT && !change.undone) {
        const effects = effectsOf(user, change);
        const isDone = await putBack({ workspace: await files(user), home }, change, effects, confirm);
        if (!isDone) return undefined;
      }
      const undone = shelf.undo(user, id ?? change!.id);
      if (undone.kind === TODO) await reminders.follow(user, undone.thing);
      if (undone.kind === EVENT) await belonging.follow(user);
      return undone;
    },
    list: (user, limit) =>
      shelf.changes(user, { ...SHOWN, notSaid: [MOVED_ON], limit }).map((change) => ({
        ...change,
        gone: change.kind !== EFFECT && shelf.get(user, change.kind, change.thing) === undefined,
        fixed: change.kind === EFFECT && !change.undone && effectsOf(user, change).length === 0,
      })),
  };
}

/** What a tool keeps while a question waits. */
export const ASKED = 'asked';

/** Notices of reminders, what waits for an answer and what the house moves on are nothing that a person did. */
const SHOWN: WhichChanges = { notKinds: ['notice', 'patch', ASKED, INTENT], notSaid: [MOVED_ON, 'Undone:'] };

/** Said of what was ordered when the process was killed. */
const UNSURE = 'interrupted, it may not have been done';

/** What is about to be done: to files, as they stand before, or to a device, with the order that takes it back. */
interface Plan {
  readonly what: string;
  readonly files?: readonly Pick<FileEffect, 'path' | 'before'>[];
  readonly device?: readonly DeviceEffect[];
  /** Of the call that asked for it. */
  readonly key?: string | undefined;
}

async function standing(workspace: Workspace, path: string): Promise<number | null> {
  if (!(await workspace.exists(path))) return null;
  return (await workspace.read(path, { actor: ACTOR })).version;
}

/** Whether a file stands as it did at a version. Put back once, it has a new version of the old words: the words count. */
async function isAs(workspace: Workspace, path: string, version: number | null): Promise<boolean> {
  const now = await standing(workspace, path);
  if (now === null || version === null || now === version) return now === version;
  const [then, stands] = await Promise.all(
    [version, now].map((each) => workspace.read(path, { actor: ACTOR, version: each })),
  );
  return then!.content === stands!.content;
}

async function putBack(
  { workspace, home }: { workspace: Workspace; home: HomeLink },
  { what }: Change,
  effects: readonly Effect[],
  confirm: Confirm | undefined,
): Promise<boolean> {
  if (effects.length === 0)
    throw new ConsiliumError('UNDO_IMPOSSIBLE', `The last thing that I did was: ${what}. That I cannot take back.`, {
      hint: 'Say how it shall be instead; earlier changes are under Changes.',
    });
  const files = effects.filter((effect) => 'path' in effect);
  const back = await Promise.all(files.map((effect) => isAs(workspace, effect.path, effect.before)));
  // A process that was killed while it put things back has done some of it.
  for (const [at, effect] of files.entries())
    if (!back[at] && !(await isAs(workspace, effect.path, effect.after)))
      throw new ConsiliumError('CHANGE_OVERTAKEN', `${effect.path} was changed again since then; nothing was undone.`);
  for (const effect of effects) if ('device' in effect && !(await orderBack(home, effect, confirm))) return false;
  for (const effect of effects) if ('folder' in effect) await workspace.removeFolder(effect.folder);
  for (const [at, { path, before }] of files.entries())
    if (back[at]) continue;
    else if (before === null) await workspace.remove(path, ACTOR);
    else await workspace.restore(path, before, ACTOR);
  return true;
}

async function orderBack(link: HomeLink, effect: DeviceEffect, confirm: Confirm | undefined): Promise<boolean> {
  const { back, device, name } = effect;
  if (back.guarded) {
    if (confirm === undefined)
      throw new ConsiliumError('UNDO_ASKS', `To ${back.say} ${name} somebody has to be asked first.`, {
        hint: 'Say "undo that" in the chat.',
      });
    if (!(await confirm(effect))) return false;
  }
  const home = await link.open();
  await home.call(back.domain, back.service, back.data);
  const now = await home.device(device);
  if (holds(back, now)) return true;
  throw new ConsiliumError('HOME_NOT_DONE', `I asked for it, but ${name} is ${now.state.replaceAll('_', ' ')}.`);
}
