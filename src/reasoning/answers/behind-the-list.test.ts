/** What a list, a quotation or the first fitting word would get wrong: what is withheld, left off, asked of another time, or of another case. */
import { expect, test } from 'vitest';
import { ask, talk } from './fixture.ts';

test('a medicine that a later paper withholds is not said to be taken, until one lets it go on', () => {
  const held = {
    age: 70,
    takes: ['lenalidomide 10 mg'],
    notes: ['Haematology letter @10 | I hold lenalidomide from today; he is not to take it.'],
  };
  expect(ask(held, 'do I take my lenalidomide tonight?')).toMatch(/^\W*No, not now.*I hold lenalidomide/s);
  const resumed = { ...held, notes: [...held.notes, 'Haematology letter @2 | Lenalidomide restarted at 5 mg.'] };
  expect(ask(resumed, 'do I take my lenalidomide tonight?')).not.toMatch(/not now/);
  const onlyIf = { ...held, notes: ['Haematology letter @10 | Stop lenalidomide if neutrophils fall under 1.0.'] };
  expect(ask(onlyIf, 'do I take my lenalidomide tonight?')).not.toMatch(/not now/);
});

test('going without a medicine is weighed as stopping it', () => {
  const person = { age: 54, has: ['type 2 diabetes'], takes: ['insulin glargine 34 units'] };
  for (const said of [
    'thinking of doing 3 days no insulin just water, ok?',
    'That detox thing, day 1 no insulin and just water for 3 days. Shall I go for it on monday?',
  ])
    expect(ask(person, said)).toMatch(/^\W*No, do not stop insulin/);
});

test('after a value, what else is named says of which time it is asked', () => {
  const person = {
    age: 54,
    has: ['type 2 diabetes'],
    stopped: ['gliclazide 80 mg'],
    values: { HbA1c: 77 },
    notes: ['Admission @900 | In hospital for four days.'],
  };
  const [, then] = talk(person, ['what is my HbA1c?', 'and what was it back in 2016 on the gliclazide?']);
  expect(then).toMatch(/HbA1c/);
  expect(then).not.toMatch(/^\W*In 2016: gliclazide/);
});

test('of two plans the one is meant whose case was told', () => {
  const person = {
    age: 4,
    has: ['adrenal insufficiency'],
    takes: ['hydrocortisone 3 mg'],
    notes: [
      'Steroid letter @100 | Fever 38.0 or above: give 5 mg hydrocortisone four times a day until she is well. If she vomits within 30 minutes of a dose: repeat that dose once and call 999.',
    ],
  };
  const said = ask(person, 'temp 38.6 since this morning, drinking ok');
  expect(said).toMatch(/four times a day/);
  expect(said).not.toMatch(/alcohol/i);
});

test('"why" of what is still taken asks what it is for', () => {
  const person = { age: 70, has: ['deep vein thrombosis'], takes: ['apixaban 5 mg'] };
  const [, why] = talk(person, ['which blood thinner am I on?', 'since when and why?']);
  expect(why).toMatch(/thrombosis/);
  expect(why).not.toMatch(/not stopped/);
});

test('a test by its capital letters is not the complaint that is written the same', () => {
  const said = ask({ age: 54, has: ['type 2 diabetes'] }, 'whats a FIT of 46 mean');
  expect(said).toMatch(/blood in the stool/);
  expect(said).not.toMatch(/electrical/);
});
