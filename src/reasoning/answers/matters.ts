/** What kind of thing a question is about, where its aspect alone does not say. */
import { wordsIn } from '../../text/index.ts';
import type { Desk } from '../desk.ts';
import { itemsFor } from '../evidence/items.ts';
import { contentWords } from '../evidence/words.ts';
import type { Frame } from '../types.ts';

/** "Are my kidneys ok?" is about the organ; "may they draw blood at the eye clinic?" is not. */
export function isSystemAsked({ subjects, text }: Frame): boolean {
  return (
    subjects.length > 0 &&
    subjects.every(({ kind }) => kind === 'system') &&
    (wordsIn(text).length <= BRIEF ||
      /^\W*(?:and |so |but )?(?:is|are|how|has|have|was|were)(?: is| are)? (?:my|the)\b/i.test(text))
  );
}

const BRIEF = 4;

/** "Coil out on the 9th so we can start trying, that's fine?": nothing to take is asked about, only the plan. */
export function isOnlyWish({ aspect, subjects }: Frame): boolean {
  return (
    (aspect === 'safe' || aspect === 'judge' || aspect === 'worry' || aspect === 'when') &&
    subjects.some(({ id }) => id === 'condition:planning_a_pregnancy') &&
    !subjects.some(({ kind }) => ['drug', 'drug_class', 'food', 'vaccine', 'observation'].includes(kind))
  );
}

export const OF_THINGS_TAKEN = new Set<string>(['observation', 'drug', 'drug_class', 'vaccine', 'allergen']);
const IN_PAPERS =
  /\b(?:according to|in|from|on|by) (?:the|my|your|all my) (?:notes?|letters?|records?|reports?|file|documents)\b/i;

/** A paper as a whole; "do I smoke according to the notes?" asks for something that stands in one. */
export function isOfPaper({ text }: Frame): boolean {
  return contentWords(text.replace(IN_PAPERS, '')).size <= MOST_OF_PAPER && !IN_PAPERS.test(text);
}

const MOST_OF_PAPER = 3;

/** "What happened with the iron tablets?": how that course went. */
export function isOfCourse({ subjects, scope }: Frame): boolean {
  const named = subjects.filter(({ kind }) => kind !== 'thing');
  return (
    named.length > 0 &&
    scope.from === undefined &&
    named.every(({ kind, as }) => kind === 'drug' || kind === 'drug_class' || as === 'medicines_for')
  );
}

/** The entry says itself what was found. */
export function hasFinding({ chart }: Desk, { subjects }: Frame): boolean {
  return subjects.some((subject) =>
    [...itemsFor(subject, chart).procedures, ...itemsFor(subject, chart).findings].some(
      ({ uuid, label }) => label !== 'Procedure' || typeof chart.property(uuid, 'text') === 'string',
    ),
  );
}

/** "Did the last blood test show anything?": the newest sheet. */
export function isOfLabs({ subjects }: Frame): boolean {
  return subjects.length > 0 && subjects.every(({ id }) => id === 'thing:labs');
}
