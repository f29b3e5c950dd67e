import { expect, test } from 'vitest';
import { kindOfRequest, purposeOf, readRequirements } from './request.ts';

const PLACE = { now: Date.parse('2026-11-15T12:00:00Z'), zone: 'UTC', scopes: ['trials'] };

test.each([
  ['What is new in gout?', 'look'],
  ['Find out what is known so far about gout', 'look'],
  ['what have you found on gout so far?', 'tell'],
  ['Show me the latest report on gout', 'tell'],
  ['stop looking for gout', 'stop'],
  ["don't check gout any more please", 'stop'],
  ['I do not want case reports. Check gout weekly.', 'look'],
  ['Tell me if statins are not safe and check weekly', 'look'],
  ['when do you look again for gout?', 'when'],
  ['how often do you check asthma?', 'when'],
])('%s: %s', (message, purpose) => {
  expect(purposeOf(message)).toBe(purpose);
});

test.each([
  ['thanks!', 'thanks'],
  ['Hello', 'greeting'],
  ['Look into it.', 'unclear'],
  ['cancer', 'broad'],
  ['ketamine in depression', 'research'],
])('%s is %s', (message, kind) => {
  expect(kindOfRequest(message)).toBe(kind);
});

test.each([
  ['Gout. I only want randomised trials.', { designs: ['rct', 'meta_analysis'] }],
  ['Gout, RCTs only', { designs: ['rct', 'meta_analysis'] }],
  ['Asthma, no case reports please', { designs: ['rct', 'meta_analysis', 'guideline'] }],
  ['Duchenne, at least phase 3', { stage: 'phase3' }],
  ['Lupus. High quality evidence, three trials at least', { grade: 4, count: 3 }],
  ['Only adults. Randomised or not is the same to me.', {}],
])('%s asks for %o', (message, threshold) => {
  const { grade, count, ...rest } = readRequirements(message, PLACE).threshold;
  expect({ ...(grade !== 3 && { grade }), ...(count !== 2 && { count }), ...rest }).toEqual(threshold);
});

test('for whom, how often and where', () => {
  const wish = readRequirements(
    'Gout for people with kidney disease, in scope trials. Check every Monday at 8.',
    PLACE,
  );
  expect(wish).toMatchObject({
    population: 'people with kidney disease',
    cadence: 'every Monday at 8',
    scopes: ['trials'],
  });
});
