/** The same question in Cypher and in SQL by hand. Both give the same rows. */
export interface Question {
  name: string;
  cypher: string;
  sql: string;
}

const patient = `WITH t AS (SELECT id FROM graph_tenant WHERE uuid = $patient),
  p AS (SELECT n.id FROM graph_node n, t WHERE n.tenant = t.id AND n.uuid = $patient)`;

const hop = (edge: string, type: string, from: string) =>
  `CROSS JOIN graph_edge ${edge} ON ${edge}.tenant = t.id AND ${edge}.src = ${from} AND ${edge}.type = '${type}'`;

export const questions: Question[] = [
  {
    name: '2 hops: active conditions by name',
    cypher: `MATCH (p:Patient {uuid: $patient_uuid})-[:HAS_CONDITION]->(c:ConditionCase)-[:IS_A]->(t:ConditionType)
      WHERE c.status = 'active' RETURN t.name, c.onset_date ORDER BY c.onset_date DESC`,
    sql: `${patient} SELECT ct.props ->> '$.name', c.props ->> '$.onset_date' FROM t CROSS JOIN p
      ${hop('e', 'HAS_CONDITION', 'p.id')} CROSS JOIN graph_node c ON c.id = e.dst AND c.label = 'ConditionCase' AND c.props ->> '$.status' = 'active'
      ${hop('f', 'IS_A', 'c.id')} CROSS JOIN graph_node ct ON ct.id = f.dst AND ct.label = 'ConditionType' ORDER BY 2 DESC`,
  },
  {
    name: '2 hops: text search',
    cypher: `MATCH (p:Patient {uuid: $patient_uuid})
      MATCH (p)-[:HAS_CONDITION]->(c:ConditionCase)
      MATCH (c)-[:IS_A]->(t:ConditionType)
      WHERE toLower(t.name) CONTAINS toLower('DIABETES') RETURN t.name, c.status, c.onset_date`,
    sql: `${patient} SELECT ct.props ->> '$.name', c.props ->> '$.status', c.props ->> '$.onset_date' FROM t CROSS JOIN p
      ${hop('e', 'HAS_CONDITION', 'p.id')} CROSS JOIN graph_node c ON c.id = e.dst AND c.label = 'ConditionCase'
      ${hop('f', 'IS_A', 'c.id')} CROSS JOIN graph_node ct ON ct.id = f.dst AND ct.label = 'ConditionType'
      WHERE instr(lower(ct.props ->> '$.name'), 'diabetes') > 0`,
  },
  {
    name: '2 hops: history of a measurement',
    cypher: `MATCH (p:Patient {uuid: $patient_uuid})-[:HAS_OBSERVATION]->(o:Observation)-[:IS_A]->(t:ObservationType)
      WHERE t.code = 't-7' AND o.time >= '2012' RETURN o.time, o.value, o.unit ORDER BY o.time DESC LIMIT 20`,
    sql: `${patient} SELECT o.props ->> '$.time', o.props ->> '$.value', o.props ->> '$.unit' FROM t CROSS JOIN p
      ${hop('e', 'HAS_OBSERVATION', 'p.id')} CROSS JOIN graph_node o ON o.id = e.dst AND o.label = 'Observation' AND o.props ->> '$.time' >= '2012'
      ${hop('f', 'IS_A', 'o.id')} CROSS JOIN graph_node ot ON ot.id = f.dst AND ot.label = 'ObservationType' AND ot.props ->> '$.code' = 't-7'
      ORDER BY 1 DESC LIMIT 20`,
  },
  {
    name: '3 hops: who treats what',
    cypher: `MATCH (p:Patient {uuid: $patient_uuid})-[:HAS_CONDITION]->(c:ConditionCase)-[:RECORDED_IN]->(e:Encounter)-[:PERFORMED_BY]->(d:Practitioner)
      RETURN c.name, e.start, d.name ORDER BY e.start`,
    sql: `${patient} SELECT c.props ->> '$.name', n.props ->> '$.start', d.props ->> '$.name' FROM t CROSS JOIN p
      ${hop('e', 'HAS_CONDITION', 'p.id')} CROSS JOIN graph_node c ON c.id = e.dst AND c.label = 'ConditionCase'
      ${hop('f', 'RECORDED_IN', 'c.id')} CROSS JOIN graph_node n ON n.id = f.dst AND n.label = 'Encounter'
      ${hop('g', 'PERFORMED_BY', 'n.id')} CROSS JOIN graph_node d ON d.id = g.dst AND d.label = 'Practitioner' ORDER BY 2`,
  },
  {
    name: '3 hops: measurements by encounter, counted',
    cypher: `MATCH (p:Patient {uuid: $patient_uuid})-[:HAS_ENCOUNTER]->(e:Encounter)<-[:RECORDED_IN]-(o:Observation)-[:IS_A]->(t:ObservationType)
      RETURN t.name AS name, count(*) AS n, avg(o.value) AS mean ORDER BY n DESC, name`,
    sql: `${patient} SELECT ot.props ->> '$.name' AS name, count(*) AS n, avg(o.props ->> '$.value') FROM t CROSS JOIN p
      ${hop('e', 'HAS_ENCOUNTER', 'p.id')} CROSS JOIN graph_node n ON n.id = e.dst AND n.label = 'Encounter'
      CROSS JOIN graph_edge f ON f.tenant = t.id AND f.dst = n.id AND f.type = 'RECORDED_IN'
      CROSS JOIN graph_node o ON o.id = f.src AND o.label = 'Observation'
      ${hop('g', 'IS_A', 'o.id')} CROSS JOIN graph_node ot ON ot.id = g.dst AND ot.label = 'ObservationType'
      GROUP BY 1 ORDER BY 2 DESC, 1`,
  },
  {
    name: 'OPTIONAL MATCH: regimens and their drug',
    cypher: `MATCH (p:Patient {uuid: $patient_uuid})-[:HAS_REGIMEN]->(r:IntakeRegimen) OPTIONAL MATCH (r)-[:OF_MEDICATION]->(m:Medication)
      RETURN r.status, r.start, m.name`,
    sql: `${patient} SELECT r.props ->> '$.status', r.props ->> '$.start', m.props ->> '$.name' FROM t CROSS JOIN p
      ${hop('e', 'HAS_REGIMEN', 'p.id')} CROSS JOIN graph_node r ON r.id = e.dst AND r.label = 'IntakeRegimen'
      LEFT JOIN graph_edge f ON f.tenant = t.id AND f.src = r.id AND f.type = 'OF_MEDICATION' LEFT JOIN graph_node m ON m.id = f.dst`,
  },
];
