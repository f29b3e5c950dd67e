import { expect, test } from 'vitest';
import { ask } from './fixture.ts';

const ASTHMA = {
  age: 14,
  has: ['asthma'],
  takes: ['budesonide/formoterol', 'salbutamol'],
  notes: ['Pharmacy print: last Symbicort dispensed in April 2026 (60 inhalations).'],
};

test('an illness that gets worse while its medicine is not fetched: that is the likeliest cause', () => {
  expect(ask(ASTHMA, 'why is my asthma getting worse?')).toMatch(
    /^Most likely because doses of budesonide\/formoterol are missed\./,
  );
});

test('what is only a rule for missed doses is no lapse', () => {
  const told = ask(
    { ...ASTHMA, notes: ['If a dose of Symbicort is missed, take it when you remember.'] },
    'why is my asthma getting worse?',
  );
  expect(told).not.toMatch(/are missed/);
});

test('of a medicine whose dose was raised the step is told, not its first day', () => {
  const told = ask(
    {
      age: 14,
      has: ['attention deficit hyperactivity disorder'],
      takes: ['methylphenidate'],
      notes: ['Methylphenidate raised from 20 to 30 mg.'],
    },
    'I have no appetite at all. Is that from one of my tablets?',
  );
  expect(told).toMatch(/methylphenidate, raised from 20 to 30 mg|Methylphenidate \(raised from 20 to 30 mg/i);
});

test('why somebody can not have what they never had is what speaks against it, not that nothing was stopped', () => {
  const told = ask(
    { age: 78, has: ['mechanical heart valve', 'atrial fibrillation'], takes: ['acenocoumarol'] },
    'My sister has Eliquis for the same thing. Why can I not have that?',
  );
  expect(told).toMatch(/^No: apixaban is not for you/);
  expect(told).toMatch(/mechanical heart valve/);
  expect(told).not.toMatch(/both anticoagulants/);
});
