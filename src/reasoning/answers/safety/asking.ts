/** May I, should I, is it safe: settled with no, yes, or only after asking, by this record's reasons. */
import type { Block, Desk } from '../../desk.ts';
import { itemsFor } from '../../evidence/items.ts';
import type { Frame, Subject } from '../../types.ts';
import { isAfter } from './after.ts';
import { answerSituation } from './situation.ts';
import { tell } from './telling.ts';
import { judge } from './verdict.ts';

export function answerSafe(desk: Desk, frame: Frame): Block {
  const asked = thingsAsked(desk, frame);
  if (asked.length === 0) return answerSituation(desk, frame);
  return tell(desk, asked, judge(desk, frame, asked));
}

/** What is asked about, without what is only named beside it. */
export function thingsAsked(desk: Desk, frame: Frame): Subject[] {
  const things = frame.subjects.filter(({ kind }) =>
    ['drug', 'drug_class', 'food', 'vaccine', 'procedure', 'allergen'].includes(kind),
  );
  return things.filter((subject) => !isOnlyContext(desk, subject, frame, things));
}

/** "Can I take ibuprofen with my warfarin?" asks about the ibuprofen. */
function isOnlyContext(desk: Desk, subject: Subject, frame: Frame, all: readonly Subject[]): boolean {
  const { text } = frame;
  if (all.length < 2) return false;
  if (isAfter(subject, text) && all.some((other) => other !== subject && !isAfter(other, text))) return true;
  if (subject.kind === 'allergen' && all.some(({ kind }) => kind !== 'allergen')) return true;
  if (isRuledOut(desk, subject, frame) && all.some((other) => !isRuledOut(desk, other, frame))) return true;
  const before = text.slice(Math.max(0, subject.start - 14), subject.start);
  const held = itemsFor(subject, desk.chart);
  const taken = held.medicines.some(({ status }) => status === 'taken') || held.procedures.length > 0;
  return (
    taken &&
    /\b(?:with|my|on|and|beside|of|of the|than|swap|replace|switch|from)\s*$/i.test(before) &&
    all.some(
      (other) => other !== subject && !itemsFor(other, desk.chart).medicines.some(({ status }) => status === 'taken'),
    )
  );
}

/** "… since I cannot have amoxicillin": that one is said to be out of the question already. */
function isRuledOut({ facts }: Desk, { start, end }: Subject, { start: offset }: Frame): boolean {
  return facts.some(
    (fact) =>
      (fact.certainty === 'negated' || fact.negated === true) && fact.start < offset + end && fact.end > offset + start,
  );
}
