/** Reactions that only papers tell of: what somebody did not bear, or is not to have again, and which stands on no list. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { type Desk, nameOf, sayPassage } from '../desk.ts';
import { type Passage, passagesOf } from '../evidence/passages.ts';
import { pattern } from '../patterns.ts';
import { list } from '../wording.ts';

const REACTION = pattern('reaction');
const LED_FROM = pattern('reaction_from');
const LED_TO = pattern('leads_to_reaction');
const FORBIDS = pattern('not_again');
const FORBIDDEN = pattern('is_not_to_be_had');
const SUPPOSED = /^\W*(?:if|for|when|in case|should)\b|\bif\b/i;
const NEAR = 70;

/** What a sentence says was not borne. */
export function reactedTo({ text }: Pick<Passage, 'text'>): string[] {
  if (SUPPOSED.test(text)) return [];
  const found = openCatalogue().find(text, { kinds: ['drug', 'drug_class', 'allergen'] });
  return found
    .filter(
      ({ concept, start }) =>
        concept.kind !== 'allergen' || !found.some((each) => each.concept.kind !== 'allergen' && each.start === start),
    )
    .filter(({ start, end, concept }) => {
      if (openCatalogue().isA(concept.id, 'drug:epinephrine')) return false;
      const before = text.slice(Math.max(0, start - NEAR), start);
      const after = text.slice(end, end + NEAR);
      return (
        (REACTION.test(before) && LED_FROM.test(before)) ||
        (LED_TO.test(after) && REACTION.test(after)) ||
        FORBIDS.test(before) ||
        FORBIDDEN.test(after)
      );
    })
    .map(({ concept }) => concept.id);
}

/** Each with the paper that tells it; what the list of allergies covers is left out, and what is taken now. */
export function reactionsInPapers(desk: Desk): string[] {
  const { view } = desk.chart;
  const catalogue = openCatalogue();
  const listed = view.allergies.flatMap(({ concepts, name }) => [
    ...concepts,
    ...catalogue.find(name).map(({ concept }) => concept.id),
  ]);
  const covers = (id: string) =>
    listed.some((each) => catalogue.isA(id, each) || catalogue.isA(each, id)) ||
    view.medicines.some(({ status, concepts }) => status === 'taken' && concepts.includes(id));
  const said = new Set<string>();
  const quotes = passagesOf(desk.chart)
    .filter(({ remark }) => !remark)
    .flatMap((passage) => {
      const fresh = reactedTo(passage).filter((id) => !covers(id) && !said.has(id));
      for (const id of fresh) said.add(id);
      return fresh.length === 0
        ? []
        : [sayPassage(desk, passage)].filter((quote) => quote !== '').map((quote) => `- ${quote}`);
    });
  if (said.size === 0) return [];
  const names = list([...new Set([...said].map(nameOf))].slice(0, 5));
  return [
    `Your papers tell of a reaction to ${names}, or say that you are not to have it, and the list of allergies does not name it: tell it too, and ask your doctor to add it.`,
    quotes.slice(0, 3).join('\n'),
  ];
}
