/** What was asked for and never done, whether a dose fits its test, on which side, by which donor, by which test. */
import { describe, expect, test } from 'vitest';
import { ask, talk } from './fixture.ts';

describe('what should have been looked at again', () => {
  const person = {
    age: 68,
    notes: ['CT of the chest. Solid nodule of 6 mm in the right lower lobe. Control CT in 2 weeks.'],
  };

  test.each([
    'was there ever something on my lungs that somebody should of looked at again?',
    'is there any scan of mine that ought to have happened by now?',
    'anything on my lungs that was never followed up?',
  ])('%s', (question) => expect(ask(person, question)).toMatch(/^Yes: CT scan[\s\S]*overdue/));

  test('where nothing was asked for, nothing is made up', () => {
    expect(
      ask(
        { age: 68, notes: ['CT of the chest: normal.'] },
        'was there something on my lungs that was never followed up?',
      ),
    ).not.toMatch(/overdue/);
  });
});

test('whether a dose is right is read from its test', () => {
  const person = {
    age: 60,
    has: ['hypothyroidism'],
    takes: ['levothyroxine 50 ug'],
    values: { 'thyroid stimulating hormone': 9.1 },
  };
  expect(ask(person, 'is my levothyroxine dose ok according to the last test?')).toMatch(
    /TSH was 9\.1[\s\S]*who prescribes it decides/i,
  );
  expect(ask(person, 'what is the dose of my levothyroxine?')).not.toMatch(/who prescribes it decides/);
});

describe('a transplant', () => {
  const person = { age: 58, done: { 'deceased donor kidney transplant, right iliac fossa': 2000 } };
  test('is on the side that its entry names', () =>
    expect(ask(person, 'which side did they put my new kidney?')).toMatch(/^Right: deceased donor kidney transplant/));
  test('has a donor whose name is in no record', () =>
    expect(ask(person, 'is it in there who gave me the kidney?')).toMatch(/^No name of the donor is in your record/));
});

test('a reaction that a paper tells is none to be denied', () => {
  const person = { age: 46, notes: ['Earlier: methotrexate 2013-14, stopped because of pneumonitis.'] };
  expect(ask(person, 'Did I ever react badly to methotrexate?')).toMatch(/^Yes, by your papers/);
  expect(ask(person, 'Did I ever react badly to amoxicillin?')).toMatch(/^No: your record lists no allergy/);
});

test('what goes with something is no seizure', () => {
  const said = ask(
    { age: 46, takes: ['lithium 800 mg'] },
    'pins and needles in both feet for weeks. anything in my papers that fits',
  );
  expect(said).not.toMatch(/seizure/i);
});

test('strobes and a night without sleep are weighed with epilepsy, and are no stroke', () => {
  const said = ask({ age: 15, has: ['epilepsy'] }, 'my cousin has a strobe party and we stay up all night, can I go?');
  expect(said).toMatch(/strobe[\s\S]*seizure/i);
  expect(said).not.toMatch(/stroke/i);
});

test('what it did is told of the reaction that was named before', () => {
  const [, then] = talk({ age: 60, allergic: ['metamizole: agranulocytosis'] }, [
    'am I allergic to any painkillers',
    'what did it do to me again',
  ]);
  expect(then).toMatch(/gave you agranulocytosis/i);
});

test('one of two pens that is out of date is told, with the one that is good', () => {
  const person = {
    age: 15,
    takes: ['epinephrine 0.3 mg'],
    notes: ['Pen in the office, expiry 04/2026. Second pen in the bag, expiry 05/2027.'],
  };
  expect(ask(person, 'is everything in order with my epipens?')).toMatch(
    /expired\) in April 2026 \(another is good until May 2027\)/,
  );
});

test('a bout without a name is one of the illness that is listed', () => {
  const notes = ['Generalized tonic-clonic seizure on 6 May 2026, about 2 minutes.'];
  expect(ask({ age: 15, has: ['epilepsy'], notes }, 'when was my last big one?')).toMatch(/6 May 2026/);
  expect(ask({ age: 15, has: ['eczema'], notes }, 'when was my last big one?')).not.toMatch(/^Your papers say when/);
});

test('the weight that a paper calls dry is the one to hold to', () => {
  const person = { age: 70, has: ['heart failure'], values: { 'body weight': 91.2 }, notes: ['Dry weight 88.5 kg.'] };
  expect(ask(person, 'what should my weight be? the hospital wrote it down')).toMatch(/Dry weight 88\.5 kg/);
});

test('a check that is counted from an operation is due from its day', () => {
  const person = {
    age: 69,
    done: { 'right hemicolectomy': 420, colonoscopy: 425 },
    notes: ['Colonoscopy one year after surgery, then every 3 years.'],
  };
  expect(ask(person, 'do I need another colonoscopy?')).toMatch(/^Overdue: colonoscopy/);
});

test('a level that moved is asked about, not the tablet', () => {
  const person = {
    age: 69,
    takes: ['digoxin 125 ug'],
    values: {
      'digoxin level': [
        [150, 0.8],
        [5, 2.3],
      ] as [number, number][],
    },
    notes: ['Clarithromycin 500 mg twice a day for 7 days because of the penicillin allergy.'],
  };
  expect(ask(person, 'why is my digoxin so high all of a sudden?')).toMatch(/your digoxin level was 2\.3/);
});
