/** Topics as questions: the things that they name, and the sentences that hold most of them. */
import { expect, test } from 'vitest';
import { askedWords, findHolding, isQuestion, partAsked, readTopic } from './asking.ts';
import type { Passage } from './types.ts';

const passageOf = (topic: string, text: string) =>
  ({
    ...{ id: topic, material: 'm', chapter: '1', chapter_title: topic, topic, text },
    source: { source_type: 'internal_doc', id: topic, service: 'm', title: 'Endocrine emergencies' },
  }) as unknown as Passage;

const COURSE = [
  passageOf(
    'Thyroid storm',
    'Thyroid storm is a life-threatening form of hyperthyroidism. Aspirin is avoided because it displaces thyroid hormone from its binding proteins. Iodine is given at least one hour after the thionamide, so that it is not used for new hormone.',
  ),
  passageOf(
    'Diabetic ketoacidosis',
    'It is defined by hyperglycaemia, ketosis and acidosis. Insulin is infused at 0.1 units/kg/h. Bicarbonate is given only if the pH is below 6.9.',
  ),
  passageOf(
    'Anticoagulants',
    'Apixaban inhibits factor Xa. Apixaban is given at 5 mg twice daily. Aspirin is an antiplatelet drug.',
  ),
];

const found = async (topic: string) => {
  const { told } = await findHolding(readTopic(topic), COURSE);
  return told.map(({ text }) => text);
};

test.each([
  ['insulin in DKA', 'Insulin is infused at 0.1 units/kg/h.'],
  ['apixaban dose', 'Apixaban is given at 5 mg twice daily.'],
  ['why aspirin is avoided', 'Aspirin is avoided because it displaces thyroid hormone from its binding proteins.'],
  [
    'Why is iodine given after the thionamide?',
    'Iodine is given at least one hour after the thionamide, so that it is not used for new hormone.',
  ],
  ['When is bicarbonate given in DKA?', 'Bicarbonate is given only if the pH is below 6.9.'],
  ['aspirin and thyroid storm', 'Aspirin is avoided because it displaces thyroid hormone from its binding proteins.'],
])('%s: %s', async (topic, sentence) => {
  expect(isQuestion(readTopic(topic))).toBe(true);
  expect((await found(topic))[0]).toBe(sentence);
});

test('what holds one of two things answers nothing about both, and one thing alone is no question', async () => {
  expect(await found('lithium in DKA')).toEqual([]);
  expect(isQuestion(readTopic('thyroid storm'))).toBe(false);
  expect(await found('why aspirin is avoided')).not.toContain('Aspirin is an antiplatelet drug.');
});

test.each(askedWords().aspects.map((aspect) => [aspect.example, aspect] as const))('%s', (example, aspect) => {
  expect(readTopic(example).aspects).toContain(aspect);
  expect(aspect.tells.test(aspect.counter)).toBe(false);
});

test.each(
  askedWords().foreign.map(({ example, counter, words }) => [example, counter, words] as const),
)('%s names only its subject', (example, counter, words) => {
  expect(readTopic(example).things.some(({ text }) => words.has(text))).toBe(false);
  expect(readTopic(example).things.length).toBeGreaterThan(0);
  expect(readTopic(counter).subject.length).toBeGreaterThan(0);
});

test('a topic has its subject without the words that ask, and whom it is for', () => {
  expect(readTopic('What is the treatment of asthma for an exam?').subject).toBe('treatment of asthma');
  expect(partAsked(readTopic('which drug treats asthma?'))).toBe('treatment of asthma');
  expect(partAsked(readTopic('which drug treats asthma in pregnancy?'))).toBeUndefined();
});
