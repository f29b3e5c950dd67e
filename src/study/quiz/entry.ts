/** An entry with named sections, and all that stand with it in a course. */
import type { Passage } from '../types.ts';

export interface Entry {
  readonly id: string;
  readonly title: string;
  readonly kind: string;
  readonly names: readonly string[];
  /** The body system, where the catalogue knows it. */
  readonly system: string | undefined;
  readonly sections: ReadonlyMap<string, Passage>;
}

export interface EntryGround {
  readonly entries: readonly Entry[];
  /** In how many entries an item of a list is named: `symptoms/dry cough`. */
  readonly counts: ReadonlyMap<string, number>;
}
