/** A part of a message that is read in a way of its own, and what stands before and behind it. */
import type { Message } from './clause.ts';
import { cutsOf } from './split.ts';
import { endsSentence } from './tokens.ts';

export interface Part<Found> {
  readonly found: Found;
  readonly before: string;
  readonly after: string;
}

/** Cuts at which another order or sentence may begin. */
const EASY = 0.8;

/**
 * The first part between two cuts that `find` knows. Of several ends the nearest is taken behind which `reads` understands
 * something; where it understands nothing anywhere, the part goes on to the end.
 */
export function partIn<Found>(
  message: Message,
  find: (text: string) => Found | undefined,
  reads: (text: string) => boolean,
): Part<Found> | undefined {
  const { text } = message;
  const marks = marksOf(message);
  for (const from of marks.slice(0, -1)) {
    const ends = marks.filter((mark) => mark > from);
    const parts = ends.flatMap((to): Part<Found>[] => {
      const found = find(trimmed(text.slice(from, to)));
      return found === undefined
        ? []
        : [{ found, before: trimmed(text.slice(0, from)), after: trimmed(text.slice(to)) }];
    });
    const part = parts.find(({ after }) => after === '' || reads(after)) ?? parts.at(-1);
    if (part !== undefined) return part;
  }
  return undefined;
}

function marksOf(message: Message): number[] {
  const { tokens, text } = message;
  const cuts = cutsOf(message).flatMap(({ at, cost }) => (cost <= EASY ? [tokens[at]!.start] : []));
  const ends = tokens.flatMap((_, at) => (endsSentence(tokens, at) && tokens[at + 1] ? [tokens[at + 1]!.start] : []));
  return [...new Set([0, ...cuts, ...ends, text.length])].toSorted((one, other) => one - other);
}

/** Without what only joins it to its neighbours. */
function trimmed(text: string): string {
  return text
    .replace(/^[\s,;]*(?:and|then|also|but|so)\b[\s,]*/i, '')
    .replace(/[\s,;]*(?:\band\b)?[\s,;]*$/i, '')
    .trim();
}
