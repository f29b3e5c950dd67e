import { expect, test } from 'vitest';
import { countryCode } from './country.ts';
import { emergencyNumber, knownNumber } from './numbers.ts';

test('the number of the place, however the country is written', () => {
  expect(emergencyNumber('UK')).toBe('999');
  expect(emergencyNumber('usa')).toBe('911');
  expect(emergencyNumber('Sweden')).toBe('112');
  expect(countryCode('united kingdom')).toBe('GB');
});

test('where the country is not known, both common ones', () => {
  expect(emergencyNumber(null)).toMatch(/112.*911/);
  expect(emergencyNumber('Atlantis')).toMatch(/112.*911/);
  expect(knownNumber('ZZ')).toBeUndefined();
});
