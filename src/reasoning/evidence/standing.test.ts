import { describe, expect, test } from 'vitest';
import { ask } from '../answers/fixture.ts';
import { illnessTests, kinIllsIn, standingsOf } from './standing.ts';

describe('what a sentence of a paper says of a thing', () => {
  test.each(illnessTests().map((row) => [row.example, row.counter, row] as const))('%s', (example, counter, row) => {
    const subject = { id: row.id, text: row.names[0]!, kind: 'condition' as const };
    expect(standingsOf(example, subject)).toContain('tested');
    expect(standingsOf(counter, subject).filter((each) => each === 'tested' || each === 'held')).toEqual([]);
  });

  test.each([
    ['HIV, HBsAg and VDRL negative.', 'condition:hiv_infection', ['tested']],
    ['Fever, cough and HIV negative.', 'condition:hiv_infection', ['tested']],
    ['HIV, HBsAg, VDRL all negative.', 'condition:hiv_infection', ['tested']],
    ['HIV positive since 2011.', 'condition:hiv_infection', ['held']],
    ['Pneumonia was excluded by chest X-ray.', 'condition:pneumonia', ['denied']],
    ['Pneumonia of the left lower lobe.', 'condition:pneumonia', ['held']],
    ['Her brother has diabetes.', 'condition:diabetes', ['kin']],
    ['She has diabetes, as her brother has.', 'condition:diabetes', ['held']],
    ['Possible pneumonia, X-ray awaited.', 'condition:pneumonia', ['doubtful']],
    ['Fever and cough, HIV negative.', 'symptom:cough', ['held']],
  ])('%s of %s', (text, id, standings) => {
    expect(standingsOf(text, { id, text: '-', kind: 'condition' })).toEqual(standings);
  });

  test('relatives and their illnesses', () => {
    expect(kinIllsIn('Her mother died of a stroke at 71 and her brother has diabetes.').map(({ id }) => id)).toEqual([
      'condition:stroke',
      expect.stringContaining('diabetes'),
    ]);
    expect(kinIllsIn('No family history of breast cancer.')).toEqual([{ id: 'condition:breast_cancer', denied: true }]);
    expect(kinIllsIn('She had a stroke at 71.')).toEqual([]);
  });
});

describe('yes and no by papers', () => {
  const bloods = { age: 30, notes: ['Booking bloods: HIV, HBsAg and VDRL negative.'] };
  test.each([
    [bloods, 'Do I have HIV?', /^No: tested negative/],
    [bloods, 'Do I have syphilis?', /^No: tested negative/],
    [bloods, 'Do I have hepatitis B?', /^No: tested negative/],
    [bloods, 'Do I have hepatitis C?', /^No: there is no hepatitis C in your record/],
    [{ age: 60, notes: ['She denies chest pain and palpitations.'] }, 'Did I have chest pain?', /^No, by your papers/],
    [
      { age: 60, notes: ['MRI lumbar spine: no spinal canal stenosis.'] },
      'Do I have spinal canal stenosis?',
      /^No, by your papers/,
    ],
    [{ age: 60, notes: ['Pneumonia was excluded by chest X-ray.'] }, 'Did I have pneumonia?', /^No, by your papers/],
    [
      { age: 60, notes: ['Pneumonia of the left lower lobe in 2019.'] },
      'Did I have pneumonia?',
      /^Yes, by your papers/,
    ],
    [
      { age: 60, notes: ['Family: her brother has diabetes.'] },
      'Do I have diabetes?',
      /^No, not by your papers: they name it of a relative/,
    ],
    [{ age: 60, notes: ['Possible pneumonia, X-ray awaited.'] }, 'Did I have pneumonia?', /^Not confirmed/],
  ])('%o: %s', (person, question, says) => {
    expect(ask(person, question)).toMatch(says);
  });

  const letter = { age: 60, notes: ['Her mother died of a stroke at 71. Her brother has diabetes. She walks daily.'] };
  test.each([
    [letter, 'did anyone in my family have a stroke', /^Yes.*mother died of a stroke at 71/s],
    [letter, 'Does heart disease or diabetes run in my family?', /^Yes.*brother has diabetes/s],
    [letter, 'Does anyone in my family have asthma?', /^No, not by/],
    [
      { age: 40, notes: ['No family history of breast cancer.'] },
      'Is there breast cancer in my family?',
      /^No, by your papers/,
    ],
    [{ age: 40, notes: ['She has asthma.'] }, 'Is there asthma in my family?', /^Your record holds no family history/],
  ])('family, %o: %s', (person, question, says) => {
    expect(ask(person, question)).toMatch(says);
  });
});

test('a test that is negative denies no complaint that stands before it', () => {
  const fever = { id: 'symptom:fever', text: 'fever', kind: 'symptom' as const };
  expect(standingsOf('Fever, cough and HIV negative.', fever)).toEqual(['held']);
  expect(standingsOf('No fever, HIV negative.', fever)).not.toContain('held');
});
