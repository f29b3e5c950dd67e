import { describe, expect, test } from 'vitest';
import { openCatalogue } from '../clinical/catalogue/index.ts';
import { latest } from './patient.ts';
import { type Node, viewNodes } from './viewing.ts';

const NOW = '2026-06-15T10:00:00Z';
const PERSON: Node = {
  uuid: 'p',
  label: 'Patient',
  properties: { name: 'Ada Example', gender: 'female', birth_date: '1990-07-01' },
};
const view = (...nodes: Node[]) => viewNodes('p', [PERSON, ...nodes], NOW);
const LOINC = 'http://loinc.org';

describe('a patient from the nodes of a record', () => {
  test('age, sex and months at now', () => {
    expect(view()).toMatchObject({ age: 35, sex: 'female', name: 'Ada Example' });
    expect(viewNodes('p', [{ ...PERSON, properties: { birth_date: '2026-04-20' } }], NOW)).toMatchObject({
      age: 0,
      months: 1,
    });
  });

  test('a series is merged over codes and units', () => {
    const { series } = view(
      {
        uuid: 'a',
        label: 'Observation',
        properties: { code: '2160-0', system: LOINC, value: 1.2, unit: 'mg/dL', time: '2026-01-01' },
      },
      {
        uuid: 'b',
        label: 'Observation',
        properties: { code: '38483-4', system: LOINC, value: 141.4, unit: 'umol/L', time: '2026-03-01' },
      },
      {
        uuid: 'c',
        label: 'Observation',
        properties: { code: '2160-0', system: LOINC, value: 3, unit: 'furlong', time: '2026-04-01' },
      },
    );
    const points = series.get('observation:creatinine')!;
    expect(points.map(({ uuid, value }) => [uuid, Number(value.toFixed(1))])).toEqual([
      ['a', 1.2],
      ['b', 1.6],
    ]);
    expect(points[1]!.original).toEqual({ value: 141.4, unit: 'umol/L' });
  });

  test('what was stopped, is planned, superseded or entered in error is not taken', () => {
    const regimen = (uuid: string, properties: Node['properties']): Node => ({
      uuid,
      label: 'IntakeRegimen',
      properties,
    });
    const { medicines } = view(
      regimen('taken', { name: 'Apixaban 5 MG Oral Tablet', status: 'active', start: '2025-01-01' }),
      regimen('ended', { name: 'Metformin', status: 'active', start: '2020-01-01', end: '2021-01-01' }),
      regimen('stopped', { name: 'Lisinopril', status: 'stopped' }),
      regimen('planned', { name: 'Ramipril', status: 'active', start: '2027-01-01' }),
      regimen('newer', { name: 'Bisoprolol 5 mg', status: 'active', supersedes: 'older' }),
      regimen('older', { name: 'Bisoprolol 2.5 mg', status: 'active' }),
      regimen('error', { name: 'Aspirin', status: 'entered-in-error' }),
    );
    expect(medicines.map(({ uuid, status }) => [uuid, status])).toEqual([
      ['taken', 'taken'],
      ['ended', 'stopped'],
      ['stopped', 'stopped'],
      ['planned', 'planned'],
      ['newer', 'taken'],
      ['older', 'stopped'],
    ]);
    expect(medicines[0]!.concepts).toEqual(['drug:apixaban']);
  });

  test('pregnancy, its plan and smoking', () => {
    const pregnant: Node = {
      uuid: 'c',
      label: 'ConditionCase',
      properties: {
        name: 'Normal pregnancy',
        code: '72892002',
        system: 'http://snomed.info/sct',
        status: 'active',
        onset_date: '2026-03-01',
      },
    };
    expect(view(pregnant).pregnancy).toEqual({ state: 'pregnant', evidence: ['c'], since: '2026-03-01' });
    const note = (text: string): Node => ({
      uuid: 'n',
      label: 'DocumentReference',
      properties: { text, time: '2026-05-01' },
    });
    expect(view(note('She is planning a pregnancy next year.')).pregnancy.state).toBe('planning');
    expect(view(note('She is not planning a pregnancy.')).pregnancy.state).toBeNull();
    const smoking = (value: string): Node => ({
      uuid: 's',
      label: 'Observation',
      properties: { name: 'Tobacco smoking status NHIS', value, time: '2026-01-01' },
    });
    expect(view(smoking('Current every day smoker')).lifestyle.smoking?.current).toBe(true);
    expect(view(smoking('Never smoker')).lifestyle.smoking?.current).toBe(false);
  });

  test('what is put on the skin or into the eye is not what it is as a tablet', () => {
    const concepts = (name: string) =>
      view({ uuid: 'm', label: 'IntakeRegimen', properties: { name, status: 'active' } }).medicines[0]!.concepts;
    expect(concepts('Dexamethasone 4 mg tablets')).toEqual(['drug:dexamethasone']);
    expect(concepts('Dexamethasone 0.1 % eye drops')).toEqual(['class:steroid_eye_drop']);
    expect(concepts('Spersadex (dexamethasone) for the right eye')).toContain('class:steroid_eye_drop');
    expect(concepts('Betamethasone cream')).toEqual(['class:topical_corticosteroid']);
    const catalogue = openCatalogue();
    expect(catalogue.isA('drug:calcipotriol_betamethasone', 'class:systemic_corticosteroid')).toBe(false);
    expect(catalogue.isA('drug:calcipotriol_betamethasone', 'class:topical_corticosteroid')).toBe(true);
  });

  test('an infusion that was given is found by its medicine', () => {
    const done = (name: string) =>
      view({ uuid: 'd', label: 'Procedure', properties: { name, start: '2026-01-01' } }).procedures[0]!.concepts;
    expect(done('Zoledronic acid (Aclasta) 5 mg infusion')).toContain('drug:zoledronic_acid');
    expect(done('Digoxin level measured')).not.toContain('drug:digoxin');
  });

  test('a steroid that is kept for the next flare is not one that is taken', () => {
    const concepts = (properties: Node['properties']) =>
      view({ uuid: 'm', label: 'IntakeRegimen', properties: { status: 'active', ...properties } }).medicines[0]!
        .concepts;
    expect(concepts({ name: 'Prednisolone 5 mg rescue pack' })).toEqual(['class:steroid_rescue_pack']);
    expect(concepts({ name: 'Prednisolone 5 mg', text: '30 mg a day for 5 days in a COPD flare' })).toEqual([
      'class:steroid_rescue_pack',
    ]);
    expect(concepts({ name: 'Prednisolone 5 mg', text: '5 mg every morning' })).toEqual(['drug:prednisolone']);
    expect(concepts({ name: 'Hydrocortisone 100 mg injection', text: 'in an attack, into the muscle' })).toEqual([
      'drug:hydrocortisone',
    ]);
  });

  test('one measure in two places is two series, but not the pressure of either arm', () => {
    const at = (uuid: string, name: string, value: number, time: string): Node => ({
      uuid,
      label: 'Observation',
      properties: { name, value, time, unit: name.includes('pressure') ? 'mm[Hg]' : '{T-score}' },
    });
    const { series } = view(
      at('a', 'T-score lumbar spine', -3.2, '2023-01-01'),
      at('b', 'T-score total hip', -2.7, '2023-01-01'),
      at('c', 'T-score lumbar spine', -2.6, '2025-01-01'),
      at('d', 'Systolic blood pressure, left arm', 130, '2025-01-01'),
      at('e', 'Systolic blood pressure, right arm', 134, '2025-01-02'),
    );
    expect(series.get('observation:bone_density_t_score')?.map(({ value }) => value)).toEqual([-3.2, -2.6]);
    expect([...series.values()].some((list) => list.length === 2 && list[0]!.value === 130)).toBe(true);
  });

  test('a record without anything is a patient without anything', () => {
    const empty = viewNodes('nobody', [], NOW);
    expect([empty.age, empty.sex, empty.medicines.length, latest(empty, 'observation:potassium')]).toEqual([
      null,
      null,
      0,
      undefined,
    ]);
  });
});
