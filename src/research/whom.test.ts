import { expect, test } from 'vitest';
import { adviceIn } from './evidence/advice.ts';
import { reachOf, reachOfStudy, whomIn } from './whom.ts';

const advice = (...sentences: string[]) =>
  adviceIn('Guideline on migraine', sentences, ['zolubine', 'triptans']).map(({ therapy, side, whom }) => [
    therapy,
    side,
    whom?.said,
  ]);

test.each([
  [
    ['We recommend zolubine in adults and against zolubine in children under 12.'],
    [
      ['zolubine', 'for', 'adults'],
      ['zolubine', 'against', 'children under 12'],
    ],
  ],
  [
    ['Zolubine is recommended.', 'It is not recommended in children under 12.'],
    [
      ['zolubine', 'for', undefined],
      ['zolubine', 'against', 'children under 12'],
    ],
  ],
  [
    ['We suggest zolubine, except in pregnancy.'],
    [
      ['zolubine', 'for', undefined],
      ['zolubine', 'against', 'pregnancy'],
    ],
  ],
  [['If triptans fail, offer zolubine.'], [['zolubine', 'for', undefined]]],
  [['Do not use zolubine except in emergencies.'], [['zolubine', 'against', undefined]]],
])('%j', (sentences, said) => expect(advice(...sentences)).toEqual(said));

test.each([
  ['children under 12', undefined, 'some'],
  ['children under 12', 'in adults', 'others'],
  ['children under 12', 'my 6 year old', 'all'],
  ['adults', undefined, 'all'],
  ['older adults', undefined, 'some'],
  ['severe renal impairment', 'people with kidney disease', 'all'],
  ['pregnant women', 'people with kidney disease', 'others'],
] as const)('what is said of %s reaches, asked for %s, %s', (said, asked, reach) => {
  expect(reachOf(whomIn(said), asked === undefined ? undefined : whomIn(asked))).toBe(reach);
});

test('a study of adults that tells of some of them apart is on those too', () => {
  const study = { whom: whomIn('pregnant women')!, subgroups: [whomIn('women with severe renal impairment')!] };
  expect(reachOfStudy(study, whomIn('people with kidney disease'))).toBe('some');
  expect(reachOfStudy({ whom: study.whom }, whomIn('people with kidney disease'))).toBe('others');
});

test('kinds of one illness are not each other; asked for neither, what is said of one is said of some', () => {
  const preserved = whomIn('patients with HFpEF');
  const reduced = whomIn('people with a reduced ejection fraction');
  expect(reachOf(preserved, reduced)).toBe('others');
  expect(reachOf(reduced, whomIn('Is it advised in HFrEF?'))).toBe('all');
  expect(reachOf(preserved, whomIn('in heart failure'))).toBe('some');
  expect(reachOf(whomIn('HFpEF or HFrEF'), reduced)).toBe('all');
});
