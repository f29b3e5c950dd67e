import { describe, expect, test } from 'vitest';
import { inputOf } from './examples.ts';
import { concerns } from './index.ts';
import type { Example } from './reading.ts';

const of = (example: Example) => concerns(inputOf(example));

/** Invented people in whom something shows only when entries are put together. */
describe('people', () => {
  test('a woman of 72 with a clot history, weak kidneys and a painkiller: the worst first, each with evidence', () => {
    const found = of({
      age: 72,
      has: ['atrial fibrillation', 'heart failure'],
      takes: ['apixaban 5 mg twice daily', 'ramipril 5 mg', 'furosemide 40 mg'],
      values: { 'estimated GFR': 41 },
      told: ['took: ibuprofen', 'black stools'],
    });
    expect(found[0]!.severity).toBe('critical');
    const ids = found.map(({ id }) => id);
    for (const id of [
      'gut-bleed-on-anticoagulant',
      'nsaid-with-anticoagulant',
      'nsaid-weak-kidneys',
      'nsaid-heart-failure',
    ])
      expect(ids).toContain(id);
    const bleed = found.find(({ id }) => id === 'gut-bleed-on-anticoagulant')!;
    expect(
      bleed.evidence.some(({ uuid, concept }) => uuid?.startsWith('IntakeRegimen') && concept === 'drug:apixaban'),
    ).toBe(true);
    expect(bleed.firstAid).not.toMatch(/pressure|bandage|press /i);
    expect(bleed.fresh).toBe(true);
  });

  test('a child of seven whose fever is to be treated with aspirin', () => {
    const found = of({ age: 7, told: ['fever', 'offered: aspirin'] });
    expect(found[0]).toMatchObject({ id: 'child-aspirin', severity: 'critical' });
    expect(found[0]!.say).toMatch(/Reye/);
  });

  test('a woman who plans a child on valproate and no folic acid', () => {
    const ids = of({
      age: 29,
      has: ['epilepsy'],
      takes: ['valproate 500 mg'],
      told: ['plans: planning a pregnancy'],
    }).map(({ id }) => id);
    expect(ids).toContain('planning-avoid');
    expect(ids).toContain('planning-folic-high-dose');
    expect(ids).not.toContain('planning-folic-acid');
  });

  test('a man with lithium, a new blood pressure tablet and vomiting', () => {
    const ids = of({ age: 48, sex: 'male', takes: ['lithium 800 mg', 'lisinopril 10 mg @20'], told: ['vomiting'] }).map(
      ({ id }) => id,
    );
    expect(ids).toContain('lithium-dehydration');
    expect(ids).toContain('lithium-raas-diuretic');
  });

  test('a question about a pregnancy of the past makes nobody pregnant; one about a medicine in pregnancy is answered', () => {
    const past = of({ age: 34, takes: ['lisinopril 10 mg'], asked: ['pregnancy'] }).map(({ id }) => id);
    expect(past).not.toContain('pregnancy-avoid');
    expect(of({ age: 34, asked: ['pregnancy', 'ibuprofen'] }).map(({ id }) => id)).toContain('pregnancy-avoid');
    expect(of({ age: 70, sex: 'male', asked: ['pregnancy', 'ibuprofen'] }).map(({ id }) => id)).not.toContain(
      'pregnancy-avoid',
    );
  });

  test('somebody healthy who says nothing is told nothing urgent', () => {
    const found = of({ age: 30, sex: 'male' });
    expect(found.filter(({ severity }) => severity !== 'worth_knowing')).toEqual([]);
  });

  test('a painkiller asked about by somebody healthy raises no alarm', () => {
    expect(of({ age: 30, sex: 'male', asked: ['ibuprofen'] }).filter(({ fresh }) => fresh)).toEqual([]);
  });
});

describe('the list', () => {
  const example: Example = {
    age: 66,
    has: ['hypertension'],
    takes: ['amlodipine 5 mg', 'bisoprolol 5 mg'],
    told: ['took: ibuprofen'],
  };

  test('names alike findings in one sentence', () => {
    const [first] = of(example).filter(({ id }) => id === 'nsaid-blood-pressure');
    expect(first?.say).toMatch(/weakens amlodipine and bisoprolol/);
    expect(of(example).filter(({ id }) => id === 'nsaid-blood-pressure')).toHaveLength(1);
  });

  test('does not repeat what was heard', () => {
    const input = inputOf(example);
    const keys = concerns(input).map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    expect(concerns({ ...input, alreadyTold: keys })).toEqual([]);
  });

  test('is the same for the same input', () => {
    expect(of(example)).toEqual(of(example));
  });

  test('a note of the record sets the threshold', () => {
    const gain = 'changed: body weight 1.2 in 1';
    const ids = (notes: string[]) => of({ age: 70, has: ['heart failure'], told: [gain], notes }).map(({ id }) => id);
    expect(ids([])).toContain('weight-gain-heart-failure');
    expect(ids(['Call the clinic if your weight rises more than 5 lb in a day.'])).not.toContain(
      'weight-gain-heart-failure',
    );
    const [noted] = of({
      age: 70,
      has: ['heart failure'],
      told: [gain],
      notes: ['Call the nurse if weight rises by 2 lb in a day.'],
    });
    expect(noted?.say).toMatch(/Call the nurse if weight rises by 2 lb/);
  });
});
