import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { patientContent } from './content.ts';
import { replacePatient } from './write.ts';

const content = (patient: string) => ({
  nodes: [
    { label: 'Patient', uuid: patient, properties: { name: `Name of ${patient}` } },
    { label: 'ConditionCase', uuid: `case-${patient}`, properties: { status: 'active' } },
    {
      label: 'ConditionType',
      uuid: 'type-1',
      properties: { name: 'Asthma', code: '195967001', system: 'http://snomed.info/sct' },
      shared: true,
    },
  ],
  edges: [
    { type: 'HAS_CONDITION', from: patient, to: `case-${patient}` },
    { type: 'IS_A', from: `case-${patient}`, to: 'type-1' },
  ],
});

test('is what was written, shared Types included, and nothing of anybody else', () => {
  const db = new DatabaseSync(':memory:');
  for (const patient of ['p1', 'p2']) replacePatient(db, patient, content(patient));
  const read = patientContent(db, 'p1');
  expect(read.nodes.map((node) => [node.uuid, node.shared]).sort()).toEqual([
    ['case-p1', false],
    ['p1', false],
    ['type-1', true],
  ]);
  expect(read.edges.map((edge) => `${edge.from}-${edge.type}-${edge.to}`)).toEqual([
    'p1-HAS_CONDITION-case-p1',
    'case-p1-IS_A-type-1',
  ]);
  expect(replacePatient(db, 'p1', read).changed).toEqual({ nodes: 0, edges: 0 });
  expect(patientContent(db, 'nobody')).toEqual({ nodes: [], edges: [] });
});
