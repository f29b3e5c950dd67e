/** "What is the plan?": what is booked, and what the newest papers set out to do. */
import { type Block, block, type Desk, sayPassage } from '../desk.ts';
import { comingVisits } from '../evidence/contact.ts';
import { passagesOf } from '../evidence/passages.ts';
import { daysBetween } from '../patient.ts';
import { pattern } from '../patterns.ts';
import type { Frame } from '../types.ts';
import { list } from '../wording.ts';
import { describe } from './visiting.ts';

const ASKS = pattern('asks_whole_plan');
const SETS_OUT = pattern('sets_out_to_do');
const NEW_DAYS = 200;
const MOST_SAID = 3;

export function answerWholePlan(desk: Desk, { subjects, text }: Frame): Block | undefined {
  if (subjects.length > 0 || !ASKS.test(text)) return undefined;
  const papers = passagesOf(desk.chart)
    .filter(
      ({ remark, time, text: said }) =>
        !remark && time !== null && daysBetween(time, desk.now) < NEW_DAYS && SETS_OUT.test(said),
    )
    .toSorted((a, b) => b.time!.localeCompare(a.time!))
    .slice(0, MOST_SAID)
    .map((passage) => sayPassage(desk, passage))
    .filter((said) => said !== '');
  const visits = comingVisits(desk.chart).slice(0, MOST_SAID);
  if (papers.length + visits.length === 0) return undefined;
  const booked = visits.length === 0 ? undefined : `${list(visits.map((visit) => describe(desk, visit)))}`;
  return block(
    booked === undefined ? '**Nothing is booked; your newest papers set out this.**' : `**Booked: ${booked}.**`,
    papers,
  );
}
