import { expect, test } from 'vitest';
import { sectionCards } from './section-cards.ts';
import type { Passage } from './types.ts';

const under = (topic: string, section: string, heading: string, text: string) =>
  ({
    ...{
      id: `${topic} ${heading}`,
      material: 'course',
      chapter: `${topic}.1`,
      chapter_title: topic,
      topic,
      section,
      text,
    },
    source: { id: 'p', source_type: 'internal_doc', title: topic, service: 'course', section: `${topic} › ${heading}` },
  }) as unknown as Passage;

const frontsOf = (...passages: Passage[]) => sectionCards(passages, 'seed').map(({ front }) => front);

test('a card asks for what its heading says: triggers are no causes, signs no symptoms, and an organ is not diagnosed', () => {
  expect(frontsOf(under('Asthma', 'causes', 'Triggers', 'Pollen and cold air set off attacks.'))).toEqual([
    'What are the triggers of asthma?',
  ]);
  expect(frontsOf(under('Heart failure', 'symptoms', 'Signs', 'A third heart sound is heard.'))).toEqual([
    'What are the signs of heart failure?',
  ]);
  expect(frontsOf(under('The adrenal gland', 'diagnosis', 'Tests', 'The Synacthen test looks for failure.'))).toEqual([
    'The adrenal gland: tests?',
  ]);
});

test('what is headed by the name of the part is asked as it always was', () => {
  expect(frontsOf(under('Asthma', 'causes', 'Causes', 'Allergy and smoke cause asthma.'))).toEqual([
    'What are the causes of asthma?',
  ]);
  expect(frontsOf(under('Asthma', 'diagnosis', 'Tests', 'Spirometry shows a low ratio.'))).toEqual([
    'How is asthma diagnosed?',
  ]);
});
