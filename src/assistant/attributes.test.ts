import { expect, test } from 'vitest';
import { withAttribute } from './attributes.ts';

const CAR = 'a grey Skoda with plate B-AB 123';

test.each([
  [CAR, 'red', 'a red Skoda with plate B-AB 123'],
  [CAR, 'electric', `${CAR}; electric`],
  [CAR, 'at the garage', undefined],
  [CAR, 'a blue Fiat', undefined],
  ['Dr. Lee, 12 High St, 555-0100', 'Dr. Patel', undefined],
  ['1200, on the left side door', '1300', undefined],
  ['Dr. Lee', 'nice', undefined],
])('%s, and now %s', (known, told, holds) => expect(withAttribute(known, told)).toBe(holds));
