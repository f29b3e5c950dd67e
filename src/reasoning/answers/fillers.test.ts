/** What a tablet is made with stands in no record: neither claimed nor denied. */
import { expect, test } from 'vitest';
import { ask } from './fixture.ts';

const person = { age: 40, takes: ['levothyroxine 50 ug', 'ramipril 5 mg'], allergic: ['lactose: diarrhoea'] };

test.each([
  'which of my pills has lactose in it?',
  'do any of my meds contain lactose?',
  'is there lactose in my tablets',
  'are my tablets lactose free?',
])('%s', (message) => {
  const said = ask(person, message);
  expect(said).toMatch(/^That I cannot tell from your record/);
  expect(said).toMatch(/levothyroxine and ramipril|ramipril and levothyroxine/);
  expect(said).toMatch(/allergy to lactose/);
});

test.each([
  'can I drink milk with my levothyroxine?',
  'can I drink alcohol with my pills?',
])('what is eaten or drunk beside them is weighed: %s', (message) =>
  expect(ask(person, message)).not.toMatch(/That I cannot tell/));
