import { expect, test } from 'vitest';
import { topicName } from './topic-name.ts';

const from = (section: string) => ({
  id: 'x',
  source_type: 'internal_doc' as const,
  title: 'A',
  service: 'Course',
  section,
});

test('a heading of one word is told with what it is of, a thing and a longer one by itself', () => {
  expect(topicName('Others', from('Immune deficiency › Others'))).toBe('Immune deficiency: Others');
  expect(topicName('Vectors', from('Parasites › Vectors'))).toBe('Parasites: Vectors');
  expect(topicName('Asthma', from('The lung › Asthma'))).toBe('Asthma');
  expect(topicName('The loop of Henle', from('The kidney › The loop of Henle'))).toBe('The loop of Henle');
  expect(topicName('Others', from('Others'))).toBe('Others');
});
