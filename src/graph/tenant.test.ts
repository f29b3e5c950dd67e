import type { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ConsiliumError } from '../kernel/errors.ts';
import { openGraph } from './fixture.ts';
import { queryGraph } from './query.ts';

/**
 * The promise of this room: what a query for one patient gives cannot depend on another patient's record. The same random
 * queries run on a database that holds both patients (the other one written first) and on one that holds the patient
 * alone; answers, their order, their counts and their errors must be the same.
 */
const own = 'ada';
const other = 'zzother';
const both = openGraph(other, own, 'zzthird');
const alone = openGraph(own);

describe('a query sees one patient only', () => {
  test('thousands of random queries give the same with and without other patients', () => {
    let answered = 0;
    let found = 0;
    fc.assert(
      fc.property(query, (text) => {
        const [shared, single] = [run(both, text), run(alone, text)];
        expect(shared).toEqual(single);
        expect(JSON.stringify(shared)).not.toMatch(/zz(other|third)(?!')|too large to run/);
        if (shared.rows) answered++;
        if (shared.rows?.length) found++;
      }),
      { numRuns: 4000, seed: 20261115 },
    );
    expect(answered).toBeGreaterThan(1500);
    expect(found).toBeGreaterThan(700);
  });

  test.each([
    'MATCH (n) RETURN count(n)',
    'MATCH ()-[r]->() RETURN count(r)',
    'MATCH (c:ConditionCase)-[:IS_A]->(t)<-[:IS_A]-(x) RETURN count(x)',
    'MATCH (d:Practitioner)<-[:PERFORMED_BY]-(x) RETURN count(x)',
    'MATCH (o:Observation)-[:IS_A]->(t)-[*0..4]-(n) RETURN count(DISTINCT n)',
    'MATCH (a)-[:IS_A]->(t) MATCH (b)-[:IS_A]->(t) RETURN count(*)',
    'MATCH (n) WHERE n.uuid STARTS WITH "condition" RETURN collect(n.uuid)',
    'MATCH (n) RETURN max(elementId(n)), min(n)',
    'MATCH p = (a)-[*1..5]-(b) RETURN count(p)',
  ])('%s', (text) => {
    const result = run(both, text);
    expect(result).toEqual(run(alone, text));
    expect(result.rows).toHaveLength(1);
  });

  test('another patient is refused like one that does not exist', () => {
    const ask = (uuid: string) => run(both, `MATCH (p:Patient {uuid: '${uuid}'}) RETURN p`);
    expect(ask(other)).toEqual(ask('nobody'));
    expect(ask(other).error).toMatchObject({ rule: 'scope' });
    const sent = (uuid: string) => run(both, 'RETURN $patient_uuid', { patient_uuid: uuid });
    expect(sent(other)).toEqual(sent('nobody'));
    expect(sent(own).rows).toEqual([[own]]);
    const elsewhere = (uuid: string) => run(both, 'MATCH (p:Patient) WHERE p.uuid = $who RETURN p', { who: uuid });
    expect(elsewhere(other)).toEqual(elsewhere('nobody'));
  });
});

interface Answer {
  columns?: string[];
  rows?: unknown[][];
  error?: unknown;
}

function run(db: DatabaseSync, text: string, params?: Record<string, unknown>): Answer {
  try {
    const { columns, rows } = queryGraph(db, { patientId: own, query: text, ...(params ? { params } : {}) });
    return { columns, rows };
  } catch (error) {
    if (!(error instanceof ConsiliumError)) throw error;
    return { error: error.toJSON() };
  }
}

/** The first MATCH binds a and b; what follows speaks of these, and patterns may bring in c and d. */
const variable = fc.constantFrom('a', 'b');
const element = fc.constantFrom('a', 'b', 'b', 'c', 'd', '');
const label = fc.oneof(
  { weight: 12, arbitrary: fc.constant('') },
  {
    weight: 8,
    arbitrary: fc.constantFrom(':Patient', ':ConditionCase', ':Observation', ':Encounter', ':Practitioner'),
  },
  { weight: 1, arbitrary: fc.constantFrom(':ConditionType', ':SymptomType', ':Medication') },
);
const types = fc.constantFrom(
  '',
  '',
  ':IS_A',
  ':HAS_CONDITION',
  ':HAS_OBSERVATION',
  ':RECORDED_IN',
  ':PERFORMED_BY',
  ':IS_A|OF_MEDICATION',
);
const length = fc.constantFrom('', '', '', '', '*1..2', '*0..2', '*2', '*1..3');
const key = fc.constantFrom('uuid', 'status', 'value', 'code', 'unit', 'time', 'class', 'name', 'text', 'city');
const literal = fc.constantFrom(
  "'active'",
  "'mg/dL'",
  "'AMB'",
  '90',
  '100.5',
  'null',
  'true',
  "'type-glucose'",
  `'${other}'`,
  `'condition-0-${other}'`,
  "'practitioner-1'",
  '$patient_uuid',
  "'2020-03-01'",
);

const node = fc
  .tuple(element, label, fc.option(fc.tuple(key, literal), { freq: 8 }))
  .map(([name, of, entry]) => `(${name}${of}${entry ? ` {${entry[0]}: ${entry[1]}}` : ''})`);
const edge = fc
  .tuple(types, length, fc.constantFrom(['-', '->'], ['<-', '-'], ['-', '-']))
  .map(([of, many, [left, right]]) => `${left}[${of}${many}]${right}`);
const path = fc
  .tuple(node, fc.array(fc.tuple(edge, node), { maxLength: 3 }))
  .map(([first, rest]) => first + rest.map(([e, n]) => e + n).join(''));

const opening = fc
  .tuple(label, types, label, fc.option(path, { freq: 3 }))
  .map(([l, t, m, more]) => `MATCH (a${l})-[r${t}]-(b${m})${more ? `, ${more}` : ''}`);

const property = fc.tuple(variable, key).map(([name, k]) => `${name}.${k}`);
const predicate: fc.Arbitrary<string> = fc.letrec<{ any: string; atom: string }>((tie) => ({
  atom: fc.oneof(
    fc
      .tuple(property, fc.constantFrom('=', '<', '>=', 'CONTAINS', 'STARTS WITH', 'IN'), literal)
      .map(([p, op, v]) => (op === 'IN' ? `${p} IN [${v}, 'x']` : `${p} ${op} ${v}`)),
    property.map((p) => `${p} IS NOT NULL`),
    fc
      .tuple(
        variable,
        label.filter((l) => l !== ''),
      )
      .map(([v, l]) => `${v}${l}`),
    fc.tuple(variable, types, node).map(([v, t, n]) => `EXISTS { (${v})-[${t}]-${n} }`),
    fc.tuple(variable, types).map(([v, t]) => `COUNT { (${v})-[${t}]->() } > 1`),
    fc.tuple(variable, types, variable).map(([v, t, w]) => `(${v})-[${t}]->(${w})`),
  ),
  any: fc.oneof(
    { maxDepth: 2 },
    tie('atom'),
    tie('any').map((p) => `NOT (${p})`),
    fc.tuple(tie('any'), fc.constantFrom('AND', 'OR', 'XOR'), tie('any')).map(([a, op, b]) => `(${a} ${op} ${b})`),
  ),
})).any;

const match = fc
  .tuple(
    fc.constantFrom('MATCH', 'MATCH', 'MATCH', 'OPTIONAL MATCH'),
    fc.array(path, { minLength: 1, maxLength: 2 }),
    fc.option(predicate),
  )
  .map(([word, paths, where]) => `${word} ${paths.join(', ')}${where ? ` WHERE ${where}` : ''}`);

const value = fc.oneof(
  property,
  variable,
  variable.map((v) => `labels(${v})`),
  variable.map((v) => `keys(${v})`),
  variable.map((v) => `elementId(${v})`),
  property.map((p) => `collect(${p})`),
  property.map((p) => `max(${p})`),
  variable.map((v) => `count(DISTINCT ${v})`),
  fc.constant('count(*)'),
  fc.tuple(variable, types, property).map(([v, t, p]) => `[(${v})-[${t}]-(y) | y.uuid + ${p}]`),
);
const projection = fc
  .tuple(fc.boolean(), fc.array(value, { minLength: 1, maxLength: 3 }))
  .map(([distinct, values]) => `${distinct ? 'DISTINCT ' : ''}${values.map((v, i) => `${v} AS x${i}`).join(', ')}`);
const single = fc
  .tuple(
    opening,
    fc.option(predicate),
    fc.array(match, { maxLength: 2 }),
    fc.option(fc.constantFrom('WITH a, b', 'WITH a, b, count(*) AS n', 'WITH *', 'WITH DISTINCT b, a'), { freq: 3 }),
    fc.option(match, { freq: 3 }),
    projection,
    fc.option(fc.constantFrom('ORDER BY x0', 'ORDER BY x0 DESC LIMIT 3', 'SKIP 1', 'LIMIT 5')),
  )
  .map(([first, where, matches, between, after, items, page]) => {
    const tail = between ? [between, after ?? ''] : [];
    const parts = [first, where ? `WHERE ${where}` : '', ...matches, ...tail, `RETURN ${items}`, page ?? ''];
    return parts.filter(Boolean).join(' ');
  });
const query = fc.oneof(
  { weight: 6, arbitrary: single },
  {
    weight: 1,
    arbitrary: fc
      .tuple(opening, opening, fc.constantFrom('UNION', 'UNION ALL'))
      .map(([a, b, union]) => `${a} RETURN a, type(r) AS t ${union} ${b} RETURN b AS a, type(r) AS t`),
  },
);
