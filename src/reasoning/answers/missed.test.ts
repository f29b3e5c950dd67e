import { expect, test } from 'vitest';
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { missedRows } from './missed.ts';

test('every class of a missed dose is in the catalogue', () => {
  const unknown = missedRows.rows.flatMap(({ of }) => of).filter((id) => openCatalogue().get(id) === undefined);
  expect(unknown).toEqual([]);
});
