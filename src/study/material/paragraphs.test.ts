import { expect, test } from 'vitest';
import type { Passage } from '../types.ts';
import { subjectsCarried } from './paragraphs.ts';
import { allTellings } from './points.ts';

const carried = (text: string) => [...subjectsCarried(text).values()];

test('a paragraph goes on with what it began with', () => {
  const text =
    'Thyroid storm is a decompensation of thyrotoxicosis. A score of 45 or more is suggestive. Treatment is given in this order: propranolol, propylthiouracil, then iodine.';
  expect(carried(text)).toEqual(['Thyroid storm', 'Thyroid storm']);
});

test('under the heading of an illness it is about that, not about what leads to it', () => {
  const text =
    'Vomiting causes metabolic alkalosis because hydrogen ions are lost. The lungs compensate by hypoventilation.';
  expect([...subjectsCarried(text, 'Metabolic alkalosis').values()]).toEqual(['Metabolic alkalosis']);
  expect(carried(text)).toEqual(['Vomiting']);
});

test('until another thing of its kind is spoken of, or one is defined', () => {
  expect(carried('Dabigatran is kept in its box. It causes dyspepsia. Rivaroxaban is taken with food.')).toEqual([
    'Dabigatran',
  ]);
  expect(carried('Asthma is common. The Wolff-Chaikoff effect is an inhibition by iodine.')).toHaveLength(1);
  expect(carried('Treatment is with levothyroxine. The full dose is 1.6 µg/kg.')).toEqual([]);
});

test('each row of a table is told as a sentence', () => {
  const text = '| Indication | Target INR |\n\n| Atrial fibrillation | 2–3 |\n| Mechanical mitral valve | 2.5–3.5 |';
  const told = allTellings({ text, topic: 'Warfarin', source: {} } as Passage).map((each) => each.text);
  expect(told).toContain('Mechanical mitral valve: target INR 2.5–3.5.');
});

test('a dose is no part of a name, what treats another illness is not of this one, and the commonest of its kind is itself', () => {
  expect(carried('- Acetazolamide 125 mg prevents it. Dexamethasone 8 mg treats cerebral oedema.')).toEqual([]);
  expect(
    carried(
      'Carbon monoxide poisoning is common. Hydroxocobalamin 5 g treats cyanide poisoning. Its half-life is long.',
    ),
  ).toEqual(['Carbon monoxide poisoning']);
  expect(
    carried(
      'Porphyria cutanea tarda is the commonest porphyria; it results from a defect of an enzyme. It is associated with alcohol.',
    ),
  ).toEqual(['Porphyria cutanea tarda']);
});
