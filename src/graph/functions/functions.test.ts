import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ConsiliumError } from '../../kernel/errors.ts';
import { openScratch } from '../tck/scratch.ts';
import { aggregations, functions } from './index.ts';

const scratch = openScratch();
scratch.run('CREATE (:A {n: 1})-[:R {w: 2.5}]->(:B)', new Map());

const values = [
  'null',
  'true',
  '0',
  '1',
  '-7',
  '9223372036854775807',
  '-9223372036854775808',
  '1.5',
  '-0.0',
  '1e308',
  '0.0 / 0.0',
  '1.0 / 0',
  "''",
  "'abc'",
  "'12'",
  "'day'",
  "'2020-02-29'",
  "'P1M'",
  "'12:30'",
  "'Europe/Berlin'",
  "'constructor'",
  "'__proto__'",
  '[]',
  '[1, null, [2]]',
  '{}',
  '{year: 2020, month: 2}',
  '{hour: 1, timezone: "+01:00"}',
  '{months: 1.5}',
  "date('2020-01-31')",
  "datetime('2020-01-31T10:00[Europe/Berlin]')",
  "localtime('10:00')",
  "time('10:00+01:00')",
  "localdatetime('2020-01-01T00:00')",
  "duration('P1Y2M3DT4H')",
  'a',
  'r',
  'p',
];
const known = [
  ...[...functions.values()].map(({ name, min, max }) => ({ name, min, max: Math.min(max, 3) })),
  ...Object.entries(aggregations).map(([name, { arguments: count }]) => ({ name, min: count, max: count })),
];

test('no function and no operator fails in any way but the house’s', () => {
  const value = fc.constantFrom(...values);
  const call = fc
    .constantFrom(...known)
    .chain(({ name, min, max }) =>
      fc.array(value, { minLength: min, maxLength: max }).map((args) => `${name}(${args.join(', ')})`),
    );
  const operator = fc.constantFrom(
    '+',
    '-',
    '*',
    '/',
    '%',
    '^',
    '=',
    '<>',
    '<',
    '>=',
    'AND',
    'OR',
    'XOR',
    'IN',
    'CONTAINS',
    'STARTS WITH',
    '=~',
  );
  const expression = fc.oneof(
    { weight: 5, arbitrary: call },
    { weight: 3, arbitrary: fc.tuple(value, operator, value).map((parts) => parts.join(' ')) },
    { weight: 1, arbitrary: fc.tuple(value, value).map(([a, b]) => `(${a})[${b}]`) },
    { weight: 1, arbitrary: fc.tuple(value, value, value).map(([a, b, c]) => `(${a})[${b}..${c}]`) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(value, fc.constantFrom('year', 'month', 'constructor', 'n', 'timezone', 'days'))
        .map(([a, k]) => `(${a}).${k}`),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(call, fc.constantFrom('year', 'epochMillis', 'offset', 'seconds'))
        .map(([a, k]) => `${a}.${k}`),
    },
  );
  let answered = 0;
  fc.assert(
    fc.property(expression, (text) => {
      try {
        scratch.run(`MATCH p = (a:A)-[r]->() RETURN ${text} AS x`, new Map());
        answered++;
      } catch (error) {
        expect(error).toBeInstanceOf(ConsiliumError);
      }
    }),
    { numRuns: 4000 },
  );
  expect(answered).toBeGreaterThan(1000);
});
