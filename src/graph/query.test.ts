import { describe, expect, test } from 'vitest';
import { ConsiliumError } from '../kernel/errors.ts';
import { describeSchema } from './describe.ts';
import { openGraph } from './fixture.ts';
import { type GraphQuery, queryGraph } from './query.ts';

const db = openGraph('zzother', 'ada');

describe('a question of two and three hops', () => {
  test('from the patient to the type, with text search', () => {
    const { columns, rows } = ask(
      `MATCH (p:Patient {uuid: $patient_uuid})-[:HAS_CONDITION]->(c:ConditionCase)-[:IS_A]->(t:ConditionType)
       WHERE toLower(t.name) CONTAINS toLower($term) AND c.status = 'active'
       RETURN t.name AS name, c.onset_date AS since ORDER BY since`,
      { term: 'DIABETES' },
    );
    expect(columns).toEqual(['name', 'since']);
    expect(rows).toEqual([
      ['Diabetes mellitus type 2', '2011-01-01'],
      ['Diabetes mellitus type 2', '2013-01-01'],
    ]);
  });

  test('values keep their types in JSON', () => {
    const { rows } = ask(
      `MATCH (o:Observation)-[:IS_A]->(t) WHERE o.value >= 90
       RETURN o.value / 4, o.component, date(o.time).year, o, t.code, elementId(o) ORDER BY o.time LIMIT 1`,
    );
    expect(rows[0]!.slice(0, 3)).toEqual([22.5, false, 2020]);
    expect(rows[0]![3]).toMatchObject({ labels: ['Observation'], properties: { value: 90, unit: 'mg/dL' } });
    expect(rows[0]!.slice(4)).toEqual(['2345-7', 'observation-1-ada']);
  });

  test('paths, relationships, subqueries and comprehensions', () => {
    const { rows } = ask(
      `MATCH path = (p:Patient)-[r:HAS_REGIMEN]->(i)
       RETURN path, r, COUNT { (p)-[:HAS_CONDITION]->() } AS n, EXISTS { (i)-[:OF_MEDICATION]->() } AS known,
              [(i)-[:OF_MEDICATION]->(m) | m.name] AS names`,
    );
    expect(rows[0]![0]).toMatchObject({
      nodes: [{ labels: ['Patient'] }, { labels: ['IntakeRegimen'] }],
      relationships: [{ type: 'HAS_REGIMEN' }],
    });
    expect(rows[0]!.slice(1)).toEqual([{ type: 'HAS_REGIMEN', properties: {} }, 4, true, ['Metformin']]);
  });

  test('an OPTIONAL MATCH keeps the row', () => {
    const { rows } = ask('MATCH (p:Patient) OPTIONAL MATCH (p)-[:HAS_ALLERGY]->(a) RETURN p.uuid, a');
    expect(rows).toEqual([['ada', null]]);
  });
});

