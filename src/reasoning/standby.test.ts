import { expect, test } from 'vitest';
import { ask } from './answers/fixture.ts';

const man = {
  age: 81,
  has: ['COPD @3000', 'benign prostatic hyperplasia @2000'],
  takes: ['warfarin 4 mg once daily @2500'],
  values: {
    inr: [
      [32, 3.1],
      [4, 4.6],
    ] as [number, number][],
  },
};

test('a pack that is kept for need is not taken, and explains no value', () => {
  const note =
    'Respiratory letter @20 | Rescue pack: prednisolone 30 mg for 5 days and doxycycline 200 mg first day then 100 mg. Start it if sputum turns green.';
  expect(ask({ ...man, notes: [note] }, 'why is his INR high?')).not.toMatch(/likely cause is doxycycline/);
  const taken = 'Locum note @6 | Doxycycline 100 mg once daily for 7 days for a chest infection.';
  expect(ask({ ...man, notes: [taken] }, 'why is his INR high?')).toMatch(/doxycycline/i);
});

test('what a medicine did once is no sign that it is taken; what is in a combination is no second one beside it', () => {
  const note = 'Urology note @200 | Tamsulosin helps. Retention once in 2025 after codeine.';
  for (const notes of [[note], []])
    expect(ask({ ...man, notes }, 'can he have co-codamol for his back')).not.toMatch(/are both opioids/);
  expect(ask(man, 'can he take codeine with co-codamol')).toMatch(/are both opioids/);
});

test('a blood test is looked for among tests, never among visits', () => {
  const note = 'Memory clinic @120 | MoCA 22 of 30. Review in a year.';
  expect(ask({ ...man, notes: [note] }, "when's the next blood test?")).not.toMatch(/^By a paper the next one is on/);
});
