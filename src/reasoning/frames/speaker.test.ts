/** Who speaks of whom: the patient's carers mean the patient, relatives of the patient are somebody else. */
import { describe, expect, test } from 'vitest';
import { ask, talk } from '../answers/fixture.ts';
import { emptyChart } from '../chart.ts';
import { inputOf } from '../concerns/examples.ts';
import type { Example } from '../concerns/reading.ts';
import { NO_FOCUS } from '../types.ts';
import { readMessage } from './index.ts';

const old = { age: 76, sex: 'female' as const, takes: ['warfarin 5 mg'], allergic: ['penicillin: anaphylaxis'] };
const man = { age: 64, sex: 'male' as const, takes: ['lithium 900 mg'], has: ['bipolar disorder'] };
const young = { age: 38, sex: 'female' as const, takes: ['warfarin 5 mg'] };

function read(person: Example, message: string) {
  const { record } = inputOf(person);
  return readMessage(message, { ...emptyChart(record.now), view: record }, NO_FOCUS, record.now);
}

describe('a carer speaks of the patient', () => {
  test.each([
    [old, 'what is my mother allergic to', 'what am I allergic to'],
    [old, 'how much water can mum drink', 'how much water can I drink'],
    [old, 'whats mums last INR and is it ok', 'what is my last INR and is it ok'],
    [man, 'which tablets does my husband take', 'which tablets do I take'],
    [man, 'I think my husband forgot one, what do I do?', 'I think I forgot one, what do I do?'],
    [man, 'should I give my husband ibuprofen?', 'should I give me ibuprofen?'],
    [{ age: 19, sex: 'male' as const }, 'when is the next visit of my son?', 'when is the next visit of me?'],
  ])('%o: %s', (person, message, first) => {
    const { text, speaker } = read(person, message);
    expect(text).toBe(first);
    expect(speaker).toBeDefined();
  });
});

describe('a relative stays one', () => {
  test.each([
    [old, 'what did my mother die of?'],
    [old, 'my husband has the flu, can I catch it'],
    [old, 'my mum had a stroke at 60, does that matter for me?'],
    [old, 'my wife says every ten years, is that right?'],
    [young, 'what is my mother allergic to'],
    [man, 'does my mother have diabetes?'],
    [man, 'why not allopurinol, like my husband had?'],
    [old, 'my mum is 98, may she have ibuprofen?'],
    [man, 'can I take what my husband takes?'],
    [old, 'mum banged her head'],
  ])('%o: %s', (person, message) => {
    expect(read(person, message).speaker?.word ?? '').not.toMatch(/mum|mother|husband|wife/);
  });

  test('what a doctor did is not what the patient is called by', () => {
    expect(read(old, 'Saw Dr. Patel on Tuesday, she stopped the warfarin.').speaker).toBeUndefined();
  });
});

test('the answer speaks of the patient to who asks, and keeps doing so', () => {
  const [first, second] = talk(old, ['what is my mother allergic to', 'and which medicines are on the list?']) as [
    string,
    string,
  ];
  expect(first).toMatch(/^The record lists penicillin/);
  expect(second).toMatch(/\bshe takes\b|The record/i);
  expect(second).not.toMatch(/\byour?\b(?! own)/i);
});

test('what a family history might hold is answered for the patient, and says so', () => {
  expect(ask(old, 'did my mother have breast cancer?')).toMatch(
    /^Taking it that your mother is the one this record is about:\s+No: there is no breast cancer in the record/,
  );
});
