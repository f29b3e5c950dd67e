/**
 * Taking back what one request did, what several did, or all that a turn did. A request may have made many changes (all
 * events of a day): together they are one thing to the person who asked for it.
 */
import { ConsiliumError } from '../kernel/index.ts';
import type { Confirm, Effects } from './effects.ts';
import type { Change } from './shelf.ts';

/** How much: the last so many requests, or everything that the last turn did. */
export type HowMuch = { readonly acts: number } | 'turn';

export interface Undone {
  readonly changes: readonly Pick<Change, 'id' | 'what'>[];
  /** What stands as it was, and why. */
  readonly left: readonly { readonly what: string; readonly why: string; readonly refused?: boolean }[];
}

const MOST = 1_000;

/** What would be taken back, the newest first. Throws NOTHING_TO_UNDO. */
export function lastChanges(effects: Effects, user: string, much: HowMuch): Change[] {
  const open = effects.list(user, MOST).filter(({ undone, what }) => !undone && !what.startsWith('Undone:'));
  const [last] = open;
  if (last === undefined) throw new ConsiliumError('NOTHING_TO_UNDO', 'There is nothing to undo.');
  if (much === 'turn') return open.filter((one) => actOf(one).turn === actOf(last).turn);
  const acts = [...new Set(open.map((one) => actOf(one).act))].slice(0, much.acts);
  return open.filter((one) => acts.includes(actOf(one).act));
}

/** What else the message of these changes brought about, and still stands. */
export function besideThem(effects: Effects, user: string, taken: readonly Pick<Change, 'id'>[]): Change[] {
  const all = effects.list(user, MOST);
  const ids = new Set(taken.map(({ id }) => id));
  const turns = new Set(all.flatMap((one) => (ids.has(one.id) ? [actOf(one).turn] : [])));
  return all.filter(
    (one) => !one.undone && !one.what.startsWith('Undone:') && !ids.has(one.id) && turns.has(actOf(one).turn),
  );
}

/** The call of a tool that a change belongs to, and its turn; what nobody's turn did is one for itself. */
function actOf({ id, key = '' }: Change): { act: string; turn: string } {
  const [act = id, turn = id] = /^([^:]+):[^#]*#[^:]+/.exec(key) ?? [];
  return { act, turn };
}

/** What cannot be taken back is told and left; a no ends it. What was taken back before stays so. */
export async function undoAll(
  effects: Effects,
  user: string,
  chosen: readonly Pick<Change, 'id' | 'what'>[],
  confirm?: Confirm,
): Promise<Undone> {
  const changes: Pick<Change, 'id' | 'what'>[] = [];
  const left: { what: string; why: string }[] = [];
  for (const { id, what } of chosen) {
    try {
      const undone = await effects.undo(user, id, confirm);
      if (undone === undefined) return { changes, left: [...left, { what, why: 'you said no', refused: true }] };
      changes.push(undone);
    } catch (thrown) {
      if (!(thrown instanceof ConsiliumError)) throw thrown;
      if (thrown.code === 'CHANGE_UNDONE') changes.push({ id, what: `Undone: ${what}` });
      else if (chosen.length === 1) throw thrown;
      else left.push({ what, why: thrown.message });
    }
  }
  return { changes, left };
}
