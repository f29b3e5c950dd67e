/** "What date is my colonoscopy?": asked for a day to come, where papers have asked for it and none is set. */
import { type Block, block, cite, type Desk, nameOf, quotePassage } from '../desk.ts';
import { comingVisits } from '../evidence/contact.ts';
import { itemsFor } from '../evidence/items.ts';
import { holdsName, namesOf, type Passage, passagesOf } from '../evidence/passages.ts';
import { hasCue } from '../frames/cues.ts';
import { daysBetween } from '../patient.ts';
import { pattern } from '../patterns.ts';
import type { Frame } from '../types.ts';
import { sayDate } from '../wording.ts';
import { fits } from './visit-names.ts';

const OF_DAYS = new Set<Frame['aspect']>(['when', 'next', 'value', 'list', 'about']);
const ASKS_DAY = pattern('asks_day_to_come');
const NOT_SET = pattern('no_day_set');
const OPEN_DAYS = 400;
/** So many sentences after its name still speak of it. */
const REACH = 4;

export function answerUndated(desk: Desk, frame: Frame): Block | undefined {
  const subject = frame.subjects.find(({ kind }) => kind === 'procedure');
  if (subject === undefined || !OF_DAYS.has(frame.aspect) || !ASKS_DAY.test(frame.text)) return undefined;
  if (hasCue('past', frame.text) || comingVisits(desk.chart).some((visit) => fits(desk, visit, frame)))
    return undefined;
  const [last] = itemsFor(subject, desk.chart).procedures.toSorted((a, b) =>
    (b.time ?? '').localeCompare(a.time ?? ''),
  );
  const names = namesOf(subject.id);
  const speaksOfIt = (passage: Passage) => {
    const at = passage.paper.indexOf(passage);
    return passage.paper.slice(Math.max(0, at - REACH), at + 1).some(({ stems }) => holdsName(names, stems));
  };
  const [asked] = passagesOf(desk.chart)
    .filter(
      (passage) =>
        !passage.remark &&
        passage.time !== null &&
        passage.time > (last?.time ?? '') &&
        daysBetween(passage.time, desk.now) < OPEN_DAYS &&
        NOT_SET.test(passage.text) &&
        speaksOfIt(passage),
    )
    .toSorted((a, b) => b.time!.localeCompare(a.time!));
  if (asked === undefined) return undefined;
  const before = last === undefined ? '' : ` The last was on ${sayDate(last.time)}${cite(desk, last, last.time)}.`;
  return block(
    `**Your record holds no date for your ${nameOf(subject.id)} yet.** ${quotePassage(desk, asked)}${before}`,
  );
}
