import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ConsiliumError } from '../../kernel/errors.ts';
import { parseQuery } from './parse.ts';
import { printQuery } from './print.ts';

describe('parsing', () => {
  test.each([
    ['RETURN 1 + 2 * 3 ^ 2', 'RETURN (1 + (2 * (3 ^ 2))) AS `1 + 2 * 3 ^ 2`'],
    ['RETURN NOT a = b AND c OR d', 'RETURN (((NOT (a = b)) AND c) OR d) AS `NOT a = b AND c OR d`'],
    ['MATCH (n:A:B {x: 1})<-[r:T|U*1..3]-() RETURN n', 'MATCH (n:A:B {x: 1})<-[r:T|U*1..3]-() RETURN n'],
    ['match (n) where n.end is not null return *', 'MATCH (n) WHERE (n.end IS NOT NULL) RETURN *'],
    ['RETURN [x IN y WHERE x > 1 | x] AS z // why', 'RETURN [x IN y WHERE (x > 1) | x] AS z'],
    ['RETURN EXISTS { (a)-->(b) } AS e', 'RETURN EXISTS { MATCH (a)-[]->(b) } AS e'],
    ["WITH 'it''s' AS a RETURN a", undefined],
    ['RETURN 1 < 2 < 3 AS c', 'RETURN (1 < 2 < 3) AS c'],
  ])('%s', (text, printed) => {
    if (printed === undefined) expect(() => parseQuery(text)).toThrow(ConsiliumError);
    else expect(printQuery(parseQuery(text))).toBe(printed);
  });

  test('what is printed parses to the same tree', () => {
    fc.assert(
      fc.property(expression, (text) => {
        const once = printQuery(parseQuery(`RETURN ${text} AS x`));
        expect(printQuery(parseQuery(once))).toBe(once);
      }),
      { numRuns: 500 },
    );
  });

  test('no text makes anything but a refusal', () => {
    const pieces = [
      'MATCH',
      '(',
      ')',
      '[',
      ']',
      '{',
      '}',
      'n',
      ':A',
      '-',
      '->',
      '<-',
      'RETURN',
      'WHERE',
      "'x'",
      '"',
      '`',
      '1',
      '..',
      '*',
      '$p',
      ',',
      'CASE',
      'END',
      'EXISTS',
      ';',
      '|',
      '\\',
      'é',
      '\u0000',
    ];
    const salad = fc.oneof(
      fc.string({ maxLength: 60 }),
      fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((words) => words.join(' ')),
    );
    fc.assert(
      fc.property(salad, (text) => {
        try {
          parseQuery(text);
        } catch (error) {
          expect(error).toBeInstanceOf(ConsiliumError);
        }
      }),
      { numRuns: 2000 },
    );
    expect(() => parseQuery(`RETURN ${'('.repeat(5000)}1`)).toThrow(/nested too deeply/);
  });
});

const expression = fc.letrec<{ any: string }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(
      '1',
      '-2.5',
      "'a\\'b'",
      'n',
      'n.end',
      '$p',
      'null',
      'true',
      '[]',
      '{}',
      'count(*)',
      'exists((a)-[:R*1..2]-(b))',
    ),
    fc
      .tuple(
        tie('any'),
        fc.constantFrom(
          '+',
          '-',
          '*',
          '/',
          '%',
          '^',
          '=',
          '<>',
          '<',
          'AND',
          'OR',
          'XOR',
          'IN',
          'CONTAINS',
          'STARTS WITH',
        ),
        tie('any'),
      )
      .map(([a, op, b]) => `${a} ${op} ${b}`),
    tie('any').map((a) => `(NOT ${a})`),
    tie('any').map((a) => `(${a})`),
    tie('any').map((a) => `((${a}) IS NULL)`),
    fc.tuple(tie('any'), tie('any')).map(([a, b]) => `[${a}, ${b}]`),
    fc.tuple(tie('any'), tie('any')).map(([a, b]) => `(${a})[${b}]`),
    tie('any').map((a) => `{k: ${a}, \`odd key\`: 1}`),
    fc.tuple(tie('any'), tie('any')).map(([a, b]) => `[x IN ${a} WHERE ${b} | x.y]`),
    fc.tuple(tie('any'), tie('any')).map(([a, b]) => `CASE ${a} WHEN ${b} THEN 1 ELSE 2 END`),
    tie('any').map((a) => `toLower(${a})`),
    tie('any').map((a) => `any(x IN xs WHERE ${a})`),
    tie('any').map((a) => `reduce(t = 0, x IN xs | ${a})`),
  ),
})).any;
