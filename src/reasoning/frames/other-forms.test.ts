import { expect, test } from 'vitest';
import { ask } from '../answers/fixture.ts';
import { subjectsIn } from './subjects.ts';

test.each([
  ['can I have ibuprofen gel for my knee, or tablets?', ['drug:ibuprofen_gel', 'drug:ibuprofen']],
  ['ibuprofen tablets or gel for the knee?', ['drug:ibuprofen', 'drug:ibuprofen_gel']],
  ['ibuprofen gel or paracetamol?', ['drug:ibuprofen_gel', 'drug:acetaminophen']],
  ['ibuprofen tablets or capsules?', ['drug:ibuprofen']],
])('%s', (text, expected) => {
  const drugs = subjectsIn(text).filter(({ kind }) => kind === 'drug');
  expect(drugs.map(({ id }) => id)).toEqual(expected);
});

test('a yes to the gel is none to the tablets', () => {
  const person = { age: 72, has: ['heart failure'], takes: ['apixaban 5 mg twice daily'] };
  for (const asked of ['can I have ibuprofen gel for my knee, or tablets?', 'ibuprofen tablets or gel for the knee?'])
    expect(ask(person, asked)).toMatch(/^Ibuprofen: no; ibuprofen gel: /);
});
