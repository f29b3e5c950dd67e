/** What was taken is the own allergen: an alarm. What is asked, meant, long past or a mere rash is none. */
import { expect, test } from 'vitest';
import { emptyChart } from '../chart.ts';
import { inputOf } from '../concerns/examples.ts';
import type { Example } from '../concerns/reading.ts';
import { isExposed } from './index.ts';

const child: Example = { age: 6, allergic: ['macrogol 3350: anaphylaxis', 'peanut: anaphylaxis'] };

function exposed(message: string, person = child): boolean {
  const { record } = inputOf(person);
  return isExposed({ chart: { ...emptyChart(record.now), view: record }, message, now: record.now });
}

test.each([
  'my mother in law gave her half a cap of miralax 10 min ago',
  'I gave her miralax by mistake',
  'I gave her miralax this morning, can I give her the next cap?',
  'she ate a peanut 10 min ago, looks fine',
])('taken just now: %s', (message) => {
  expect(exposed(message)).toBe(true);
});

test.each([
  'can I give her miralax?',
  'gran wants to give her miralax',
  'they gave her miralax in 2024 and she had hives',
  'gave her senna last night',
  'the doctor gave her miralax for the constipation, can she take it?',
])('not taken, not now, or something else: %s', (message) => {
  expect(exposed(message)).toBe(false);
});

test('a rash long ago makes no alarm of a tablet', () => {
  expect(exposed('I took amoxicillin this morning', { age: 40, allergic: ['penicillin: rash'] })).toBe(false);
  expect(exposed('I took amoxicillin this morning', { age: 40, allergic: ['penicillin: anaphylaxis'] })).toBe(true);
});
