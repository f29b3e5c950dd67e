import { expect, test } from 'vitest';
import { openCorpus } from '../facts/corpus.ts';
import type { Passage, Question } from '../types.ts';
import { makeQuestions } from './quiz.ts';

async function ask(topic: string, text: string, section?: string): Promise<Question[]> {
  const source = { source_type: 'internal_doc', id: topic, service: 'm', title: 'Chemical messengers' };
  const passage = {
    id: topic,
    material: 'm',
    chapter: '1.1',
    chapter_title: topic,
    topic,
    section,
    text,
    source,
  } as Passage;
  const order = { corpus: await openCorpus([passage]), passages: [passage], all: [passage], count: 9, seed: 'x' };
  return makeQuestions({ ...order, kinds: ['which_not'] });
}

test('what the text itself says not to belong is asked for, with its place and what was said of the rest', async () => {
  const [question] = await ask(
    'Plants',
    'Auxin, cytokinins, gibberellins and ethylene are the classical hormones. Insulin does not belong here.',
  );
  expect(question?.stem).toBe(
    'Chemical messengers, plants, “… are the classical hormones”: Which of the following does NOT belong here?',
  );
  expect(question?.key).toMatchObject({ text: 'Insulin' });
  expect(question?.reason).toContain('Insulin does not belong here.');
});

test('under a heading of causes it is asked as one of these', async () => {
  const text =
    'Hypertension, mitral stenosis and thyrotoxicosis are the usual ones. Hypothyroidism is not among the causes.';
  const [question] = await ask('Atrial fibrillation', text, 'causes');
  expect(question?.key).toMatchObject({ text: 'Hypothyroidism' });
});

test('of what nobody says not to belong nothing is made up: more things are symptoms than a chapter names', async () => {
  expect(
    await ask('Bacterial meningitis', 'Fever, neck stiffness and headache are the classical signs.', 'symptoms'),
  ).toEqual([]);
});
