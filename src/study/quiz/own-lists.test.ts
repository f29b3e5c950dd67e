/** Lists of a course of one's own: what does not belong is of another list beside it, or of the same family. */
import { expect, test } from 'vitest';
import { openCorpus } from '../facts/corpus.ts';
import type { Passage, QuestionKind } from '../types.ts';
import { makeQuestions } from './quiz.ts';

function passage(id: string, topic: string, text: string): Passage {
  const source = { source_type: 'internal_doc', id, service: 'm', title: 'Course' } as Passage['source'];
  return { id, material: 'm', chapter: `1.${id}`, chapter_title: topic, topic, text, source };
}

const course = [
  passage(
    '1',
    'Snakebite',
    'Elapids (cobras, kraits, mambas, coral snakes) have short fixed fangs. Viperids (adders, rattlesnakes, lanceheads) have long hinged fangs. Symptoms (fever, chills, rash) are common.',
  ),
  passage(
    '2',
    'Porphyria',
    'Triggers of an attack include barbiturates, rifampicin, fasting and alcohol. Morphine and chlorpromazine are safe in an attack.',
  ),
  passage(
    '3',
    'Transfusion',
    'Cryoprecipitate contains fibrinogen, factor VIII, von Willebrand factor and fibronectin. The bag is thawed.',
  ),
  passage(
    '4',
    'Blisters',
    "Bullous pemphigoid is a subepidermal blistering disease of the elderly that itches for weeks. Pemphigus vulgaris is an autoimmune disease with flaccid blisters in the mouth. Dermatitis herpetiformis is an itchy eruption of the elbows that follows coeliac disease. Linear IgA disease is a rare disorder of children with a string of pearls. Nikolsky's sign is the shearing of normal epidermis by lateral pressure.",
  ),
];

async function ask(kinds: readonly QuestionKind[]) {
  const corpus = await openCorpus(course);
  return makeQuestions({ corpus, passages: course, all: course, count: 30, kinds, seed: 'x' });
}

test('which is not: from brackets, from what is said to be safe, from what something contains', async () => {
  const asked = await ask(['which_not']);
  const keyOf = (part: string) => {
    const key = asked.find(({ stem }) => stem.includes(part))?.key;
    return key?.kind === 'option' ? key.text : undefined;
  };
  expect(keyOf('named among the elapids')).toMatch(/^(?:Adders|Rattlesnakes|Lanceheads)$/);
  expect(keyOf('triggers of an attack')).toMatch(/^(?:Morphine|Chlorpromazine)$/);
  expect(keyOf('components of')).toBeDefined();
  expect(asked.some(({ stem }) => /symptoms/i.test(stem))).toBe(false);
});

test('a definition is set beside the others of its chapter, an illness beside illnesses', async () => {
  const asked = (await ask(['choice'])).find(({ stem }) => stem.includes('subepidermal blistering disease'));
  const options = asked?.options.map(({ text }) => text) ?? [];
  expect(options.filter((text) => /pemphigus|herpetiformis|linear/i.test(text)).length).toBeGreaterThan(1);
  expect(options.join(' ')).not.toContain('Nikolsky');
});
