import { expect, test } from 'vitest';
import type { Clock } from './clock.ts';
import { LEASE_MS } from './house.ts';
import { Leases } from './leases.ts';
import type { SessionRow, Store } from './store.ts';

/** A store in which nothing can be claimed, and a clock whose timer goes off when it is told to. */
function open(row: Partial<SessionRow> | undefined) {
  const due: (() => void)[] = [];
  const work = { now: () => 0, after: (_: number, then: () => void) => due.push(then) } as unknown as Clock;
  const store = { claim: () => false, session: () => row } as unknown as Store;
  const lost: string[] = [];
  const leases = new Leases({ store, work, node: 'here' });
  leases.hold('s', ({ code }) => void lost.push(code));
  const ring = async () => {
    due.shift()?.();
    for (let step = 0; step < 10; step++) await Promise.resolve();
  };
  return { ring, lost };
}

const openBy = (holder: string) => ({ open: { invocation: 'i', seq: 1, lease: { holder, until: LEASE_MS } } });

test.each([
  ['a new one, of which nothing is stored yet', undefined, []],
  ['the next of a session, of which nothing is stored yet', { open: null }, []],
  ['one that another process runs now', openBy('there'), ['STORAGE_CONFLICT']],
])('a turn that cannot be renewed: %s', async (_, row, expected) => {
  const { ring, lost } = open(row);
  await ring();
  expect(lost).toEqual(expected);
});
