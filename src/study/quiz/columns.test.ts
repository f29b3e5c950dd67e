import { expect, test } from 'vitest';
import { openCorpus } from '../facts/corpus.ts';
import type { Passage } from '../types.ts';
import { isOpen, isOwn } from './columns.ts';
import { makeQuestions } from './quiz.ts';

test('what a column is called tells whether its entries belong to one row each', () => {
  for (const head of [
    'Treatment',
    'Typical sign',
    'Main animal source',
    'Result of deficiency',
    'Treated with',
    'Side effects',
  ])
    expect([head, isOpen(head)]).toEqual([head, true]);
  for (const head of ['Mechanism', 'Agent', 'Median age', 'Disease of deficiency', 'Structure', 'What it means'])
    expect([head, isOpen(head), isOwn(head)]).toEqual([head, false, true]);
  for (const head of ['Attention', 'Blister', 'Role']) expect([head, isOwn(head)]).toEqual([head, false]);
});

test('signs, which several poisons may share, are not matched; the mechanism of each is', async () => {
  const passage = {
    ...{ id: 'p', material: 'm', chapter: '1', chapter_title: 'Poisons', topic: 'Poisons' },
    text: [
      '| Poison | Mechanism | Typical sign |',
      '',
      '| Carbon monoxide | binds to haemoglobin | headache |',
      '| Cyanide | stops cytochrome c oxidase | smell of bitter almonds |',
      '| Organophosphate | inactivates acetylcholinesterase | pinpoint pupils |',
      '| Methanol | is turned into formic acid | blurred vision |',
    ].join('\n'),
    source: { id: 'p', source_type: 'internal_doc', title: 'Poisons', service: 'course' },
  } as unknown as Passage;
  const corpus = await openCorpus([passage]);
  const asked = await makeQuestions({
    corpus,
    passages: [passage],
    all: [passage],
    count: 9,
    kinds: ['match'],
    seed: 'x',
  });
  expect(asked.map(({ stem }) => stem)).toEqual(['Match each poison with what the table gives as “mechanism”.']);
});

test('how each of them is tells none apart, and is not matched', async () => {
  const passage = {
    ...{ id: 'p', material: 'm', chapter: '1', chapter_title: 'Confusion', topic: 'Confusion' },
    text: '| Illness | Attention |\n\n| Delirium | impaired |\n| Dementia | normal at first |\n| Depression | slightly reduced |',
    source: { id: 'p', source_type: 'internal_doc', title: 'Confusion', service: 'course' },
  } as unknown as Passage;
  const order = { corpus: await openCorpus([passage]), passages: [passage], all: [passage], count: 9, seed: 'x' };
  expect(await makeQuestions({ ...order, kinds: ['match'] })).toEqual([]);
});
