/** Reactions that only papers tell of: what somebody did not bear, or is not to have again, and which stands on no list. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { type Desk, nameOf, quotePassage, sayPassage } from '../desk.ts';
import { type Passage, passagesOf } from '../evidence/passages.ts';
import { pattern } from '../patterns.ts';
import { list } from '../wording.ts';

const REACTION = pattern('reaction');
const LED_FROM = pattern('reaction_from');
const LED_TO = pattern('leads_to_reaction');
const FORBIDS = pattern('not_again');
const FORBIDDEN = pattern('is_not_to_be_had');
const NO = pattern('no_before');
const AGAIN = pattern('again_behind');
/** "Five minutes after iomeprol: hives": what followed stands behind it. */
const AFTER_IT = /\b(?:after|minutes into|hours into|during|following)\s+(?:[\p{L}-]+\s+){0,3}\(?$/iu;
/** "Cefalexin 500 mg. Within an hour hives on trunk and arms": the next sentence tells what followed. */
const THEN =
  /^(?:within|after|(?:\w+ )?(?:minutes?|hours?|days?) (?:later|after)|the (?:same|next) (?:day|night|evening|morning))\b/i;
const BEHIND_DOSE = /^[^.;]{0,40}\. /;
const GIVEN_SHORTLY = 90;
const SUPPOSED = /^\W*(?:if|for|when|in case|should)\b|\bif\b/i;
const NEAR = 70;

/** What a sentence says was not borne. */
export function reactedTo({ text: own, before }: Pick<Passage, 'text' | 'before'>): string[] {
  const text = THEN.test(own) && before !== undefined ? `${before.text} ${own}` : own;
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
        (REACTION.test(before) && LED_FROM.test(before) && !isGivenInstead(before, start, found)) ||
        (LED_TO.test(after) && REACTION.test(after)) ||
        (THEN.test(own) &&
          start >= text.length - own.length - GIVEN_SHORTLY &&
          BEHIND_DOSE.test(text.slice(end)) &&
          REACTION.test(own)) ||
        (AFTER_IT.test(before) && /^[^.;]{0,40}?[:,]/.test(after) && REACTION.test(after)) ||
        FORBIDS.test(before) ||
        (NO.test(before) && AGAIN.test(after)) ||
        FORBIDDEN.test(after)
      );
    })
    .map(({ concept }) => concept.id);
}

const GIVEN_INSTEAD = pattern('given_instead');

/** "Because of the penicillin allergy she was treated with doxycycline": the reaction is of what was named before. */
function isGivenInstead(before: string, start: number, found: readonly { start: number; end: number }[]): boolean {
  return GIVEN_INSTEAD.test(before) && found.some(({ start: at, end }) => end <= start && at >= start - NEAR);
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

const ALLERGIC = pattern('allergic_reaction');
const GRAVE = pattern('grave_harm');
const GRAVE_OF_KIND = pattern('grave_harm_of_kind');
/** Of a class that is not wider than this, what one member did the others may do. */
const SMALL_CLASS = 40;

export interface PaperReaction {
  id: string;
  passage: Passage;
  isAllergic: boolean;
}

/** A swelling, a shock, an illness that it brought and of which only a paper tells: by what is asked about or by its like. */
export function reactionTo({ chart }: Desk, asked: readonly string[]): PaperReaction | undefined {
  const catalogue = openCatalogue();
  // "CT with contrast" is given with contrast.
  const given = asked.flatMap((id) => [
    id,
    ...(id.startsWith('procedure:')
      ? catalogue
          .find(catalogue.get(id)?.name ?? '', { kinds: ['drug', 'drug_class'] })
          .map(({ concept }) => concept.id)
      : []),
  ]);
  const classes = given.flatMap((id) => [id, ...(catalogue.get(id)?.parents ?? [])]);
  const isItself = (id: string) => given.some((each) => catalogue.isA(id, each) || catalogue.isA(each, id));
  const isLike = (id: string) =>
    isItself(id) ||
    classes.some(
      (each) => each.startsWith('class:') && catalogue.descendants(each).size < SMALL_CLASS && catalogue.isA(id, each),
    );
  const isTaken = (id: string) =>
    chart.view.medicines.some(({ status, concepts }) => status === 'taken' && concepts.includes(id));
  for (const passage of passagesOf(chart)) {
    const isAllergic = ALLERGIC.test(passage.text);
    const ofKind = isAllergic || GRAVE_OF_KIND.test(passage.text);
    if (passage.remark || !(ofKind || GRAVE.test(passage.text))) continue;
    const id = reactedTo(passage).find((each) => (ofKind ? isLike(each) : isItself(each)) && !isTaken(each));
    if (id !== undefined) return { id, passage, isAllergic };
  }
  return undefined;
}

/** "Your papers tell of an allergic reaction to ramipril: …" */
export function sayReactionTo(desk: Desk, { id, passage, isAllergic }: PaperReaction): string {
  const what = isAllergic ? 'an allergic reaction to' : 'grave harm by';
  return `Your papers tell of ${what} ${nameOf(id)}. ${quotePassage(desk, passage)}`;
}
