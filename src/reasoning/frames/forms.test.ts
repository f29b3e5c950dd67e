import { expect, test } from 'vitest';
import { inputOf } from '../concerns/examples.ts';
import { formRows, isInForm } from './forms.ts';

test.each(formRows)('$said.0: $example, not $counter', ({ said, example, counter }) => {
  const [one, other] = [example, counter].map((name) => inputOf({ age: 50, takes: [name] }).record.medicines[0]!);
  expect(isInForm(one!, said[0]!)).toBe(true);
  expect(isInForm(other!, said[0]!)).toBe(false);
});
