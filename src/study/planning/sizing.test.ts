import { expect, test } from 'vitest';
import type { Passage } from '../types.ts';
import { sizeTopics } from './sizing.ts';

const passage = (topic: string, words: number) =>
  ({ topic, chapter_title: topic, text: 'word '.repeat(words), source: { title: 'Renal' } }) as Passage;

test('a topic weighs what the material has on it', () => {
  const sized = sizeTopics(
    ['Filtration', 'Tubules', 'Elsewhere'],
    [passage('Filtration', 500), passage('Tubules', 1500)],
  );
  expect(sized?.topics).toEqual([{ topic: 'Filtration', weight: 0.5 }, { topic: 'Tubules', weight: 1.5 }, 'Elsewhere']);
  expect(sized?.learning_minutes).toBe(60);
});

test('of what the material does not name nothing is known', () => {
  expect(sizeTopics(['Elsewhere'], [passage('Filtration', 500)])).toBeUndefined();
});
