/**
 * A yes is earned: that no rule speaks against something is no yes where a paper of this person bounds just that. It yields
 * to what the paper says.
 */

import { CASE_FITS } from './answers/plan-cases.ts';
import { allows } from './answers/safety/rulings.ts';
import { type Block, type Desk, sayPassage } from './desk.ts';
import { casesFor } from './evidence/contingencies.ts';
import { rankParagraphs } from './evidence/nearest.ts';
import { inContext, type Passage, passagesOf, withSynonyms } from './evidence/passages.ts';
import { contentWords } from './evidence/words.ts';
import type { Frame } from './types.ts';

const BARE_YES = /^\*\*Yes, as far as your record shows/;
const LOOKED = /^I looked at your/;
const LIKELY = 0.3;
/** So near by itself that the number of paragraphs does not matter. */
const CLOSE = 0.3;
/** What sets a limit, a condition or a first step. */
const BOUNDS =
  /\b(?:too (?:long|much|many|often|early|soon)|no more than|at most|at least|not (?:more|longer|to be|before|without|until|yet|after)|never|only (?:if|after|with|when|once)|unless|must|avoid\w*|danger\w*|instead|within a (?:day|week)|planned with|ring|call|same day|x-?ray)\b|\bno \w+/i;

export function earnYes(desk: Desk, asks: readonly Frame[], blocks: readonly Block[]): Block[] {
  return blocks.map((each, at) => {
    if (each.verdict !== 'yes' || !BARE_YES.test(each.lead)) return each;
    const bounding = boundsOn(desk, asks[at]!);
    if (bounding === undefined) return each;
    for (const passage of inContext(bounding)) desk.quoted.delete(passage);
    const said = sayPassage(desk, bounding);
    if (said === '') return each;
    const body = each.body.filter((part) => part !== undefined && !LOOKED.test(part) && !part.includes(bounding.text));
    return {
      ...each,
      lead: `**Not a plain yes: your own papers bear on this, so ask first.** ${said}`,
      body,
      verdict: 'ask',
    };
  });
}

function boundsOn(desk: Desk, { text, subjects }: Frame): Passage | undefined {
  const things = withSynonyms(contentWords(subjects.map((each) => each.text).join(' ')));
  const papers = passagesOf(desk.chart).filter(({ remark, printed }) => !remark && !printed);
  const [fitting] = casesFor(desk.message, papers).filter(({ fit }) => fit >= CASE_FITS);
  const near = rankParagraphs(desk.chart, text)
    .filter(({ fair, near: close }) => fair >= LIKELY || close >= CLOSE)
    .map(({ passage }) => passage)
    .filter((passage) => inContext(passage).some(({ stems }) => [...things.keys()].some((word) => stems.has(word))));
  return [...(fitting === undefined ? [] : [fitting.passage]), ...near].find((passage) => {
    const whole = inContext(passage)
      .map((each) => each.text)
      .join(' ');
    return BOUNDS.test(whole) && !allows(whole);
  });
}
