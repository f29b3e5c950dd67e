/** "Is the dose right by the last test?": the measure that a medicine is dosed by says so. */
import { type Block, block, cite, type Desk } from '../desk.ts';
import { levelsOf } from '../evidence/levels.ts';
import { readingsOf } from '../evidence/series.ts';
import { pattern } from '../patterns.ts';
import type { Frame, Subject } from '../types.ts';
import { drugName } from '../wording.ts';
import { answerDoseFit } from './dose-fit.ts';
import { measured } from './general.ts';
import { medicinesOf } from './medicines.ts';
import { measuresOf } from './worked.ts';

const ASKS_FIT = pattern('asks_dose_fits');

export function answerFitting(desk: Desk, frame: Frame): Block | undefined {
  const tied = answerDoseFit(desk, frame);
  if (tied !== undefined) return tied;
  if (!ASKS_FIT.test(frame.text)) return undefined;
  const [item] = medicinesOf(
    desk,
    frame.subjects.filter(({ kind, as }) => kind === 'drug' || kind === 'drug_class' || as === 'medicines_for'),
  ).filter(({ status }) => status === 'taken');
  if (item === undefined) return undefined;
  const ids = [...levelsOf(desk.chart, item.concepts), ...measuresOf(desk, item)];
  const id = ids
    .map((each) => ({ each, last: readingsOf(desk.chart, each).at(-1) }))
    .filter(({ last }) => last !== undefined)
    .toSorted((a, b) => b.last!.time.localeCompare(a.last!.time) || ids.indexOf(a.each) - ids.indexOf(b.each))[0]?.each;
  if (id === undefined) return undefined;
  const subject: Subject = { id, kind: 'observation', as: 'itself', text: id, start: 0, end: 0 };
  const { inherited: _said, ...own } = frame;
  const told = measured(desk, { ...own, aspect: 'judge', subjects: [subject] });
  if (told === undefined) return undefined;
  return block(told.lead, [
    ...told.body,
    `Whether the dose of ${drugName(item.name)}${cite(desk, item, item.start)} is right is read from this test: who prescribes it decides. Do not change it on your own.`,
  ]);
}
