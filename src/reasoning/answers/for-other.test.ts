/** A question for somebody else is weighed by what is told of them, never by the record that is open. */
import { describe, expect, test } from 'vitest';
import { ask } from './fixture.ts';
import { recipientData } from './safety/recipient.ts';

const mother = { age: 58, sex: 'female' as const, takes: ['losartan 100 mg'] };
const NOT_THEIRS = /the record that is open is not theirs, and I have not used it/;

describe('for somebody else', () => {
  test.each([
    'can my 4 year old have ibuprofen?',
    'Is ibuprofen ok for my son?',
    'can I give my daughter ibuprofen',
    'could my husband take ibuprofen?',
    'My neighbour has a headache, may he have ibuprofen?',
    'my toddler has a fever, ibuprofen?',
  ])('%s', (message) => {
    const said = ask(mother, message);
    expect(said).toMatch(NOT_THEIRS);
    expect(said).not.toMatch(/losartan|your record shows/i);
  });

  test.each([
    ['can my 4 year old have ibuprofen, she has chickenpox', /^Not without asking first.*chickenpox/s],
    ['can the baby have honey?', /^No: not honey.*botulism/s],
    ['can I give my daughter aspirin', /^No: not aspirin.*Reye/s],
    ['can my husband take ibuprofen with his warfarin?', /^No: ibuprofen and warfarin do not go together/],
    ['My mum is 80 and takes losartan, may she have ibuprofen?', /^Not without asking first.*losartan/s],
    ['my neighbour is allergic to penicillin, can he take amoxicillin?', /^No: not amoxicillin/],
    ['Is it safe for a 2 month old to have calpol?', /^Not without a doctor: under three months/],
    [
      'Should my daughter stop her citalopram?',
      /^No, not without whoever prescribed it for your daughter.*(?:suddenly|weeks|slowly|withdrawal)/s,
    ],
    ['How much paracetamol can I give my 4 year old?', /^Acetaminophen goes by weight: 15 mg for each kg/],
  ])('what is told of them counts: %s', (message, answer) => {
    const said = ask({ age: 40, sex: 'female' }, message);
    expect(said).toMatch(answer);
    expect(said).toMatch(NOT_THEIRS);
  });
});

describe('for the one of the record', () => {
  test.each([
    recipientData.counter,
    'My son has flu. Can I take ibuprofen?',
    "can I take my husband's ibuprofen?",
    'My brother died of a clot, is ibuprofen safe for me?',
    'Is ibuprofen safe for my baby while I am breastfeeding?',
    'can I take ibuprofen?',
  ])('%s', (message) => {
    const said = ask(mother, message);
    expect(said).toMatch(/losartan/i);
    expect(said).not.toMatch(NOT_THEIRS);
  });

  test('a parent before the record of their child means the child', () => {
    const child = { age: 4, has: ['chickenpox @3'] };
    expect(ask(child, 'can my 4 year old have ibuprofen?')).toMatch(/chickenpox/);
    expect(ask(child, 'can my 9 year old have ibuprofen?')).toMatch(NOT_THEIRS);
  });

  test('a wife before her husband’s record means him', () => {
    const husband = { age: 70, sex: 'male' as const, takes: ['warfarin 5 mg'] };
    expect(ask(husband, 'can my husband have ibuprofen?')).toMatch(/warfarin/i);
  });
});

test('a wish for a child is weighed for every medicine, whatever the age', () => {
  expect(ask(mother, 'Is my losartan ok if I get pregnant?')).not.toMatch(/^Yes/);
  expect(
    ask({ age: 34, sex: 'female', takes: ['ramipril 5 mg'] }, 'We are hoping for a little one, are my tablets ok?'),
  ).toMatch(/ramipril/i);
});

test('the most that may be taken is a dose, not a value of the record', () => {
  expect(ask({ age: 40 }, 'What is the most paracetamol I can take in a day?')).toMatch(/at most 4 g in 24 hours/);
});

test('an animal is for a vet', () => {
  expect(ask(mother, 'My dog is limping, can he have ibuprofen?')).toMatch(/^Ask a vet first/);
  expect(ask({ age: 30, has: ['asthma'] }, 'Is my dog bad for my asthma?')).not.toMatch(/vet/);
});

test('what goes with what is taken is weighed, and what to stop before an operation is no list of the past', () => {
  const heart = { age: 70, takes: ['atorvastatin 80 mg', 'apixaban 5 mg'] };
  expect(ask(heart, 'Do my tablets go with grapefruit?')).toMatch(/Grapefruit raises the level of atorvastatin/);
  expect(ask(heart, 'Which of my medicines should I stop before surgery?')).toMatch(
    /^Do not stop anything on your own: ask those who operate.*apixaban/s,
  );
});

test('what the record holds is not told as somebody else’s', () => {
  expect(ask({ age: 40, sex: 'female' }, 'what vaccines does my 2 month old need?')).toMatch(
    /^At that age these are usual: six-in-one.*The record that is open is not theirs/s,
  );
  expect(ask({ age: 40, sex: 'female' }, 'How often should my husband take his warfarin?')).toMatch(/^As its label/);
});

test('the baby of a pregnancy is the one that is carried, unless something is given to it', () => {
  const mother = { age: 33, has: ['pregnancy', 'epilepsy'], takes: ['valproate'] };
  const said = ask(mother, 'is my epilepsy tablet safe for the baby?');
  expect(said).toMatch(/unborn child/);
  expect(said).not.toMatch(/age 0|record that is open is not theirs/);
});

test('a reaction to one kind is no reaction to what is taken and borne', () => {
  const said = ask(
    { age: 64, takes: ['furosemide'], allergic: ['sulfonamide'] },
    'am i allergic to furosemide since sulfa?',
  );
  expect(said).toMatch(/^Your record lists no allergy to furosemide, and you take it/);
});

test('a child that is only tried for takes nothing', () => {
  const said = ask(
    { age: 29, takes: ['norethindrone 0.35 mg'] },
    'is my mini pill enough until we can try for a baby?',
  );
  expect(said).not.toMatch(/age 0|the baby/);
});
