/**
 * "Remind me at 7pm to lock the door and turn off the light": what is said under "remind me to" is what they will do then, and
 * no order to a device now. It goes on with the reminder, unless a sentence ends before it or it has a time of its own.
 */
import type { Segment } from './segments.ts';

export function withGoverned(segments: readonly Segment[]): readonly Segment[] {
  const kept: Segment[] = [];
  for (const segment of segments) {
    const last = kept.at(-1);
    const folded = last === undefined ? undefined : fold(last, segment);
    if (folded === undefined) kept.push(segment);
    else kept[kept.length - 1] = folded;
  }
  return kept;
}

function fold({ best, readings }: Segment, { clause, best: next }: Segment): Segment | undefined {
  if (best?.tool.tool !== 'set_reminder' || next?.tool.tool !== 'control_device') return undefined;
  const { message } = clause;
  const between = message.tokens.slice(best.clause.to, clause.from).map(({ word }) => word);
  const isOwn =
    clause.whens.length > 0 || message.tokens.slice(clause.from, clause.to).some(({ word }) => word === 'now');
  if (
    !best.clause.shows.has('has.to') ||
    isOwn ||
    !between.includes('and') ||
    between.some((word) => /^[.!?;]$/.test(word))
  )
    return undefined;
  const joined = { ...best.clause, to: clause.to };
  return { clause: joined, readings, best: { ...best, clause: joined } };
}
