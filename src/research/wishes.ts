/** What an agent is to find: what was asked for from now on, and what for this once. */
import type { Json } from '../kernel/index.ts';
import { isOnlyTime, purposeOf } from './asking.ts';
import { type Requirements, requirementsSchema } from './request.ts';
import { topicWords } from './topic-words.ts';
import { hasAll, plainOf, vocabulary } from './vocabulary.ts';

/** What it was made for, with what the last question asked. */
export function wishesNow(kept: Json): Requirements {
  const { once, ...standing } = requirementsSchema.parse(kept);
  if (once === undefined) return standing;
  const { population = standing.population, threshold } = once;
  return { ...standing, ...(population && { population }), threshold: { ...standing.threshold, ...threshold } };
}

/** What comes by a trigger, or asks for something else than to look, wishes nothing new. */
export async function takeWishes(
  kept: Json,
  text: string,
  given: { readonly isTrigger: boolean; read(text: string): Promise<Requirements> },
): Promise<Requirements> {
  const { once: _before, ...standing } = requirementsSchema.parse(kept);
  const purpose = given.isTrigger ? 'tell' : purposeOf(text);
  if (purpose === 'stop') {
    const { cadence: _ended, ...rest } = standing;
    return rest;
  }
  return purpose === 'look' ? joinWishes(standing, await given.read(text)) : standing;
}

/** What it waited for has come. */
export function withoutRhythm(kept: Json): Requirements {
  const { cadence: _ended, ...rest } = requirementsSchema.parse(kept);
  return rest;
}

/** What comes with a rhythm or is said to hold is asked for from now on; anything else for this once. */
function joinWishes(standing: Requirements, now: Requirements): Requirements {
  const { grade, count, designs, stage, size } = now.threshold;
  const threshold = {
    ...{ ...(grade !== 3 && { grade }), ...(count !== 2 && { count }), ...(size && { size }) },
    ...{ ...(designs && { designs }), ...(stage && { stage }) },
  };
  const asked = { ...(now.population && { population: now.population }), threshold };
  const { unread: _, unread_because: __, ...known } = standing;
  const next: Requirements = {
    ...known,
    question: questionNow(standing, now),
    ...(now.cadence && { cadence: now.cadence }),
    ...(now.unread && { unread: now.unread, unread_because: now.unread_because }),
    ...(now.notify && { notify: now.notify }),
    watches: [...new Set([...standing.watches, ...now.watches])],
    addresses: [...new Set([...standing.addresses, ...now.addresses])],
    scopes: [...new Set([...standing.scopes, ...now.scopes])],
  };
  if (now.cadence === undefined && !holdsOn(now.question)) return { ...next, once: asked };
  return { ...next, ...asked, threshold: { ...next.threshold, ...threshold } };
}

/** What is to be followed is what was said with the rhythm; what was followed before it, beside that. */
function questionNow(standing: Requirements, now: Requirements): string {
  const isFollowed = now.cadence !== undefined || now.unread !== undefined;
  const isSubject = topicWords(now.question).length > 0 && !isOnlyTime(now.question);
  if (!isFollowed || !isSubject || standing.question === now.question) return standing.question;
  const before = standing.cadence === undefined ? '' : `${standing.question} `;
  return `${before}${now.question}`.slice(-LONGEST_QUESTION);
}

const LONGEST_QUESTION = 1000;

/** "From now on", "restrict it to children". */
export function holdsOn(message: string): boolean {
  return hasAll(plainOf(message), [vocabulary().from_now]);
}
