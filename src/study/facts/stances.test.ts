import { expect, test } from 'vitest';
import { readStatements, rows } from './stances.ts';

const all = Object.entries(rows()).flatMap(([kind, list]) => list.map((row) => [kind, row.example, row] as const));

test.each(all)('%s: %s', (_, example, { like, not }) => {
  expect(example).toMatch(like);
  expect(not).not.toMatch(like);
});

const kinds = (text: string, heading?: string) =>
  readStatements(text, heading).map(({ kind, parts }) => [kind, parts.length]);

test('a claim of others stands with what takes it back and what is so', () => {
  expect(
    kinds(
      'Older books said that the maximum daily dose of paracetamol is 8 g. This is dangerous and wrong. The maximum daily dose of paracetamol in adults is 4 g. Ibuprofen is another painkiller.',
    ),
  ).toEqual([
    ['corrected', 3],
    ['said', 1],
  ]);
});

test('what is taken back is no statement of the material, though nobody is named for it', () => {
  expect(kinds('Digoxin is a beta blocker. This is wrong. Sotalol prolongs the QT interval.')).toEqual([
    ['corrected', 2],
    ['said', 1],
  ]);
});

test('a claim that nothing corrects is known as one, a consequence is none', () => {
  expect(kinds('It was long thought that stress causes ulcers. Omeprazole lowers acid.')).toEqual([
    ['claimed', 1],
    ['said', 1],
  ]);
  expect(kinds('Steroids raise glucose. This is dangerous in diabetes.')).toEqual([
    ['said', 1],
    ['said', 1],
  ]);
});

test('points under a heading of myths are claims', () => {
  const text = '- Antibiotics cure colds.\n- Milk causes mucus. In fact, it does not.';
  expect(kinds(text, 'Common misconceptions')).toEqual([
    ['claimed', 1],
    ['corrected', 2],
  ]);
  expect(kinds(text, 'Antibiotics')[0]).toEqual(['said', 1]);
});

test('long sentences of little words are read in the time of their length', () => {
  expect(kinds(`Students ${'often wrongly '.repeat(2000)}sing.`)).toEqual([['said', 1]]);
});
