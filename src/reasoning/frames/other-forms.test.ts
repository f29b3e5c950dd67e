import { expect, test } from 'vitest';
import { ask, talk } from '../answers/fixture.ts';
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

test('what was spoken of before is meant in the form that is named now', () => {
  const person = { age: 72, has: ['heart failure'], takes: ['apixaban 5 mg twice daily'] };
  const [tablets, gel] = talk(person, ['can I take ibuprofen', 'what about the gel']);
  expect(tablets).toMatch(/^No: ibuprofen is not for you/);
  expect(gel).toMatch(/ibuprofen gel/);
  expect(gel).not.toMatch(/^No: ibuprofen is not for you/);
});

test('what is taken on the morning of an operation is no matter of the list', () => {
  const person = {
    age: 72,
    has: ['heart failure'],
    takes: ['furosemide 40 mg once daily'],
    notes: ['Orthopaedic letter @30 | Right knee replacement listed for 9 July 2026. Nothing to eat from midnight.'],
  };
  const [, said] = talk(person, ['when is the knee operation', 'do I take the furosemide that morning']);
  expect(said).toMatch(/^Do not stop anything on your own: ask those who operate\./);
});
