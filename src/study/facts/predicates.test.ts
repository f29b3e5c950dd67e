import { expect, test } from 'vitest';
import type { Sentence } from './corpus.ts';
import { readPredicates } from './predicates.ts';

const said = (text: string) => {
  const passage = { text, topic: 'x', chapter: 'x', source: { source_type: 'internal_doc' } };
  const sentence = { text, passage, stands: true, key: text.toLowerCase() } as unknown as Sentence;
  return readPredicates(sentence).map(({ of, says }) => `${of} | ${says}`);
};

test('what a sentence says of one thing by its name is read as it says it', () => {
  expect(said('Pyrazinamide raises uric acid.')).toEqual(['Pyrazinamide | raises uric acid']);
  expect(said('Calcium gluconate stabilises the myocardial membrane and acts within minutes.')).toEqual([
    'Calcium gluconate | stabilises the myocardial membrane',
  ]);
});

test('where a sentence goes on without its verb, that of the first clause holds', () => {
  expect(
    said(
      "Haemochromatosis shows a high transferrin saturation, Wilson's disease a low caeruloplasmin, and autoimmune hepatitis smooth muscle antibodies.",
    ),
  ).toEqual([
    'Haemochromatosis | shows a high transferrin saturation',
    "Wilson's disease | shows a low caeruloplasmin",
    'autoimmune hepatitis | shows smooth muscle antibodies',
  ]);
});

test('what stands between a name and its verb, and each further verb, says something too', () => {
  expect(said('Denosumab, an antibody against RANKL, can be given in renal failure.')).toEqual([
    'Denosumab | is an antibody against RANKL',
  ]);
  expect(said('Amantadine is used against dyskinesias and causes livedo reticularis.')).toEqual([
    'Amantadine | causes livedo reticularis',
  ]);
  expect(said('Dexamethasone, with the first dose, lowers the risk of deafness.')).toEqual([
    'Dexamethasone | lowers the risk of deafness',
  ]);
  expect(said('Focal segmental glomerulosclerosis is associated with HIV, heroin and obesity.')).toHaveLength(1);
});

test('a list, and the strongest of what nobody names, say nothing of one', () => {
  expect(said('Anticoagulants are apixaban, rivaroxaban and dabigatran.')).toEqual([]);
  expect(said('Levodopa has the strongest effect of the drugs.')).toEqual([]);
});

test('what is denied, hardly so, of several, or of many is left alone', () => {
  expect(said('Domperidone hardly enters the brain of adults.')).toEqual([]);
  expect(said('Selegiline and rasagiline inhibit monoamine oxidase.')).toEqual([]);
  expect(said('Vitamin K deficiency causes bleeding.')).toEqual([]);
  expect(said('Hepatitis A never leads to cirrhosis of the liver.')).toEqual([]);
});

test('what is advised, or only possible, may hold of others and is left alone', () => {
  for (const text of [
    'Aspirin should be stopped before the operation.',
    'Mannitol is often given in raised intracranial pressure.',
    'Warfarin is avoided in early pregnancy.',
    'Naproxen may raise the blood pressure.',
  ])
    expect(said(text)).toEqual([]);
  expect(said('Pralidoxime reactivates the cholinesterase of the synapse.')).toEqual([
    'Pralidoxime | reactivates the cholinesterase of the synapse',
  ]);
});
