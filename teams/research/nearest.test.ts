/** What a paper that is held says is told, whatever the question calls what is given; and what set it right is told with it. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStage, type Stage } from './_eval/play.ts';
import { readPaperSets } from './_eval/sets.ts';

let stage: Stage;

beforeAll(async () => {
  const [set] = readPaperSets(join(import.meta.dirname, '_eval/train/mixed'));
  stage = await openStage(set!);
});
afterAll(() => stage.close());

test.each([
  ['how many days off work with the combo inhaler in bridge', /1\.9; Salbutamol 2\.6/],
  ['domzapine + clozapine augmentation', /Do not combine with clozapine/],
  ['hospital admissions in BRIDGE, which arm and how many?', /Corrected since.*The correct number is 6 \(1\.1%\)/],
  ['how often check Ca on lithium', /measured each year/],
])('%s', async (question, told) => {
  const [headline = ''] = (await stage.ask(question)).split('\n\n');
  expect(headline).toMatch(told);
  expect(headline).not.toMatch(/nothing was found/i);
});

test('that there is nothing is said with the papers that were read for it', async () => {
  const text = await stage.ask('does tocofen help plaque psoriasis?');
  expect(text).toMatch(/nothing|no (?:study|paper)/i);
  expect(text).toMatch(/Torvexumab/);
});
