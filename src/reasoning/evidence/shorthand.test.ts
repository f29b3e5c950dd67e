/** Letters' shorthand is written out, dates and plain words stay. */
import { expect, test } from 'vitest';
import { isPlan, isUnmet } from './plans.ts';
import { shorthand, writeOutShort } from './shorthand.ts';

test.each(shorthand.examples)('$written', ({ written, read }) => {
  expect(writeOutShort(written).toLowerCase()).toBe(read);
});

test.each(shorthand.counters)('%s stays', (text) => expect(writeOutShort(text)).toBe(text));

test('plans and what was not done are read in it', () => {
  expect(isPlan('Rpt US 3/12; if >= 10 mm or AFP rising -> multiphase CT/MRI.')).toBe(true);
  expect(isPlan('24h urine Ca / oxalate / citrate requested - bottle given, to hand in at GP.')).toBe(true);
  expect(isPlan('Glucose tolerance test booked for 12 November.')).toBe(true);
  expect(isUnmet('OGD 12/5: DNA.')).toBe(true);
  expect(isPlan('MRI showed two new lesions.')).toBe(false);
});
