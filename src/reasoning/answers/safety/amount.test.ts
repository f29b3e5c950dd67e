/** A yes to a medicine is no yes to any amount of it: what is not known to fit is not allowed. */
import { expect, test } from 'vitest';
import { ask } from '../fixture.ts';

const nobody = { age: 40 };
const heart = { age: 70, takes: ['apixaban 5 mg twice daily', 'bisoprolol 5 mg', 'methotrexate 15 mg'] };

test.each([
  ['Can I take two paracetamol?', /^Yes/],
  ['Can I take 8 paracetamol a day?', /^Yes/],
  ['Can I take 12 paracetamol a day?', /^No: not that much.*6000 mg.*4000 mg/s],
  ['Can I take ibuprofen 400 mg four times a day?', /^No: not that much.*1600 mg.*1200 mg/s],
  ['Can I take loratadine every day?', /^Not without asking/],
  ['Is it safe to take digoxin 2 mg?', /^(?:No|Not without)/],
])('by the leaflet: %s', (message, expected) => expect(ask(nobody, message)).toMatch(expected));

test.each([
  ['Is it safe to double my apixaban?', /^Apixaban is on your list: do not change how much/],
  ['Can I take my apixaban once a day instead of twice?', /^Apixaban is on your list: do not change how much/],
  ['Should I take two bisoprolol tonight?', /^Bisoprolol is on your list: do not change.*10 mg.*5 mg/s],
  ['Is it safe to take my methotrexate every day?', /^No: not that much methotrexate, or not that often.*once a WEEK/s],
  ['Is it fine to take half of my bisoprolol?', /do not change how much/],
])('by the list: %s', (message, expected) => expect(ask(heart, message)).toMatch(expected));

test('an amount never makes a forbidden medicine a matter of how much', () => {
  const allergic = { age: 40, allergic: ['penicillin'] };
  expect(ask(allergic, 'Can I take amoxicillin 500 mg three times a day?')).toMatch(/^No: amoxicillin is not for you/);
});

test('a plan asked about is no deed done', () => {
  const said = ask({ age: 60 }, 'can I take methotrexate every day?');
  expect(said).toMatch(/^No: not that much methotrexate, or not that often.*once a WEEK.*Never take it every day/s);
  expect(said).not.toMatch(/Take no more|folinic acid/);
  expect(ask({ age: 60 }, 'I took my methotrexate every day this week')).toMatch(/Take no more and go to an emergency/);
});
