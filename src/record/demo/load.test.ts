import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bundle, importJson, openDatabase, patient } from '../fixtures.ts';
import { loadNodes } from '../patient.ts';
import { buildDemo } from './build.ts';
import { DEMO_FOLDER, loadDemoPatients } from './load.ts';

describe('the demo patients', () => {
  test('are three people without a loose end', async () => {
    const result = await loadDemoPatients(openDatabase());
    expect(result?.patients.map(({ name }) => name)).toEqual(['Elena Marsh', 'Mia Lindqvist', 'Samuel Okoro']);
    expect(result).toMatchObject({ dangling: 0, skipped: {}, failed: [], duplicates: 0 });
  });

  test('Elena has ten years of history: six problems, four medicines, one allergy, a stay in hospital', async () => {
    const db = openDatabase();
    const elena = (await loadDemoPatients(db))!.patients[0]!;
    const nodes = loadNodes(db, elena.id);
    const having = (label: string, fields: Record<string, unknown>) =>
      nodes.filter(
        (node) =>
          node.label === label && Object.entries(fields).every(([key, value]) => node.properties[key] === value),
      );
    expect(having('ConditionCase', { status: 'active' })).toHaveLength(6);
    expect(having('IntakeRegimen', { status: 'active' })).toHaveLength(4);
    expect(having('AllergyRecord', {})).toHaveLength(1);
    expect(having('SymptomEpisode', { status: 'active' })).toHaveLength(1);
    expect(having('Encounter', {})).toHaveLength(31);
    expect(having('Encounter', { status: 'planned' })).toHaveLength(2);
    expect(having('Encounter', { class: 'IMP' })).toHaveLength(1);
    const hba1c = having('Observation', { code: '4548-4' }).map(({ properties }) => [
      String(properties.time).slice(0, 10),
      properties.value,
    ]);
    expect(hba1c).toEqual(
      expect.arrayContaining([
        ['2025-03-11', 8.2],
        ['2026-03-03', 7.1],
      ]),
    );
    expect(having('DocumentReference', { name: 'Discharge summary' })[0]?.properties.text).toContain('penicillin');
  });

  test('are loaded into an empty record only', async () => {
    const db = openDatabase();
    await importJson(db, bundle(patient('p1')));
    expect(await loadDemoPatients(db)).toBeUndefined();
  });

  test('the committed bundles are what the sources say, each well below 400 kB', () => {
    for (const [file, text] of buildDemo()) {
      expect(readFileSync(join(DEMO_FOLDER, file), 'utf8')).toBe(text);
      expect(text.length).toBeLessThan(400_000);
    }
  });
});
