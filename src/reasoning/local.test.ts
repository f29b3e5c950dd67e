import { expect, test } from 'vitest';
import { openCatalogue } from '../clinical/catalogue/index.ts';
import { ask } from './answers/fixture.ts';
import { whereItActs } from './local.ts';

test.each([
  ['Tacrolimus 0.1% ointment', 'drug:tacrolimus', 'drug:tacrolimus_ointment'],
  ['Timolol 0.5% eye drops', 'drug:timolol', 'drug:timolol_eye_drops'],
  ['Tacrolimus 1 mg capsules', 'drug:tacrolimus', 'drug:tacrolimus'],
  ['Testosterone 2% gel', 'drug:testosterone', 'drug:testosterone'],
])('%s acts where it is put', (name, id, expected) => expect(whereItActs(id, name, openCatalogue())).toBe(expected));

test('an ointment asks for no levels and bars no vaccine', () => {
  const said = ask({ age: 20, takes: ['tacrolimus 0.1% ointment'] }, 'which vaccines am I due?');
  expect(said).not.toMatch(/tacrolimus/i);
});
