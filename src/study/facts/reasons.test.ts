import { expect, test } from 'vitest';
import type { Passage } from '../types.ts';
import { openCorpus } from './corpus.ts';
import { readReasons } from './reasons.ts';

async function stemsOf(text: string): Promise<string[]> {
  const source = { source_type: 'internal_doc', id: 'p', service: 'm' } as Passage['source'];
  const passage = { id: 'p', material: 'm', chapter: '1', chapter_title: 'Skin', topic: 'Skin', text, source };
  return (await openCorpus([passage])).sentences.flatMap(readReasons).map(({ stem }) => stem);
}

test('no reason is asked of what stands in another clause', async () => {
  expect(
    await stemsOf(
      'Dapsone relieves itching; G6PD must be checked before it is given, because it causes oxidative haemolysis.',
    ),
  ).toEqual([]);
});

test('an article within a question is small', async () => {
  expect(await stemsOf('A full-thickness burn is painless, because the nerve endings are destroyed.')).toEqual([
    expect.stringContaining('Why is a full-thickness burn painless?'),
  ]);
});
