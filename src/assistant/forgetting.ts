/**
 * Forgetting: what was deleted can be brought back for a while (UNDO_DAYS), then nothing of it is kept; or at once, where its
 * person says so. A todo takes its reminders and notices with it.
 */
import { type Clock, ConsiliumError, DAY_MS } from '../kernel/index.ts';
import type { Triggers } from '../triggers/index.ts';
import { EVENT, TODO } from './kinds.ts';
import { NOTICE, type Notice, ROOM } from './reminders.ts';
import type { Shelf } from './shelf.ts';
import type { Todo } from './todo.ts';

export interface Forgetting {
  /** For good, whether it is there or was deleted before. False where nothing of it was kept. */
  forget(user: string, kind: string, id: string): Promise<boolean>;
  /** What a change deleted, for good. Throws THING_THERE where it is there. */
  forgetDeleted(user: string, change: string): Promise<void>;
  /** Drops what can no longer be brought back; says how many things. */
  sweep(): Promise<number>;
  stop(): void;
}

export function openForgetting(given: { shelf: Shelf; triggers: Triggers; clock: Clock }): Forgetting {
  const { shelf, triggers, clock } = given;
  const forgetTodo = async (user: string, id: string): Promise<void> => {
    const own = await triggers.list({ room: ROOM, owner: user, limit: 100_000 });
    for (const { id: trigger, payload } of own)
      if ((payload as { todo?: string } | null)?.todo === id) await triggers.forget(trigger);
    for (const notice of shelf.list<Notice>(user, NOTICE))
      if (notice.body.todo === id) shelf.forget(user, NOTICE, notice.id);
  };
  /** What went with an event has nothing to come back with. */
  const forgetBelonging = async (user: string, event: string): Promise<void> => {
    for (const { id, body } of shelf.list<Todo>(user, TODO))
      if (body.of?.event === event) {
        await forgetTodo(user, id);
        shelf.forget(user, TODO, id);
      }
  };
  const forget: Forgetting['forget'] = async (user, kind, id) => {
    if (kind === TODO) await forgetTodo(user, id);
    if (kind === EVENT) await forgetBelonging(user, id);
    return shelf.forget(user, kind, id);
  };
  const sweep: Forgetting['sweep'] = async () => {
    const gone = shelf.sweep();
    for (const { user, kind, thing } of gone) {
      if (kind === TODO) await forgetTodo(user, thing);
      if (kind === EVENT) await forgetBelonging(user, thing);
    }
    return gone.length;
  };
  let callOff: (() => void) | undefined;
  const daily = (): void => {
    callOff = clock.after(
      DAY_MS,
      () =>
        void sweep()
          .catch(() => {})
          .finally(daily),
      true,
    );
  };
  daily();
  return {
    forget,
    forgetDeleted: async (user, id) => {
      const change = shelf.change(user, id);
      if (change === undefined) throw new ConsiliumError('CHANGE_UNKNOWN', 'There is no such change.');
      const { kind, thing } = change;
      if (shelf.get(user, kind, thing) !== undefined)
        throw new ConsiliumError('THING_THERE', 'What this change is about is there.', { hint: 'Delete it first.' });
      await forget(user, kind, thing);
    },
    sweep,
    stop: () => callOff?.(),
  };
}
