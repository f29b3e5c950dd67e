/**
 * Taking back what a message did, what the last few calls did, or one change by its name. A message may have made many
 * changes (an event, a todo and a reminder): together they are one thing to the person who sent it, so that "undo that"
 * takes back all of it. Only within its own message it means the step before it.
 */
import { ConsiliumError } from '../kernel/index.ts';
import type { Confirm, Effects } from './effects.ts';
import type { Change } from './shelf.ts';

/** How much: the last so many requests, everything that the last turn did, or what is meant by a bare "undo that". */
export type HowMuch = { readonly acts: number } | 'turn' | { readonly saidIn: string };

export interface Undone {
  readonly changes: readonly Pick<Change, 'id' | 'what'>[];
  /** What stands as it was, and why. */
  readonly left: readonly { readonly what: string; readonly why: string; readonly refused?: boolean }[];
}

const MOST = 1_000;
/** How the key of a change begins that came from a server. */
export const SERVER_ACT = 'server';

/** What would be taken back, the newest first. Throws NOTHING_TO_UNDO. */
export function lastChanges(effects: Effects, user: string, much: HowMuch, talk?: Talk): Change[] {
  const isOurs = ({ key = '' }: Change) => !key.startsWith(`${SERVER_ACT}:`);
  const all = effects.list(user, MOST).filter((one) => !one.undone && !one.what.startsWith('Undone:') && isOurs(one));
  // What was done by hand is of no conversation, and of every one.
  const own = all.filter((one) => talk !== undefined && (turnIn(one) === '' || talk.turns.has(turnIn(one))));
  const [newest] = all;
  if (newest === undefined) throw new ConsiliumError('NOTHING_TO_UNDO', 'There is nothing to undo.');
  if (own.length === 0 && talk?.begun)
    throw new ConsiliumError(
      'NOTHING_TO_UNDO',
      `In this conversation I have changed nothing that still stands. The last change was made elsewhere: ${newest.what}. Say what shall be taken back.`,
    );
  const open = own.length > 0 ? own : all;
  const last = open[0]!;
  const isTurn = much === 'turn' || ('saidIn' in much && actOf({ id: '', key: much.saidIn }).turn !== actOf(last).turn);
  if (isTurn) return open.filter((one) => actOf(one).turn === actOf(last).turn);
  const acts = [...new Set(open.map((one) => actOf(one).act))].slice(0, 'acts' in much ? much.acts : 1);
  return open.filter((one) => acts.includes(actOf(one).act));
}

/** The conversation in which "that" is said: its turns, and whether there were any before this one. */
export interface Talk {
  readonly turns: ReadonlySet<string>;
  readonly begun: boolean;
}

/** The turn that made a change, by its key. */
function turnIn({ key = '' }: Change): string {
  return /^([^:]+):/.exec(key)?.[1] ?? '';
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

/** Whether two changes were made by the same call. */
export function isOneAct(one: Change, other: Change): boolean {
  return actOf(one).act === actOf(other).act;
}

/** The call of a tool that a change belongs to, and its turn; what nobody's turn did is one for itself. */
function actOf({ id, key = '' }: Pick<Change, 'id' | 'key'>): { act: string; turn: string } {
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
