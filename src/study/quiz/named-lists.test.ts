import { expect, test } from 'vitest';
import type { Passage } from '../types.ts';
import { openChance } from './chance.ts';
import { askNamedList } from './list-questions.ts';
import { sectionLists } from './named-lists.ts';

function passage(section: string, text: string): Passage {
  const source = { id: section, source_type: 'internal_doc', title: 'Nephrotic syndrome' } as Passage['source'];
  return {
    ...{ id: section, material: 'own', chapter: '1.1', chapter_title: section, topic: 'Nephrotic syndrome' },
    ...{ section, text, source },
  };
}

const causes = passage('causes', 'Minimal change disease\nMembranous nephropathy\nDiabetic nephropathy\nAmyloidosis');

test('a course of one chapter is asked what is not named in a list of it, and for the list', () => {
  const lists = sectionLists([causes, passage('symptoms', 'Facial swelling, frothy urine, weight gain.')]);
  expect(lists.map(({ section, items }) => [section, items.length])).toEqual([
    ['causes', 4],
    ['symptoms', 3],
  ]);
  // Of symptoms there are always more than a chapter names: what is none of them nobody can say.
  expect(askNamedList('which_not', lists[1]!, () => lists, openChance('x'))).toBeUndefined();
  for (const list of lists.slice(0, 1)) {
    const question = askNamedList('which_not', list, () => lists, openChance('x'));
    expect(question?.stem).toBe(`Which of the following is NOT named among the ${list.section} of nephrotic syndrome?`);
    const key = question?.key.kind === 'option' ? question.key.text : '';
    expect(list.passage.text.toLowerCase()).not.toContain(key.toLowerCase());
    expect(question?.options).toHaveLength(4);
  }
  expect(askNamedList('short', lists[1]!, () => lists, openChance('x'))?.key).toMatchObject({
    text: 'Facial swelling, frothy urine and weight gain',
  });
});

test.each([
  ['what says something of its list', 'Furosemide, bumetanide and torasemide reduce oedema.'],
  ['two things', 'Rest, fluids.'],
])('%s is no list', (_, text) => {
  expect(sectionLists([passage('treatment', text)])).toEqual([]);
});
