/** "38.3, can I wait until tomorrow?": a day to come belongs to the clause that names it; what is felt or measured is so now. */
import { extractFacts, type Fact } from '../../clinical/index.ts';
import type { Frame } from '../types.ts';

const IS_NOW = new Set<Fact['kind']>(['measurement', 'symptom']);

/** With the day that its own clause gives it, where it had one to come from another clause. */
export function inOwnTime(fact: Fact, frames: readonly Frame[], now: string): Fact {
  if (!IS_NOW.has(fact.kind) || fact.time === undefined || fact.time.slice(0, 10) <= now.slice(0, 10)) return fact;
  const clause = frames.find(({ start, end }) => fact.start >= start && fact.start < end);
  const own = extractFacts(clause?.text ?? '', { now: `${now.slice(0, 10)}T12:00:00Z` }).find(
    ({ kind, name }) => kind === fact.kind && name === fact.name,
  );
  const { time: _other, ...rest } = fact;
  return own?.time === undefined ? rest : { ...rest, time: own.time };
}
