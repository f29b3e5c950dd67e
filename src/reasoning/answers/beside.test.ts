/** What a message tells beside its question is weighed with it; a pair is ruled as a pair; a relative is warned with an if. */
import { describe, expect, test } from 'vitest';
import { inputOf } from '../concerns/examples.ts';
import type { Example } from '../concerns/reading.ts';
import { asPatient, kinData } from '../frames/kin.ts';
import { outgrown, scheduleFor } from '../schedule/index.ts';
import { ask } from './fixture.ts';

describe('told beside the question', () => {
  const nobody = { age: 40 };

  test.each([
    ['I have asthma, can I take propranolol?', /^No\b.*airways/s],
    ["I've got stage 4 kidney disease. Is naproxen ok?", /^No\b.*kidneys/s],
    ["I'm 12 weeks pregnant, can I take ibuprofen?", /^No\b.*pregnancy/s],
    ['I am on phenelzine, can I have dextromethorphan?', /^No\b.*serotonin/s],
    ["I'm allergic to penicillin, is co-amoxiclav ok?", /^No\b.*penicillin/s],
    ['Can I take sildenafil with my nitrate spray?', /^No: .*do not go together/s],
  ])('%s', (message, expected) => expect(ask(nobody, message)).toMatch(expected));

  test('what is denied is not weighed', () => {
    expect(ask(nobody, 'I do not have asthma. Can I take propranolol?')).not.toMatch(/^No\b/);
  });

  test('two painkillers are one dose, nine are not', () => {
    expect(ask(nobody, 'I took two paracetamol for a headache')).not.toMatch(/destroys the liver/);
    expect(ask(nobody, 'I took nine paracetamol this morning')).toMatch(/liver/);
  });
});

describe('relatives', () => {
  const woman = { age: 76, takes: ['warfarin 3 mg'] };

  test('a danger of the one whom the record can be of is told with an if', () => {
    expect(ask(woman, 'my mum has had black stools since yesterday')).toMatch(/^If this is about .*warfarin/s);
    expect(ask(woman, 'my dad has had black stools since yesterday')).not.toMatch(/warfarin/);
    expect(ask(woman, 'my mum is well')).not.toMatch(/warfarin/);
  });

  test('words and ages are data', () => {
    expect(asPatient(kinData.example, { sex: 'female', age: 76 })).toMatch(/^I banged my head/);
    expect(asPatient(kinData.example, { sex: 'female', age: 20 })).toBeUndefined();
    expect(asPatient(kinData.counter, { sex: 'female', age: 76 })).toBeUndefined();
    expect(asPatient("dad's got a blister", { sex: 'male', age: 67 })).toBe('I have got a blister');
  });
});

describe('screening by country', () => {
  const of = (example: Example, country: string) => ({ ...inputOf(example).record, country });
  const due = (example: Example, country: string, id: string) =>
    scheduleFor(of(example, country)).find(({ row }) => row.id === id)?.isDue;

  test('a mammogram holds three years in the UK and two in the US', () => {
    const woman = { age: 60, done: { mammogram: 900 } };
    expect(due(woman, 'GB', 'mammogram-uk')).toBe(false);
    expect(due(woman, 'US', 'mammogram')).toBe(true);
  });

  test('a colonoscopy holds ten years, a stool test two', () => {
    expect(due({ age: 60, done: { colonoscopy: 3000 } }, 'US', 'colon')).toBe(false);
    expect(due({ age: 60, done: { 'stool test': 900 } }, 'US', 'colon')).toBe(true);
  });

  test('what ends with an age is said to have ended', () => {
    expect(outgrown(['procedure:pap_smear'], of({ age: 70 }, 'GB'))?.until).toBe(64);
    expect(outgrown(['procedure:pap_smear'], of({ age: 40 }, 'GB'))).toBeUndefined();
  });
});

test('a kind that is asked about once is not taken twice', () => {
  const person = { age: 52, has: ['atrial fibrillation'], takes: ['apixaban 5 mg'] };
  expect(ask(person, 'is a blood thinner ok for me')).not.toMatch(/anticoagulant.* and .*vitamin k antagonist.*both/is);
});

test('whoever asks for leave is not told of an effect, and what was taken out is gone', () => {
  const weak = { age: 68, has: ['chronic kidney disease stage 3'], takes: ['spironolactone 25 mg'] };
  expect(ask(weak, 'is it ok to put LoSalt on my dinner, trying to cut salt down for my heart')).not.toMatch(/^Yes/);
  const gone = { age: 11, done: { 'removal of implanted port': 900 } };
  expect(ask(gone, 'have i still got my port')).not.toMatch(/^Yes/);
});
