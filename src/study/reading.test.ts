import { afterEach, expect, test } from 'vitest';
import { keepThreads } from '../threads/index.ts';
import { explainFrom } from './explaining.ts';
import { openCourses } from './reading.ts';
import type { Passage } from './types.ts';

let close: (() => Promise<void>) | undefined;
afterEach(async () => {
  await close?.();
  close = undefined;
});

const passage = (id: string, topic: string, text: string) =>
  ({
    ...{ id, material: 'course', chapter: '1', chapter_title: 'Thyroid', topic, text },
    source: { id, source_type: 'internal_doc', service: 'course', title: 'Thyroid' },
  }) as unknown as Passage;
const COURSE = [
  passage(
    'p1',
    'Hyperthyroidism',
    'Graves disease is the commonest cause of hyperthyroidism. It is caused by antibodies.',
  ),
  passage(
    'p2',
    'Graves disease',
    'Graves disease is treated with carbimazole. Carbimazole blocks the thyroid peroxidase.',
  ),
];
const ORDER = {
  topic: 'Graves disease',
  level: 'exam',
  material: 'course',
  names: ['Graves disease'],
  most: 8,
} as const;
const CHOSEN = { ...ORDER, headings: [['p2']], named: ['p1'], around: true };

test('what is explained in a thread is explained as here', async () => {
  const here = explainFrom({ ...ORDER, headings: [[COURSE[1]!]], named: [COURSE[0]!], around: COURSE });
  expect(here.sentences.length).toBeGreaterThan(2);
  expect(await openCourses().explain(COURSE, CHOSEN)).toEqual(here);
  close = keepThreads();
  expect(await openCourses().explain(COURSE, CHOSEN)).toEqual(here);
});

test('what is not told of in a thread is said as here', async () => {
  close = keepThreads();
  const nothing = { ...CHOSEN, headings: [], named: [], around: false };
  await expect(openCourses().explain(COURSE, nothing)).rejects.toMatchObject({ code: 'TOPIC_UNKNOWN' });
});
