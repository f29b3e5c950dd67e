/** "What would make them call it off?": the case in which a paper says that what is planned does not go ahead. */
import { nearnessTo } from '../../search/semantic/nearness.ts';
import { type Block, block, type Desk, quotePassage, sayPassage } from '../desk.ts';
import { passagesOf } from '../evidence/passages.ts';
import { daysBetween } from '../patient.ts';
import { pattern } from '../patterns.ts';
import type { Frame } from '../types.ts';

const ASKED = pattern('asks_called_off');
const CALLED_OFF = pattern('goes_ahead_only');
const MOST_DAYS = 180;

/** The plan is of these months; of several the one that is nearest to the question. */
export function answerCalledOff(desk: Desk, { text }: Frame): Block | undefined {
  if (!ASKED.test(text)) return undefined;
  const found = passagesOf(desk.chart).filter(
    (passage) =>
      !passage.remark &&
      !passage.printed &&
      passage.time !== null &&
      daysBetween(passage.time, desk.now) < MOST_DAYS &&
      CALLED_OFF.test(passage.text),
  );
  const near = nearnessTo(
    desk.message,
    found.map(({ text: said }) => said),
  );
  const [best, next] = found
    .map((passage, at) => ({ passage, near: near[at] ?? 0 }))
    .toSorted((a, b) => b.near - a.near)
    .map(({ passage }) => passage);
  if (best === undefined) return undefined;
  return block(`**${quotePassage(desk, best)}**`, [next === undefined ? undefined : sayPassage(desk, next)]);
}
