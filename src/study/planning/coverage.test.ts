import { expect, test } from 'vitest';
import type { OpenMaterials } from '../material/materials.ts';
import { chaptersOf } from './coverage.ts';

test('a part of a chapter is planned with what it is a part of', async () => {
  const titles = ['Thyroid storm', 'Treatment', 'Causes', 'Iodine and thionamides'];
  const course = {
    documents: [{ title: 'Thyroid storm', chapters: titles.map((title) => ({ title })) }],
    passages: [{ source: { source_type: 'internal_doc' } }],
  };
  const material = { course: async () => course } as unknown as OpenMaterials;
  expect(await chaptersOf('thyroid', material)).toEqual([
    'Thyroid storm',
    'Thyroid storm: Treatment',
    'Thyroid storm: Causes',
    'Iodine and thionamides',
  ]);
});

test('of several documents a heading of one word is told with its own', async () => {
  const documents = ['Immune deficiency', 'Parasites'].map((title) => ({
    title,
    chapters: ['Others', 'Severe malaria'].map((name) => ({ title: name })),
  }));
  const course = { documents, passages: [{ source: { source_type: 'internal_doc' } }] };
  const material = { course: async () => course } as unknown as OpenMaterials;
  expect(await chaptersOf('course', material)).toEqual([
    ...['Immune deficiency: Others', 'Severe malaria', 'Parasites: Others', 'Severe malaria'],
  ]);
});
