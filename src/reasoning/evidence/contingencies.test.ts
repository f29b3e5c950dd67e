/** Sentences of papers as a case and what to do in it; and which case is meant by what somebody tells. */
import { expect, test } from 'vitest';
import { casesFor, contingenciesIn } from './contingencies.ts';
import { type Passage, stemsOf } from './passages.ts';

const passage = (text: string): Passage => ({
  ...{ uuid: 'p', label: 'DocumentReference', title: 'Letter', time: '2026-01-01', text, stems: stemsOf(text) },
  ...{ remark: false, paper: [], paragraph: 0 },
});

test.each([
  ['If redness or heat come again: antibiotic the same day, ring us.', 'redness or heat come again'],
  ['If swelling or pus shows, she is to ring me the same day.', 'swelling or pus shows'],
  ['If he cannot swallow tablets ring the nurse.', 'he cannot swallow tablets'],
  ['With shaking chills or feeling confused: 999.', 'shaking chills or feeling confused'],
  ['What family does: if no urine in the bag for 3 hours, check for kinks.', 'no urine in the bag for 3 hours'],
  ['Report at once: new back pain, a lump, weight loss.', 'new back pain, a lump, weight loss.'],
  ['Call us if you have a fever or are bleeding.', 'you have a fever or are bleeding.'],
])('%s', (text, when) => {
  expect(contingenciesIn(passage(text)).map((each) => each.when)).toEqual([when]);
});

test.each(['Wide local excision: margins clear.', 'She is well and swims twice a week.'])('no case: %s', (text) => {
  expect(contingenciesIn(passage(text))).toEqual([]);
});

test('what is told finds its case among others, however long the order behind it is', () => {
  const [best] = casesFor('bag has been empty since breakfast, he is holding his tummy', [
    passage('If he cannot swallow tablets ring the nurse the same day.'),
    passage(
      'If no urine in the bag for 3 hours, check for kinks, the height of the bag, the strap and the bowels, then ring the community nurses on their line, day and night.',
    ),
    passage('With a new rattle or faster breathing: ring the practice.'),
  ]);
  expect(best!.when).toBe('no urine in the bag for 3 hours');
});
