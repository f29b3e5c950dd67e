import { describe, expect, test } from 'vitest';
import { canonicalLiteral, canonicalValue, parseLiteral } from './literal.ts';
import { runScenario } from './scenario.ts';
import { openScratch } from './scratch.ts';

/** Cypher's meaning, on a small graph: a triangle with a tail, two ways from A to C. */
const graph =
  "CREATE (a:A {n: 1, name: 'one'})-[:X {w: 1}]->(b:B {n: 2})-[:Y {w: 2}]->(c:C {n: 3}), (a)-[:X {w: 3}]->(c), (c)-[:Z]->(a), (:D)";

describe('what a query means', () => {
  test.each([
    // patterns
    ['MATCH (a:A)-[r]-(b) RETURN type(r), b.n', "'X' | 2; 'X' | 3; 'Z' | 3"],
    ['MATCH (a)-[:X]->(b)-[:Y]->(c) RETURN a.n, b.n, c.n', '1 | 2 | 3'],
    ['MATCH p = (a:A)-[*2..3]->(b) RETURN length(p), b.n', '2 | 1; 2 | 3; 3 | 1; 3 | 2'],
    ['MATCH (a:A)-[rs*2]->() WITH rs MATCH (s)-[rs*]->(t) RETURN s.n, t.n', '1 | 1; 1 | 3'],
    ['MATCH (a:A), (c:C) MATCH p = shortestPath((a)-[*..5]->(c)) RETURN length(p)', '1'],
    ['MATCH (a:A), (c:C) MATCH p = allShortestPaths((a)-[*..5]-(c)) RETURN length(p)', '1; 1'],
    ['MATCH (a:A) OPTIONAL MATCH (a)-[:X]->(b) WHERE b.n > 5 RETURN a.n, b', '1 | null'],
    ['MATCH (n) WHERE (n)-->(:C) RETURN n.n', '1; 2'],
    ['MATCH (n) WHERE NOT EXISTS { (n)-->() } RETURN labels(n)', "['D']"],
    ['MATCH (a:A) RETURN COUNT { (a)-->() } AS n, [(a)-[r:X]->(b) WHERE b.n > 2 | r.w] AS w', '2 | [3]'],
    ['MATCH (a), (b) WHERE a.n = b.n + 1 RETURN a.n, b.n', '2 | 1; 3 | 2'],
    ['MATCH p = (a:A)-[:X]->(:B) RETURN p', "<(:A {n: 1, name: 'one'})-[:X {w: 1}]->(:B {n: 2})>"],
    // null and three values
    [
      'RETURN null = null, null <> 1, NOT null, null OR true, null AND false, null XOR true',
      'null | null | null | true | false | null',
    ],
    ['RETURN null IN [1, null], 1 IN [1, null], 2 IN [1, null], null IN []', 'null | true | null | false'],
    ['RETURN [1, null] = [1, null], [1, null] = [2, null], {a: null} = {a: 1}', 'null | false | null'],
    [
      'RETURN all(x IN [1, null] WHERE x > 0), any(x IN [1, null] WHERE x > 0), none(x IN [] WHERE x), single(x IN [1, 1] WHERE x = 1)',
      'null | true | true | false',
    ],
    // numbers
    ['RETURN 7 / 2, -7 / 2, 7 % -3, 7.0 / 2, 2 ^ 3, 1.0 / 0', '3 | -3 | 1 | 3.5 | 8.0 | Infinity'],
    [
      'RETURN 9223372036854775807 AS x, 1 < 1.5, 1 = 1.0, 4611686018427387905 = 4611686018427387904.0',
      '9223372036854775807 | true | true | false',
    ],
    ['RETURN 0.0 / 0.0 = 0.0 / 0.0, 0.0 / 0.0 < 1, 1 < "a"', 'false | false | null'],
    // lists, maps, text
    ['RETURN [1, 2, 3][-1], [1, 2, 3][1..], [1] + 2, 1 + [2], {a: {b: 1}}.a.b', '3 | [2, 3] | [1, 2] | [1, 2] | 1'],
    [
      'RETURN [x IN range(1, 5) WHERE x % 2 = 1 | x * x] AS s, reduce(t = 0, x IN [1, 2, 3] | t + x) AS t',
      '[1, 9, 25] | 6',
    ],
    [
      "RETURN 'a' + 1, substring('hello', 1, 3), split('a,b', ','), 'ABC' =~ '(?i)abc', toString(1.0)",
      "'a1' | 'ell' | ['a', 'b'] | true | '1.0'",
    ],
    [
      "RETURN CASE 1 WHEN 1.0 THEN 'x' END, CASE WHEN null THEN 1 ELSE 2 END, CASE null WHEN null THEN 1 END",
      "'x' | 2 | null",
    ],
    // aggregation, order, paging
    ['MATCH (n) RETURN n.n % 2 AS k, count(*) AS c ORDER BY c DESC, k', '1 | 2; 0 | 1; null | 1'],
    ['MATCH (n:Nothing) RETURN count(n), sum(n.n), avg(n.n), collect(n), max(n.n)', '0 | 0 | null | [] | null'],
    ['MATCH (n) WITH n.n AS v ORDER BY v DESC SKIP 1 LIMIT 3 WHERE v > 1 RETURN v', '3; 2'],
    ['UNWIND [1, 2, 3, 4] AS x RETURN percentileCont(x, 0.25), percentileDisc(x, 0.25)', '1.75 | 1'],
    ["UNWIND [null, 1, 'a', [1], {a: 1}, true] AS x RETURN x ORDER BY x", "{a: 1}; [1]; 'a'; true; 1; null"],
    ['WITH 1 AS a, 2 AS b WITH b AS a, a AS b ORDER BY a RETURN a, b', '2 | 1'],
    ['RETURN 1 AS a UNION RETURN 1.0 AS a UNION RETURN 2 AS a', '1; 2'],
    // dates and durations
    [
      "RETURN date('2020-01-31') + duration('P1M'), duration.between(date('2020-01-01'), date('2021-03-04'))",
      "'2020-02-29' | 'P1Y2M3D'",
    ],
    [
      "RETURN datetime('2020-03-29T01:30:00[Europe/Berlin]') + duration('PT1H')",
      "'2020-03-29T03:30+02:00[Europe/Berlin]'",
    ],
    [
      "RETURN date('2015-W30-2'), date('2015202'), date('2020-02-01T08:00:00Z')",
      "'2015-07-21' | '2015-07-21' | '2020-02-01'",
    ],
    [
      "RETURN date.truncate('quarter', date('2024-05-15')), datetime('2020-01-01T00:00:00Z').epochMillis",
      "'2024-04-01' | 1577836800000",
    ],
    [
      "RETURN duration({months: 0.75}), duration('PT1.5S') * 2, -duration('P1DT2H')",
      "'P22DT19H51M49.5S' | 'PT3S' | 'P-1DT-2H'",
    ],
    [
      "RETURN format(date('2020-02-03'), 'dd MMM yyyy'), date('2020-01-01') < date('2020-01-02'), time('12:00+01:00') < time('12:00Z')",
      "'03 Feb 2020' | true | true",
    ],
  ])('%s', (query, expected) => {
    const scratch = openScratch();
    scratch.run(graph, new Map());
    const rows = scratch
      .run(query, new Map())
      .rows.map((row) => row.map((value) => canonicalValue(value, false)).join(' | '));
    const ordered = /ORDER BY/.test(query);
    expect(ordered ? rows : rows.sort()).toEqual(expected.split('; '));
  });

  test.each([
    'MATCH (n) RETURN m',
    'MATCH (r)-[r]->() RETURN r',
    'MATCH (n) WHERE count(n) > 1 RETURN n',
    'RETURN count(count(*))',
    'MATCH (a) WITH a, count(*) RETURN a',
    'MATCH (a) RETURN a.n + count(*)',
    'RETURN 1 AS a, 2 AS a',
    'RETURN 1 AS a UNION RETURN 2 AS b',
    'MATCH (n) RETURN n LIMIT -1',
    'MATCH (n) RETURN n SKIP n.n',
    'RETURN 123 AND true',
    'RETURN 9223372036854775808',
    'RETURN 9223372036854775807 + 1',
    'RETURN 1 / 0',
    "RETURN date('2020-02-30')",
    'MATCH (n) RETURN (n)-->()',
    'MATCH (n) WHERE (n)-->(m) RETURN n',
    'MATCH (a) MATCH (b)',
    'MATCH (n) RETURN length(n)',
    'RETURN [1, 2] [true]',
    'MATCH (n) RETURN DISTINCT n.n ORDER BY n.name',
  ])('refused: %s', (query) => {
    const scratch = openScratch();
    scratch.run(graph, new Map());
    expect(() => scratch.run(query, new Map())).toThrow(expect.objectContaining({ code: 'CYPHER_REJECTED' }));
  });
});

