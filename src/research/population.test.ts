import { expect, test } from 'vitest';
import { groupsIn, isFor } from './population.ts';

test.each([
  ['In 312 patients aged 12 years and older, orvanib …', ['children', 'adolescents', 'adults', 'older adults']],
  ['Children aged 6 to 11 years', ['children']],
  ['6-11-year-olds', ['children']],
  ['adults ≥ 65 years of age', ['adults', 'older adults']],
  ['It was given to patients under 18.', ['infants', 'newborns', 'children', 'adolescents']],
  ['Follow-up was over 5 years in 40 to 60 sites, 2 to 5 years later.', []],
])('%s speaks of %j', (text, groups) => expect(groupsIn(text).toSorted()).toEqual(groups.toSorted()));

test('a source is for a group by the years of whom it studied', () => {
  const row = { title: 'ORBIT-3', excerpt: 'Attacks fell.', groups: groupsIn('patients aged 12 years and older') };
  expect(isFor(row, 'adolescents')).toBe(true);
  expect(isFor({ ...row, groups: groupsIn('adults') }, 'adolescents')).toBe(false);
});

test('an age is a group', () => {
  expect(groupsIn('my 6 year old')).toEqual(['children']);
  expect(groupsIn('an 8-month-old')).toEqual(['infants', 'children']);
});
