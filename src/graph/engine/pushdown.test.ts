import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openGraph } from '../fixture.ts';
import { queryGraph } from '../query.ts';
import type { PropertyValue } from '../schema.ts';
import { addToPatient } from '../write.ts';

/** Values that are easy to confuse once they are in a column. */
const values: PropertyValue[] = [
  1,
  1.5,
  0,
  -3,
  '1',
  '',
  'a',
  'B',
  'é',
  'Z',
  true,
  false,
  ['a'],
  [1, 2],
  '["a"]',
  '{"a":1}',
  null,
  1e15,
  '🙂',
];

const db = openGraph('ada');
addToPatient(db, 'ada', {
  nodes: values.flatMap((x, i) =>
    values.map((y, j) => ({ label: 'Procedure', uuid: `p-${i}-${j}`, properties: { x, y } })),
  ),
  edges: values.map((_, i) => ({ type: 'HAS_PROCEDURE', from: 'ada', to: `p-${i}-0` })),
});

test('a condition means the same whether SQL helps with it or not', () => {
  fc.assert(
    fc.property(condition, (text) => {
      const helped = count(`MATCH (n:Procedure) WHERE ${text} RETURN count(*)`);
      const alone = count(`MATCH (n:Procedure) WHERE CASE WHEN ${text} THEN true ELSE false END RETURN count(*)`);
      expect(helped).toEqual(alone);
    }),
    { numRuns: 600 },
  );
});

test('also when the value is a parameter', () => {
  for (const value of values) {
    const params = { value };
    const helped = count('MATCH (n:Procedure {x: $value}) RETURN count(*)', params);
    expect(helped).toEqual(
      count('MATCH (n:Procedure) WHERE CASE WHEN n.x = $value THEN true ELSE false END RETURN count(*)', params),
    );
  }
});

function count(query: string, params?: Record<string, unknown>): unknown {
  return queryGraph(db, { patientId: 'ada', query, ...(params ? { params } : {}) }).rows;
}

const literal = fc.constantFrom(
  '1',
  '1.0',
  '1.5',
  '-3',
  "'1'",
  "''",
  "'a'",
  "'é'",
  "'Z'",
  'true',
  'null',
  "['a']",
  '\'["a"]\'',
  '\'{"a":1}\'',
  "'🙂'",
  '1000000000000000',
);
const property = fc.constantFrom('n.x', 'n.y', 'n.none');
const condition = fc.letrec<{ any: string; atom: string }>((tie) => ({
  atom: fc.oneof(
    fc.tuple(property, fc.constantFrom('=', '<', '<=', '>', '>='), literal).map((parts) => parts.join(' ')),
    fc.tuple(literal, fc.constantFrom('=', '<', '<=', '>', '>='), property).map((parts) => parts.join(' ')),
    fc.tuple(property, fc.array(literal, { maxLength: 3 })).map(([p, list]) => `${p} IN [${list.join(', ')}]`),
    property.map((p) => `${p} IS NULL`),
    property.map((p) => `${p} IS NOT NULL`),
    fc.constantFrom('n:Procedure', 'n:Patient'),
  ),
  any: fc.oneof(
    { maxDepth: 3 },
    tie('atom'),
    fc.tuple(tie('any'), fc.constantFrom('AND', 'OR'), tie('any')).map(([a, op, b]) => `(${a} ${op} ${b})`),
    tie('any').map((p) => `NOT ${p}`),
  ),
})).any;
