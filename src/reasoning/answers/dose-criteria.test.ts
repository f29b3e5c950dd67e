import { expect, test } from 'vitest';
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { criteriaRows } from './dose-criteria.ts';
import { ask } from './fixture.ts';

const frail = {
  age: 71,
  sex: 'female' as const,
  has: ['atrial fibrillation'],
  takes: ['apixaban 5 mg twice a day'],
  values: { 'body weight': 57.9, creatinine: 2.5 },
};

test('what the criteria name is in the catalogue, and every medicine has one row', () => {
  const ids = criteriaRows.flatMap(({ drug, for: ills, steps }) => [
    ...[drug, ...ills],
    ...steps.flatMap(({ criteria }) => criteria.flatMap((each) => ('takes' in each ? each.takes : []))),
  ]);
  expect(ids.filter((id) => openCatalogue().get(id) === undefined)).toEqual([]);
  expect(new Set(criteriaRows.map(({ drug }) => drug)).size).toBe(criteriaRows.length);
});

test('two of three criteria halve apixaban, and each is told with its value', () => {
  const said = ask(frail, 'is my eliquis dose still right?');
  expect(said).toMatch(
    /^No, the dose of apixaban is to be looked at again: by the label's criteria 2\.5 mg twice a day/,
  );
  expect(said).toMatch(/Age 71 \(80 or more: no\).*57\.9 kg.*yes.*2\.5 mg\/dL.*yes/s);
  expect(said).toMatch(/Do not change it alone/);
});

test('where one criterion only is met the usual dose fits', () => {
  const said = ask({ ...frail, values: { 'body weight': 57.9, creatinine: 0.8 } }, 'is my apixaban dose still right?');
  expect(said).toMatch(/^Yes, the dose of apixaban fits by the label's criteria 5 mg twice a day/);
});

test('for another illness the criteria of this one do not count', () => {
  const said = ask({ ...frail, has: ['deep vein thrombosis'] }, 'is my apixaban dose still right?');
  expect(said).not.toMatch(/criteria are met/);
});

test('what the record does not hold is not guessed', () => {
  const said = ask({ ...frail, values: { creatinine: 1.7 } }, 'is my apixaban dose still right?');
  expect(said).toMatch(/cannot be told from this record/);
  expect(said).toMatch(/weight unknown/);
});

test('the most of a day goes by the kidneys', () => {
  const person = { age: 60, takes: ['metformin 1000 mg twice a day'], values: { 'estimated GFR': 38 } };
  expect(ask(person, 'is my metformin dose still right for my kidneys?')).toMatch(/at most 1,000 mg a day/);
});
