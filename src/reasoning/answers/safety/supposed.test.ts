/** What a question supposes of somebody counts like what a record holds, and is not told as if a record held it. */
import { expect, test } from 'vitest';
import { ask } from '../fixture.ts';

test.each([
  'Can someone with a penicillin allergy take amoxicillin?',
  'Is amoxicillin safe if you are allergic to penicillin?',
  'Can people who are allergic to penicillin have amoxicillin?',
])('the allergy that is asked about decides: %s', (message) => {
  const said = ask({ age: 60 }, message);
  expect(said).toMatch(/^No: not amoxicillin\. Amoxicillin must not be taken with penicillin allergy/);
  expect(said).not.toMatch(/your record/);
});

test('an allergy of the record is told as that', () => {
  const said = ask({ age: 60, allergic: ['penicillin: hives'] }, 'Can I take amoxicillin?');
  expect(said).toMatch(/^No: amoxicillin is not for you as your record stands.*the record names penicillin allergy/s);
});

test('an allergy to something else forbids nothing', () => {
  expect(ask({ age: 60 }, 'Can someone with a peanut allergy take amoxicillin?')).not.toMatch(/^No/);
});

test('a sauna that was had is no call to the doctor today', () => {
  const heart = { age: 66, has: ['heart failure'] };
  expect(ask(heart, 'can I go to the sauna?')).toMatch(/^Not without asking first: sauna/);
  const had = ask(heart, 'I sat in the sauna yesterday, felt great');
  expect(had).toMatch(/strains the heart.*next visit/s);
  expect(had).not.toMatch(/today|hot weather/i);
});

test('who hopes for a little one plans a pregnancy', () => {
  const said = ask({ age: 31, sex: 'female', takes: ['valproate 500 mg'] }, 'We are hoping for a little one next year');
  expect(said).toMatch(/valproate/i);
  const own = { age: 31, sex: 'female' as const, takes: ['valproate 500 mg'] };
  expect(ask(own, 'I hope my little one gets better soon')).not.toMatch(/valproate/i);
});

test.each(['I forgot my penicillin for three days', 'I missed my penicillin'])('without a spleen: %s', (message) => {
  const said = ask({ age: 24, has: ['sickle cell disease'], takes: ['penicillin v 250 mg'] }, message);
  expect(said).toMatch(/protects from blood poisoning.*Take the next dose now/s);
});

test.each(['I took my night insulin twice', 'I injected my Lantus twice tonight'])('a second dose: %s', (message) => {
  const said = ask({ age: 40, takes: ['insulin glargine 20 units', 'insulin aspart 6 units'] }, message);
  expect(said).toMatch(/drop the sugar.*Measure every 30 to 60 minutes, eat carbohydrates/s);
});
