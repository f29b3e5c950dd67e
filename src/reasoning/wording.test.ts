import { expect, test } from 'vitest';
import { saySpan } from './wording.ts';

test.each([
  [1, 'a day'],
  [40, '6 weeks'],
  [430, '14 months'],
  [4.77 * 365.25, 'almost 5 years'],
  [5 * 365.25, '5 years'],
  [5.2 * 365.25, 'a little over 5 years'],
  [5.5 * 365.25, 'about 5 and a half years'],
  [5.99 * 365.25, '6 years'],
])('%s days are %s', (days, said) => expect(saySpan(days)).toBe(said));
