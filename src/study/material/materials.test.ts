import { expect, test } from 'vitest';
import type { Search } from '../../search/index.ts';
import type { StudyStore } from '../../storage/index.ts';
import { openMaterials } from './materials.ts';

/** So many courses of one document each, and how often one was read. */
function openCourses(many: number) {
  const ids = Array.from({ length: many }, (_, at) => `course-${at}`);
  const read: string[] = [];
  const updated = new Map(ids.map((id) => [id, 1]));
  const search = {
    scopes: async () => ids.map((scope) => ({ scope, chunks: 1, updated: updated.get(scope) })),
    contents: async (scope: string) => {
      read.push(scope);
      const title = `Notes of ${scope} ${updated.get(scope)}`;
      const source = { source_type: 'internal_doc', title, section: title };
      return [{ id: `${scope}#1`, file: `${scope}.md`, title, text: 'The kidney filters blood.', source }];
    },
  } as unknown as Search;
  const store = { courses: () => [], keepers: () => new Map() } as unknown as StudyStore;
  return { materials: openMaterials(search, store), read, updated };
}

test('a name that nobody knows is told without reading all courses each time, however many there are', async () => {
  const { materials, read, updated } = openCourses(20);
  await expect(materials.open('Nothing of the kind')).rejects.toMatchObject({ code: 'MATERIAL_UNKNOWN' });
  expect(read).toHaveLength(20);
  await expect(materials.open('Nothing either')).rejects.toMatchObject({ code: 'MATERIAL_UNKNOWN' });
  expect(read).toHaveLength(20);
  // What changed is read again, and found by what it is called now.
  updated.set('course-3', 2);
  expect(await materials.open('Notes of course-3 2')).toMatchObject({ id: 'course-3' });
  expect(read).toHaveLength(21);
});
