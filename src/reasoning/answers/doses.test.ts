import { expect, test } from 'vitest';
import { ask } from './fixture.ts';

const child = { age: 6, months: 78, values: { 'body weight': 21.4 } };

test('a child gets the amount by weight, and in millilitres where the bottle is named', () => {
  expect(ask(child, 'how much paracetamol can she have?')).toMatch(/about 320 mg in one dose/);
  expect(ask(child, 'how much tylenol liquid (160 per 5) can she have')).toMatch(
    /320 mg, 10 mL of a liquid with 160 mg in 5 mL/,
  );
  expect(ask(child, 'how many ml of ibuprofen suspension 100mg/5ml should I give her')).toMatch(/10\.7 mL of a liquid/);
});

test('a number that is no strength of a liquid makes no millilitres', () => {
  expect(ask(child, 'how much paracetamol can she have, her temp is 38.9 since 2/11')).not.toMatch(/mL of a liquid/);
});

test('what a paper prescribes for fever stands, whatever else the same paper forbids', () => {
  const notes = [
    'Neurology letter @100 | Then levetiracetam, never phenytoin. Fever: acetaminophen 15 mg/kg q6h early; hot bath off limits.',
  ];
  expect(ask({ ...child, notes }, 'how much tylenol can she have')).toMatch(/about 320 mg/);
});