describe('the runner of scenarios', () => {
  const scenario = {
    id: 's',
    given: ['empty graph', graph],
    query: 'MATCH (n:A) RETURN n',
    readonly: true,
    params: {},
  };

  test('compares rows as a bag, errors as errors, and skips what writes', () => {
    const rows = [["(:A {name: 'one', n: 1})"]];
    expect(runScenario({ ...scenario, expect: { kind: 'rows', columns: ['n'], rows } })).toEqual({ outcome: 'passed' });
    expect(runScenario({ ...scenario, expect: { kind: 'empty' } }).outcome).toBe('failed');
    const error = { type: 'SyntaxError', phase: 'compile time', detail: '*' };
    expect(runScenario({ ...scenario, query: 'RETURN x', expect: { kind: 'error', error } })).toEqual({
      outcome: 'passed',
    });
    expect(runScenario({ ...scenario, readonly: false, expect: { kind: 'empty' } })).toEqual({ outcome: 'skipped' });
  });

  test('reads the literals of the scenarios', () => {
    expect(canonicalLiteral("[{b: 1, a: 'x\\'y'}, (:B:A {n: 1.50}), [:T], <(:A)<-[:T]-()>]", false)).toBe(
      "[{a: 'x\\'y', b: 1}, (:A:B {n: 1.5}), [:T], <(:A)<-[:T]-()>]",
    );
    expect(canonicalLiteral('[2, 1]', true)).toBe('[1, 2]');
    expect(parseLiteral("{a: [1, 'b']}")).toEqual(new Map([['a', [1n, 'b']]]));
  });
});
