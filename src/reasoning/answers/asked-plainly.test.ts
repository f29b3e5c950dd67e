import { expect, test } from 'vitest';
import { ask, talk } from './fixture.ts';

const kidney = {
  age: 41,
  takes: ['tacrolimus 2 mg', 'venlafaxine 75 mg'],
  values: { creatinine: 1.6 },
  notes: ['Biopsy of the graft if creatinine is 1.8 mg/dL or more, or BK above 10,000 copies/mL.'],
};

test('from which value somebody acts: with its unit, and thousands are thousands', () => {
  expect(ask(kidney, 'from what creatinine would they do a biopsy?')).toMatch(/^Creatinine above 1\.8, by your papers/);
});

test('a value for the day of an operation is no goal of every day', () => {
  const said = ask(
    {
      takes: ['warfarin 5 mg'],
      values: { inr: 2.7 },
      notes: ['INR goal 2.5 to 3.5.', 'INR within one week before cataract surgery should be 3.5 or less.'],
    },
    'what should my INR be?',
  );
  expect(said).toMatch(/goal for INR is 2\.5 to 3\.5/);
});

test.each([
  [
    'i was at my dads for a week without lamictal, 7 days nothing. do we start tonight with the normal tablets?',
    /^No, do not go straight back to the usual dose after 7 days/,
  ],
])('%s', (message, expected) => {
  expect(ask({ age: 15, has: ['epilepsy'], takes: ['lamotrigine 100 mg'] }, message)).toMatch(expected);
});

test.each([
  'my cousin has spare prozac (fluoxetine), id try that',
  'my neighbour says fluoxetine would do me good, true?',
  'friend swears by her fluoxetine, she has extra. can I have one',
])('who says it or has it to spare is not who takes it: %s', (message) => {
  const said = ask({ takes: ['venlafaxine 75 mg'] }, message);
  expect(said).toMatch(/serotonin syndrome/);
  expect(said).not.toMatch(/I know nothing of your/);
});

test('what was prescribed for one is not for another', () => {
  expect(ask({ takes: ['venlafaxine 75 mg'] }, 'my husband has a cold, can he have my venlafaxine')).toMatch(
    /^No: what was prescribed for you is not for your husband/,
  );
});

test('what is used for an illness or against a complaint is the medicine for it', () => {
  const person = { has: ['asthma'], takes: ['salbutamol 100 microgram'] };
  expect(ask(person, 'what do i use for my asthma')).toMatch(/^You take salbutamol for asthma/);
});

test('after a vaccine, the one for another illness is a vaccine too', () => {
  const [, second] = talk({ age: 60 }, ['did i get my flu shot this year', 'and the one for shingles?']);
  expect(second).toMatch(/no shingles vaccine in your record/);
});

test('a ban that stands right before a food is a no', () => {
  const person = { has: ['heart failure'], notes: ['No salt substitutes. Weigh every morning.'] };
  expect(ask(person, 'can i use a salt substitute?')).toMatch(/^No/);
});

test('a flare without a name is one of the illness whose last one is the newest', () => {
  const said = ask(
    { has: ['gout', 'chronic obstructive pulmonary disease', 'COPD exacerbation'] },
    'when was the last flare up?',
  );
  expect(said).toMatch(/^COPD exacerbation/);
});

test('why a level is taken before the dose, and why the steroid is doubled', () => {
  expect(ask(kidney, 'y do they always want the blood BEFORE the morning tacrolimus?')).toMatch(
    /lowest point.*after the blood is drawn/,
  );
  expect(
    ask(
      { has: ['adrenal insufficiency'], takes: ['hydrocortisone 10 mg'] },
      'why must I double the hydrocortisone when ill?',
    ),
  ).toMatch(/more cortisol/);
});

test('a paper of somebody else is told as that, and nothing of it is used', () => {
  const person = {
    age: 29,
    notes: [
      'Letter | Patient: Mrs Tamsyn ROSEVEAR, born 3 August 1968, 12 Quarry Lane\nALLERGY: PENICILLIN. Anaphylaxis 1994.',
    ],
  };
  const said = ask(person, 'there is a letter in here that says I am allergic to penicillin, is it right?');
  expect(said).toMatch(/about somebody else.*ROSEVEAR/);
  expect(ask(person, 'am I allergic to penicillin?')).not.toMatch(/1994/);
});

test('what the paper of somebody else names is answered for this person; what was done because of it stays told', () => {
  const person = {
    age: 29,
    takes: ['apixaban 5 mg twice a day'],
    notes: [
      'Letter | Patient: Mr Thomas WIRE, born 30 May 1951\nType 2 diabetes. INR 3.9: leave out one warfarin, 5 mg. Ring for black stools.',
    ],
  };
  const said = ask(person, 'there is a letter in here saying my INR is 3.9 and to leave out a warfarin, what do I do');
  expect(said).toMatch(/^No, if you mean the letter.*You do not take warfarin; of that kind you take apixaban/s);
  expect(said).not.toMatch(/bleeding/);
  expect(ask(person, "it says in my papers I've got diabetes. nobody told me!")).toMatch(/you have no diabetes/);
  expect(ask(person, 'the letter in my file says warfarin, so I took one this morning')).toMatch(/bleed/i);
  expect(ask(person, 'the letter here says warfarin, is it mine? I have black stools')).toMatch(/emergency|bleed/i);
});

test('an examination that stands nowhere is denied, whatever papers say of others', () => {
  const person = { notes: ['Any blow to the head: emergency room at once for a brain scan.'] };
  expect(ask(person, 'what did my datscan brain picture say')).toMatch(/^There is no datscan in your record/);
});

test('the value that a medicine distorts is linked with it after "does it mess with that?"', () => {
  const person = { age: 71, takes: ['finasteride 5 mg'], values: { PSA: 2.4 } };
  expect(talk(person, ['whats my last psa', 'does the finasteride mess with it?'])[1]).toMatch(
    /finasteride can lower PSA/i,
  );
});

test('at which number of a machine to ring is the limit of the paper', () => {
  const person = {
    values: { 'systolic blood pressure': 132 },
    notes: ['Blood pressure 140/90 or more: ring the unit the same day.'],
  };
  expect(ask(person, 'at what number on my home bp machine do i have to ring')).toMatch(/140\/90 or more/);
});

test('whether there are appointments asks for those to come, and what is used for a measure for its medicines', () => {
  expect(ask({}, 'do i have any appointments')).toMatch(/^Your record holds no coming visit/);
  expect(ask({ has: ['hypertension'], takes: ['losartan 50 mg'] }, 'what do i use for my blood pressure')).toMatch(
    /^You take losartan/,
  );
});

test('a value that something bends is held against no range of others', () => {
  const person = { age: 78, has: ['COPD'], values: { 'oxygen saturation': 89 } };
  const said = ask(person, 'what oxygen level should they keep me at?');
  expect(said).toMatch(/88 to 92 %/);
  expect(said).not.toMatch(/usual range/);
  const man = {
    age: 75,
    sex: 'male' as const,
    takes: ['finasteride 5 mg'],
    values: { 'prostate specific antigen': 4.8 },
  };
  expect(ask(man, 'is my PSA ok?')).toMatch(/finasteride the PSA is about halved/i);
});
