import { expect, test } from 'vitest';
import { ask } from './fixture.ts';

const diabetic = { age: 45, has: ['type 1 diabetes'], values: { 'LDL cholesterol': 3.9 } };

test.each([
  'do i need a statin?',
  'should i be on something for my cholesterol',
  'why am I not on a statin?',
])('what is usually offered and not taken is worth asking for: %s', (asked) => {
  const said = ask(diabetic, asked);
  expect(said).toMatch(/^It is worth asking for\. With type 1 diabetes .* a statin is usually offered/);
  expect(said).not.toMatch(/^No/);
});

test('what has no reason here is not denied as an entry, and what is taken is another question', () => {
  expect(ask({ age: 30 }, 'do i need a statin?')).toMatch(/^Your list has no statin, and I find no reason for it/);
  expect(ask({ age: 60 }, 'should I be taking aspirin?')).toMatch(/^Probably not\. Aspirin every day is no longer/);
  expect(ask({ ...diabetic, takes: ['atorvastatin 20 mg'] }, 'do i need a statin?')).not.toMatch(/worth asking/);
});
