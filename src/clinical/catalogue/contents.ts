/** What is in a food, a drink or a product: kinds of food, allergens, medicines. */
import { splitList } from '../tables/tables.ts';
import type { Concept, Content, Kind } from './concept.ts';
import type { Draft, Drafts } from './drafts.ts';
import { invalid, type Line } from './outline.ts';

/** Where a name is both an allergen and a food, in a dish the allergen is meant: a cake is no glass of milk. */
const INSIDE: Kind[] = ['allergen', 'food', 'drug', 'drug_class'];

/** `peanut, ~fish, salt`: "~" before what is in most recipes, not in all. */
export function addContents(drafts: Drafts, draft: Draft, written: string | undefined, line: Line): void {
  const contents = splitList(written).map((each): Content => {
    const name = each.replace(/^~/, '');
    const target = INSIDE.map((kind) => drafts.get(kind, name)).find((found) => found && isInside(drafts, found));
    if (!target || target === draft) throw invalid(line.file, line.number, `contains "${name}", which nobody declares`);
    return { id: target.id, ...(name !== each && { often: true as const }) };
  });
  if (contents.length > 0) draft.contains = contents;
}

/** "Aspirin" in a remedy is the medicine; only what is eaten is in food as an allergen. */
function isInside(drafts: Drafts, { kind, parents }: Draft): boolean {
  return kind !== 'allergen' || parents.some((id) => id === EATEN || drafts.all.get(id)?.parents.includes(EATEN));
}

const EATEN = 'allergen:food_allergen';

/** The concept itself, or what of its contents is of that kind. */
export function contentOf(
  concept: Concept | undefined,
  kind: string,
  isA: (id: string, ancestor: string) => boolean,
): Content | undefined {
  if (concept === undefined) return undefined;
  if (isA(concept.id, kind)) return { id: concept.id };
  const fitting = (concept.contains ?? []).filter(({ id }) => isA(id, kind));
  return fitting.find(({ often }) => !often) ?? fitting[0];
}

/** "contains peanut", "often rich in tyramine" */
export function sayContent({ often }: Content, { name, inside }: Concept): string {
  const said = inside ?? `contains ${name}`;
  return often ? `often ${said}` : said;
}
