/** Steps that follow from a rule of a paper. */
import { expect, test } from 'vitest';
import type { Passage } from './passages.ts';
import { taperIn } from './taper.ts';

const paper = (text: string): Passage => ({
  ...{ uuid: 'a', label: 'Document', title: 'Letter', time: '2026-11-02T09:00:00Z', text, stems: new Set() },
  ...{ remark: false, paper: [], paragraph: 0 },
});
const steps = (text: string) => taperIn(paper(text)).map(({ dose, from }) => `${dose} ${from}`);

test('a dose that goes down by a rule is counted from the day of the paper', () => {
  expect(steps('Prednisolone 20 mg, down by 5 mg every Monday until 10 mg.')).toEqual([
    '20 mg 2026-11-02',
    '15 mg 2026-11-09',
    '10 mg 2026-11-16',
  ]);
  expect(steps('Start 10 mg on 4 November 2026, reduce by 2.5 mg every two weeks.').slice(0, 2)).toEqual([
    '10 mg 2026-11-04',
    '7.5 mg 2026-11-18',
  ]);
});

test('what names no rule has no steps', () => {
  expect(steps('Prednisolone 20 mg every Monday.')).toEqual([]);
  expect(steps('Weight down by 2 kg every week.')).toEqual([]);
});
