import { expect, test } from 'vitest';
import { ask } from '../fixture.ts';
import { allows, forbids, rulingOn, rulings } from './rulings.ts';

test('how a paper rules is read by its examples and not by its counter-examples', () => {
  for (const said of rulings.forbids.examples) expect(forbids(said), said).toBe(true);
  for (const said of rulings.forbids.counters) expect(forbids(said), said).toBe(false);
  for (const said of rulings.allows.examples) expect(allows(said), said).toBe(true);
  for (const said of rulings.allows.counters) expect(allows(said), said).toBe(false);
});

test('what is given with a dose is not forbidden by what the same sentence forbids beside it', () => {
  const said = 'Pain: paracetamol 500 mg up to four times a day (weight about 50 kg), no NSAIDs, no codeine.';
  expect(forbids(said)).toBe(true);
  expect(forbids(rulingOn(said, ['drug:acetaminophen']))).toBe(false);
  expect(forbids(rulingOn(said, ['drug:codeine']))).toBe(true);
  const barred = 'Do not take naproxen 500 mg again.';
  expect(forbids(rulingOn(barred, ['drug:naproxen']))).toBe(true);
});

test('a sentence on other medicines alone forbids nothing of this one', () => {
  const said =
    'Second benzodiazepine by the ambulance only; then levetiracetam, never phenytoin. Fever: paracetamol 15 mg/kg early.';
  expect(forbids(said)).toBe(true);
  expect(forbids(rulingOn(said, ['drug:acetaminophen']))).toBe(false);
  expect(forbids(rulingOn(said, ['drug:phenytoin']))).toBe(true);
  expect(forbids(rulingOn('Fever: paracetamol was given. Never again, she swelled up.', ['drug:acetaminophen']))).toBe(
    true,
  );
});

test('what a clause forbids by its own name is not what was prescribed before it', () => {
  const on = (said: string) => forbids(rulingOn(said, ['drug:acetaminophen']));
  expect(on('Fever: acetaminophen 15 mg/kg q6h early; hot bath off limits.')).toBe(false);
  expect(on('Fever: acetaminophen 15 mg/kg q6h; it is off limits now.')).toBe(true);
});

test.each([
  ['Ibuprofen 400 mg, not to be taken again after the ulcer.', 'drug:ibuprofen'],
  ['Ibuprofen 400 mg: do not take, the kidneys are weak.', 'drug:ibuprofen'],
  ['Avoid ibuprofen 400 mg, naproxen 250 mg and aspirin.', 'drug:naproxen'],
  ['Do not take: naproxen 500 mg, codeine 30 mg.', 'drug:codeine'],
  ['Ibuprofen 400 mg worked well once, no NSAIDs from now on.', 'drug:ibuprofen'],
])('what bears on the dose itself still forbids: %s', (said, id) => {
  expect(forbids(said)).toBe(true);
  expect(forbids(rulingOn(said, [id]))).toBe(true);
});

test('what a paper forbids by its kind is the first reason, also where something else is asked with it', () => {
  const person = {
    age: 70,
    takes: ['warfarin 4 mg'],
    has: ['mechanical heart valve'],
    notes: [
      'Discharge @6000 | HIT confirmed. NO heparin of any kind again, incl. LMWH and line flushes.',
      'Cardiology letter @20 | Hold warfarin from 27 November with enoxaparin 1 mg/kg twice a day.',
    ],
  };
  expect(ask(person, 'can i have enoxaparin instead of the warfarin?')).toMatch(/NO heparin of any kind/);
  expect(ask(person, 'can i have enoxaparin?')).toMatch(/^No.*NO heparin of any kind/s);
});
