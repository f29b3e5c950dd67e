/**
 * A trial of how long, when or whether to go on with a medicine is no trial of the medicine: that nothing was lost by stopping
 * it, or by a shorter course, says nothing against it. What such a trial is on; words from abstract.yml.
 */
import { abstractWords, type Statement } from './abstract.ts';
import type { Arms } from './arms.ts';
import { areGivings } from './giving.ts';
import { foldText, hasAny } from './words.ts';

export type Way = 'how' | 'length' | 'stopping';

export function wayOf(
  title: string,
  statements: readonly Statement[],
  arms: Arms,
  therapies: readonly string[],
): Way | undefined {
  const plain = foldText(title);
  const { stopping } = abstractWords();
  const isStopped = therapies.some((name) => stopping.nouns.some((noun) => hasAny(plain, [`${name} ${noun}`])));
  const isAssigned = statements.some(({ text }) => hasAny(foldText(text), stopping.assigned));
  if (!hasAny(plain, stopping.designs) && (hasAny(plain, stopping.verbs) || isStopped || isAssigned)) return 'stopping';
  if (lengthsIn(plain).length > 1) return 'length';
  return areGivings(arms) ? 'how' : undefined;
}

/** Which way a question asks after. */
export function waysAsked(question: string): Way[] {
  const plain = foldText(question);
  const { stopping, lengths } = abstractWords();
  return [
    ...(hasAny(plain, [...stopping.verbs, ...stopping.asked]) ? (['stopping'] as const) : []),
    ...(hasAny(plain, lengths.asked) || lengthsIn(plain).length > 1 ? (['length'] as const) : []),
  ];
}

/** "Seven versus fourteen days", "5-day or 10-day courses". */
function lengthsIn(plain: string): string[] {
  const { numbers, units } = abstractWords().lengths;
  const number = `(?:\\d+|${numbers.join('|')})`;
  const unit = `(?:${units.join('|')})`;
  const [, one, other] =
    new RegExp(
      `(?<![\\p{L}\\d.])(${number})(?:[ -]${unit}\\b[^.;:]*?)? (?:versus|vs|or|as good as|as well as|as effective as|compared with|than|against) (?:an? |for )?(${number})[ -]${unit}\\b`,
      'u',
    ).exec(plain) ?? [];
  return one === undefined ? [] : [one, other!];
}
