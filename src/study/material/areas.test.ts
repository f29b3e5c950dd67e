import { describe, expect, test } from 'vitest';
import { knowledgeEntry } from '../../knowledge/index.ts';
import { areaNamed, areas } from './areas.ts';

describe('a subject of study', () => {
  test.each([
    ['cardiology', 'heart-failure', 'asthma'],
    ['Respiratory medicine', 'asthma', 'heart-failure'],
    ['pharmacology', 'warfarin', 'asthma'],
    ['nephrology', 'dialysis', 'warfarin'],
  ])('%s has %s and not %s', (name, has, not) => {
    const area = areaNamed(name);
    expect([...(area?.entries ?? [])]).toContain(has);
    expect([...(area?.entries ?? [])]).not.toContain(not);
  });

  test.each(['asthma', 'heart failure', 'cardiologist', 'philately'])('%s is none', (name) =>
    expect(areaNamed(name)).toBeUndefined());

  test('every area holds entries that there are', () => {
    for (const { title, entries } of areas()) {
      expect(entries.size, title).toBeGreaterThan(3);
      for (const id of entries) expect(knowledgeEntry(id), id).toBeDefined();
    }
  });
});
