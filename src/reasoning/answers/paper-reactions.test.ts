/** What only papers tell of: reactions that no list holds, and what raised a level. */
import { describe, expect, test } from 'vitest';
import { ask } from './fixture.ts';

const person = {
  age: 62,
  sex: 'male' as const,
  notes: [
    'Swelling of tongue and lips, hoarse, 5 weeks after starting ramipril.',
    'Five minutes after iomeprol (iodinated contrast medium): generalised urticaria, wheeze, treated with adrenaline.',
  ],
};

describe('a reaction that only a paper tells of', () => {
  test.each([
    ['can I take lisinopril?', /^No: lisinopril.*allergic reaction to ramipril.*Swelling of tongue/s],
    ['is ramipril ok for me?', /^No: ramipril.*Swelling of tongue/s],
    ['may I have a CT with contrast?', /^Not without asking first.*contrast.*urticaria/s],
  ])('forbids its like: %s', (message, said) => {
    expect(ask(person, message)).toMatch(said);
  });

  test('says nothing of what is not its like', () => {
    expect(ask(person, 'can I take amlodipine?')).not.toMatch(/ramipril|urticaria/);
    expect(ask({ ...person, notes: ['Swelling of both ankles on amlodipine.'] }, 'can I take nifedipine?')).not.toMatch(
      /allergic reaction/,
    );
  });

  test.each([
    'what am I allergic to, full list',
    'what was it that made my tongue swell?',
  ])('is in the answer: %s', (message) => {
    expect(ask(person, message)).toMatch(/ramipril/);
  });
});

describe('another brand', () => {
  test.each([
    [
      { age: 50, takes: ['tacrolimus 2 mg'] },
      'chemist gave me Prograf this time, said its the same as adoport. do i just take it',
      /^Not before you have asked: brands.*level/s,
    ],
    [
      { age: 50, takes: ['levothyroxine 75 ug'] },
      'The pharmacy gave me a different brand of levothyroxine, ok?',
      /^Ask before you change.*TSH/s,
    ],
    [
      { age: 50, takes: ['warfarin 5 mg'] },
      'they switched the brand of my warfarin, fine?',
      /^Not before you have asked.*INR/s,
    ],
    [
      { age: 12, takes: ['epinephrine 0.3 mg'] },
      'I got Jext instead of EpiPen, ok to use?',
      /each pen is used differently/,
    ],
    [{ age: 50, takes: ['amlodipine 5 mg'] }, 'the pharmacy gave me another make of amlodipine, ok?', /^Usually yes/],
  ])('%o: %s', (who, message, said) => {
    expect(ask(who, message)).toMatch(said);
  });
});

test('what made an INR rise is named where it is asked why', () => {
  const notes = ['Oral thrush. Daktarin oral gel (miconazole) four times a day for 14 days.'];
  const said = ask(
    { age: 72, takes: ['warfarin 5 mg'], values: { inr: 4.4 }, notes },
    'why is my blood suddenly too thin?',
  );
  expect(said).toMatch(/the likely cause is miconazole: it slows the breakdown of warfarin/);
  expect(said).not.toMatch(/cortisol/);
});

test('mania on a steroid with bipolar disorder is named', () => {
  const said = ask(
    { age: 63, sex: 'male', has: ['bipolar disorder'], takes: ['quetiapine 200 mg'] },
    'he took the prednisolone on wednesday and now no sleep for 3 nights, ordered two cars',
  );
  expect(said).toMatch(/^Elated mood on prednisolone with bipolar disorder can be mania set off by the steroid/);
});
