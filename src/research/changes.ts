/** What became of an outcome, in words, and how an answer on it opens. */
import { WEAK, YES, YES_BUT } from './effects.ts';
import { goodOf, type Result, type Tendency } from './evidence/outcome-names.ts';
import { outcomeWords } from './evidence/outcome-words.ts';
import type { EvidenceRow } from './evidence/table.ts';
import { foldText } from './evidence/words.ts';

type Found = readonly { readonly row: EvidenceRow; readonly result: Result }[];

/** What the question expects is read as a result is: "does it increase mortality?" hopes for nothing good. */
export function prefix(
  question: string,
  asked: Result,
  given: readonly { change: Tendency; found?: Found }[],
  isBarred: boolean,
): string {
  // What is very weak disputes nothing that is sure.
  const strong = given.filter(({ found = [] }) => found.some(({ row }) => row.level >= STRONG));
  const isWeak = given.every(
    (side) => strong.includes(side) || (side.found ?? []).every(({ row }) => row.level <= WEAK),
  );
  const sides = strong.length === 1 && given.length > 1 && isWeak ? strong : given;
  if (sides.length > 1) return 'Disputed: ';
  if (!isYesOrNo(question) || asked.change === 'same') return '';
  const { change } = sides[0]!;
  // That chance does as well is no proof that nothing becomes of it.
  if (change === 'same') return 'Not shown: ';
  return asked.change === change ? `${isBarred ? YES_BUT : YES}: ` : 'No, as far as this shows: ';
}

const STRONG = 3;

/** "Does it cause …": who only watched cannot say. */
export function asSeen(question: string, found: Found, opening: string): string {
  const isCause = /\b(?:causes?|caused|lead to|leads to)\b/i.test(question);
  const isSeen = found.every(({ row }) => row.design_id === 'cohort');
  return isCause && isSeen && opening.startsWith(YES) ? 'It goes with it, as far as this shows: ' : opening;
}

export function sayChange(outcome: string, said: string, change: Tendency): string {
  if (change === 'same') return `no significant difference in ${said}`;
  if (change === 'higher' || change === 'lower') return `${change} ${said}`;
  if (goodOf(outcome) === 'more' || outcome === 'primary outcome')
    return `${change === 'favours' ? 'better' : 'worse'} ${said}`;
  if (said.split(/ (?:before|after|of|in|by) /)[0]!.endsWith('s'))
    return `${change === 'favours' ? 'fewer' : 'more'} ${said}`;
  if (MEASURED.test(said)) return `${change === 'favours' ? 'lower' : 'higher'} ${said}`;
  return `${change === 'favours' ? 'less' : 'more'} ${said}`;
}

/** With the kind of people in whom it was. */
export function sayResult({ outcome, said, change, kinds = [] }: Result): string {
  return `${sayChange(outcome, said, change)}${kinds.length === 0 ? '' : ` (${kinds.join(', ')})`}`;
}

/** What is measured is lower; what happens is less. */
const MEASURED = /(?:rate|mortality|pressure|weight|glucose|hba1c|frequency)$/i;

export function isYesOrNo(question: string): boolean {
  const { openings } = outcomeWords();
  return question.split(/(?<=[.!?;])\s+/).some((sentence) => openings.some((word) => opens(sentence, word)));
}

function opens(sentence: string, word: string): boolean {
  return foldText(sentence).trim().startsWith(`${word} `);
}
