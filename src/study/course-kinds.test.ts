/** A small course as students write one: what is asked of its tables, lists and paragraphs reads well and is about the right thing. */
import { expect, test } from 'vitest';
import { findHolding, readTopic } from './asking.ts';
import { openCorpus } from './facts/corpus.ts';
import { makeCards } from './making-cards.ts';
import { makeQuestions } from './quiz/quiz.ts';
import type { Passage, QuestionKind } from './types.ts';

const passageOf = (topic: string, text: string, chapter = '1.1') =>
  ({
    ...{ id: topic, material: 'm', chapter, chapter_title: topic, topic, text },
    source: { source_type: 'internal_doc', id: topic, service: 'm', title: 'Part II. The porphyrias' },
  }) as unknown as Passage;

async function asked(kind: QuestionKind, ...passages: Passage[]) {
  const corpus = await openCorpus(passages);
  return makeQuestions({ corpus, passages, all: passages, count: 30, kinds: [kind], seed: 'x' });
}

const EXAMINATION = passageOf(
  '4. Examination',
  [
    '| Test | What it measures |',
    '',
    '| Goldmann tonometry | intraocular pressure |',
    '| Pachymetry | central corneal thickness |',
    '| Gonioscopy | width of the chamber angle |',
    '| Perimetry | visual field |',
  ].join('\n'),
);

test('a head that is a clause is quoted, and the reason is read out without bars', async () => {
  const [question] = await asked('short', EXAMINATION);
  expect(question?.stem).toMatch(/: “what it measures”\?$/);
  expect(question?.reason).not.toContain('|');
  const [match] = await asked('match', EXAMINATION);
  expect(match?.stem).toBe('Match each test with what the table gives as “what it measures”.');
});

const KINDS = passageOf(
  '2. Kinds of glaucoma',
  [
    'Risk factors for primary open-angle glaucoma:\n\n- age above 60 years\n- African ancestry\n- myopia\n- a thin central cornea',
    'Risk factors for angle closure:\n\n- hypermetropia\n- female sex\n- East Asian ancestry\n- a thick lens',
  ].join('\n\n'),
);

test('what one list names is what the list beside it does not', async () => {
  const questions = await asked('which_not', KINDS);
  expect(questions).toHaveLength(2);
  for (const { stem, key } of questions) {
    const isOpen = stem.includes('open-angle');
    const right = key.kind === 'option' ? key.text.toLowerCase() : '';
    expect(isOpen ? ['hypermetropia', 'female sex', 'thick lens'] : ['age above 60 years', 'myopia']).toContain(right);
  }
});

test('safe and unsafe drugs are lists beside one another', async () => {
  const text =
    'Most of the carriers never have an attack, and it is rare before puberty. Unsafe drugs include phenobarbital, phenytoin, rifampicin and sulfamethoxazole. Safe drugs include paracetamol, morphine, gabapentin and propranolol.';
  const stems = (await asked('which_not', passageOf('8. Acute attacks', text))).map(({ stem }) => stem);
  expect(stems).toContain('Which of the following is NOT named among the unsafe drugs in acute attacks?');
});

test('no card is made of words that are no statement', async () => {
  const text =
    'Timolol is contraindicated in asthma, second-degree heart block and bradycardia. Tachycardia and hypertension are found in most attacks.';
  const passages = [passageOf('5. Drugs', text)];
  const fronts = makeCards(await openCorpus(passages), [{ passages }], 20, 'x').map(({ front }) => front);
  expect(fronts.join(' ')).not.toMatch(/second-degree heart do|found in most|What are tachycardia/i);
});

test('what has a name of its own is not put under what the paragraph began with', async () => {
  const text =
    'Afamelanotide is an analogue of a hormone that raises eumelanin. Protoporphyrin is lipophilic and is excreted only in the bile, so gallstones and, in 1 to 4 %, liver failure occur. Normal intraocular pressure is 10 to 21 mmHg. The average central corneal thickness is 540 µm.';
  const stems = (await asked('cloze', passageOf('12. Protoporphyria', text))).map(({ stem }) => stem).join('\n');
  expect(stems).not.toMatch(/^(?:Afamelanotide|Normal intraocular pressure):/m);
});

test('figures beside a figure are no rounder than it is', async () => {
  const text = 'A plasma fluorescence peak at 626 nm is typical of variegate porphyria.';
  const [question] = await asked('choice', passageOf('9. Diagnosis', text));
  const figures = question?.options.map((option) => Number.parseInt(option.text, 10)) ?? [];
  expect(figures).toHaveLength(4);
  expect(figures.filter((figure) => figure % 50 === 0)).toEqual([]);
});

test('a chapter that is headed by what is asked answers it', async () => {
  const course = [
    passageOf(
      '8. Acute attacks',
      'Acute intermittent porphyria is the commonest acute porphyria. An attack of acute porphyria lasts for days.',
    ),
    passageOf(
      '10. Treatment of attacks',
      'Haemin 3 mg/kg once daily is the treatment of choice. Glucose is given until haemin is at hand.',
    ),
  ];
  const { told } = await findHolding(readTopic('How do you treat an acute porphyria attack?'), course);
  expect(told.map(({ text }) => text)).toEqual([
    'Haemin 3 mg/kg once daily is the treatment of choice.',
    'Glucose is given until haemin is at hand.',
  ]);
});

test('a card asks for a thing as its sentence calls it: the glomerulus, podocytes', async () => {
  const text =
    'The glomerulus is a tuft of capillaries in which blood plasma is filtered. Hypokalaemia is a low concentration of potassium in the blood. Muscarinic receptors are the receptors for acetylcholine that act through G proteins.';
  const passages = [passageOf('Kidney', text)];
  const fronts = makeCards(await openCorpus(passages), [{ passages }], 20, 'x').map(({ front }) => front);
  expect(fronts).toContain('What is the glomerulus?');
  expect(fronts).toContain('What is hypokalaemia?');
  expect(fronts.join(' ')).not.toMatch(/What is muscarinic receptors/);
});
