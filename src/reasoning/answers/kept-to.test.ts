/** What is taken less than written, counted in letters, given anew each season, ruled out behind its name, or called off. */
import { expect, test } from 'vitest';
import { ask, talk } from './fixture.ts';
import { rateTold } from './less.ts';

test.each([
  ['i only take it every other day', 1 / 2],
  ['only every 3rd day', 1 / 3],
  ['only twice a week', 2 / 7],
  ['only if i am wheezy', 0],
  ['i take it with water', undefined],
])('%s', (text, rate) => {
  expect(rateTold(text)).toBe(rate);
});

test('what is taken less than it is written is no, with what it does', () => {
  const person = { age: 60, has: ['cirrhosis'], takes: ['lactulose 15 mL twice daily'] };
  const said = ask(person, "i only take the lactulose every 2nd day, that's alright isn't it");
  expect(said).toMatch(/^No, that is less than prescribed: lactulose/);
  expect(said).toMatch(/confusion from the liver/);
  expect(ask(person, 'I take lactulose twice a day, is that ok?')).not.toMatch(/less than prescribed/);
});

test('a vaccine of last winter is none of this one', () => {
  const person = { age: 70, done: { 'influenza vaccine': 400 } };
  expect(ask(person, 'have I had my flu vaccine this winter?', '2026-11-15T09:00:00Z')).toMatch(/^No, not this season/);
  expect(ask(person, 'have I ever had a flu vaccine?', '2026-11-15T09:00:00Z')).toMatch(/^Yes/);
});

test('a case for stopping a medicine, with a number in it, withholds nothing', () => {
  const person = {
    age: 45,
    takes: ['methotrexate 15 mg once a week'],
    notes: ['Bloods every month. If WBC is under 3.5 stop methotrexate and ring us.'],
  };
  expect(ask(person, 'do I take methotrexate?')).not.toMatch(/withholds it/);
});

test('what is ruled out in the sentence behind its name is no', () => {
  const person = { age: 30, notes: ['Montelukast: night terrors within weeks. Not to be tried again.'] };
  expect(ask(person, 'can I take montelukast?')).toMatch(/^No/);
});

test('courses are counted by the letter that counts them', () => {
  const person = { age: 30, has: ['asthma'], notes: ['Two courses of prednisolone this year, in February and May.'] };
  const [first] = talk(person, ['how many steroid courses have I had this year?']);
  expect(first).toMatch(/Two courses of prednisolone/);
});

test('what would stop a plan is told by the paper that says so', () => {
  const person = { age: 60, notes: ['If ALT is above 120 the cycle in December will not go ahead.'] };
  expect(ask(person, 'what would make them call it off?')).toMatch(/ALT is above 120/);
});
