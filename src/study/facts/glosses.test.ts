import { expect, test } from 'vitest';
import { makeCards } from '../making-cards.ts';
import { makeQuestions } from '../quiz/quiz.ts';
import type { Passage, QuestionKind } from '../types.ts';
import { openCorpus } from './corpus.ts';
import { readGlossaries } from './glosses.ts';

const passageOf = (text: string) =>
  ({
    ...{ id: 'p', material: 'm', chapter: '1', chapter_title: 'Eye', topic: 'Examining the eye', text },
    source: { id: 'p', source_type: 'internal_doc', title: 'Eye', service: 'course' },
  }) as unknown as Passage;

const eye = passageOf(
  [
    'Gonioscopy: examination of the angle of the anterior chamber with a mirrored lens.',
    'Pachymetry: measurement of the thickness of the cornea.',
    'Tonometry: measurement of the intraocular pressure.',
    'Perimetry: measurement of the visual field.',
  ].join('\n'),
);
const hernias = passageOf(
  [
    "Richter's hernia: only part of the wall of the bowel is caught",
    "Littre's hernia: the sac contains a Meckel's diverticulum",
    "Amyand's hernia: the sac contains the appendix",
    'Spigelian hernia: passes through the linea semilunaris',
  ].join('\n  '),
);

async function ask(passage: Passage, kind: QuestionKind) {
  const corpus = await openCorpus([passage]);
  return makeQuestions({ corpus, passages: [passage], all: [passage], count: 9, kinds: [kind], seed: 'x' });
}

test('a glossary is asked for its terms and by what they mean, matched, and learned', async () => {
  const choices = await ask(eye, 'choice');
  const thickness = choices.find(({ stem }) => stem.includes('thickness'));
  expect(thickness?.stem).toBe('Which of the following is the term for measurement of the thickness of the cornea?');
  expect(thickness?.options.map(({ text }) => text).sort()).toEqual([
    'Gonioscopy',
    'Pachymetry',
    'Perimetry',
    'Tonometry',
  ]);
  expect((await ask(eye, 'short')).map(({ stem }) => stem)).toContain(
    'What is the term for measurement of the visual field?',
  );
  expect((await ask(eye, 'match'))[0]?.items.length).toBeGreaterThan(2);
  const cards = makeCards(await openCorpus([eye]), [{ passages: [eye] }], 9, 'x');
  expect(cards.map(({ front }) => front)).toContain('What is tonometry?');
});

test('what a list says of its names is asked for by them', async () => {
  const stems = (await ask(hernias, 'choice')).map(({ stem }) => stem);
  expect(stems).toContain('Of which of the following is this so: “the sac contains the appendix”?');
  expect((await ask(hernias, 'match'))[0]?.items).toHaveLength(4);
});

test('labels of a chapter are no names', () => {
  const text = 'Treatment: rest and fluids.\nDiagnosis: by culture of the blood.\nPrognosis: good in most people.';
  expect(readGlossaries(passageOf(text))).toEqual([]);
});
