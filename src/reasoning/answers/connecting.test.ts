/** What has to do with what: the model of relations (causes, worsens, shows, makes fail), not the wording of one sentence. */
import { describe, expect, test } from 'vitest';
import { ask } from './fixture.ts';

const heart = {
  age: 71,
  sex: 'male' as const,
  has: ['heart failure', 'atrial fibrillation', 'chronic kidney disease stage 3', 'hypertension'],
  takes: ['apixaban 5 mg', 'bisoprolol 5 mg', 'ramipril 5 mg', 'furosemide 40 mg'],
  values: { 'estimated gfr': 44, hemoglobin: 12.1 },
};
const autoimmune = {
  age: 45,
  sex: 'female' as const,
  has: ['type 1 diabetes', 'hypothyroidism'],
  stopped: ['metformin 500 mg', 'gliclazide 80 mg', 'sitagliptin 100 mg'],
  takes: ['insulin glargine 18 units', 'levothyroxine 100 ug'],
  values: { 'thyroid stimulating hormone': 6.2, 'vitamin b12': 120 },
};

describe('what is blamed and what is asked about are told apart', () => {
  test.each([
    [
      heart,
      'could my kidneys be the reason for my low haemoglobin?',
      /^Possibly: .*kidney disease.*haemoglobin was 12/s,
    ],
    [heart, 'could my low haemoglobin be due to my kidneys?', /^Possibly: .*kidney disease.*haemoglobin was 12/s],
    [autoimmune, 'could my thyroid be making me tired?', /^Possibly: your hypothyroidism/],
    [autoimmune, 'could my low b12 be from metformin?', /^Possibly still: metformin.*taken until.*B12 was 120/s],
  ])('%#: %s', (person, message, expected) => expect(ask(person, message)).toMatch(expected));
});

describe('an organ, a value and an illness are the same suspect', () => {
  const woman = {
    age: 58,
    sex: 'female' as const,
    has: ['type 2 diabetes', 'hypertension', 'hypothyroidism', 'migraine'],
    takes: ['metformin 1 g', 'levothyroxine 75 ug', 'amitriptyline 10 mg'],
    values: { ferritin: 12, hemoglobin: 11.2, 'thyroid stimulating hormone': 5.9 },
  };
  test.each([
    ['is my tiredness from my thyroid or my iron?', /^Possibly: your hypothyroidism.*ferritin 12/s],
    ['could my headaches be because of my blood pressure?', /^Possibly: your hypertension/],
    ['could low iron be why my hair falls out?', /^Possibly: ferritin 12/],
    ['is amitriptyline why I put on weight?', /^Possibly: amitriptyline/],
    ['which of my illnesses is amitriptyline for?', /treatment of migraine/],
  ])('%s', (message, expected) => expect(ask(woman, message)).toMatch(expected));
});

describe('a link is looked for between what the words stand for', () => {
  test.each([
    [heart, 'what links my heart failure and my kidneys?', /weak heart sends too little blood to the kidneys/],
    [heart, 'how does my blood pressure affect my kidneys?', /high pressure harms the kidneys/],
    [heart, 'what has my low haemoglobin to do with apixaban?', /Apixaban can lower haemoglobin/i],
    [autoimmune, 'what links my thyroid and my diabetes?', /immune system that attacks the body/],
    [
      { age: 60, has: ['osteoporosis'], takes: ['prednisolone 5 mg'] },
      'what links my osteoporosis and the prednisolone?',
      /prednisolone.*(?:worse|osteoporosis)/is,
    ],
  ])('%#: %s', (person, message, expected) => expect(ask(person, message)).toMatch(expected));
});

describe('why a treatment does not work', () => {
  test('tablets cannot replace insulin', () =>
    expect(ask(autoimmune, 'why did none of the tablets work?')).toMatch(
      /^Metformin.* can do little with type 1 diabetes, because.*cannot replace/s,
    ));
  test('a beta blocker against an inhaler', () =>
    expect(
      ask(
        { age: 34, has: ['asthma'], takes: ['salbutamol 100 ug', 'propranolol 40 mg'] },
        'why is my inhaler not helping?',
      ),
    ).toMatch(/^Salbutamol can do little with propranolol, because it blocks the very receptors/));
});

describe('why it was given, with what it is given in spite of', () => {
  test.each([
    ['why was bisoprolol chosen with my heart failure?', /bisoprolol.*heart failure/i],
    ['why do I take a water tablet with bad kidneys?', /furosemide.*heart failure/is],
  ])('%s', (message, expected) => {
    const said = ask(heart, message);
    expect(said).toMatch(expected);
    expect(said).not.toMatch(/There is no|potassium-sparing/);
  });
});

describe('plain words for what is complained of', () => {
  const old = {
    age: 78,
    sex: 'male' as const,
    has: ['parkinson disease', 'benign prostatic hyperplasia'],
    takes: ['amitriptyline 10 mg', 'oxybutynin 5 mg', 'methotrexate 10 mg'],
    values: { 'mean corpuscular volume': 104 },
  };
  test.each([
    ['which of my tablets could be making my memory worse?', /amitriptyline.*known for it/is],
    ['what could explain my falls?', /(?:amitriptyline|parkinson)/i],
    ["why can't I pee properly?", /(?:prostatic|amitriptyline|oxybutynin)/i],
    ['why are my red cells large?', /methotrexate.*MCV was 104/is],
  ])('%s', (message, expected) => expect(ask(old, message)).toMatch(expected));
});

describe('a value outside its range is not denied away', () => {
  test.each([
    [
      { age: 60, values: { 'hemoglobin a1c': 6.1 } },
      'is 6.1 prediabetes?',
      /^Not as a diagnosis: .*HbA1c 6\.1 %.*high/s,
    ],
    [
      { age: 60, values: { 'thyroid stimulating hormone': 6.2 } },
      'do I have hypothyroidism?',
      /^Not as a diagnosis: .*TSH 6\.2/s,
    ],
    [{ age: 60, values: { 'thyroid stimulating hormone': 2.1 } }, 'do I have hypothyroidism?', /^No: there is no/],
    [{ age: 60, values: { 'thyroid stimulating hormone': 0.01 } }, 'do I have hypothyroidism?', /^No: there is no/],
  ])('%#: %s', (person, message, expected) => expect(ask(person, message)).toMatch(expected));
});

test('a medicine is for the nearest of what it treats', () =>
  expect(ask(heart, 'how does apixaban work?')).toMatch(/treatment of atrial fibrillation/));

test.each([
  ['why does it matter that my potassium is 5.4?', /^Potassium|heart/],
  ['what does LVH stand for?', /^Left ventricular hypertrophy/],
  ['what does irregularly irregular mean', /^Irregularly irregular means a pulse/],
])('explained, not looked up: %s', (message, expected) =>
  expect(ask({ ...heart, values: { potassium: 5.4 }, notes: ['Echocardiogram: LVH.'] }, message)).toMatch(expected));

describe('a test is known by what it is for', () => {
  const tested = { age: 40, values: { 'hemoglobin a1c': 5.4, hemoglobin: 14.1 } };
  test.each([
    ['have I been tested for diabetes?', /^Yes: what shows diabetes was measured: HbA1c 5\.4 %/],
    ['have I ever been checked for anaemia?', /^Yes: what shows anemia was measured: haemoglobin 14\.1/],
    ['was I tested for thyroid problems?', /^No: your record holds no test for thyroid disease/],
    ['do I have diabetes?', /^No: there is no diabetes/],
  ])('%s', (message, expected) => expect(ask(tested, message)).toMatch(expected));
});
