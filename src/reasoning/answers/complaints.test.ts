import { expect, test } from 'vitest';
import { ask } from './fixture.ts';

test('what calls for help now is not put down to the tablet that is harmless', () => {
  const person = { age: 71, takes: ['apixaban 5 mg twice a day', 'ferrous sulfate 325 mg @30'] };
  const said = ask(person, 'is it the iron pills making my stools so black, its like tar');
  expect(said).toMatch(/^Black stools while taking apixaban can be bleeding/);
  expect(said).toMatch(/Do not put black stools down to iron pills/);
  expect(said).not.toMatch(/Yes, likely|harmless/);
});
