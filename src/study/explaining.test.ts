import { expect, test } from 'vitest';
import { explainFrom } from './explaining.ts';
import { withMeanings } from './plain-words.ts';
import type { Passage } from './types.ts';

const passage = {
  ...{ id: 'p1', material: 'course', chapter: '1', chapter_title: 'Thyroid', topic: 'Hyperthyroidism' },
  text: 'Graves disease is the commonest cause of hyperthyroidism. It is caused by antibodies that stimulate the TSH receptor. Propranolol relieves tremor.\n\nRarer causes of Graves disease are said to be:\n- stress at work\n- iodine\n- smoking',
  source: { id: 'p1', source_type: 'internal_doc', service: 'course', title: 'Thyroid' },
} as unknown as Passage;

const explain = () =>
  explainFrom({
    ...{ topic: 'Graves disease', level: 'exam', material: 'course', headings: [], named: [passage] },
    ...{ names: ['Graves disease'], most: 8 },
  }).sentences.map(({ text }) => text);

test('what goes on with "it" belongs to the sentence that names the topic, and nothing else does', () => {
  const told = explain();
  expect(told).toContain('It is caused by antibodies that stimulate the TSH receptor.');
  expect(told).not.toContain('Propranolol relieves tremor.');
});

test('a list under a colon is told as a sentence', () => {
  expect(explain().at(-1)).toBe('Rarer causes of Graves disease are said to be: stress at work, iodine and smoking.');
});

test('a word is not explained where an adjective of place makes another thing of it', () => {
  expect(withMeanings('Pretibial myxoedema is found in it.', new Set())).toBe('Pretibial myxoedema is found in it.');
  expect(withMeanings('Myxoedema is found in it.', new Set())).toMatch(/^Myxoedema \(/);
});
