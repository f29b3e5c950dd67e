import { expect, test } from 'vitest';
import { ownAllergenIn } from './own-allergen.ts';

test.each([
  ["I'm allergic to peanuts, can I eat peanut butter?", [], { allergy: 'peanuts', food: 'peanut butter' }],
  ['can I eat prawns?', ['I have a shellfish allergy.'], { allergy: 'shellfish', food: 'prawns' }],
  ["I'm allergic to nuts. Can I have walnuts with it?", [], { allergy: 'nuts', food: 'walnuts' }],
])('%s', (message, heard, own) => expect(ownAllergenIn(message, heard)).toEqual(own));

test.each([
  ['my sister is allergic to peanuts, can I eat peanut butter?'],
  ["I'm not allergic to peanuts, can I eat peanut butter?"],
  ["I'm allergic to peanuts, can I eat apples?"],
  ["I'm allergic to peanuts."],
  ['can I eat peanut butter?'],
])('%s', (message) => expect(ownAllergenIn(message)).toBeUndefined());
