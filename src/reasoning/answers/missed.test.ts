import { expect, test } from 'vitest';
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { daysWithout } from '../frames/gaps.ts';
import { ask, talk } from './fixture.ts';
import { missedRows } from './missed.ts';

test('every class of a missed dose is in the catalogue', () => {
  const unknown = missedRows.rows.flatMap(({ of }) => of).filter((id) => openCatalogue().get(id) === undefined);
  expect(unknown).toEqual([]);
});

test('where the tablets were forgotten, each of them is told of, and never two at once', () => {
  const said = ask(
    { age: 70, takes: ['apixaban 5 mg', 'bisoprolol 5 mg', 'ramipril 5 mg'] },
    'I forgot my morning tablets, should I double up tonight?',
  );
  expect(said).toMatch(/^Do not take two at once/);
  for (const name of ['Apixaban', 'Bisoprolol', 'Ramipril']) expect(said).toContain(name);
});

test('every class of a long gap is in the catalogue', () => {
  const unknown = missedRows.gaps.flatMap(({ of }) => of).filter((id) => openCatalogue().get(id) === undefined);
  expect(unknown).toEqual([]);
});

test.each([
  ['8 days without', 8],
  ['I was off it for two weeks', 14],
  ['ran out of it a week ago', 7],
  ['I take it every 8 days', undefined],
])('how long without it: %s', (said, days) => {
  expect(daysWithout(said)).toBe(days);
});

test('after a gap that makes the usual dose a danger, the answer is no, whatever "it" was called before', () => {
  const person = { age: 34, takes: ['lamotrigine 200 mg'], has: ['bipolar disorder'] };
  const [, after] = talk(person, [
    'What dose of lamotrigine am I on?',
    'I was away and forgot it at home, 8 days without. Just start again with that tonight?',
  ]);
  expect(after).toMatch(/^No, do not go straight back to the usual dose/);
  expect(after).toMatch(/slowly/);
  const [, soon] = talk(person, ['What dose of lamotrigine am I on?', 'I missed it last night, take it now?']);
  expect(soon).not.toMatch(/go straight back/);
});

test('to begin again with what was stopped is no missed dose', () => {
  const person = {
    age: 36,
    has: ['migraine with aura @4000'],
    takes: ['desogestrel 75 ug daily @3000'],
    stopped: ['combined pill @4000'],
  };
  const told = ask(person, 'can i go back on the combined pill? desogestrel gives me spots');
  expect(told).toMatch(/^No: combined pill.*stroke/s);
  expect(told).not.toContain('two at once');
});
