/** A topic of which the material says little: each level tells something else around it. */
import { expect, test } from 'vitest';
import { surroundingsOf } from './around.ts';
import { levelPlan } from './levels.ts';
import { LEVELS, type Passage } from './types.ts';

const passage = (id: string, topic: string, text: string, title = 'Porphyria') =>
  ({
    id,
    topic,
    text,
    chapter: '1',
    chapter_title: topic,
    source: { source_type: 'internal_doc', title },
  }) as Passage;
const treatment = passage(
  'a',
  'Treatment of attacks',
  'Haemin 3 mg/kg is the treatment of choice for attacks in the liver. Givosiran silences ALAS1 in the liver and is given to people with attacks.',
);
const synthesis = passage(
  'b',
  'Synthesis',
  'Hepatic ALA synthase (ALAS1) is the rate-limiting enzyme of haem synthesis.',
);
const eyes = passage(
  'c',
  'Eyes',
  'The other eye is treated because of a risk of attacks of 50 % in people.',
  'Glaucoma',
);

test('the words in it for a beginner, what is done for a clinician, and nothing that is far off', () => {
  const told = [
    {
      text: 'Givosiran silences ALAS1 in the liver and is given to people with attacks.',
      passage: treatment,
      isError: false,
    },
  ];
  const around = { passages: [treatment, synthesis, eyes], names: ['givosiran'] };
  const [beginner, exam, clinician] = LEVELS.map((level) =>
    surroundingsOf(told, around, levelPlan(level)).flatMap(({ sentences }) => sentences.map(({ text }) => text)),
  );
  expect(beginner).toEqual(['Hepatic ALA synthase (ALAS1) is the rate-limiting enzyme of haem synthesis.']);
  expect(clinician?.[0]).toMatch(/^Haemin 3 mg/);
  expect([...exam!, ...clinician!].join(' ')).not.toContain('other eye');
});

test('of what is told at length nothing more is said', () => {
  const told = Array.from({ length: 6 }, (_, at) => ({
    text: `Sentence ${at} of attacks.`,
    passage: treatment,
    isError: false,
  }));
  expect(surroundingsOf(told, { passages: [treatment], names: [] }, levelPlan('exam'))).toEqual([]);
});

test('what a paragraph says of another thing without its name is not told here', () => {
  const vertigo = passage(
    'v',
    'Vertigo',
    "Benign paroxysmal positional vertigo is caused by otoconia. Its attacks last less than a minute.\n\nMénière's disease is a triad of vertigo, hearing loss and tinnitus. Attacks last 20 minutes to 12 hours and are treated with 8 mg of betahistine.",
  );
  const told = [{ text: 'Its attacks last less than a minute.', passage: vertigo, isError: false }];
  for (const level of LEVELS) {
    const parts = surroundingsOf(
      told,
      { passages: [vertigo], names: ['benign paroxysmal positional vertigo', 'BPPV'] },
      levelPlan(level),
    );
    expect(parts.flatMap(({ sentences }) => sentences.map(({ text }) => text)).join(' ')).not.toContain('12 hours');
  }
});
