/** The amounts of a claim held against those of a passage: the same, others, or none of their kind. */
import { type Amount, follows, type Said } from '../../statements/index.ts';
import { formerSpans, isOfThePast } from './clauses.ts';
import type { Passage } from './passages.ts';

export function amountsOf(said: Said, passage: Passage | undefined) {
  const former = passage === undefined || isOfThePast(said.text) ? [] : formerSpans(passage.said.text);
  const all = passage?.said.amounts ?? [];
  const there = all.filter((one) => !former.some(({ start, end }) => one.start >= start && one.start < end));
  const same = (one: Amount) => there.filter(({ dimension }) => dimension === one.dimension);
  // "… in 3.4.0", of what stands under "3.4.0".
  const asked = said.amounts.filter(({ written }) => !passage?.under.includes(written));
  const has = (holds: (one: Amount) => boolean) => (asked.some(holds) ? 1 : 0);
  return {
    amount_agrees:
      said.amounts.length > 0 && asked.every((one) => same(one).some((other) => follows(other, one))) ? 1 : 0,
    amount_differs: has((one) => same(one).length > 0 && !same(one).some((other) => follows(other, one))),
    amount_missing: has((one) => same(one).length === 0),
  };
}
