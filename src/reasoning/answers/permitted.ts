/** "Can I walk barefoot?" where a sentence of the own papers rules on just that: a no or a yes before it is quoted. */
import { type Desk, quotePassage } from '../desk.ts';
import { inContext, type Passage, stemsOf, withSynonyms } from '../evidence/passages.ts';
import { contentWords } from '../evidence/words.ts';
import { pattern } from '../patterns.ts';
import type { Frame } from '../types.ts';
import { allows, forbids } from './safety/rulings.ts';

const ASKS_LEAVE = pattern('asks_leave');
/** What holds in a case, until a day or but for something is neither yes nor no. */
const HOLDS_IN_PART = pattern('holds_in_part');
const CLAUSE = /(?<=[.;!])\s+/;
/** So much of what is asked the sentence must name. */
const LEAST_NAMED = 0.5;

/** The verdict with the paper's words; nothing where no sentence settles it. */
export function ruledByPaper(desk: Desk, { text }: Frame, passage: Passage): string | undefined {
  if (!ASKS_LEAVE.test(text)) return undefined;
  const asked = [...contentWords(text.replace(ASKS_LEAVE, ' ')).keys()];
  const names = (clause: string) => {
    const stems = stemsOf(clause);
    const held = asked.filter((word) => [...withSynonyms(new Map([[word, 1]])).keys()].some((same) => stems.has(same)));
    return asked.length > 0 && held.length / asked.length >= LEAST_NAMED;
  };
  const ruling = inContext(passage)
    .flatMap((each) => each.text.split(CLAUSE))
    .filter((clause) => names(clause) && !HOLDS_IN_PART.test(clause));
  const isForbidden = ruling.some(forbids);
  if (isForbidden === ruling.some((clause) => !forbids(clause) && allows(clause))) return undefined;
  return `**${isForbidden ? 'No' : 'Yes'}, by your own paper.** ${quotePassage(desk, passage)}`;
}
