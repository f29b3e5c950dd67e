/** What a criterion is about: what only code can do, and what reading an artifact cannot settle: how it behaves when it runs, what people think of it, what the world is like. */
import { readWords } from './words.ts';

/** Why reading cannot settle it; undefined where it may. */
export function beyondReading(criterion: string): string | undefined {
  const folded = ` ${criterion
    .toLowerCase()
    .replace(/[^\p{L}\p{N}+-]+/gu, ' ')
    .trim()} `;
  const { behaviour, opinion, world } = readWords().beyond;
  const has = (phrases: readonly string[]) => phrases.some((phrase) => folded.includes(` ${phrase} `));
  const load =
    / (?:handles?|supports?|copes? with|processes|serves?|accommodates?|imports?|sustains?|withstands?) .*(?:\d|million|thousand|hundred)/.test(
      folded,
    ) ||
    / (?:in|within|under|below|less than|per|faster than|takes|at most|no longer than) (?:\S+ ){0,3}(?:ms|microseconds?|milliseconds?|seconds?|minutes?)(?: (?:on|for|with|by|in|at|from) .*)? $/.test(
      folded,
    );
  const resources =
    / (?:stays?|remains?|keeps?|uses?|needs?|takes?|consumes?|usage) .*(?:below|under|less than|at most|up to|more than) .*(?:mb|gb|kb|%|percent|cpu|memory|ram|bandwidth) ?/.test(
      folded,
    ) || / (?:saves?|gains?|costs?) (?:\S+ ){0,4}\d+ /.test(folded);
  if (load || resources || has(behaviour)) return 'It shows only when it runs.';
  if (has(opinion)) return 'It is a matter of opinion.';
  if (/ will (?!not )/.test(folded) && !/ (?:says?|states?|mentions?|explains?|tells?) /.test(folded))
    return 'It is about what is to come, not about the artifact.';
  return has(world) ? 'It is about the world, not about the artifact.' : undefined;
}

/** Whether it asks for what only code has or does; a text that has a method of its own is asked about that. */
export function isAboutCode(criterion: string, spoken: () => string): boolean {
  const words = criterion
    .toLowerCase()
    .replace(/[^\p{L}\p{N}-]+/gu, ' ')
    .trim();
  const { deeds, nouns } = readWords().code;
  const bare = words.replace(/^(?:the |it |must |should |never |not |does |do )+/, '');
  return (
    deeds.some((deed) => bare.startsWith(`${deed} `) || bare === deed) ||
    nouns.some((noun) => ` ${words} `.includes(` ${noun} `) && !comesUp(noun, spoken()))
  );
}

/** "Defines a function that …": a text may describe one, and defines none. */
export function makesCode(criterion: string): boolean {
  const { makes, things } = readWords().code;
  const words = criterion.toLowerCase().match(/[\p{L}-]+/gu) ?? [];
  const at = words.findIndex((word) => makes.includes(word));
  return at >= 0 && at <= 2 && words.slice(at + 1, at + 4).some((word) => things.includes(word));
}

function comesUp(noun: string, text: string): boolean {
  const [last = noun] = noun.split(' ').slice(-1);
  return new RegExp(`\\b${last.replace(/s$/, '')}s?\\b`, 'i').test(text);
}
