/** What the catalogue's cautions say of a thing beside what the person has, does or takes. */
import type { Caution } from '../../clinical/catalogue/index.ts';
import type { Test } from './grammar.ts';
import { lower } from './saying.ts';
import { type Item, isOf, namedFor, type Situation } from './situation.ts';

/** What is there: substances, and problems that last or ever were. */
export interface Present {
  onNow: readonly Item[];
  now: readonly Item[];
  past: readonly Item[];
}

const DEEDS = new Set(['procedure']);
const STATES = new Set(['condition', 'symptom', 'procedure']);

/** Things on which the catalogue has a caution of that level with something that is there; the nearest row of a pair holds. */
export function cautioned(test: Test, s: Situation, present: Present): Item[] {
  const [level] = test.words;
  const spoken = [...s.told, ...s.asked];
  const deeds = spoken.filter(({ concepts }) => DEEDS.has(s.catalogue.get(concepts[0]!)?.kind ?? ''));
  const things = [...present.onNow.filter(({ isMedicine }) => isMedicine), ...deeds].filter((item) =>
    isOf(item, test, s),
  );
  const states = spoken.filter(
    ({ concepts, act }) => act !== 'exposed' && STATES.has(s.catalogue.get(concepts[0]!)?.kind ?? ''),
  );
  return things.flatMap((thing) => {
    const held = new Map<string, { caution: Caution; other: Item }>();
    for (const caution of thing.concepts.flatMap((id) => s.catalogue.cautions(id)))
      for (const other of [...present.onNow, ...states, ...(caution.past ? present.past : present.now)])
        if (other !== thing && bears(caution, other, thing, s) && !held.has(other.concepts[0]!))
          held.set(other.concepts[0]!, { caution, other });
    return [...held.values()]
      .filter(({ caution }) => caution.level === level)
      .map((pair) => itemOf(namedFor(thing, [pair.caution.of], s), pair));
  });
}

function bears(caution: Caution, other: Item, thing: Item, s: Situation): boolean {
  return other.concepts[0] !== thing.concepts[0] && isOf(other, { concepts: [caution.with], except: [] }, s);
}

function itemOf(thing: Item, { caution, other }: { caution: Caution; other: Item }): Item {
  return {
    ...thing,
    fresh: thing.fresh || other.fresh,
    concepts: [...thing.concepts, ...other.concepts],
    words: { ...thing.words, note: caution.text, with: lower(other.name) },
    note: caution.text,
    also: [other],
  };
}
