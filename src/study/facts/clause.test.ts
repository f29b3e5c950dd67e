import { expect, test } from 'vitest';
import { leansOutside } from './clause.ts';

test.each([
  ['Potassium and glucose are checked every 30 minutes during it.', true],
  ['Lipid emulsion 20% is its antidote: 1.5 mL/kg over 1 minute.', true],
  ['Sweating distinguishes it from the anticholinergic toxidrome.', true],
  ['The kidney filters plasma and returns most of it.', false],
  ['Ureters carry urine and drain it into the bladder.', false],
  ['Insulin lowers glucose by moving it into cells.', false],
])('a pronoun right behind the verb is something that stands elsewhere: %s %s', (text, leans) => {
  expect(leansOutside(text)).toBe(leans);
});
