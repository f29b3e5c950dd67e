/** "When is the next eye needle and when the bone one?": a clause that leaves out what the one before it said. */

import type { Clause } from './clause.ts';
import { isCue } from './cues.ts';

const GAP =
  /^(?:and|or|but)?\s*(?:(?:when|what|how|where|who|which)\s+)?(?:(?:is|are|was|were)\s+|(?:about|for)\s+)?(?:the|my|his|her)\s+((?:[\p{L}-]+\s+){1,2})ones?\W*$/iu;
/** Words that say which of several, not what it is: "the other one", "the next one". */
const WHICH =
  /^(?:other|next|last|first|second|third|new|old|newest|latest|previous|same|right|wrong|big|small|one)\b/i;

/** Each such clause written out with the question that it goes on with; the noun stays, what tells it apart is new. */
export function ungap(clauses: readonly Clause[]): Clause[] {
  const whole: Clause[] = [];
  for (const clause of clauses) {
    const before = whole.at(-1);
    const told = GAP.exec(clause.text)?.[1]?.trim();
    const asked = told === undefined || WHICH.test(told) || !before?.asks ? undefined : withNoun(before.text, told);
    whole.push(asked === undefined ? clause : { ...clause, text: asked, asks: true });
  }
  return whole;
}

/** The noun is the last of the words that name a form or a finding, what tells it apart stands before it. */
function withNoun(question: string, told: string): string | undefined {
  const words = question.split(/\s+/);
  const at = words.findLastIndex((word) => {
    const bare = word.replace(/[^\p{L}-]/gu, '');
    return (
      isCue('forms', bare) ||
      isCue('findings', bare) ||
      /^(?:appointment|visit|clinic|check|jab|dose|shot)s?$/i.test(bare)
    );
  });
  if (at < 1) return undefined;
  return [...words.slice(0, at - 1), told, ...words.slice(at)].join(' ');
}
