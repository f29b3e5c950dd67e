import { expect, test } from 'vitest';
import { ask, talk } from './fixture.ts';

const CHAIR = {
  age: 52,
  notes: [
    'Wound nurse note @18 | Till the sore is closed: 2 hours at most in the chair, then 2 hours on the side, never on the back. The 4 hours of the 2024 paper do not count at present. The cushion lost air.',
    'Diet note @200 | Two protein drinks a day, one of them at bedtime.',
  ],
};

test('a further question that names nothing is about the paper that was quoted', () => {
  const [first, why, lying] = talk(CHAIR, [
    'how long can I be in the chair right now',
    'why not the 4 like before?',
    'and lying, can I be on my back in between',
  ]);
  expect(first).toMatch(/2 hours at most/);
  expect(why).toMatch(/4 hours of the 2024 paper do not count/);
  expect(lying).toMatch(/never on the back/);
});

test('how long is found where the paper says until when', () => {
  const person = {
    age: 31,
    notes: ['Antenatal note @90 | Pre-eclampsia in 2021. Aspirin 150 mg at night from 12 weeks until 36 weeks.'],
  };
  const [, until] = talk(person, ['what did they say about pre-eclampsia', 'until when?']);
  expect(until).toMatch(/until 36 weeks/);
});

test('what two medicines do to each other is not pushed where the own plan minds it', () => {
  const takes = ['tadalafil 10 mg when needed', 'nitroglycerin 2% ointment when needed'];
  const question = 'how long can I be in the chair right now';
  expect(ask({ ...CHAIR, takes }, question)).toMatch(/cannot wait/);
  const minded = [
    ...CHAIR.notes,
    'Care plan @30 | Nitroglycerin ointment above 150. Not if he has had tadalafil in 48 hours.',
  ];
  expect(ask({ ...CHAIR, takes, notes: minded }, question)).not.toMatch(/cannot wait/);
});

test('no yes where a paper rules on it in the very words of the question', () => {
  const person = {
    age: 14,
    notes: ['Dietitian note | Protein shakes and bars: a single one has 25 g, so no. She wants to be like the others.'],
  };
  expect(ask(person, 'can I have a protein shake')).not.toMatch(/^Yes/);
});

test('a medicine that only its purpose or its kind describes', () => {
  const person = {
    age: 52,
    takes: ['sertraline 100 mg'],
    stopped: ['oxybutynin 10 mg @900', 'warfarin 5 mg @5000'],
    notes: ['Urology letter @200 | Oxybutynin was stopped: dry mouth.'],
  };
  const [which, why] = talk(person, ['what was the bladder pill I used to take', 'why did I quit it?']);
  expect(which).toMatch(/Oxybutynin/);
  expect(which).not.toMatch(/warfarin/i);
  expect(why).toMatch(/^Oxybutynin was stopped/);
});
