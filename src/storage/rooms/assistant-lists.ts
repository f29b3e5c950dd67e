/** What the shelf keeps at hand of its lists: as they were read last, and how much they take. */
import type { Thing } from '../../assistant/shelf.ts';

/** Bytes of all things of a kind: a turn reads them all, on the thread that everybody shares. */
export const MOST_OF_A_KIND = 8 * 1024 * 1024;

/** Lists as they were read last: a turn asks for the same one many times, and whoever keeps much would wait each time. */
export function openLists() {
  const kept = new Map<string, readonly Thing[]>();
  const nameOf = (user: string, kind: string) => JSON.stringify([user, kind]);
  return {
    get: <Body>(user: string, kind: string, read: () => Thing<Body>[]): readonly Thing<Body>[] => {
      const name = nameOf(user, kind);
      const known = kept.get(name) as readonly Thing<Body>[] | undefined;
      if (known !== undefined) return known;
      const listed = read();
      for (const thing of listed) freezeWhole(thing);
      if (kept.size >= MOST_LISTS) kept.delete(kept.keys().next().value!);
      kept.set(name, listed);
      return listed;
    },
    drop: (user: string, kind: string) => kept.delete(nameOf(user, kind)),
  };
}

const MOST_LISTS = 24;

/** How much each kind takes of each user, counted on; before anybody is refused it is measured anew. */
export function openSizes(measure: (user: string, kind: string) => number) {
  const kept = new Map<string, number>();
  return {
    /** With so much more. */
    after: (user: string, kind: string, more: number): number => {
      const name = JSON.stringify([user, kind]);
      const counted = (kept.get(name) ?? measure(user, kind)) + more;
      const bytes = counted > MOST_OF_A_KIND ? measure(user, kind) + more : counted;
      if (kept.size >= MOST_SIZES) kept.clear();
      if (bytes > MOST_OF_A_KIND) kept.delete(name);
      else kept.set(name, bytes);
      return bytes;
    },
  };
}

const MOST_SIZES = 1_000;

/** Whoever changes what was handed out would change it for everybody. */
function freezeWhole(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const part of Object.values(value)) freezeWhole(part);
}
