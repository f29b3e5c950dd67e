import { expect, test } from 'vitest';
import type { Passage } from '../types.ts';
import { listings, readCauses, readDenied } from './causes.ts';
import type { Sentence } from './corpus.ts';
import { frameRows, readFrames } from './frames.ts';

const passage = { topic: 'Thyroid storm', section: 'treatment', text: '', source: {} } as Passage;
const sentence = (text: string) => ({ text, passage, at: 0, key: '', stands: true }) as Sentence;

test.each(
  frameRows().map((row) => [row.name, row] as const),
)('frame %s reads its example and not the other', (_, row) => {
  const names = (text: string) => readFrames(sentence(text)).map((frame) => frame.row.name);
  // What leans on a clause before it is read behind one.
  expect(names(row.needs === undefined ? row.example : `Propranolol slows the heart; ${row.example}`)).toContain(
    row.name,
  );
  expect(names(row.not)).not.toContain(row.name);
});

test.each(listings().rows.map((row) => [row.gives, row] as const))('a list of %s', (gives, row) => {
  const read = readCauses(sentence(row.example));
  expect(`${read?.what} ${read?.joint} ${read?.of.toLowerCase()}`.replace(/ +/g, ' ')).toContain(gives);
  expect(readCauses(sentence(row.not))).toBeUndefined();
});

test('what does not belong is read where the text says so', () => {
  for (const row of listings().denied) {
    expect(readDenied(sentence(row.example)).join(', ').toLowerCase()).toBe(row.gives);
    expect(readDenied(sentence(row.not))).toEqual([]);
  }
});

test.each([
  [
    'Propylthiouracil is preferred over methimazole because it also blocks the peripheral conversion of T4 to T3.',
    ['Which of the following is preferred over methimazole in thyroid storm?'],
  ],
  [
    'Propranolol controls the adrenergic symptoms; in patients with asthma, diltiazem is used instead.',
    [undefined, 'In thyroid storm, which of the following is used instead of propranolol in patients with asthma?'],
  ],
  [
    'Aspirin should be avoided because it displaces thyroid hormone; paracetamol is the antipyretic of choice.',
    [
      'Which of the following should be avoided in thyroid storm?',
      'Which of the following is the antipyretic of choice in thyroid storm?',
    ],
  ],
  [
    'Intravenous artesunate is the first-line treatment of thyroid storm and is preferred over quinine because it reduces mortality.',
    [
      'Which of the following is the first-line treatment of thyroid storm?',
      'Which of the following is preferred over quinine in thyroid storm?',
    ],
  ],
  ['It is preferred over methimazole.', []],
  ['When that is suspected, heparin is stopped and argatroban is given instead.', []],
])('clauses are asked with the case that they are of: %s', (text, stems) => {
  expect(readFrames(sentence(text)).map(({ choice }) => choice)).toEqual(stems);
});
