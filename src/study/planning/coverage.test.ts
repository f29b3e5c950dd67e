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
