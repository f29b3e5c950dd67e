/** Whether somebody asks to eat or drink the very thing that they told an allergy to: "allergic to nuts, can I eat walnuts?" */
import { openCatalogue } from './catalogue/index.ts';
import { extractFacts } from './facts/extract.ts';

export interface OwnAllergen {
  /** As they were said. */
  readonly allergy: string;
  readonly food: string;
}

const EATS = /\b(?:eat|eating|drink|drinking|have|having|try|trying|taste|swallow)\b/gi;
const FOOD = 'allergen:food_allergen';

/** `heard`: what was said before in the same conversation. Of oneself only; of somebody else nothing is said here. */
export function ownAllergenIn(message: string, heard: readonly string[] = []): OwnAllergen | undefined {
  const catalogue = openCatalogue();
  const verb = [...message.matchAll(EATS)].at(-1);
  if (verb === undefined) return undefined;
  const told = [...heard, message].flatMap((text) =>
    extractFacts(text).flatMap((fact) => {
      const isOwn = fact.kind === 'allergy' && !fact.negated && fact.experiencer === 'patient';
      return isOwn ? [{ name: fact.text, ids: idsIn(fact.text), isHere: text === message, end: fact.end }] : [];
    }),
  );
  // What is asked about stands behind the verb, and is not the place where the allergy was told.
  const asked = catalogue
    .find(message.slice(verb.index), { kinds: ['allergen'] })
    .map(({ concept, start }) => ({
      id: concept.id,
      at: verb.index + start,
      text: nameAt(message, verb.index + start),
    }))
    .filter(({ id, at }) => catalogue.isA(id, FOOD) && !told.some(({ isHere, end }) => isHere && end > at));
  for (const { name, ids } of told)
    for (const { id, text } of asked) if (ids.includes(id)) return { allergy: name, food: text };
  return undefined;
}

/** "Peanut butter": with the words behind it, as far as they are of its name. */
function nameAt(message: string, at: number): string {
  const [name = ''] =
    /^[\p{L}'’-]+(?: (?!(?:and|or|with|in|on|at|for|if|when|too|again|please|now|today)\b)[\p{L}'’-]+){0,2}/iu.exec(
      message.slice(at),
    ) ?? [];
  return name;
}

function idsIn(text: string): string[] {
  return openCatalogue()
    .find(text, { kinds: ['allergen'] })
    .map(({ concept }) => concept.id);
}
