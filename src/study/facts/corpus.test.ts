import { expect, test } from 'vitest';
import { makeQuestions } from '../quiz/quiz.ts';
import type { Passage } from '../types.ts';
import { openCorpus } from './corpus.ts';
import { readSentences } from './sentences.ts';

function passage(id: number, text: string): Passage {
  const source = { id: `p${id}`, source_type: 'internal_doc', service: 'x' } as const;
  return { id: `p${id}`, material: 'x', chapter: '1.1', chapter_title: 'x', topic: 'x', text, source };
}

test('lists, broken lines and footnotes are read as sentences', () => {
  expect(readSentences('- Renin is an en-\nzyme.[3] It is made\nin the kidney.\n- Second.')).toEqual([
    'Renin is an enzyme.',
    'It is made in the kidney.',
    'Second.',
  ]);
});

test('terms are found by any of their names, and abbreviations are learned', async () => {
  const corpus = await openCorpus([
    passage(
      1,
      'The functional residual capacity (FRC) is the volume that stays in the lungs. The FRC falls in obesity.',
    ),
  ]);
  expect(corpus.mentioning(['functional residual capacities'])).toHaveLength(1);
  expect(corpus.aliases('FRC')).toEqual(['functional residual capacity']);
});

test('a course of 2,000 pages is read in pieces, and asked about', async () => {
  const filler = (id: number) =>
    passage(
      id,
      `On ward ${id} the rounds of that morning were long and nobody wrote anything of note into the books of the house.`,
    );
  const course = Array.from({ length: 6000 }, (_, id) =>
    id === 4321
      ? passage(id, 'Renin is secreted by the juxtaglomerular cells in response to a fall in renal perfusion pressure.')
      : filler(id),
  );
  let turns = 0;
  const others = setInterval(() => turns++, 1);
  const corpus = await openCorpus(course);
  clearInterval(others);
  expect(turns).toBeGreaterThan(3);
  const order = {
    corpus,
    passages: course.slice(4300, 4340),
    all: course,
    count: 3,
    kinds: ['choice'] as const,
    seed: 's',
  };
  const [question] = await makeQuestions(order);
  expect(question).toMatchObject({ passage: { id: 'p4321' } });
});

test('a heading of a PDF is no part of the sentence below it', () => {
  const text =
    'Renal acid handling\n1 Bicarbonate\nThe proximal tubule reabsorbs about 80 % of\nthe filtered bicarbonate. Acetazolamide\ninhibits carbonic anhydrase.\n2 Titratable acid\nPhosphate is the main urinary buffer.';
  expect(readSentences(text)).toEqual([
    'Renal acid handling',
    '1 Bicarbonate',
    'The proximal tubule reabsorbs about 80 % of the filtered bicarbonate.',
    'Acetazolamide inhibits carbonic anhydrase.',
    '2 Titratable acid',
    'Phosphate is the main urinary buffer.',
  ]);
});
