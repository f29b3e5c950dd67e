import { expect, test } from 'vitest';
import { ask } from './fixture.ts';
import { reactedTo } from './reactions.ts';

test.each([
  ['Aged 2: rash, fever, swollen joints nine days after cefaclor for an ear infection.', ['drug:cefaclor']],
  ['Wheeze 40 minutes after ibuprofen 200 mg for a headache.', ['drug:ibuprofen']],
  ['Not to have cefaclor again.', ['drug:cefaclor']],
  ['If a rash comes after amoxicillin, ring us.', []],
  ['No more fluconazole without asking us.', []],
  ['Penicillin was tolerated before and after.', []],
])('%s', (text, ids) => {
  expect(reactedTo({ text })).toEqual(ids);
});

test('the list of allergies is told with the reactions that only papers know, also where a form is why it is asked', () => {
  const person = {
    age: 14,
    allergic: ['peanut'],
    notes: ['Rash and swollen joints nine days after cefaclor. Not to have cefaclor again.'],
  };
  for (const asked of [
    'Can you list what im allergic to, its for a form',
    'filling in the camp form, list everything I am allergic to',
  ]) {
    const said = ask(person, asked);
    expect(said).toMatch(/peanut/);
    expect(said).toMatch(/reaction to cefaclor/);
    expect(said).not.toMatch(/no allergy to filling/);
  }
});

test('what a form asks for is looked up, not explained', () => {
  expect(ask({ age: 14 }, 'camp form asks for blood group, what is it')).toMatch(/no blood group in your record/);
});

test('a name that only a paper knows is refused by that paper', () => {
  const said = ask(
    {
      has: ['heart failure'],
      notes: ['2) No salt substitutes (Salminor, potassium chloride). 3) Weigh every morning.'],
    },
    'could i use Salminor instead of normal salt then, the shop has it',
  );
  expect(said).toMatch(/^No, do not use Salminor/);
});

test.each([
  [
    'Because of her penicillin allergy she was treated with doxycycline and needed oxygen.',
    ['drug:doxycycline'],
    false,
  ],
  ['Hives after being given amoxicillin.', ['drug:amoxicillin'], true],
])('what is given instead was not reacted to: %s', (text, [id], is) => {
  expect(reactedTo({ text }).includes(id!)).toBe(is);
});

test('what its like did gravely speaks against it, and what another medicine did does not', () => {
  const person = {
    has: ['type 2 diabetes', 'heart failure'],
    notes: ['Dx: EUGLYCEMIC DKA on empagliflozin. ICU 2 d.', 'Agranulocytosis on carbimazole.'],
  };
  expect(ask(person, 'The clinic says I should start Farxiga. Any reason I should not?')).toMatch(
    /No: dapagliflozin is not for you.*grave harm by empagliflozin.*Do not start it: tell the clinic/s,
  );
  expect(ask(person, 'can I take carbimazole?')).toMatch(/^\**No/);
  expect(ask(person, 'can I take propylthiouracil?')).not.toMatch(/grave harm/);
});

test('what followed a dose stands in the next sentence, and answers for the whole group', () => {
  const person = {
    age: 41,
    notes: [
      'Infected finger after a splinter, cefalexin 500 mg. Within an hour hives on trunk and arms. Should have no cefalexin.',
    ],
  };
  for (const asked of ['Have I ever reacted to an antibiotic?', 'am i allergic to cefalexin'])
    expect(ask(person, asked)).toMatch(/^Yes, by your papers/);
  const borne = { age: 41, notes: ['Sore throat, penicillin V 500 mg. Within a week the throat was fine.'] };
  expect(ask(borne, 'Have I ever reacted to an antibiotic?')).toMatch(/^No/);
});
