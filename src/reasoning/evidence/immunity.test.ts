import { expect, test } from 'vitest';
import { immunityRows } from './immunity.ts';

test.each(
  immunityRows().map((row) => [row.of, row] as const),
)('the antibodies of %s fit their example and not their counter-example, and it is in the catalogue', (_, {
  names,
  example,
  counter,
  concepts,
}) => {
  expect(example).toMatch(names);
  expect(counter).not.toMatch(names);
  expect(concepts).not.toHaveLength(0);
});
