/** Which of a person's things is meant: the one whose name fits best, or a question if several do. */
import { ConsiliumError } from 'consilium/kernel';

export interface Named {
  readonly id: string;
  readonly name: string;
}

export function choose<Thing extends Named>(query: string, things: readonly Thing[], kind: string): Thing {
  const wanted = wordsOf(query);
  const scored = things
    .map((thing) => ({ thing, score: fitOf(wanted, thing.name) }))
    .filter(({ score }) => score > 0.3)
    .toSorted((one, other) => other.score - one.score);
  const [first, second] = scored;
  if (first === undefined)
    throw new ConsiliumError('NOT_FOUND_HERE', `There is no ${kind} like "${query}".`, {
      hint:
        things.length === 0
          ? `There is no ${kind} at all.`
          : `There are: ${things
              .slice(0, 5)
              .map(({ name }) => name)
              .join(', ')}.`,
    });
  if (
    second !== undefined &&
    first.score - second.score < 0.1 &&
    first.thing.name.toLowerCase() !== query.toLowerCase()
  )
    throw new ConsiliumError(
      'SEVERAL_FIT',
      `Several fit "${query}": ${scored
        .slice(0, 4)
        .map(({ thing }) => thing.name)
        .join(', ')}.`,
      {
        hint: 'Which one? Say its whole name.',
      },
    );
  return first.thing;
}

/** Those that words fit best, where they fit at all. */
export function nearestTo<Thing>(query: string, things: readonly Thing[], nameOf: (thing: Thing) => string): Thing[] {
  const wanted = wordsOf(query.replace(/^(?:the|my|our|a|an)\s+/i, ''));
  const scored = things.map((thing) => ({ thing, score: fitOf(wanted, nameOf(thing)) }));
  const best = Math.max(0.3, ...scored.map(({ score }) => score));
  return scored.filter(({ score }) => score >= best && score > 0.3).map(({ thing }) => thing);
}

function wordsOf(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word.replace(/(?<=\w{3})s$/, ''));
}

/** How much of the query the name holds, a little less for each word it has besides. */
function fitOf(wanted: readonly string[], name: string): number {
  const own = wordsOf(name);
  const found = wanted.filter((word) =>
    own.some((other) => other === word || (word.length > 3 && other.startsWith(word))),
  );
  return wanted.length === 0 ? 0 : found.length / wanted.length - Math.max(0, own.length - wanted.length) * 0.02;
}
