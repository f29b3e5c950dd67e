import { expect, test } from 'vitest';
import { withoutIdentifiers } from './identifiers.ts';

const NOW = Date.parse('2026-11-16T12:00:00Z');

test.each([
  [
    'Is mesalazine safe in ulcerative colitis for my patient Elena Marsh, born 1968-03-04, MRN 4471123, HIV positive? Ask the expert prof.x@uni.example by mail.',
    'Is mesalazine safe in ulcerative colitis for my patient, a 58-year-old, HIV positive? Ask the expert prof.x@uni.example by mail.',
  ],
  [
    'Patient Elena Marsh (DOB 4 March 1968, phone +49 170 1234567, elena@mail.example) has gout. Does Elena need colchicine?',
    'Patient, a 58-year-old, has gout. Does the patient need colchicine?',
  ],
  [
    'Follow gout for Mrs. Okafor, NHS number 943 476 5919. Check every Monday at 8.',
    'Follow gout for Mrs. Check every Monday at 8.',
  ],
  ['What helps Tom Baker, MRN: A-99812, with severe asthma?', 'What helps the patient, with severe asthma?'],
  ['My patient Jonas Krug lives at 12 High Street, Leeds and takes warfarin.', 'My patient and takes warfarin.'],
])('%s', (given, left) => {
  const told = withoutIdentifiers(given, NOW);
  expect(told).toBe(left);
});

test.each([
  "Is mesalazine safe for patients with Crohn's disease?",
  'Follow NCT09990003 every Monday at 8 until 2027-06-01.',
  'Compare Dorsemab and Kolvarin for ulcerative colitis. Randomised trials with more than 100 patients only.',
  'Was the patient Duchenne registry of 2019 published? https://example.org/2026-04-01/paper',
  'Email Dr. Weber at weber@uni.example and ask whether givinostat helps adults with Duchenne.',
])('%s names no patient', (given) => {
  expect(withoutIdentifiers(given, NOW)).toBe(given);
});
