import { expect, test } from 'vitest';
import { ask, talk } from './fixture.ts';

/** The day of the examples is 15 Jun 2026. */
test('a medicine is meant by what it is for here, whichever class its description is the name of', () => {
  const person = { age: 44, has: ["Graves' disease"], takes: ['carbimazole 10 mg once a day'] };
  expect(ask(person, 'how much of the thyroid tablet do I take now')).toMatch(/carbimazole 10 mg/);
  expect(ask({ age: 44, takes: ['amlodipine 5 mg'] }, 'how much of the thyroid tablet do I take')).toMatch(
    /no thyroid tablet/i,
  );
});

test('form and rhythm say which of several is meant', () => {
  const person = {
    age: 75,
    has: ['osteoporosis'],
    takes: ['zoledronic acid 5 mg infusion once a year'],
    stopped: ['alendronic acid 70 mg once weekly @800'],
  };
  const [which, why] = talk(person, ['what was the weekly bone tablet I had', 'why?']);
  expect(which).toMatch(/^Alendronic acid was stopped/);
  expect(why).toMatch(/^Alendronic acid was stopped/);
  expect(ask(person, 'what is the bone drip I have')).toMatch(/zoledronic acid/i);
});

test('what was given up in a year is that, and not all that was taken then', () => {
  const person = {
    age: 70,
    has: ["Parkinson's disease"],
    takes: ['rasagiline 1 mg @1900'],
    stopped: ['pramipexole 0.7 mg @1700'],
    notes: ['Clinic letter @200 | Pramipexole was stopped because he gambled.'],
  };
  const said = ask(person, 'what was the parkinsons drug I had to come off in 2024');
  expect(said).toMatch(/^Pramipexole was stopped/);
  expect(said).not.toMatch(/rasagiline/i);
});

test('which of a kind did harm is one of that kind', () => {
  const person = {
    age: 64,
    takes: ['metformin 500 mg twice a day'],
    stopped: ['indapamide 1.5 mg @900'],
    notes: ['Diabetes review @60 | If the eGFR falls under 45 metformin is not raised.'],
  };
  expect(ask(person, 'which water tablet was it that made me fall')).toMatch(/^Indapamide/);
});

test('a dose that goes by steps is told with its next one', () => {
  const person = {
    age: 72,
    has: ['polymyalgia rheumatica'],
    takes: ['prednisolone 6 mg every morning @10'],
    notes: ['Rheumatology letter @11 | Prednisolone 6 mg from 5 June for eight weeks, then 5 mg from 1 August.'],
  };
  expect(ask(person, 'what dose of the steroid am I on and when does it drop')).toMatch(
    /next step is 5 mg from 1 Aug 2026/,
  );
  const over = { ...person, notes: ['Letter @400 | Prednisolone 15 mg from 1 May, then 10 mg from 1 June.'] };
  expect(ask(over, 'what dose of the steroid am I on')).not.toMatch(/next step/);
});

test('the paper that names the very dose of the list does not change it, nor one that forbids stopping', () => {
  const person = {
    age: 44,
    takes: ['carbimazole 10 mg once a day @60'],
    notes: [
      'Endocrine letter @60 | I have reduced carbimazole from 20 mg to 10 mg daily. She must not stop carbimazole by herself.',
    ],
  };
  expect(ask(person, 'what dose of carbimazole do I take')).toMatch(/^Your record says: carbimazole 10 mg/);
});

test('what was tried for an illness counts what only a paper names as tried for it', () => {
  const person = {
    age: 44,
    has: ['heavy periods'],
    takes: ['tranexamic acid 500 mg'],
    stopped: ['mefenamic acid 500 mg @1800'],
    notes: ['Gynaecology letter @60 | Heavy periods. Previous: mefenamic acid 2021 (wheeze), tranexamic acid helps.'],
  };
  expect(ask(person, 'what have they tried for my heavy periods')).toMatch(/Mefenamic acid/);
});

test('the level of the medicine that is taken for an illness is meant by the illness', () => {
  const person = {
    age: 31,
    has: ['bipolar disorder'],
    takes: ['lithium 400 mg twice a day'],
    values: { 'lithium level': 0.41 },
  };
  expect(ask(person, 'is my bipolar med level high enough now')).toMatch(/0\.41/);
});
