/** A message becomes a turn: stored with what must be true together with it, then run. */
import { ConsiliumError } from './errors.ts';
import type { House } from './house.ts';
import { digestOf, type RunInput } from './input.ts';
import type { LiveSession } from './live.ts';
import { movePlace } from './place.ts';
import type { Principal } from './principal.ts';
import type { Pending } from './question.ts';
import { type KeyedTurn, ownerOf } from './store.ts';
import type { Turn } from './turn.ts';
import { begin, complete, type Desk } from './turn-course.ts';

/** What a message stands in for: turns of the session, and the questions that they had. */
interface Replaced {
  readonly invocations: readonly string[];
  readonly pending: readonly Pending[];
}

const NOTHING_REPLACED: Replaced = { invocations: [], pending: [] };

export async function runMessage(
  desk: Desk,
  turn: Turn,
  live: LiveSession,
  input: RunInput,
  principal: Principal,
): Promise<LiveSession> {
  const { message, replaces, commit, also } = input;
  const replaced = replaces === undefined ? NOTHING_REPLACED : await findReplaced(desk.house, live, replaces);
  const { stream: streaming = true, repeatable = false } = input;
  const invocation = begin(desk, turn, live, { message, principal, streaming, repeatable });
  const trunk = invocation.trunk();
  const isFirst = live.row.lastSeq === 0;
  if (isFirst) trunk.state.update(input.initialState ?? {});
  trunk.state.update(input.state ?? {});
  if (input.place !== undefined) movePlace(trunk.state, input.place);
  const seq = live.row.lastSeq + 1;
  const key = keyOf(input, ownerOf(live.row), turn);
  const outer = isFirst && input.outer !== undefined ? { outer: input.outer } : {};
  live.row = { ...live.row, ...outer, open: { invocation: turn.invocation, seq } };
  const begun = {
    ...{ session: turn.session, invocation: turn.invocation },
    ...{ replaced: replaced.invocations, state: trunk.state },
  };
  let refusal: { thrown: unknown } | undefined;
  const along = {
    ...(key && { key: { ...key, seq } }),
    ...(replaced.pending.length > 0 && { pending: replaced.pending }),
    ...(also && { also: (transaction: Parameters<typeof also>[0]) => also(transaction, begun) }),
    ...(commit && {
      work: {
        run: (transaction: Parameters<typeof commit>[0]) => commit(transaction, begun),
        fail: (thrown: unknown) => {
          refusal = { thrown };
        },
      },
    }),
  };
  const body = {
    type: 'invocation_started' as const,
    ...{ root: desk.house.tree.root.name, message, user: principal.user },
    ...(principal.how !== 'machine' && { principal }),
    ...(replaces !== undefined && { replaces }),
    ...(isFirst && input.before?.length && { before: input.before }),
  };
  invocation.record(trunk, 'message', body, trunk.state, along);
  const checkAccepted = () => {
    if (refusal !== undefined) throw refusal.thrown;
  };
  const ended = await complete(
    desk,
    { turn, invocation, live, trunk },
    commit === undefined ? undefined : checkAccepted,
  );
  if (replaced.pending.length > 0) desk.house.onSettled?.(replaced.pending);
  return ended;
}

/** The turn must be there to be replaced; questions that it and those after it had are no longer asked. */
async function findReplaced({ store }: House, { row }: LiveSession, invocation: string): Promise<Replaced> {
  const [found] = await store.events(row.id, { invocation, limit: 1 });
  if (found === undefined) throw new ConsiliumError('TURN_UNKNOWN', 'This session has no such turn to replace.');
  const later = await store.events(row.id, { after: found.seq - 1 });
  const open = await store.pending({ session: row.id, status: 'open' });
  return {
    invocations: [...new Set(later.map((event) => event.invocation))],
    pending: open.filter(({ seq }) => seq >= found.seq).map((pending) => ({ ...pending, status: 'cancelled' })),
  };
}

export function keyOf(input: RunInput, owner: string, { session, invocation }: Turn): KeyedTurn | undefined {
  if (input.key === undefined) return undefined;
  return { owner, key: input.key, session, invocation, seq: 0, digest: digestOf(input) };
}
