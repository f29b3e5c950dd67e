import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { forgetPatient, sweepForgotten } from './draft.ts';
import type { PatientContent } from './schema.ts';
import { addToPatient, listPatients, removeNode, replacePatient } from './write.ts';

const content: PatientContent = {
  nodes: [
    { label: 'Patient', uuid: 'a', properties: { name: 'Ada Byron', phone: null } },
    { label: 'ConditionCase', uuid: 'c1', properties: { status: 'active' } },
    {
      label: 'ConditionType',
      uuid: 't1',
      properties: { name: 'Asthma', code: '195967001', system: 'http://snomed.info/sct' },
      shared: true,
    },
  ],
  edges: [
    { type: 'HAS_CONDITION', from: 'a', to: 'c1' },
    { type: 'IS_A', from: 'c1', to: 't1' },
  ],
};

describe('writing a patient', () => {
  test('the same content twice changes nothing', () => {
    const db = open();
    expect(replacePatient(db, 'a', content).added).toEqual({ nodes: 3, edges: 2 });
    const again = replacePatient(db, 'a', content);
    expect(again).toEqual({
      added: { nodes: 0, edges: 0 },
      changed: { nodes: 0, edges: 0 },
      removed: { nodes: 0, edges: 0 },
    });
  });

  test('what is no longer there goes, what was said in conversation stays', () => {
    const db = open();
    replacePatient(db, 'a', content);
    addToPatient(db, 'a', {
      nodes: [{ label: 'SymptomEpisode', uuid: 's1', properties: { text: 'headache' } }],
      edges: [{ type: 'HAS_SYMPTOM', from: 'a', to: 's1' }],
    });
    const result = replacePatient(db, 'a', { nodes: [content.nodes[0]!], edges: [] });
    expect(result.removed).toEqual({ nodes: 1, edges: 2 });
    expect(count(db, "graph_node WHERE uuid = 's1'")).toBe(1);
    expect(count(db, 'graph_edge')).toBe(1);
  });

  test('is all or nothing: an edge to nothing leaves the record as it was', () => {
    const db = open();
    replacePatient(db, 'a', content);
    const broken = { nodes: [], edges: [{ type: 'HAS_CONDITION', from: 'a', to: 'nowhere' }] };
    expect(() => replacePatient(db, 'a', broken)).toThrow(/nowhere/);
    expect(() => addToPatient(db, 'b', broken)).toThrow();
    expect(count(db, 'graph_node')).toBe(3);
    expect(count(db, 'graph_tenant')).toBe(1);
  });

  test('one uuid may live in two tenants, and a Type is stored once', () => {
    const db = open();
    replacePatient(db, 'a', content);
    replacePatient(db, 'b', {
      ...content,
      nodes: content.nodes.map((n) => (n.uuid === 'a' ? { ...n, uuid: 'b' } : n)),
      edges: [content.edges[1]!],
    });
    expect(count(db, "graph_node WHERE uuid = 'c1'")).toBe(2);
    expect(count(db, "graph_node WHERE uuid = 't1'")).toBe(1);
    expect(listPatients(db).map((p) => p.uuid)).toEqual(['a', 'b']);
  });

  test('nothing of a person can be shared', () => {
    const db = open();
    const free = { label: 'SymptomType', uuid: 'x', properties: { name: 'my odd pain' }, shared: true };
    expect(() => addToPatient(db, 'a', { nodes: [free], edges: [] })).toThrow(/cannot be shared/);
    const note = { ...content.nodes[2]!, properties: { ...content.nodes[2]!.properties, text: 'note' } };
    expect(() => addToPatient(db, 'a', { nodes: [note], edges: [] })).toThrow(/cannot be shared/);
    const loop = { nodes: [content.nodes[2]!], edges: [{ type: 'X', from: 't1', to: 't1' }] };
    expect(() => addToPatient(db, 'a', loop)).toThrow(/may not start/);
  });

  test('a node or a whole patient can be forgotten', () => {
    const db = open();
    replacePatient(db, 'a', content);
    expect(removeNode(db, 'a', 'c1')).toBe(true);
    expect(removeNode(db, 'a', 'c1')).toBe(false);
    expect(count(db, 'graph_edge')).toBe(0);
    const tenant = forgetPatient(db, 'a')!;
    expect(listPatients(db)).toEqual([]);
    expect(forgetPatient(db, 'a')).toBeUndefined();
    // Who comes meanwhile is not given the number of rows that are still to be swept.
    replacePatient(db, 'b', content);
    for (const _ of sweepForgotten(db, tenant));
    expect([count(db, 'graph_node WHERE tenant > 0'), count(db, 'graph_draft')]).toEqual([2, 0]);
  });
});

function open(): DatabaseSync {
  return new DatabaseSync(join(mkdtempSync(join(tmpdir(), 'graph-')), 'g.db'));
}

function count(db: DatabaseSync, from: string): number {
  return db.prepare(`SELECT count(*) AS n FROM ${from}`).get()!.n as number;
}
