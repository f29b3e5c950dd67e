import { expect, test } from 'vitest';
import { declaredIn, isCalled, withNames } from './declared.ts';

const SOLU = 'Ferric solumaltose for iron deficiency in heart failure: a randomised trial';

test.each([
  [
    SOLU,
    'Ferric solumaltose (Solferon), an intravenous iron, was compared with placebo.',
    ['solferon', 'intravenous iron'],
  ],
  [SOLU, 'We gave ferric solumaltose, an intravenous iron preparation, to 20 adults.', ['intravenous iron']],
  [SOLU, 'Ferric solumaltose is a novel inhibitor of iron uptake.', ['inhibitor']],
  [SOLU, 'Tibenol, an intravenous iron, was given to others.', []],
  [SOLU, 'Heart failure, a disease of the heart, is common.', []],
  ['Roxadustat (formerly FG-4592) in anaemia', 'It helped.', ['fg-4592']],
  ['Roxadustat in anaemia', 'Roxadustat, previously known as FG-4592, raised haemoglobin.', ['fg-4592']],
])('%s | %s', (title, text, as) =>
  expect(
    declaredIn(title, text)
      .map((each) => each.as)
      .toSorted(),
  ).toEqual(as.toSorted()));

test('a kind is what is asked for by its last word and all others', () => {
  expect(isCalled('intravenous iron', 'iron')).toBe(true);
  expect(isCalled('oral iron', 'intravenous iron')).toBe(false);
  expect(isCalled('iron chelator', 'iron')).toBe(false);
  expect(isCalled('sglt2 inhibitor', 'SGLT2 inhibitors')).toBe(true);
  expect(withNames(['fg-4592'], [{ name: 'roxadustat', as: 'fg-4592' }])).toEqual(['fg-4592', 'roxadustat']);
});
