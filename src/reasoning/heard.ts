/** What was told earlier in a talk and stands in no record: allergies and medicines, until somebody says otherwise. */
import { openCatalogue } from '../clinical/catalogue/index.ts';
import type { Fact } from '../clinical/index.ts';
import type { Told } from './concerns/types.ts';
import { allergiesIn, factsIn, takenIn } from './frames/told.ts';

/** `words`: what the person said, the oldest first. */
export function heardIn(words: readonly string[], now: string): Told[] {
  const standing = new Map<string, Told>();
  for (const text of words) {
    const facts = factsIn(text, now);
    for (const taken of facts.filter(isTakenBack))
      for (const id of conceptsOf(taken)) standing.delete(`${taken.kind === 'allergy' ? 'allergic' : 'takes'} ${id}`);
    for (const told of [...allergiesIn(facts), ...takenIn(facts)]) standing.set(`${told.act} ${told.concept}`, told);
  }
  return [...standing.values()];
}

/** "I am not allergic to it after all", "I no longer take it". */
function isTakenBack({ kind, certainty, negated, change }: Fact): boolean {
  if (kind !== 'allergy' && kind !== 'medication') return false;
  return certainty === 'negated' || negated === true || change === 'stopped';
}

function conceptsOf({ name }: Fact): string[] {
  return openCatalogue()
    .linkAll({ name, codes: [], kinds: ['allergen', 'drug', 'drug_class', 'food'] })
    .map(({ id }) => id);
}
