import { expect, test } from 'vitest';
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { ask } from './fixture.ts';
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
