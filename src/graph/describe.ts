import type { DatabaseSync } from 'node:sqlite';
import { prepare } from './engine/store.ts';
import { prepareGraph, typeLabels } from './schema.ts';

/** The live schema of one patient's graph as a short text for a model: labels, properties with examples, relationships, rules. */
export function describeSchema(db: DatabaseSync, patientId: string): string {
  prepareGraph(db);
  const found = prepare(db, 'SELECT id FROM graph_tenant WHERE uuid = ?').get(patientId) as unknown as
    | [number]
    | undefined;
  const tenant = found?.[0] ?? -1;
  const labels = readLabels(db, tenant);
  const relationships = readRelationships(db, tenant);
  return [
    'Nodes of this patient (label, how many, properties with examples):',
    ...labels.map(({ label, count }) => describeLabel(db, tenant, label, count)),
    labels.length === 0 ? '(no records yet)' : '',
    'Relationships:',
    ...relationships.map(({ from, type, to, count }) => `(:${from})-[:${type}]->(:${to}) ${count}`),
    ...rules,
  ]
    .filter((line) => line !== '')
    .join('\n');
}

const rules = [
  'Rules:',
  '- Read only, one statement. $patient_uuid is set for you; other patients do not exist here.',
  `- ${typeLabels.join(', ')} are reached from an instance (IS_A, OF_MEDICATION), never asked for alone.`,
  '- Search text with toLower(n.name) CONTAINS toLower($term); use = for uuid, code, status, unit, category, numbers and times.',
  '- All MATCH clauses first, then one WHERE. Variable-length patterns need an upper bound: -[*1..3]-.',
  '- Times are ISO 8601 text in UTC: compare them as text or read them with date(x), datetime(x).',
  'Example:',
  'MATCH (p:Patient {uuid: $patient_uuid})-[:HAS_CONDITION]->(c:ConditionCase)-[:IS_A]->(t:ConditionType)',
  "WHERE toLower(t.name) CONTAINS 'diabetes' RETURN t.name, c.status, c.onset_date ORDER BY c.onset_date DESC",
];

/** Types are seen only through the patient's edges. */
const nodesOf = `(SELECT id, label, props FROM graph_node WHERE tenant = ?1 UNION ALL
  SELECT id, label, props FROM graph_node WHERE +tenant = 0 AND id IN (SELECT dst FROM graph_edge WHERE tenant = ?1 AND dst < 0))`;

function readLabels(db: DatabaseSync, tenant: number): { label: string; count: number }[] {
  const rows = prepare(db, `SELECT label, count(*) FROM ${nodesOf} GROUP BY label ORDER BY label`).all(tenant);
  return (rows as unknown as [string, number][]).map(([label, count]) => ({ label, count }));
}

function readRelationships(
  db: DatabaseSync,
  tenant: number,
): { from: string; type: string; to: string; count: number }[] {
  const rows = prepare(
    db,
    `SELECT a.label, e.type, b.label, count(*) FROM graph_edge e
     JOIN graph_node a ON a.id = e.src AND a.tenant IN (0, ?1) JOIN graph_node b ON b.id = e.dst AND b.tenant IN (0, ?1)
     WHERE e.tenant = ?1 GROUP BY 1, 2, 3 ORDER BY 2, 1, 3`,
  ).all(tenant) as unknown as [string, string, string, number][];
  return rows.map(([from, type, to, count]) => ({ from, type, to, count }));
}

const sampled = 200;
const mostExamples = 4;
const longestExample = 40;

/** One line: `(:Observation) 812: uuid, status "final", value 7.2 …`. Long texts and identifiers show no example. */
function describeLabel(db: DatabaseSync, tenant: number, label: string, count: number): string {
  const rows = prepare(db, `SELECT props FROM ${nodesOf} WHERE label = ?2 ORDER BY id LIMIT ${sampled}`).all(
    tenant,
    label,
  ) as unknown as [string][];
  const examples = new Map<string, Set<string>>();
  for (const [text] of rows)
    for (const [key, value] of Object.entries(JSON.parse(text) as Record<string, unknown>)) {
      const seen = examples.get(key) ?? new Set();
      examples.set(key, seen);
      const shown = JSON.stringify(typeof value === 'number' ? Number(value.toPrecision(4)) : value);
      if (seen.size < 50 && shown.length <= longestExample) seen.add(shown);
    }
  const properties = [...examples].map(([key, seen]) => describeProperty(key, [...seen]));
  return `(:${label}) ${count}: ${properties.join(', ')}`;
}

function describeProperty(key: string, examples: string[]): string {
  if (key === 'uuid' || examples.length === 0) return key;
  if (key === 'system') return key;
  const shown = examples.length <= mostExamples ? examples : examples.slice(0, 1);
  return `${key} ${shown.join('|')}${shown.length < examples.length ? '|…' : ''}`;
}
