/** A question is whole: it says what it is about, asks for a thing and not for a role, and cuts neither a definition nor a unit. */
import { expect, test } from 'vitest';
import { openCorpus } from '../facts/corpus.ts';
import { grade } from '../grading/grade.ts';
import type { Passage, QuestionKind } from '../types.ts';
import { makeQuestions } from './quiz.ts';

function passageOf(text: string, topic: string, chapter = '1.1'): Passage {
  return {
    ...{ id: `${chapter} ${topic}`, material: 'm', chapter, chapter_title: topic, topic, text },
    source: { source_type: 'internal_doc', id: chapter, service: 'm', title: chapter } as Passage['source'],
  };
}

async function stemsOf(passages: readonly Passage[], kinds: readonly QuestionKind[]): Promise<string> {
  const corpus = await openCorpus(passages);
  const asked = await makeQuestions({ corpus, passages, all: passages, count: 40, kinds, seed: 'a' });
  return asked.map(({ stem, options }) => [stem, ...options.map(({ text }) => text)].join(' | ')).join('\n');
}

const WRITTEN: readonly QuestionKind[] = ['short', 'cloze', 'choice'];

test('a role is no term, a word is no description, a unit stays whole', async () => {
  const stems = await stemsOf(
    [
      passageOf(
        'Malignant hyperthermia is a disorder of skeletal muscle triggered by volatile anaesthetics. The earliest sign is a rise of end-tidal carbon dioxide.',
        'Malignant hyperthermia',
      ),
      passageOf(
        'Primary open-angle glaucoma is painless and is lost to notice because peripheral vision fails first.',
        'Primary open-angle glaucoma',
        '1.2',
      ),
      passageOf('Intravenous fluid of 3 L/m² per day is the basis of prevention.', 'Tumour lysis syndrome', '1.3'),
    ],
    WRITTEN,
  );
  expect(stems).not.toMatch(/What is the term for a rise/);
  expect(stems).not.toMatch(/What is painless\?/);
  expect(stems).not.toContain('____/m²');
});

test('what is said of the patients is said of whom, and a definition goes on to its end', async () => {
  const stems = await stemsOf(
    [
      passageOf(
        'Lambert-Eaton myasthenic syndrome is an autoimmune disease of the nerve ending. Small cell lung cancer is found in half of the patients.',
        'Lambert-Eaton myasthenic syndrome',
      ),
      passageOf(
        'Restless legs syndrome is an urge to move the legs that begins at rest, is relieved by movement and is worse in the evening.',
        'Restless legs syndrome',
        '1.2',
      ),
    ],
    WRITTEN,
  );
  expect(stems).not.toMatch(/^Small cell lung cancer is found/m);
  expect(stems).not.toMatch(/relieved by movement\?/);
});

test('beside a reason stand others of its document, never those of another field', async () => {
  const reasons = (field: string, rows: readonly string[], chapter: string) =>
    rows.map((row, at) => passageOf(row, `${field} ${at}`, `${chapter}.${at + 1}`));
  const heart = [
    'Digoxin must be reduced because the kidney excretes most of the dose.',
    'Verapamil should be avoided because the atrioventricular node conducts too slowly.',
    'Nitrates should be paused because the vessels become tolerant at night.',
    'Amiodarone must be checked because the thyroid takes up much iodine.',
  ];
  const fish = ['Stings of the stonefish are immersed in hot water, because the toxin is destroyed by heat.'];
  const stems = await stemsOf([...reasons('Heart', heart, '1'), ...reasons('Fish', fish, '2')], ['choice']);
  expect(stems.split('\n').filter((line) => /digoxin|verapamil|nitrates/i.test(line) && /by heat/.test(line))).toEqual(
    [],
  );
});

test('stems are whole: what a column is called is quoted, one is not many, a role is of something', async () => {
  const text = [
    '| Disorder | Hearing |',
    '',
    '| Vestibular neuritis | normal |',
    '| Perilymph fistula | fluctuating loss |',
    '| Ménière disease | low-frequency loss |',
    '',
    'Ascaris lumbricoides is the largest intestinal nematode, reaching 35 cm. The palm with fingers is about 1%.\n\nIvermectin 200 µg/kg is the drug of choice.',
  ].join('\n');
  const passage = {
    ...{ id: 'w', material: 'm', chapter: '1', chapter_title: 'Notes', topic: 'Notes', text },
    source: { id: 'w', source_type: 'internal_doc', title: 'Notes', service: 'course' },
  } as unknown as Passage;
  const order = { corpus: await openCorpus([passage]), passages: [passage], all: [passage], count: 20, seed: 'x' };
  const stems = (await makeQuestions({ ...order, kinds: ['short', 'cloze'] })).map(({ stem }) => stem);
  expect(stems.join('\n')).toMatch(/what is its “hearing”\?|Hearing: ____/);
  expect(stems.join('\n')).not.toMatch(/which hearing|What are the largest|What is the palm|Ivermectin ____/);
});

test('what several do is asked of one, and under the heading of its illness', async () => {
  const stems = await stemsOf(
    [
      passageOf(
        'Metabolic alkalosis is a rise in pH caused by a primary rise in bicarbonate.\n\nVomiting causes metabolic alkalosis because hydrogen ions are lost with the gastric juice. The lungs compensate by hypoventilation.',
        'Metabolic alkalosis',
      ),
    ],
    ['short'],
  );
  expect(stems).toContain('Metabolic alkalosis: What compensates by hypoventilation?');
});

test('the head of two names is the name of neither', async () => {
  const passage = passageOf(
    'Metabolic alkalosis is a rise in pH caused by a primary rise in bicarbonate.\n\nAmmonia is the main urinary buffer.',
    'The kidney',
  );
  const corpus = await openCorpus([passage]);
  const asked = await makeQuestions({
    ...{ corpus, passages: [passage], all: [passage], count: 40, kinds: ['short'], seed: 'a' },
  });
  const verdict = (stem: string, answer: string) =>
    asked.filter((question) => question.stem.startsWith(stem)).map((question) => grade(question, answer).verdict);
  expect(asked.map(({ stem }) => stem)).toContain('The kidney: What is the main urinary buffer?');
  expect(verdict('What is the term for a rise in pH', 'metabolic alkalosis')).toEqual(['right']);
  expect(verdict('What is the term for a rise in pH', 'alkalosis')).not.toEqual(['right']);
});
