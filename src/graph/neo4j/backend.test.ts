import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordOf } from '../fixture.ts';
import { type Neo4jGraph, openNeo4j } from './backend.ts';
import { type Answer, type BoltServer, boltEdge, boltNode, Structure, startBolt } from './bolt.ts';
import { scopeQuery } from './scope.ts';

const own = (name: string) =>
  `((${name}._tenant = $patient_uuid) OR ((${name}._tenant IS NULL) AND EXISTS { MATCH ()-[ {_tenant: $patient_uuid}]->(${name}) }))`;

describe('a query for Neo4j is rewritten', () => {
  test('every relationship and every node is the patient’s', () => {
    const { text } = scopeQuery('MATCH (p:Patient)-[:HAS_CONDITION]->(c)-[*1..2]-(x) RETURN c');
    expect(text).toBe(
      `MATCH (p:Patient)-[:HAS_CONDITION {_tenant: $patient_uuid}]->(c)-[*1..2 {_tenant: $patient_uuid}]-(x) ` +
        `WHERE ((${own('p')} AND ${own('c')}) AND ${own('x')}) RETURN c`,
    );
  });

  test('in OPTIONAL MATCH, subqueries, predicates and comprehensions too, anonymous nodes included', () => {
    const { text } = scopeQuery(
      `MATCH (p:Patient) WHERE (p)-->() OPTIONAL MATCH (p)-[r]->(:Encounter)
       RETURN p, EXISTS { (p)-->(q) } AS e, [(p)-->(s) WHERE s.value > 1 | s.value] AS l, elementId(p) AS id, count(r) AS n ORDER BY n`,
    );
    const marks = text.match(/_tenant: \$patient_uuid/g)!.length;
    const nodes = text.match(/_tenant = \$patient_uuid/g)!.length;
    // p; the predicate's two; p and :Encounter; EXISTS' two; the comprehension's two
    expect(nodes).toBe(9);
    expect(marks).toBe(4 + nodes);
    expect(text).toContain('OPTIONAL MATCH (p)-[r {_tenant: $patient_uuid}]->(own_');
    expect(text).toContain('p.uuid AS id, count(r) AS n ORDER BY n');
  });

  test('the same rules hold, and the same repairs', () => {
    expect(() => scopeQuery('MATCH (t:Medication) RETURN t')).toThrow(/asked for directly/);
    expect(() => scopeQuery('MATCH (n) DELETE n')).toThrow(/only read/);
    expect(() => scopeQuery('MATCH (a)-[*]->(b) RETURN b')).toThrow(/upper bound/);
    const repaired = scopeQuery("MATCH (:ConditionCase {name: 'Asthma'})-[:RECORDED_IN]->(e) RETURN e");
    expect(repaired.warnings).toMatchObject([{ rule: 'text_search' }]);
    expect(repaired.text).toMatch(/WHERE .*\(toLower\(own_\d+\.name\) CONTAINS 'asthma'\)/);
  });

  test('names of the caller’s cannot be confused with those that are added', () => {
    const { text } = scopeQuery(
      'MATCH (own_1)-->() RETURN own_1, `x`.y AS `a``b` UNION MATCH (own_1) RETURN own_1, 1 AS `a``b`'.replace(
        '`x`.y',
        '1',
      ),
    );
    expect(text).toContain('(own_1)-[ {_tenant: $patient_uuid}]->(own__');
    expect(text).toContain('`a``b`');
  });
});

