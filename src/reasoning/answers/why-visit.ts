/** What the visit that was told last is for. */
import { type Block, block, type Desk, sayPassage } from '../desk.ts';
import { comingVisits } from '../evidence/contact.ts';
import { findPassages } from '../evidence/passages.ts';
import { contentWords } from '../evidence/words.ts';
import type { Frame } from '../types.ts';
import { dayOf, describe } from './visiting.ts';

/** "Why do I need it?", of the visit that was told last: what papers say of what it is for. */
export function answerWhyVisit(desk: Desk, frame: Frame): Block | undefined {
  const day = desk.focus.at?.from;
  const visit = comingVisits(desk.chart).find((each) => dayOf(each) === day);
  if (visit === undefined || !/\bwhy\b/i.test(frame.text)) return undefined;
  const what = visit.reason ?? visit.name;
  const found = findPassages(desk.chart, { concepts: [], words: contentWords(what), text: `why ${what}` })
    .filter(({ passage, shared }) => !passage.remark && shared.length > 0)
    .slice(0, 2)
    .map(({ passage }) => sayPassage(desk, passage))
    .filter((said) => said !== '');
  const [first, ...rest] = found;
  return first === undefined ? undefined : block(`**${first}**`, [...rest, `It is ${describe(desk, visit)}.`]);
}
