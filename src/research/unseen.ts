/** What a look could not see: a trial or a page that is watched, a source that does not answer. Not seen is not unchanged. */
import { z } from 'zod';
import type { Missing } from './gather.ts';
import type { Requirements } from './request.ts';
import { sayMissing } from './telling.ts';
import { day } from './wording.ts';

/** By source: when it was seen last, and whether it has been seen again and nobody was told yet. */
export const unseenSchema = z.record(z.string(), z.object({ since: z.number(), again: z.literal(true).optional() }));
export type UnseenSince = z.infer<typeof unseenSchema>;

export interface Unseen {
  readonly source: string;
  readonly why: string;
  /** When it was seen last; nothing if it never was. */
  readonly since?: number | undefined;
  /** It is what the order watches by name. */
  readonly watched: boolean;
}

type Watching = Pick<Requirements, 'watches' | 'addresses'>;

const isWatched = ({ watches, addresses }: Watching, source: string) =>
  watches.includes(source) || addresses.includes(source);

/** What is switched off is so by choice, and said elsewhere, unless it is the very thing that is watched. */
const counts = (watching: Watching, { source, code }: Missing) => code !== undefined || isWatched(watching, source);

export function noteUnseen(
  before: UnseenSince,
  missing: readonly Missing[],
  watching: Watching,
  last: number,
): UnseenSince {
  const now = missing.filter((each) => counts(watching, each)).map(({ source }) => source);
  const again = Object.entries(before)
    .filter(([source]) => !now.includes(source))
    .map(([source, { since }]) => [source, { since, again: true as const }]);
  return Object.fromEntries([...again, ...now.map((source) => [source, { since: before[source]?.since ?? last }])]);
}

/** Once a report has told from when on it looked. */
export function stillUnseen(kept: UnseenSince): UnseenSince {
  return Object.fromEntries(Object.entries(kept).filter(([, { again }]) => again === undefined));
}

/** From when on a look that sees everything has something to tell. */
export function sinceWhen(last: number | undefined, kept: UnseenSince): number | undefined {
  const gaps = Object.values(kept).flatMap(({ since, again }) => (again ? [since] : []));
  return last === undefined ? undefined : Math.min(last, ...gaps);
}

export function unseenOf(missing: readonly Missing[], kept: UnseenSince, watching: Watching): Unseen[] {
  return missing
    .filter((each) => counts(watching, each))
    .map((each) => ({
      source: each.source,
      why: sayMissing(each),
      since: kept[each.source]?.since,
      watched: isWatched(watching, each.source),
    }));
}

/** Without what is watched nobody can say that nothing is new. */
export function tellUnseen(unseen: readonly Unseen[], isFirst: boolean): string[] {
  return unseen
    .filter(({ watched }) => watched)
    .map(({ source, why, since }) =>
      isFirst || since === undefined
        ? `**${source} could not be looked at (${why}).**`
        : `**${source} could not be looked at (${why}): whether anything changed there since ${day(since)} is not known.**`,
    );
}

const DAY = 86_400_000;
/** A register that is away for a night is no news; one that is away when the next weekly look comes is. */
const LONG = { watched: 3 * DAY, other: 14 * DAY };

/** Worth telling by itself, once for each time that it was lost: what is watched, and a source that is silent for long. */
export function unseenKeys(unseen: readonly Unseen[], now: number): string[] {
  return unseen
    .filter(({ watched, since = now }) => now - since >= (watched ? LONG.watched : LONG.other))
    .map(({ source, since }) => `unseen | ${source} | ${since ?? ''}`);
}