describe('on the wire', () => {
  let server: BoltServer;
  let graph: Neo4jGraph;
  let next: Answer = { fields: [], records: [] };

  beforeAll(async () => {
    server = await startBolt(() => next);
    graph = openNeo4j({ uri: server.uri, user: 'neo4j', password: 'secret' });
  });
  afterAll(async () => {
    await graph.close();
    await server.close();
  });

  test('the scoped text and the patient are sent, the answer is decoded', async () => {
    const node = boltNode(1, ['ConditionCase'], { uuid: 'c1', status: 'active', _tenant: 'ada' });
    const edge = boltEdge(7, 1, 2, 'IS_A', { _tenant: 'ada' });
    const date = new Structure(0x44, [18_262]);
    next = { fields: ['c', 'r', 'n', 'v', 'd', 'l'], records: [[node, edge, 3, 1.5, date, [null, { a: 'x' }]]] };
    const result = await graph.query({
      patientId: 'ada',
      query:
        'MATCH (c:ConditionCase)-[r:IS_A]->() WHERE c.status = $status RETURN c, r, count(*) AS n, 1.5 AS v, date() AS d, [] AS l',
      params: { status: 'active' },
    });
    expect(result.columns).toEqual(['c', 'r', 'n', 'v', 'd', 'l']);
    expect(result.rows).toEqual([
      [
        { labels: ['ConditionCase'], properties: { uuid: 'c1', status: 'active' } },
        { type: 'IS_A', properties: {} },
        3,
        1.5,
        '2020-01-01',
        [null, { a: 'x' }],
      ],
    ]);
    const sent = server.received.at(-1)!;
    expect(sent.query).toContain('[r:IS_A {_tenant: $patient_uuid}]');
    expect(sent.parameters).toEqual({ status: 'active', patient_uuid: 'ada' });
    expect(sent.metadata).toMatchObject({ tx_timeout: 5000, mode: 'r' });
    expect(server.logons[0]).toMatchObject({ scheme: 'basic', principal: 'neo4j', credentials: 'secret' });
  });

  test('what is refused is never sent', async () => {
    const before = server.received.length;
    await expect(graph.query({ patientId: 'ada', query: 'CREATE (n)' })).rejects.toMatchObject({
      details: { rule: 'read_only' },
    });
    await expect(
      graph.query({ patientId: 'ada', query: "MATCH (p:Patient {uuid: 'eve'}) RETURN p" }),
    ).rejects.toMatchObject({ details: { rule: 'scope' } });
    await expect(
      graph.query({ patientId: 'ada', query: 'RETURN 1', params: { patient_uuid: 'eve' } }),
    ).rejects.toMatchObject({ details: { rule: 'scope' } });
    expect(server.received.length).toBe(before);
  });

  test('too many rows, a timeout and a failure are errors of the house', async () => {
    next = { fields: ['x'], records: [[1], [2], [3]] };
    await expect(
      graph.query({ patientId: 'ada', query: 'RETURN 1 AS x', limits: { maxRows: 2 } }),
    ).rejects.toMatchObject({ details: { rule: 'limit' } });
    next = { fields: [], records: [], failure: 'Neo.ClientError.Transaction.TransactionTimedOut' };
    await expect(graph.query({ patientId: 'ada', query: 'RETURN 1 AS x' })).rejects.toMatchObject({
      details: { rule: 'limit' },
    });
    next = { fields: [], records: [], failure: 'Neo.ClientError.Statement.SyntaxError' };
    await expect(graph.query({ patientId: 'ada', query: 'RETURN 1 AS x' })).rejects.toMatchObject({
      code: 'CYPHER_REJECTED',
    });
  });

  test('a patient is written in one transaction, each node and edge marked', async () => {
    next = { fields: [], records: [] };
    const before = server.received.length;
    await graph.replacePatient('ada', recordOf('ada'));
    const sent = server.received.slice(before);
    expect(sent[0]!.query).toContain('DETACH DELETE');
    const conditions = sent.find(({ query }) => query.includes('MERGE (n:`ConditionCase`'))!;
    expect((conditions.parameters.rows as { properties: object }[])[0]!.properties).toMatchObject({ _tenant: 'ada' });
    const types = sent.find(({ query }) => query.includes('MERGE (n:`ConditionType` {uuid: row.uuid})'))!;
    expect((types.parameters.rows as { properties: object }[])[0]!.properties).not.toHaveProperty('_tenant');
    expect(sent.some(({ query }) => query.includes('[r:`IS_A` {_tenant: $patient}]'))).toBe(true);
  });
});
