import { expect, test } from 'vitest';
import { sayRule } from '../../web/src/assistant/rhythm.ts';

test.each([
  ['FREQ=DAILY', 'every day'],
  ['FREQ=WEEKLY;BYDAY=FR', 'every Friday'],
  ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', 'every weekday'],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR', 'every 2 weeks on Monday and Friday'],
  ['FREQ=MONTHLY;BYDAY=-1SU', 'every month on the last Sunday'],
  ['FREQ=DAILY;INTERVAL=28', 'every 28 days'],
  ['FREQ=WEEKLY;BYDAY=TU;UNTIL=20261220T225959Z', 'every Tuesday, until 20 Dec 2026'],
  ['FREQ=DAILY;COUNT=5', 'every day, 5 times'],
  ['FREQ=SECONDLY', 'comes again'],
])('a rule in words: %s', (rule, said) => {
  expect(sayRule(rule)).toBe(said);
});