describe('the rules', () => {
  test.each([
    ['read_only', 'CREATE (n) RETURN n'],
    ['read_only', 'MATCH (n) SET n.name = 1 RETURN n'],
    ['read_only', 'MATCH (n) DETACH DELETE n'],
    ['read_only', 'MERGE (n) RETURN n'],
    ['read_only', 'MATCH (n) REMOVE n.name RETURN n'],
    ['read_only', 'CALL db.labels()'],
    ['read_only', 'MATCH (n) CALL { RETURN 1 } RETURN n'],
    ['read_only', "LOAD CSV FROM 'file:///etc/passwd' AS line RETURN line"],
    ['read_only', 'MATCH (p:Patient) FOREACH (x IN [1] | SET p.a = x)'],
    ['read_only', 'DROP INDEX x'],
    ['read_only', 'USE other MATCH (n) RETURN n'],
    ['read_only', 'MATCH (n) WHERE EXISTS { CREATE (m) } RETURN n'],
    ['single_statement', 'MATCH (n) RETURN n; MATCH (m) RETURN m'],
    ['type_direct', 'MATCH (t:ConditionType) RETURN t'],
    ['type_direct', 'MATCH (c:ConditionCase), (t:ConditionType) RETURN t'],
    ['type_direct', 'MATCH (c)-[:IS_A]->(t) WITH c MATCH (t:ConditionType) RETURN t'],
    ['type_direct', 'MATCH (n) WHERE n:ObservationType RETURN n'],
    ['type_direct', 'MATCH (p:Patient) RETURN p UNION MATCH (p:Medication) RETURN p'],
    ['type_direct', 'MATCH (p:Patient) WHERE EXISTS { (t:Medication) } RETURN p'],
    ['type_direct', 'MATCH (p:Patient) RETURN COUNT { MATCH (t:SymptomType) RETURN t }'],
    ['type_direct', 'MATCH (a:ConditionType)--(b:SymptomType) RETURN a'],
    ['type_direct', 'MATCH (x)-[*0..1]-(t:ConditionType) RETURN t'],
    ['scope', "MATCH (p:Patient {uuid: 'zzother'}) RETURN p"],
    ['scope', "MATCH (p:Patient) WHERE 'nobody' = p.uuid RETURN p"],
    ['scope', "MATCH (p:Patient) WHERE p.uuid IN ['ada', 'zzother'] RETURN p"],
    ['scope', "MATCH (p {uuid: 'zzother'})-[:HAS_CONDITION]->(c) RETURN c"],
    ['scope', "MATCH (c)<-[:HAS_CONDITION]-(p) WHERE elementId(p) = 'nobody' RETURN c"],
    ['text_search', "MATCH (c:ConditionCase) WHERE c.name <> 'Asthma' RETURN c"],
    ['text_search', "MATCH (c:ConditionCase) WHERE NOT c.name = 'Asthma' RETURN c"],
    ['syntax', 'MATCH (n) RETRUN n'],
    ['syntax', 'MATCH (n RETURN n'],
    ['syntax', 'RETURN nonsense(1)'],
    ['syntax', 'MATCH (n) RETURN id(n)'],
    ['syntax', 'UNWIND [1, true] AS x RETURN 1 + x'],
    ['syntax', ''],
    ['limit', 'MATCH (a)-[*]->(b) RETURN b'],
    ['limit', 'MATCH (a)-[*2..]->(b) RETURN b'],
    ['limit', 'MATCH (a)-[*1..500]->(b) RETURN b'],
    ['limit', 'UNWIND range(1, 20000) AS x RETURN x'],
    ['limit', 'RETURN range(1, 1000000000)'],
    ['limit', "RETURN reduce(s = 'a', x IN range(1, 100) | s + s)"],
    ['limit', 'RETURN [x IN range(1, 1000) | range(1, 100000)]'],
    ['limit', 'RETURN reduce(l = [0], x IN range(1, 40) | l + l)'],
    ['limit', `RETURN ${'1 + '.repeat(12_000)} 1`],
    ['limit', "RETURN 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!' =~ '(a+)+'"],
  ])('%s: %s', (rule, text) => {
    expect(refusal(text)).toMatchObject({ code: 'CYPHER_REJECTED', rule });
  });

  test('a product that never ends is ended, in SQL and outside of it', () => {
    const limits = { timeoutMs: 200 };
    const many = 'MATCH (a)--(b), (c)--(d), (e)--(f), (g)--(h), (i)--(j), (k)--(l)';
    expect(refusal(`${many} WHERE l.code + a.code = 'none' RETURN count(*)`, { limits })).toMatchObject({
      rule: 'limit',
    });
    expect(
      refusal('MATCH (a)--(b)--(c)--(d)--(e)--(f)--(g)--(h)--(i)--(j) WHERE j.dose < 0 RETURN count(*)', { limits }),
    ).toMatchObject({
      rule: 'limit',
    });
    const nested = 'RETURN [a IN range(1, 9000) | [b IN range(1, 9000) | [c IN range(1, 9000) | a + b + c]]]';
    expect(refusal(nested, { limits })).toMatchObject({ rule: 'limit' });
    expect(refusal('MATCH (n) RETURN n', { limits: { maxRows: 3 } })).toMatchObject({ rule: 'limit' });
  });

  test('a mistake says where it is and what was meant', () => {
    expect(refusal('MATCH (n)\nRETURN toLowr(n.name)')).toMatchObject({
      hint: 'Did you mean toLower()?',
      line: 2,
      column: 8,
    });
    expect(refusal('MATCH (patient) RETURN patint').hint).toBe('Did you mean patient?');
    expect(refusal('MATCH (n) RETRUN n').message).toContain('did you mean RETURN?');
    expect(warned('MATCH (p:Patient)-[:HAS_CONDTION]->(c) RETURN c')).toEqual(['unknown_name']);
    expect(warned('MATCH (p:Pateint) RETURN p')).toEqual(['unknown_name']);
  });

  test('style is put right and reported', () => {
    const equality = ask("MATCH (c:ConditionCase {name: 'DIABETES'}) RETURN count(c)");
    expect(equality.rows).toEqual([[4]]);
    expect(equality.warnings?.map((w) => w.rule)).toEqual(['text_search']);
    expect(warned("MATCH (c:ConditionCase) WHERE c.name = 'Diabetes' RETURN c")).toEqual(['text_search']);
    expect(warned("MATCH (c:ConditionCase) WHERE c.name CONTAINS 'Diabetes' RETURN c")).toEqual(['text_search']);
    expect(warned("MATCH (c:ConditionCase) WHERE c.name IN ['Diabetes'] RETURN c")).toEqual(['text_search']);
    expect(ask("MATCH (c:ConditionCase) WHERE c.name CONTAINS 'DIABETES' RETURN c").rows).toHaveLength(4);
    const placed = ask("MATCH (p:Patient) WHERE p.gender = 'female' MATCH (p)-[:HAS_REGIMEN]->(r) RETURN r.dose");
    expect(placed).toMatchObject({ rows: [[500]], warnings: [{ rule: 'where_placement' }] });
    const timed = ask("MATCH (o:Observation) WHERE o.time >= date('2020-01-01') + duration('P1M') RETURN count(o)");
    expect(timed).toMatchObject({ rows: [[3]], warnings: [{ rule: 'time_text' }] });
    const clean = `MATCH (p:Patient)-[:HAS_CONDITION]->(c) OPTIONAL MATCH (c)-[:RECORDED_IN]->(e) WHERE e.class = 'AMB'
      WITH c, e MATCH (c)-[:IS_A]->(t) WHERE toLower(t.name) CONTAINS 'diabetes' RETURN c, e`;
    expect(ask(clean).warnings).toBeUndefined();
  });

  test('a node may have one of several labels', () => {
    expect(ask('MATCH (n:Observation|Encounter) RETURN labels(n)[0] AS l, count(*) AS n ORDER BY l').rows).toEqual([
      ['Encounter', 4],
      ['Observation', 4],
    ]);
    expect(refusal('MATCH (n:Observation|ObservationType) RETURN n')).toMatchObject({ rule: 'type_direct' });
  });

  test('reserved words are property names, a trailing semicolon is fine', () => {
    expect(ask('MATCH (e:Encounter) RETURN count(e.end) AS `end`;').columns).toEqual(['end']);
  });

  test('an error does not repeat what stands in the record', () => {
    const { message } = refusal('MATCH (p:Patient) RETURN date(p.name), duration(p.name)');
    expect(message).not.toContain('Name of');
  });

  test('an unknown patient is said to be unknown', () => {
    expect(() => queryGraph(db, { patientId: 'nobody', query: 'RETURN 1' })).toThrow(/no such patient/);
  });
});

test('the schema of a patient, for a model', () => {
  const text = describeSchema(db, 'ada');
  expect(text).toContain('(:Patient)-[:HAS_CONDITION]->(:ConditionCase) 4');
  expect(text).toContain('status "resolved"|"active"');
  expect(text).toContain('(:Observation)-[:IS_A]->(:ObservationType)');
  expect(text).not.toContain('zzother');
  expect(text.length).toBeLessThan(4000);
});

function ask(query: string, params?: Record<string, unknown>) {
  return queryGraph(db, { patientId: 'ada', query, ...(params ? { params } : {}) });
}

function warned(query: string): string[] {
  return (ask(query).warnings ?? []).map((warning) => warning.rule);
}

function refusal(query: string, more: Partial<GraphQuery> = {}) {
  try {
    queryGraph(db, { patientId: 'ada', query, ...more });
  } catch (error) {
    if (error instanceof ConsiliumError) return error.toJSON();
    throw error;
  }
  throw new Error(`not refused: ${query.slice(0, 100)}`);
}
