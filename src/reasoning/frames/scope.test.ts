import { expect, test } from 'vitest';
import { scopeOf } from './scope.ts';

const NOW = '2026-11-19T09:00:00Z';

test.each([
  ['my coeliac test last month any good?', '2026-10-01'],
  ['was I seen last week', '2026-11-09'],
  ['what changed in the last month', '2026-10-19'],
  ['in the last 3 months', '2026-08-19'],
])('%s', (asked, from) => {
  expect(scopeOf(asked, NOW).from).toBe(from);
});
