import { describe, expect, test } from 'vitest';
import { ask } from './fixture.ts';

describe('the list and the values together', () => {
  test.each([
    [
      { age: 34, had: ['Gestational diabetes'], values: { HbA1c: 5.4 } },
      'do I have diabetes?',
      /^Not now, by your list; it is marked as over: gestational diabetes.*What shows it: .*5\.4/s,
    ],
    [{ age: 34, had: ['Gestational diabetes'] }, 'have I ever had diabetes?', /^Yes: gestational diabetes/],
    [
      { age: 34, has: ['Iron deficiency anaemia'], values: { hemoglobin: 9.9, ferritin: 9 } },
      'Am I anaemic?',
      /^Yes: iron deficiency anaemia.*haemoglobin 9\.9 g\/dL on .* low.*ferritin 9 ng\/mL on .* low/is,
    ],
    [{ age: 34, values: { hemoglobin: 12.9, ferritin: 9 } }, 'What was my iron store?', /ferritin was 9 ng\/mL/i],
  ])('%o: %s', (person, question, says) => {
    expect(ask(person, question)).toMatch(says);
  });
});

describe('conditions named by their cause bring the rules of the cause', () => {
  test('G6PD deficiency behind a hemolytic anemia', () => {
    const person = { age: 34, has: ['Hemolytic anemia due to G6PD deficiency'] };
    expect(ask(person, 'can I take nitrofurantoin?')).toMatch(/G6PD/);
    expect(ask(person, 'can I take nitrofurantoin?')).not.toMatch(/^Yes/);
  });

  test('what runs in the family is not the patient’s', () => {
    const person = { age: 34, has: ['Family history of diabetes'] };
    expect(ask(person, 'Do I have diabetes?')).not.toMatch(/^Yes/);
  });
});

test('an allergy is a reason why a medicine stopped', () => {
  const stopped = { age: 64, stopped: ['ramipril 5 mg'], allergic: ['ramipril: angioedema 2010'] };
  expect(ask(stopped, 'why did ramipril stop?')).toMatch(/allergy to ramipril: angioedema 2010/);
  expect(ask({ ...stopped, allergic: ['penicillin: rash'] }, 'why did ramipril stop?')).toMatch(/gives no reason/);
});

describe('what follows from what is there', () => {
  test('the BMI from weight and height', () => {
    const values = { 'body weight': 80, 'body height': 175 };
    expect(ask({ age: 34, values }, 'what is my bmi')).toMatch(/^Your BMI is 26\.1 kg\/m².*above.*I computed it/s);
    expect(ask({ age: 34, values: { 'body weight': 80 } }, 'what is my bmi')).toMatch(/no bmi/i);
  });

  test('a colonoscopy with something more is a colonoscopy', () => {
    const asked = (name: string, days: number) => ask({ age: 64, done: { [name]: days } }, 'is my colonoscopy due?');
    expect(asked('Colonoscopy with polypectomy', 1000)).not.toMatch(/none (?:is )?on record/);
    // After polyps ten years are too long.
    expect(asked('Colonoscopy with polypectomy', 2000)).toMatch(/^Yes/);
    expect(asked('Colonoscopy', 2000)).toMatch(/^Not yet/);
  });
});
