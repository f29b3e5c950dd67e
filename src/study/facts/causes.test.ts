import { expect, test } from 'vitest';
import { makeQuestions } from '../quiz/quiz.ts';
import type { Passage } from '../types.ts';
import { readCauses } from './causes.ts';
import { openCorpus, type Sentence } from './corpus.ts';

const sentence = (text: string) => ({ text, passage: {} as Passage, at: 0, key: '', stands: true }) as Sentence;

test.each([
  ['High anion gap acidosis is caused by lactic acidosis, ketoacidosis and renal failure.', 3],
  ['Common causes of hyponatraemia include thiazides, heart failure and cirrhosis.', 3],
  ['It is caused by lactic acidosis, ketoacidosis and renal failure.', 0],
  ['Scurvy is caused by lack of vitamin C.', 0],
  ['Gout is not caused by exercise, fasting and dehydration.', 0],
  ['Delirium is caused by infection, drugs or withdrawal of alcohol in people who drank.', 0],
])('a list of causes is read whole or not at all: %s', (text, count) => {
  expect(readCauses(sentence(text))?.items.length ?? 0).toBe(count);
});

test('the causes are asked for in own words', async () => {
  const text =
    'High anion gap acidosis is caused by lactic acidosis, ketoacidosis and renal failure. The ward was quiet that day.';
  const passage = {
    ...{ id: 'p', material: 'm', chapter: '1', chapter_title: 'Acids', topic: 'Acids', text },
    source: { source_type: 'internal_doc', id: 'p', service: 'm' },
  } as Passage;
  const corpus = await openCorpus([passage]);
  const order = { corpus, passages: [passage], all: [passage], count: 4, kinds: ['short'], seed: 's' } as const;
  expect(await makeQuestions(order)).toMatchObject([
    {
      stem: 'What is high anion gap acidosis caused by?',
      key: { text: 'lactic acidosis, ketoacidosis and renal failure' },
    },
  ]);
});

test.each([
  ['The aqueous layer contains lysozyme, lactoferrin and immunoglobulin.', 'What does the {it} contain?'],
  ['Destruction of the myenteric plexus leads to achalasia, megaoesophagus and megacolon.', 'What does {it} lead to?'],
  [
    'Elapids (cobras, kraits, mambas) have short fixed fangs.',
    'Elapids (____) have short fixed fangs. Which are they?',
  ],
  ['Common causes of hyponatraemia include thiazides, heart failure and cirrhosis.', undefined],
])('a list is asked for in the words of its sentence: %s', (text, asks) => {
  const caused = readCauses(sentence(text));
  expect(caused?.items.length).toBe(3);
  expect(caused?.asks).toBe(asks);
});

test('a text without a heading is not asked about by the name of its file', () => {
  const safe = sentence('Opioids, paracetamol and penicillin are safe.');
  const at = (topic: string) =>
    readCauses({ ...safe, passage: { topic, source: { source_type: 'internal_doc' } } as Passage })?.of;
  expect(at('porphyria notes.md')).toBeUndefined();
  expect(at('Attacks of porphyria')).toBe('Attacks of porphyria');
});
