/** "When is my next infusion?": the next of what is given now and then, by the newest paper that says so. */
import { type Block, block, cite, type Desk, quotePassage } from '../desk.ts';
import { holdsName, namesOf, type Passage, passagesOf, stemsOf } from '../evidence/passages.ts';
import { pattern } from '../patterns.ts';
import type { Frame, Subject } from '../types.ts';
import { drugName, list } from '../wording.ts';

const NEXT_DOSE = pattern('next_dose');
const SAYS_NEXT = pattern('says_next');

export function answerNextDose(desk: Desk, { text, subjects }: Frame): Block | undefined {
  const form = NEXT_DOSE.exec(text)?.[1]?.toLowerCase();
  if (form === undefined) return undefined;
  const [stem] = stemsOf(form);
  const taken = desk.chart.view.medicines.filter(
    ({ status, name, frequency, note, concepts }) =>
      status === 'taken' &&
      (stemsOf([name, frequency, note].join(' ')).has(stem!) || subjects.some(({ id }) => concepts.includes(id))),
  );
  const names = taken.flatMap(({ name }) => [...stemsOf(drugName(name))].slice(0, 1));
  const speaks = ({ stems, text: said }: Passage) =>
    SAYS_NEXT.test(said) && (stems.has(stem!) || names.some((name) => stems.has(name)));
  const [newest] = passagesOf(desk.chart)
    .filter((passage) => !passage.remark && passage.time !== null && speaks(passage))
    .toSorted((a, b) => b.time!.localeCompare(a.time!));
  if (newest === undefined) return undefined;
  return block(`**${quotePassage(desk, newest)}**`, [
    taken.length === 0
      ? undefined
      : `It is ${list(taken.map((item) => `${drugName(item.name)}${cite(desk, item, item.start)}`))}.`,
  ]);
}

const OF_TESTS = new Set<Subject['kind']>(['procedure', 'observation', 'vaccine', 'condition']);
const NEXT = /\bnext\b/i;

/** "When is my next MRI?", that nobody has booked: what the newest paper says of the next one. */
export function nextByPaper(desk: Desk, { subjects }: Frame): Block | undefined {
  const named = subjects.filter(({ kind }) => OF_TESTS.has(kind)).map(({ id }) => namesOf(id));
  const speaks = ({ text, remark, printed }: Passage) =>
    !remark &&
    !printed &&
    text
      .split(NEXT)
      .slice(1)
      .some((after) => named.some((names) => holdsName(names, stemsOf(after))));
  const [newest] = passagesOf(desk.chart)
    .filter(speaks)
    .toSorted((a, b) => (b.time ?? '').localeCompare(a.time ?? ''));
  return newest === undefined
    ? undefined
    : block(`**No day is booked for it in your record.** ${quotePassage(desk, newest)}`);
}
