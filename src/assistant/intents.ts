/**
 * What is done outside the database (files, devices) is written down before it is done, and settled after. What a killed
 * process left between the two is settled by the next one, from how the world stands: nothing is done that no list shows.
 */
import type { Shelf } from './shelf.ts';

const INTENT = 'intent';

export interface Intents<Plan> {
  /** Does it between the plan and its settling. Whatever happens to it, the plan does not stay. */
  carry<T>(user: string, plan: Plan, act: () => Promise<T>): Promise<T>;
  /** Settles what a killed process left. */
  takeUp(): Promise<void>;
}

/** How a plan came out: `done` and it returned, `failed` and it threw, `left` and nobody knows. */
export type End = 'done' | 'failed' | 'left';

/** `settle` may be called twice with the same id, and writes once. */
export function openIntents<Plan>(
  shelf: Shelf,
  settle: (user: string, id: string, plan: Plan, end: End) => Promise<void>,
): Intents<Plan> {
  const finish = async (user: string, id: string, plan: Plan, end: End) => {
    await settle(user, id, plan, end);
    shelf.forget(user, INTENT, id);
  };
  return {
    carry: async (user, plan, act) => {
      const { id } = shelf.put({ user, kind: INTENT, body: plan, what: '', text: '' }).thing;
      let done: Awaited<ReturnType<typeof act>>;
      try {
        done = await act();
      } catch (thrown) {
        await finish(user, id, plan, 'failed');
        throw thrown;
      }
      await finish(user, id, plan, 'done');
      return done;
    },
    takeUp: async () => {
      for (const { user, id, body } of shelf.ofAll<Plan>(INTENT)) await finish(user, id, body, 'left');
    },
  };
}

/** Of which nobody is shown anything. */
export { INTENT };
