/** An entry with named sections, and all that stand with it in a course. */
import type { Passage } from '../types.ts';
import type { Links } from './entry-links.ts';

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
  readonly links: Links;
}

/** "Cervical, womb and ovarian cancer" are three: what is told of one is not told of the others. */
export function isOneThing({ title }: Entry): boolean {
  return !/\band\b|,|:|\bor\b|\?/.test(title.replace(/\([^()]*\)/g, ''));
}
